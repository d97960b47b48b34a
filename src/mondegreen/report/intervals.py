"""Confidence intervals in tables of text."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Final

from mondegreen.errors import counted
from mondegreen.report.number_format import NONE, percent

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.scoring.metric_result import MetricResult
    from mondegreen.scoring.result import Result
    from mondegreen.scoring.sampled_rows import Shown
    from mondegreen.stats.interval import Interval

__all__ = ["FEW_CLUSTERS", "cell", "cells", "level_of", "notes", "slice_notes", "title"]

FEW_CLUSTERS: Final = 20
"""With fewer, drawing them shows too little of how different they can be."""


def level_of(level: float) -> str:
    """Return a level of confidence as a heading has it.

    >>> level_of(0.95), level_of(0.999)
    ('95 %', '99.9 %')
    """
    return f"{100 * level:.6g} %"


def title(shown: Shown) -> str:
    """Return the heading of a column of intervals."""
    return f"{level_of(shown.level)} interval"


def cell(interval: Interval) -> str:
    """Return the two ends in percent, or a dash; where there is no upper one, the lower.

    >>> from mondegreen.stats.interval import Interval
    >>> cell(Interval(0.5, float("inf"), 0.95, "percentile", 3))
    '50.00 % or more'
    """
    if interval.low is None or interval.high is None or not math.isfinite(interval.low):
        return NONE
    if not math.isfinite(interval.high):
        return f"{percent(interval.low)} or more"
    return f"{percent(interval.low).removesuffix(' %')} to {percent(interval.high)}"


def cells(metric: MetricResult) -> list[str]:
    """Return one cell where intervals are shown, none where they are not."""
    interval = metric.interval
    return [] if interval is None else [cell(interval)]


def notes(metrics: Iterable[MetricResult]) -> list[str]:
    """Return how the intervals of a result were made, and why some metrics have none."""
    found = []
    for metric in metrics:
        interval = metric.interval
        if interval is None:
            continue
        if interval.reason:
            found.append(f"no interval for {metric.title}: {interval.reason}")
        else:
            found.append(f"intervals: {how(interval)}")
    return list(dict.fromkeys(found))


def slice_notes(result: Result) -> list[str]:
    """Return why slices have no interval, and how many have none for that reason."""
    if not result.slices or result.shown is None:
        return []
    groups = result.by(*result.slices)
    reasons: Counter[tuple[str, str]] = Counter()
    for metrics in groups.values():
        for metric in metrics.values():
            interval = metric.interval
            if interval is not None and interval.reason:
                reasons[metric.title, interval.reason] += 1
    return [
        f"no interval for {metric} in {count:,} of {counted(len(groups), 'slice')}: {reason}"
        for (metric, reason), count in reasons.items()
    ]


def how(interval: Interval) -> str:
    """Return how an interval was made, in one line."""
    units = f"{interval.units:,} {interval.unit}" + ("s" if interval.units != 1 else "")
    few = interval.unit != "utterance" and interval.units < FEW_CLUSTERS
    doubt = f"; too narrow, as of fewer than {FEW_CLUSTERS} {interval.unit}s" if few else ""
    if interval.unjudged:
        doubt += f"; from {interval.unjudged:,} unjudged without errors to all their errors"
    if not interval.resamples:
        return f"{interval.method}, from the spread of {units}{doubt}"
    return (
        f"{interval.method} bootstrap of {units}, {interval.resamples:,} resamples, "
        f"seed {interval.seed}{doubt}"
    )
