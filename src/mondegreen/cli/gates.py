"""Gates: conditions under which a command exits with status 1, for continuous integration."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from mondegreen.cli.panels import GATES
from mondegreen.cli.streams import say
from mondegreen.cli.systems import is_run_file
from mondegreen.errors import UsageError, visible
from mondegreen.report.numbers import percent
from mondegreen.scoring.comparing import compare
from mondegreen.scoring.comparing.unanswered import in_one_alone
from mondegreen.scoring.runfile import load

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.scoring.result import Result

_NOT_MET: Final = 1

_option = partial(typer.Option, rich_help_panel=GATES)

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


def worse_than(run: Path | None, result: Result, gate: dict[str, Any] | None) -> list[str]:
    """Return why the gate against a saved run is not met; nothing where it is, or without one.

    Raises:
        UsageError: the file is no run file.
    """
    if run is None or gate is None:
        return []
    if not is_run_file(str(run)):
        raise UsageError(f"--baseline {run}: expected a run file, as --save writes one")
    both = {visible(run.name): load(run), "this run": result}
    found = compare(both, differ=0, **gate)
    if others := in_one_alone(found.systems):
        say(f"compared on {found.utterances:,} of {found.total:,} utterances; not scored: {others}")
    return [each.reason for each in found.verdicts if not each.met]


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
