"""Columns of numbers next to the rates: quantiles, and how they go together with the errors."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from itertools import compress
from operator import add, eq
from typing import TYPE_CHECKING, Any

from mondegreen.errors import MissingDependencyError, UsageError, given
from mondegreen.scoring.kinds import Coded
from mondegreen.scoring.metric_result import finite_rate
from mondegreen.scoring.ranges import numbers, without
from mondegreen.stats.correlations import correlations
from mondegreen.stats.quantiles import quantile

if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence

    from mondegreen.scoring.groups import Groups
    from mondegreen.scoring.result import Result

__all__ = ["Correlation", "NumberColumn", "number_column", "number_slices"]


@dataclass(frozen=True)
class Correlation:
    """How a column goes together with the rates of the utterances, -1 to 1.

    Attributes:
        metric: whose rates.
        rows: how many utterances have both.
        pearson: of the values; ``None`` where there is none.
        spearman: of their ranks, equal ones with the mean of theirs.
        reason: why there is none, else empty.
    """

    metric: str
    rows: int
    pearson: float | None
    spearman: float | None
    reason: str = ""


@dataclass(frozen=True)
class NumberColumn:
    """What a column of numbers holds in the scored utterances; quantiles are ``None`` without any.

    Attributes:
        column: its name.
        count: how many utterances have a number.
        without: the others, by id, each with its value as text.
        minimum: the lowest number.
        median: interpolated, as the next two (type 7 of Hyndman and Fan).
        p95: 95 % of the numbers are not above it.
        p99: the same for 99 %.
        maximum: the highest number.
        correlations: one per metric; none in slices.
    """

    column: str
    count: int
    without: dict[str, str]
    minimum: float | None = None
    median: float | None = None
    p95: float | None = None
    p99: float | None = None
    maximum: float | None = None
    correlations: tuple[Correlation, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "column": self.column,
            "count": self.count,
            "without": self.without,
            **{name: getattr(self, name) for name in _QUANTILES},
            "correlations": [dict(vars(each)) for each in self.correlations],
        }


_QUANTILES = {"minimum": 0, "median": 50, "p95": 95, "p99": 99, "maximum": 100}


def number_column(result: Result, name: str, among: Sequence[int] | None = None) -> NumberColumn:
    """Return what a column holds, in some rows if these are named; see `Result.numbers`."""
    if name not in result.metadata:
        known = ", ".join(map(repr, result.metadata)) or "none"
        shown = repr(name) if isinstance(name, str) else given(name)
        raise UsageError(f"there is no column {shown} of numbers; columns: {known}")
    values = result.metadata[name]
    found = numbers(values)
    rows = result.scored_rows() if among is None else among
    made = _summary(result, name, found, rows)
    if rows and not made.count:
        raise UsageError(
            f"the column {name!r} has no numbers; the first value is {given(values[rows[0]])}"
        )
    pairs = tuple(_correlation(result, metric, found, rows) for metric in result.rows)
    return replace(made, correlations=pairs)


def number_slices(result: Result, name: str, groups: Groups) -> list[NumberColumn]:
    """Return the same for each group, without correlations; nothing for groups of words."""
    found = numbers(result.metadata[name])
    samples = [next(iter(metrics.values())).sample for metrics in groups.values()]
    return [
        _summary(result, name, found, sample[1])
        for sample in samples
        if sample is not None and sample[1] is not None
    ]


def _summary(result: Result, name: str, found: array[float], rows: Sequence[int]) -> NumberColumn:
    chosen = list(map(found.__getitem__, rows))
    there = sorted(compress(chosen, map(eq, chosen, chosen)))
    absent = [rows[at] for at in without(chosen)]
    values = result.metadata[name]
    quantiles: dict[str, Any] = {
        title: quantile(there, percent, 100) for title, percent in _QUANTILES.items() if there
    }
    return NumberColumn(
        name, len(there), {result.id(row): str(values[row]) for row in absent}, **quantiles
    )


def _correlation(
    result: Result, metric: str, found: array[float], rows: Sequence[int]
) -> Correlation:
    """Return how the numbers go together with the rates of those utterances that have both."""
    kind = result.metrics[metric]
    coded = result.kinds(metric).column(partial(finite_rate, kind))
    rates = Coded(coded.codes, [math.nan if rate is None else rate for rate in coded.values])
    unjudged = result.rows[metric].unjudged
    chosen = [row for row in rows if row not in unjudged] if unjudged else rows
    pair = [list(map(column.__getitem__, chosen)) for column in (found, rates)]
    sums = list(map(add, *pair))  # not a number where one of them is not
    both = list(map(eq, sums, sums))
    one, other = (list(compress(column, both)) for column in pair)
    pearson, spearman, reason = None, None, ""
    try:
        pearson, spearman, reason = correlations(one, other)
    except MissingDependencyError as error:
        reason = str(error)
    return Correlation(metric, len(one), pearson, spearman, reason)
