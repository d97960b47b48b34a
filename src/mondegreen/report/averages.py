"""Pooled, mean, median and capped rates next to each other, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.report.grid import grid
from mondegreen.report.group_names import labels
from mondegreen.report.number_format import percent
from mondegreen.scoring.averages import averages_of

if TYPE_CHECKING:
    from mondegreen.scoring.averages import Averages
    from mondegreen.scoring.result import Result

__all__ = ["content", "render"]


def render(result: Result) -> str:
    """Return a row per metric, and why a rate is not there; then a row per slice and metric."""
    names = result.shown_averages
    found = [result.averages(metric) for metric in result.rows]
    rows = [(each.metric, *_cells(each, names)) for each in found]
    parts = [grid(("metric", *names), rows)]
    for each in found:
        parts += [f"{name} of {each.metric}: {why}" for name, why in _reasons(each, names)]
        if each.left_out:
            parts.append(f"{each.metric}: {each.left_out:,} utterances have no rate of their own")
    if sliced := _slices(result):
        groups = result.by(*result.slices)
        shown = [
            (*label, each.metric, *_cells(each, names))
            for label, ones in zip(labels(groups), sliced, strict=True)
            for each in ones
        ]
        parts += [
            "",
            grid((*groups.columns, "metric", *names), shown, left=len(groups.columns) + 1),
        ]
    return "\n".join(parts)


def content(result: Result) -> list[dict[str, Any]]:
    """Return all ways of each metric as plain values, for JSON."""
    if not result.shown_averages:
        return []
    return [result.averages(metric).to_dict() for metric in result.rows]


def _slices(result: Result) -> list[list[Averages]]:
    """Return the averages of each group; nothing for groups of words."""
    groups = result.by(*result.slices) if result.slices else {}
    found = []
    for metrics in groups.values():
        samples = {name: metric.sample for name, metric in metrics.items()}
        if any(sample is None for sample in samples.values()):
            return []
        found.append(
            [averages_of(result, name, sample[1]) for name, sample in samples.items() if sample]
        )
    return found


def _cells(each: Averages, names: tuple[str, ...]) -> list[str]:
    return [percent(each.rate(name)) for name in names]


def _reasons(each: Averages, names: tuple[str, ...]) -> list[tuple[str, str]]:
    own = {name: each.reasons.get(name.replace("-", "_")) for name in names}
    return [(name, why) for name, why in own.items() if why]
