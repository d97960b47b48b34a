"""Rates and counts as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.errors import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.result import MetricResult

_UNITS = {
    "word": "word",
    "word-ascii-space": "word",
    "grapheme": "grapheme",
    "mixed": "token",
}
_SHORT = {
    "hits": "hit",
    "substitutions": "sub",
    "deletions": "del",
    "insertions": "ins",
    "wrong": "wrong",
    "sentences": "sentences",
    "reference_words": "reference words",
    "left_out": "left out",
    "differ_in_deleted": "differ only in what is deleted",
    "differ_in_digits": "in digits",
}
NONE = "–"


def percent(value: float | None, digits: int = 2) -> str:
    """Return a fraction in percent, with the sign; a dash where there is no rate.

    >>> percent(0.36298), percent(None)
    ('36.30 %', '–')
    """
    return NONE if value is None else f"{100 * value:.{digits}f} %"


def rate(metric: MetricResult) -> str:
    """Return the rate of a metric, or why there is none.

    Where not all that needed a judge was judged, the lowest and the highest it may be, and how many
    were judged: a rate of the rest alone is not that of the corpus.
    """
    if metric.judged_share:
        return limits(metric)
    return metric.reason or percent(metric.value)


def limits(metric: Any) -> str:
    """Return between what a rate is of which a part was not judged, and how much was."""
    low, high = metric.value_low, metric.value_high
    return f"{span(low, high)} ({metric.judged_share})"


def span(low: float | None, high: float | None) -> str:
    """Return two ends in percent, or that there are none.

    >>> span(0.0, 0.4), span(None, None)
    ('0.00 to 40.00 %', 'not known')
    """
    if low is None or high is None:
        return "not known"
    return f"{percent(low).removesuffix(' %')} to {percent(high)}"


def capped(metrics: Sequence[MetricResult]) -> list[tuple[str, ...]]:
    """Return a cell per metric with the capped rate; empty cells where no metric has one.

    The first is the header.
    """
    if not any("capped_errors" in metric.counts for metric in metrics):
        return [()] * (len(metrics) + 1)
    return [("capped",), *((percent(metric.capped),) for metric in metrics)]


def errors(metric: MetricResult) -> str:
    """Return the number of errors; a dash for a rate of something else, as of information lost."""
    shown = f"{metric.exact or metric.errors:,}" if metric.counts_errors else NONE
    return f"{shown} judged" if metric.judged_share and metric.counts_errors else shown


def short_rate(metric: MetricResult) -> str:
    """Return the rate for a narrow cell; without one, the number of errors in its place."""
    if metric.judged_share:
        return limits(metric)
    if not metric.reason:
        return percent(metric.value)
    shown = metric.utterances or metric.errors
    return counted(metric.errors, "error") if shown and metric.counts_errors else NONE


def details(metric: MetricResult) -> str:
    """Return what the rate is made of, as ``19 sub, 10 del, 6 ins; 142 words``."""
    if metric.made_of:
        return metric.made_of
    counts = metric.counts
    if "insertions" not in counts:
        return ", ".join(f"{number:,} {_SHORT.get(name, name)}" for name, number in counts.items())
    length = counts["hits"] + counts["substitutions"] + counts["deletions"]
    steps = ", ".join(
        f"{counts[name]:,} {_SHORT[name]}" for name in ("substitutions", "deletions", "insertions")
    )
    unit = _UNITS.get(metric.unit, "character")
    return f"{steps}; {counted(length, f'reference {unit}')}"
