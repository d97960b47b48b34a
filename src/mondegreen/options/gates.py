"""Gates: conditions under which a command exits with status 1, for continuous integration."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.errors import UnknownNameError, UsageError
from mondegreen.options.option import Group, group, option
from mondegreen.options.typed import NAMES, TEXTS
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["RULES", "TIME_GATE", "Gates", "known_rule", "parse_rate"]

RULES: Final = ("difference", "significant", "not-shown-equal")
TIME_GATE: Final = pattern(
    r"(seconds|ttfs)(\[[^\]]+\])?(?:: *(?:median|P(50|95|99)))?", re.IGNORECASE
)
"""Names of gates whose limit is in seconds, as the columns of a leaderboard: ``ttfs[endpointed]:P95``."""


def parse_rate(text: str, example: str) -> float:
    """Return a rate written as ``12%`` or ``0.12``.

    Raises:
        UsageError: neither of the two; a bare number above 1 is one of these.

    >>> parse_rate("12%", ""), parse_rate("0.12", "")
    (0.12, 0.12)
    """
    number, is_percent = text.strip().removesuffix("%"), text.strip().endswith("%")
    try:
        value = float(number) / (100 if is_percent else 1)
    except ValueError:
        value = -1
    if not 0 <= value < float("inf"):
        raise UsageError(f"{text!r} is not a rate; write {example}")
    if value > 1 and not is_percent:
        raise UsageError(f"{text!r} could be meant in percent or as a fraction; write {example}")
    return value


def _rate(_: str, value: Any, *, flag: str, share: str) -> float:
    example = f"{flag} {share} or {flag} {float(share[:-1]) / 100:g}"
    return parse_rate(value if isinstance(value, str) else repr(value), example)


def _share(name: str, value: Any, *, flag: str, share: str) -> float:
    least = _rate(name, value, flag=flag, share=share)
    if least > 1:
        example = f"{share} or {float(share[:-1]) / 100:g}"
        raise UsageError(f"{name}={value}: expected a share of up to 100%, such as {example}")
    return least


def _limits(_: str, value: Any) -> dict[str, float]:
    """Return the limits of ``NAME=RATE`` by metric.

    >>> _limits("fail_above", ["wer=12%"]), _limits("fail_above", {"wer": 0.12})
    ({'wer': 0.12}, {'wer': 0.12})
    """
    limits: dict[str, float] = {}
    if isinstance(value, Mapping):
        value = [f"{name}={limit}" for name, limit in value.items()]
    for gate in [value] if isinstance(value, str) else value:
        name, equals, limit = str(gate).partition("=")
        if not equals or not name:
            raise UsageError(
                f"--fail-above {gate}: expected NAME=RATE, such as wer=12% or wer=0.12"
            )
        if name in limits:
            raise UsageError(f"--fail-above {gate}: {name} has a limit already; give it once")
        if TIME_GATE.fullmatch(name):
            limits[name] = _seconds(name, limit)
            continue
        limits[name] = parse_rate(limit, f"--fail-above {name}=12% or --fail-above {name}=0.12")
    return limits


def _seconds(name: str, text: str) -> float:
    try:
        value = float(text.strip().removesuffix("s"))
    except ValueError:
        value = -1
    if not 0 <= value < float("inf"):
        raise UsageError(f"--fail-above {name}={text}: expected seconds, such as {name}=0.8")
    return value


def known_rule(_: str, value: Any) -> str:
    """Return a rule of the gate.

    Raises:
        UnknownNameError: there is none of this name.
    """
    if value not in RULES:
        raise UnknownNameError("rule", str(value), RULES)
    return str(value)


@group
class Gates(Group):
    """Conditions under which a command exits with status 1."""

    panel: ClassVar[str] = "Gates"

    fail_above: Any = option(
        "Exit with status 1 above this rate: wer=12% or wer=0.12.",
        common=True,
        kind=TEXTS,
        metavar="NAME=RATE",
        python="Also a mapping of metrics to rates.",
        check=_limits,
        default=None,
    )
    min_coverage: Any = option(
        "Exit with status 1 if a smaller share of the utterances is scored: 99% or 0.99. Needs --missing "
        "skip or deletions.",
        metavar="RATE",
        check=partial(_share, flag="--min-coverage", share="99%"),
        default=None,
    )
    min_judged: Any = option(
        "Share of the utterances for the judge that must be judged for a gate: 95% or 0.95. Default: all.",
        metavar="RATE",
        check=partial(_share, flag="--min-judged", share="95%"),
        default=None,
    )
    baseline: str | Path | None = option(
        "Run file to compare the result with; in compare, the name of a system. Default in compare: "
        "the first system.",
        metavar="NAME",
        default=None,
    )
    fail_if_worse: Any = option(
        "Exit with status 1 if this metric is worse than in the baseline.",
        values="metrics",
        common=True,
        kind=NAMES,
        metavar="METRIC",
        default=None,
    )
    margin: Any = option(
        "Margin of the gate, by which a system may be worse: 0.2% or 0.002. Default: 0.",
        metavar="RATE",
        check=partial(_rate, flag="--margin", share="0.2%"),
        default=None,
    )
    rule: str | None = option(
        "Rule of the gate: difference, significant or not-shown-equal. Default: difference.",
        metavar="NAME",
        values=RULES,
        check=known_rule,
        default=None,
    )
