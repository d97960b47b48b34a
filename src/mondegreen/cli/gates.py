"""Gates: conditions under which a command exits with status 1, for continuous integration."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from mondegreen.cli.hints import are_wordless
from mondegreen.cli.streams import say
from mondegreen.errors import UsageError, visible
from mondegreen.report.number_format import limits as limits_of
from mondegreen.report.number_format import percent

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.scoring.options import Options
    from mondegreen.scoring.result import Result

_NOT_MET: Final = 1


def of_comparison(options: Options) -> dict[str, Any]:
    """Return the options of the gate that `mondegreen.compare` takes; none without a gate.

    Raises:
        UsageError: a margin, rule or baseline without ``--fail-if-worse``.
    """
    more = {name: getattr(options, name) for name in ("margin", "rule", "baseline")}
    if options.fail_if_worse is None:
        if not options.given.isdisjoint(more):
            raise UsageError(
                "--margin, --rule and --baseline are parts of a gate; add --fail-if-worse wer"
            )
        return {}
    given = {name: value for name, value in more.items() if value is not None}
    return {"margin": 0.0, **given}


def against(options: Options) -> list[dict[str, Any]]:
    """Return the options of the gates against a saved run, one a metric; none without one.

    Raises:
        UsageError: a gate without the run, or the other way round; or the file is no run file.
    """
    if (options.fail_if_worse is None) is not (options.baseline is None):
        raise UsageError(
            "--fail-if-worse wer and --baseline run.parquet go together; add the other"
        )
    if options.baseline is None:
        return []
    from mondegreen.cli.systems import is_run_file  # seldom needed, and slow to import

    if not is_run_file(str(options.baseline)):
        raise UsageError(
            f"--baseline {visible(str(options.baseline))}: expected a run file; write one with "
            "mondegreen score ... --save run.parquet"
        )
    gate = {name: value for name, value in of_comparison(options).items() if name != "baseline"}
    return [{**gate, "metric": metric} for metric in options.fail_if_worse or ()]


def worse_than(
    options: Options, result: Result, gates: list[dict[str, Any]]
) -> dict[str, list[str]]:
    """Return the gates against a saved run by their names, each with why it is not met.

    Raises:
        UsageError: the file is not a run file.
    """
    if not gates:
        return {}
    from mondegreen.scoring.comparing import compare  # as above
    from mondegreen.scoring.comparing.unanswered import in_one_alone
    from mondegreen.scoring.runfile import load

    run = Path(options.baseline or "")
    both = {visible(run.name): load(run), "this run": result}
    reasons: dict[str, list[str]] = {}
    for gate in gates:
        found = compare(both, differ=0, min_judged=options.min_judged, **gate)
        if others := in_one_alone(found.systems):
            said = f"compared on {found.utterances:,} of {found.total:,} utterances"
            say(f"{said}; not scored: {others}")
        name = f"{found.metric} against {visible(run.name)}"
        reasons[name] = [each.reason for each in found.verdicts if not each.met]
    return reasons


def say_unmet(reasons: Iterable[str]) -> int:
    """Say which gates are not met, and why; return the exit status."""
    unmet = list(reasons)
    for reason in unmet:
        say(f"gate not met: {reason}")
    return _NOT_MET if unmet else 0


def failures(
    result: Result,
    limits: dict[str, float],
    min_coverage: float | None,
    min_judged: float | None = None,
) -> list[str]:
    """Return, for each gate that is not met or cannot be judged, a line that says why."""
    reasons = gates(result, limits, min_coverage, min_judged)
    return [why for unmet in reasons.values() for why in unmet]


def gates(
    result: Result,
    limits: dict[str, float],
    min_coverage: float | None,
    min_judged: float | None = None,
) -> dict[str, list[str]]:
    """Return the gates of one result by their names, each with why it is not met.

    A metric of which a judge left something open meets no gate, unless ``min_judged`` says how much
    is enough; then what is open has all the errors that it may have.
    """
    found = {
        f"{name} at most {percent(limit)}": unmet_by(result[name], limit, min_judged)
        or _of_nothing(result, name, limit)
        for name, limit in limits.items()
    }
    covered = result.coverage.fraction
    unjudged = [
        why
        for each in result
        if each.name not in limits
        for why in unmet_by(each, None, min_judged)
    ]
    if min_coverage is not None:
        least = percent(min_coverage)
        low = [f"coverage is {_apart(covered, min_coverage)}, below {least}"]
        found[f"coverage at least {least}"] = [*(low if covered < min_coverage else ()), *unjudged]
    elif min_judged is not None:
        found[f"judged at least {percent(min_judged)}"] = unjudged
    return found


def _of_nothing(result: Result, name: str, limit: float) -> list[str]:
    """Return why a rate of references without any word meets no gate; nothing where there are words."""
    if any(result[name].counts.values()) and not are_wordless(result.references):
        return []
    return [
        f"{name} has no rate (no reference has any word), so it cannot be below {percent(limit)}"
    ]


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
        limit: above which it must not be; ``None`` where enough must be judged and nothing else.
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
