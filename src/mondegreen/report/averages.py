"""Pooled, mean, median and capped rates next to each other, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.errors import counted
from mondegreen.report.grid import grid
from mondegreen.report.group_names import labels
from mondegreen.report.number_format import percent
from mondegreen.report.part import Part
from mondegreen.scoring.averages import averages_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.scoring.averages import Averages
    from mondegreen.scoring.result import Result

__all__ = ["content", "parts", "render"]


def render(result: Result) -> str:
    """Return a row per metric, and why a rate is not there; then a row per slice and metric."""
    names = result.shown_averages
    found = [result.averages(metric) for metric in result.rows]
    rows = [(each.metric, *_cells(each, names)) for each in found]
    parts = [grid(("metric", *names), rows)]
    for each in found:
        parts += [f"{name} of {each.metric}: {why}" for name, why in _reasons(each, names)]
        if each.left_out:
            parts.append(f"{each.metric}: {_without(each)}")
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


def parts(
    results: Mapping[str, Result], metric: str, rows: Mapping[str, Sequence[int]] | None = None
) -> list[Part]:
    """Return a table with a row per system, of some of its rows; none if no averages are shown.

    Args:
        results: by the names of their systems.
        metric: whose rates.
        rows: of each system those that count; ``None`` for all scored ones.
    """
    ways = next(iter(results.values())).shown_averages
    if not ways:
        return []
    found = {
        name: averages_of(result, metric, None if rows is None else rows[name])
        for name, result in results.items()
    }
    notes = []
    for name, each in found.items():
        notes += [f"{way} of {name}: {why}" for way, why in _reasons(each, ways)]
        if each.left_out:
            notes.append(f"{name}: {_without(each)}")
    cells = [[name, *_cells(each, ways)] for name, each in found.items()]
    return [Part(f"averages of {metric}", ["system", *ways], cells, notes)]


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


def _without(each: Averages) -> str:
    return f"{counted(each.left_out, f'{each.of} has', f'{each.of}s have')} no rate of their own"


def _cells(each: Averages, names: tuple[str, ...]) -> list[str]:
    return [percent(each.rate(name)) for name in names]


def _reasons(each: Averages, names: tuple[str, ...]) -> list[tuple[str, str]]:
    own = {name: each.reasons.get(name.replace("-", "_")) for name in names}
    return [(name, why) for name, why in own.items() if why]
