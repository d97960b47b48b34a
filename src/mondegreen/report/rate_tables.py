"""Tables of rates by group: of a few systems with a chart, of many as cells that are darker where more is wrong."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.errors import counted, visible
from mondegreen.report import charts
from mondegreen.report.ends import Ends, ends
from mondegreen.report.group_names import labels
from mondegreen.report.number_format import rate
from mondegreen.scoring.groups import cuts_words
from mondegreen.speakers.sessions import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.report.survey import Survey
    from mondegreen.report.systems import Systems
    from mondegreen.scoring.groups import Groups
    from mondegreen.scoring.result import MetricResult

__all__ = ["FEW", "MOST_GROUPS", "Rate", "lengths", "slice_columns", "slices"]

FEW: Final = 4
"""So many systems can be drawn next to each other."""

_MOST_VALUES: Final = 30
"""A column with more values than that is not a slice unless it is named."""

MOST_GROUPS: Final = 500
"""So many groups of a slice are on a page, those with most errors."""

_SHADES: Final = 5


@dataclass(frozen=True)
class Rate:
    """A rate of a system in one group, ready for a table and a chart.

    Attributes:
        shown: as text; the errors where there is no rate.
        value: to sort and draw by; ``None`` where there is no rate.
        interval: the ends, or ``None``.
        errors: how many.
        utterances: how many were scored.
        partly: whether some of them were not judged.
    """

    shown: str
    value: float | None
    interval: Ends | None
    errors: int
    utterances: int
    partly: bool = False

    @classmethod
    def of(cls, metric: MetricResult) -> Rate:
        """Take what is shown from a metric of a group."""
        there = math.isfinite(float(metric))
        return cls(
            shown=rate(metric),
            value=metric.value if there else None,
            interval=ends(metric) if there else None,
            errors=metric.errors,
            utterances=metric.utterances,
            partly=bool(metric.judged_share),
        )


def slice_columns(systems: Systems, named: Sequence[str] | None) -> list[str]:
    """Return the columns to slice by: those named, else those with a handful of values."""
    first = systems.first
    if named is not None:
        return list(dict.fromkeys(named))
    if first.slices:
        return list(first.slices)
    of_sessions = first.recipe.uses_sessions
    most = _MOST_VALUES if of_sessions else min(_MOST_VALUES, len(first) // 2)
    return [
        name
        for name, values in first.metadata.items()
        if 1 < len({str(value) for value in values}) <= most
        and not (of_sessions and name not in COLUMNS[:2])
    ]


def slices(systems: Systems, columns: Sequence[str], order: Sequence[int]) -> list[dict[str, Any]]:
    """Return one table per column: a row per value, a rate per system, and one axis for all.

    In the tables of many systems they have this order. Of very many values those with most errors are
    there; ``left_out`` says how many others there are.
    """
    found = []
    for column in columns:
        groups = [
            result.by(column) if cuts_words(column) or column in result.metadata else None
            for result in systems.results
        ]
        every = _rows(groups, systems.metric)
        rows = _most(every)
        values = [
            rate.value for _, rates in rows for rate in rates if rate and rate.value is not None
        ]
        values += [r.interval.high for _, rates in rows for r in rates if r and r.interval]
        table = _table(visible(column), systems.names, rows, values, order)
        found.append(table | {"left_out": len(every) - len(rows)})
    return found


def _most(rows: list[tuple[str, list[Rate | None]]]) -> list[tuple[str, list[Rate | None]]]:
    """Return the groups with most errors of any system, in the order in which they are."""
    if len(rows) <= MOST_GROUPS:
        return rows
    errors = [max((each.errors for each in rates if each), default=0) for _, rates in rows]
    first = sorted(range(len(rows)), key=lambda at: -errors[at])[:MOST_GROUPS]
    return [rows[at] for at in sorted(first)]


def _rows(groups: Sequence[Groups | None], metric: str) -> list[tuple[str, list[Rate | None]]]:
    rows: dict[str, list[Rate | None]] = {}
    for at, group in enumerate(groups):
        if group is None:
            continue
        for (label,), metrics in zip(labels(group), group.values(), strict=True):
            rows.setdefault(label, [None] * len(groups))[at] = Rate.of(metrics[metric])
    return list(rows.items())


def lengths(
    surveys: Sequence[Survey], names: Sequence[str], order: Sequence[int]
) -> dict[str, Any]:
    """Return the rates by the length of the reference: bins, and a rate per system in each."""
    bins = sorted({(part.low, part.high) for found in surveys for part in found.lengths})
    tables = [{part.low: part.rate for part in found.lengths} for found in surveys]
    rows = []
    for low, high in bins:
        label = f"{low}+" if high is None else str(low) if low == high else f"{low}–{high}"
        rows.append((label, [Rate.of(table[low]) if low in table else None for table in tables]))
    values = [r.value for _, rates in rows for r in rates if r and r.value is not None]
    values += [r.interval.high for _, rates in rows for r in rates if r and r.interval]
    return _table("length", names, rows, values, order)


class _Head(NamedTuple):
    """The name of a row or column, and the mark of the system that it is of."""

    name: str
    mark: int | None = None


class _Cell(NamedTuple):
    """A rate in a grid: its shade from 0 to 4, and whether no system is better in its group."""

    shown: str
    value: float | None
    heat: int | None
    best: bool


def _table(
    column: str,
    names: Sequence[str],
    rows: list[tuple[str, list[Rate | None]]],
    values: Sequence[float],
    order: Sequence[int],
) -> dict[str, Any]:
    found = {"column": column, "rows": rows, "axis": charts.axis_of_most(values)}
    return found | {"grid": _grid(column, names, rows, order) if len(names) > FEW else None}


def _grid(
    column: str,
    names: Sequence[str],
    rows: list[tuple[str, list[Rate | None]]],
    order: Sequence[int],
) -> dict[str, Any]:
    """Return the cells of a table, of which the longer side goes down."""
    known = sorted(
        each.value for _, rates in rows for each in rates if each and each.value is not None
    )
    groups = [_Head(label) for label, _ in rows]
    systems = [_Head(visible(names[at]), at) for at in order]
    cells = [_cells([rates[at] for at in order], known) for _, rates in rows]
    if len(groups) > len(systems):
        return {"corner": column, "heads": systems, "rows": list(zip(groups, cells, strict=True))}
    turned = [list(each) for each in zip(*cells, strict=True)]
    return {"corner": "system", "heads": groups, "rows": list(zip(systems, turned, strict=True))}


def _cells(rates: Sequence[Rate | None], known: Sequence[float]) -> list[_Cell]:
    values = [each.value for each in rates if each and each.value is not None]
    lowest = min(values, default=None)
    return [
        _Cell(
            _shown(each),
            each.value if each else None,
            None
            if each is None or each.value is None
            else _SHADES * bisect_left(known, each.value) // len(known),
            each is not None and each.value is not None and each.value == lowest,
        )
        for each in rates
    ]


def _shown(found: Rate | None) -> str:
    """Return a rate; the errors where there is none, as against an empty reference."""
    if found is None:
        return "–"
    if found.value is None and found.utterances and not found.partly:
        return counted(found.errors, "error")
    return found.shown
