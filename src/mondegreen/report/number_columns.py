"""Columns of numbers, for a terminal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import visible
from mondegreen.report.grid import grid
from mondegreen.report.group_names import labels
from mondegreen.report.number_format import NONE
from mondegreen.report.part import Part
from mondegreen.scoring.number_columns import number_column, number_slices
from mondegreen.scoring.ranges import ranged_column

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mondegreen.scoring.number_columns import NumberColumn
    from mondegreen.scoring.result import Result

__all__ = ["content", "parts", "render", "slice_notes"]

_SHOWN: Final = 5
_NOT_OF_SLICES: Final = ("column", "correlations")


def render(result: Result) -> str:
    """Return the quantiles of each column and its correlation with each rate; then the slices."""
    columns = [result.numbers(name) for name in result.number_columns]
    rows = []
    for each in columns:
        for at, pair in enumerate(each.correlations):
            first = _quantiles(each) if not at else ("",) * 4
            name = each.column if not at else ""
            rows.append(
                (name, *first, pair.metric, *map(_correlation, (pair.pearson, pair.spearman)))
            )
    header = ("column", "numbers", "median", "P95", "P99", "rate", "Pearson", "Spearman")
    parts = [grid(header, rows)]
    if result.slices:
        groups = result.by(*result.slices)
        slices = [number_slices(result, each.column, groups) for each in columns]
        sliced = [
            (*label, one.column, *_quantiles(one))
            for label, *ones in zip(labels(groups), *slices, strict=False)
            for one in ones
        ]
        names = ("column", "numbers", "median", "P95", "P99")
        if sliced:
            parts += ["", grid((*groups.columns, *names), sliced, left=len(groups.columns) + 1)]
    return "\n".join([*parts, *_notes(columns)])


def parts(
    results: Mapping[str, Result], metric: str, rows: Mapping[str, Sequence[int]] | None = None
) -> list[Part]:
    """Return a table per column of numbers with a row per system; none if no columns are shown.

    Args:
        results: by the names of their systems.
        metric: with whose rates the columns are compared.
        rows: of each system those that count; ``None`` for all scored ones.
    """
    made = []
    for column in next(iter(results.values())).number_columns:
        cells, notes = [], list[str]()
        for name, result in results.items():
            found = number_column(result, column, None if rows is None else rows[name])
            pairs = [pair for pair in found.correlations if pair.metric == metric]
            found = replace(found, correlations=tuple(pairs))
            values = [
                _correlation(value) for pair in pairs for value in (pair.pearson, pair.spearman)
            ]
            cells.append([name, *_quantiles(found), *values])
            notes += [f"{name}: {note}" for note in _notes([found])]
        header = ["system", "numbers", "median", "P95", "P99", "Pearson", "Spearman"]
        if len(cells) > 1 and len({tuple(row[1:]) for row in cells}) == 1:
            cells = [["all systems", *cells[0][1:]]]
        made.append(Part(f"{column} and its correlation with {metric}", header, cells, notes))
    return made


def slice_notes(result: Result) -> list[str]:
    """Return which utterances are in no range of the slices, for they have no number."""
    cut = {ranged_column(n, result.metadata) for n in result.slices if n not in result.metadata}
    return _notes(
        replace(result.numbers(name), correlations=())
        for name in sorted(filter(None, cut - {*result.number_columns}))
    )


def _notes(columns: Iterable[NumberColumn]) -> list[str]:
    """Return which utterances have no number, and why there is no correlation."""
    found = []
    for each in columns:
        if each.without:
            some = [
                f"{visible(name)} ({visible(value) or 'empty':.20})"
                for name, value in each.without.items()
            ]
            more = ", ..." if len(some) > _SHOWN else ""
            listed = ", ".join(some[:_SHOWN])
            found.append(f"{visible(each.column)}: {len(some):,} without a number: {listed}{more}")
        found += [
            f"{visible(each.column)} and {pair.metric}: no correlation: {pair.reason}"
            for pair in each.correlations
            if pair.reason
        ]
    return found


def content(result: Result) -> list[dict[str, Any]]:
    """Return the columns as plain values for JSON, each with its slices."""
    groups = result.by(*result.slices) if result.slices and result.number_columns else None
    keys: list[dict[str, Any]] = []
    if groups is not None:
        titles = groups.columns
        keys = [dict(zip(titles, map(_plain, groups.key(key)), strict=True)) for key in groups]
    found = []
    for name in result.number_columns:
        slices = [] if groups is None else number_slices(result, name, groups)
        parts = [
            {"group": key} | {n: v for n, v in each.to_dict().items() if n not in _NOT_OF_SLICES}
            for key, each in zip(keys, slices, strict=False)
        ]
        found.append({**result.numbers(name).to_dict(), "slices": parts})
    return found


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def _quantiles(each: NumberColumn) -> tuple[str, ...]:
    return (f"{each.count:,}", *map(_number, (each.median, each.p95, each.p99)))


def _correlation(value: float | None) -> str:
    return NONE if value is None else f"{round(value, 3) + 0:.3f}"


def _number(number: float | None) -> str:
    """Return a number with four digits.

    >>> _number(1234.5), _number(0.012345), _number(None)
    ('1234', '0.01235', '–')
    """
    return NONE if number is None else f"{number:.4g}"
