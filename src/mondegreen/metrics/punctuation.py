"""``punctuation``: error rate of punctuation marks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen._kernel import EMPTY
from mondegreen.errors import counted
from mondegreen.metrics.base import Metric, Rows, ratio

if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence

    from mondegreen.metrics.batch import Batch
    from mondegreen.metrics.items import Items
    from mondegreen.metrics.marks import Marks

__all__ = ["PunctuationErrorRate", "RateOfMarks"]


class RateOfMarks(Metric):
    """What the rates of marks and of capitals share: both look at the texts as they were given."""

    normalizer: ClassVar[str | None] = "none@1"

    def columns(self, found: Marks) -> tuple[tuple[array[int], ...], Items]:
        """Return the columns, and the items."""
        raise NotImplementedError

    def rows(self, batch: Batch) -> Rows:
        """Return the statistics of all pairs."""
        columns, items = self.columns(batch.marks())
        absent = [row for row, state in enumerate(batch.status()) if state > EMPTY]
        sums = tuple(sum(column) - sum(map(column.__getitem__, absent)) for column in columns)
        return Rows(columns, sums, items=items)

    def value(self, totals: Sequence[Any]) -> Any:
        """Return (S + D + I) / (H + S + D), not a number for 0 / 0."""
        errors, length = self.errors(totals), totals[0] + totals[1] + totals[2]
        if isinstance(length, int):
            return ratio(errors, length) if errors or length else math.nan
        import numpy as np  # only who brings arrays has it

        return np.where((errors == 0) & (length == 0), np.nan, ratio(errors, length))

    def errors(self, totals: Sequence[Any]) -> Any:
        """Return substitutions + deletions + insertions."""
        return totals[1] + totals[2] + totals[3]


class PunctuationErrorRate(RateOfMarks):
    """Marks that are another one, lost or put in, over the marks of the reference, 0 to infinity.

    Of the texts as they were given, for normalizers delete marks. Words are aligned whatever their
    case; marks between the same two equal words are aligned with each other, so that a wrong word
    makes no mark wrong. Undefined (null, NaN) where neither side has a mark.

    >>> PunctuationErrorRate().value((7, 1, 2, 0))
    0.3
    """

    name = "punctuation"
    label = "punctuation error rate"
    statistics = ("hits", "substitutions", "deletions", "insertions")
    undefined: ClassVar[str] = "no marks in the references"

    def columns(self, found: Marks) -> tuple[tuple[array[int], ...], Items]:
        """Return hits, substitutions, deletions and insertions, and each mark."""
        return found.marks, found.mark_items

    def describe(self, totals: Sequence[int]) -> str:
        """Return the steps, and how many marks there are."""
        hits, substitutions, deletions, insertions = totals
        length = counted(hits + substitutions + deletions, "reference mark")
        return f"{substitutions:,} sub, {deletions:,} del, {insertions:,} ins; {length}"
