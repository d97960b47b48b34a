"""Gates: conditions under which a command exits with status 1, for continuous integration."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Protocol

import typer

from mondegreen.cli.panels import GATES
from mondegreen.cli.streams import say
from mondegreen.cli.systems import is_run_file
from mondegreen.errors import UsageError, visible
from mondegreen.report.numbers import limits as limits_of
from mondegreen.report.numbers import percent
from mondegreen.scoring.comparing import compare
from mondegreen.scoring.comparing.unanswered import in_one_alone
from mondegreen.scoring.runfile import load

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.scoring.result import Result

_NOT_MET: Final = 1
_COVERAGE: Final = "--min-coverage 99% or --min-coverage 0.99"
_JUDGED: Final = "--min-judged 95% or --min-judged 0.95"

_option = partial(typer.Option, rich_help_panel=GATES)

MinJudged = Annotated[
    str | None,
    _option(
        metavar="RATE",
        help="Share of the utterances that needed a judge that is enough for a gate: 95% or 0.95.",
    ),
]
Baseline = Annotated[
    Path | None,
    _option(metavar="FILE", help="A run file that the result must not be worse than."),
]


@dataclass(frozen=True, kw_only=True)
class Gate:
    """The gate that a system must not be worse than another."""

    fail_if_worse: Annotated[
        str | None,
        _option(metavar="METRIC", help="Exit with 1 if it is worse in this than the baseline."),
    ] = None
    margin: Annotated[
        str | None,
        _option(metavar="RATE", help="How much worse is allowed: 0.2% or 0.002."),
    ] = None
    rule: Annotated[
        str | None, _option(metavar="NAME", help="difference, significant or not-shown-equal.")
    ] = None

    def options(self, baseline: str | None) -> dict[str, Any]:
        """Return the options of the gate that `mondegreen.compare` takes; none without a gate.

        Raises:
            UsageError: a margin, rule or baseline without ``--fail-if-worse``.
        """
        margin, rule = self.margin, self.rule
        if self.fail_if_worse is None:
            if margin is not None or rule is not None or baseline is not None:
                raise UsageError(
                    "--margin, --rule and --baseline are of a gate: add --fail-if-worse wer"
                )
            return {}
        example = "--margin 0.2% or --margin 0.002"
        found: dict[str, Any] = {"margin": 0.0 if margin is None else parse_rate(margin, example)}
        if rule is not None:
            found["rule"] = rule
        if baseline is not None:
            found["baseline"] = baseline
        return found

    def against(self, run: Path | None) -> dict[str, Any] | None:
        """Return the options of the gate against a saved run; ``None`` without one.

        Raises:
            UsageError: a gate without the run, or the other way round.
        """
        if (self.fail_if_worse is None) is not (run is None):
            raise UsageError(
                "--fail-if-worse wer and --baseline run.parquet go together; add the other"
            )
        found = self.options(None)
        return {**found, "metric": self.fail_if_worse} if found else None


def worse_than(
    run: Path | None,
    result: Result,
    gate: dict[str, Any] | None,
    min_judged: float | None = None,
) -> list[str]:
    """Return why the gate against a saved run is not met; nothing where it is, or without one.

    Raises:
        UsageError: the file is no run file.
    """
    if run is None or gate is None:
        return []
    if not is_run_file(str(run)):
        raise UsageError(f"--baseline {run}: expected a run file, as --save writes one")
    both = {visible(run.name): load(run), "this run": result}
    found = compare(both, differ=0, min_judged=min_judged, **gate)
    if others := in_one_alone(found.systems):
        say(f"compared on {found.utterances:,} of {found.total:,} utterances; not scored: {others}")
    return [each.reason for each in found.verdicts if not each.met]


def shares(min_coverage: str | None, min_judged: str | None) -> tuple[float | None, float | None]:
    """Return the shares that ``--min-coverage`` and ``--min-judged`` say.

    Raises:
        UsageError: one of them is no share.
    """
    covered = None if min_coverage is None else parse_rate(min_coverage, _COVERAGE)
    return covered, enough_judged(min_judged)


def enough_judged(text: str | None) -> float | None:
    """Return the share that ``--min-judged`` says.

    Raises:
        UsageError: it is no share.
    """
    share = None if text is None else parse_rate(text, _JUDGED)
    if share is not None and share > 1:
        raise UsageError(f"--min-judged {text}: expected a share of up to 100%, as {_JUDGED}")
    return share


def say_unmet(reasons: Iterable[str]) -> int:
    """Say which gates are not met, and why; return the exit status."""
    unmet = list(reasons)
    for reason in unmet:
        say(f"gate not met: {reason}")
    return _NOT_MET if unmet else 0


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


def parse_gates(gates: Sequence[str]) -> dict[str, float]:
    """Return the limits of ``NAME=RATE`` options by metric.

    >>> parse_gates(["wer=12%"])
    {'wer': 0.12}
    """
    limits = {}
    for gate in gates:
        name, equals, limit = gate.partition("=")
        if not equals or not name:
            raise UsageError(f"--fail-above {gate}: expected NAME=RATE, as wer=12% or wer=0.12")
        if name in limits:
            raise UsageError(f"--fail-above {gate}: {name} has a limit already; give it once")
        limits[name] = parse_rate(limit, f"--fail-above {name}=12% or --fail-above {name}=0.12")
    return limits


def failures(
    result: Result,
    limits: dict[str, float],
    min_coverage: float | None,
    min_judged: float | None = None,
) -> list[str]:
    """Return, for each gate that is not met or cannot be judged, a line that says why.

    A metric of which a judge left something open meets no gate, unless ``min_judged`` says how much
    is enough; then what is open has all the errors that it may have.
    """
    found = [
        why for name, limit in limits.items() for why in unmet_by(result[name], limit, min_judged)
    ]
    covered = result.coverage.fraction
    if min_coverage is not None and covered < min_coverage:
        found.append(f"coverage is {_apart(covered, min_coverage)}, below {percent(min_coverage)}")
    if min_coverage is not None or min_judged is not None:
        others = [each for each in result if each.name not in limits]
        found += [why for each in others for why in unmet_by(each, None, min_judged)]
    return found


class Gated(Protocol):
    """What a gate looks at: a metric of a result, or a method of calls."""

    @property
    def name(self) -> str:
        """The name in messages."""

    @property
    def value(self) -> float | None:
        """The rate."""

    @property
    def value_low(self) -> float | None:
        """The lowest that it may be."""

    @property
    def value_high(self) -> float | None:
        """The highest that it may be."""

    @property
    def reason(self) -> str | None:
        """Why there is no rate."""

    @property
    def unbounded(self) -> str:
        """Why nothing bounds it."""

    @property
    def judged_fraction(self) -> float:
        """The share of what needed a judge that was judged."""

    @property
    def judged_share(self) -> str:
        """The same in words; empty if all was judged."""


def unmet_by(metric: Gated, limit: float | None, min_judged: float | None) -> list[str]:
    """Return why the gates of one rate are not met; nothing where they are.

    Args:
        metric: what is gated.
        limit: above which it must not be; ``None`` where enough has to be judged and nothing else.
        min_judged: the share of what needed a judge that is enough; all of it without one.
    """
    below = "" if limit is None else f", so it cannot be said to be below {percent(limit)}"
    if metric.judged_share and metric.judged_fraction < (1 if min_judged is None else min_judged):
        how = "; --min-judged says how many are enough" if min_judged is None else ""
        share = _apart(metric.judged_fraction, 1 if min_judged is None else min_judged)
        enough = "" if min_judged is None else f", below {percent(min_judged)}"
        known = f"{metric.name} is {limits_of(metric)}"
        return [f"{known}: {share} of what needed the judge{enough}{below}{how}"]
    if limit is None:
        return []
    if metric.judged_share:
        return _at_worst(metric, limit)
    if metric.reason is not None or metric.value is None:
        return [
            f"{metric.name} has no rate ({metric.reason}), so it cannot be below {percent(limit)}"
        ]
    if metric.value > limit:
        return [f"{metric.name} is {_apart(metric.value, limit)}, above {percent(limit)}"]
    return []


def _at_worst(metric: Gated, limit: float) -> list[str]:
    """Return why a rate of which enough was judged may be above a limit; nothing if it cannot."""
    high = metric.value_high
    if high is None:
        known = f"{metric.name} is known of {metric.judged_share}, and nothing bounds the others"
        return [f"{known} ({metric.unbounded}), so it cannot be said to be below {percent(limit)}"]
    if high > limit:
        shown = f"{_apart(high, limit)}, above {percent(limit)}"
        return [f"{metric.name} is at worst {shown} ({metric.judged_share})"]
    return []


def _apart(value: float, limit: float) -> str:
    """Return a rate in percent with as many digits as tell it from the limit."""
    shown = percent(limit)
    return next((t for d in (2, 4, 8) if (t := percent(value, d)) != percent(limit, d)), shown)
