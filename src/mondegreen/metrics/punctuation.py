"""``punctuation``: error rate of punctuation marks."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mondegreen.errors import counted
from mondegreen.metrics.edits import PartialEditMetric

if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence

    from mondegreen.metrics.base import Rows
    from mondegreen.metrics.batch import Batch
    from mondegreen.metrics.items import Items
    from mondegreen.metrics.marks import Marks

__all__ = ["PunctuationErrorRate", "RateOfMarks"]


class RateOfMarks(PartialEditMetric):
    """What the rates of marks and of capitals share: both look at the texts as they were given."""

    normalizer: ClassVar[str | None] = "none@1"

    def columns(self, found: Marks) -> tuple[tuple[array[int], ...], Items]:
        """Return the columns, and the items."""
        raise NotImplementedError

    def rows(self, batch: Batch) -> Rows:
        """Return the statistics of all pairs."""
        columns, items = self.columns(batch.marks())
        return self.rows_of(columns, batch.status(), items)


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
    undefined: ClassVar[str] = "no marks in the references"

    def columns(self, found: Marks) -> tuple[tuple[array[int], ...], Items]:
        """Return hits, substitutions, deletions and insertions, and each mark."""
        return found.marks, found.mark_items

    def describe(self, totals: Sequence[int]) -> str:
        """Return the steps, and how many marks there are."""
        hits, substitutions, deletions, insertions = totals
        length = counted(hits + substitutions + deletions, "reference mark")
        return f"{substitutions:,} sub, {deletions:,} del, {insertions:,} ins; {length}"
