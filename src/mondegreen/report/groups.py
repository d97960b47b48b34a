"""The slices of a result, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.report import intervals
from mondegreen.report.grid import grid
from mondegreen.report.group_names import labels
from mondegreen.report.number_format import errors, short_rate
from mondegreen.scoring.groups import unclashing

if TYPE_CHECKING:
    from mondegreen.scoring.groups import Groups
    from mondegreen.scoring.metric_result import MetricResult


def render(groups: Groups) -> str:
    """Return one row per group: its key, utterances, errors of the first metric, and all rates."""
    rates = next(iter(groups.values()), {})
    titles = [title for metric in rates.values() for title in (metric.title, *_interval(metric))]
    names = ["utterances", "errors", *titles]
    rows = []
    for label, metrics in zip(labels(groups), groups.values(), strict=True):
        first = next(iter(metrics.values()))
        cells = [
            cell
            for metric in metrics.values()
            for cell in (short_rate(metric), *intervals.cells(metric))
        ]
        rows.append([*label, f"{first.utterances + first.unjudged:,}", errors(first), *cells])
    header = [*unclashing(groups.columns, names), *names]
    return grid(header, rows, left=len(groups.columns))


def _interval(metric: MetricResult) -> list[str]:
    return [] if metric.shown is None else [intervals.title(metric.shown)]
