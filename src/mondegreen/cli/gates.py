"""Gates: conditions under which a command exits with status 1, for continuous integration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.errors import UsageError
from mondegreen.report.numbers import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.result import Result


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


def failures(result: Result, limits: dict[str, float], min_coverage: float | None) -> list[str]:
    """Return, for each gate that is not met or cannot be judged, a line that says why."""
    found = []
    for name, limit in limits.items():
        metric = result[name]
        if metric.reason:
            found.append(
                f"{name} has no rate ({metric.reason}), so it cannot be below {percent(limit)}"
            )
        elif metric.value > limit:
            found.append(f"{name} is {_apart(metric.value, limit)}, above {percent(limit)}")
        elif min_coverage is None and metric.counts.get("unjudged", 0) > metric.utterances:
            found.append(
                f"{name} is known of {metric.judged_share}, too few to say that it is not above "
                f"{percent(limit)}; --min-coverage says how many are enough"
            )
    covered = result.coverage.fraction
    if min_coverage is not None and covered < min_coverage:
        found.append(f"coverage is {_apart(covered, min_coverage)}, below {percent(min_coverage)}")
    for name, counted in result.coverage.unjudged.items() if min_coverage is not None else ():
        judged = 1 - sum(counted.values()) / result.coverage.scored
        if min_coverage is not None and judged < min_coverage:
            share = _apart(judged, min_coverage)
            found.append(f"{name} was judged for {share}, below {percent(min_coverage)}")
    return found


def _apart(value: float, limit: float) -> str:
    """Return a rate in percent with as many digits as tell it from the limit."""
    shown = percent(limit)
    return next((t for d in (2, 4, 8) if (t := percent(value, d)) != percent(limit, d)), shown)
