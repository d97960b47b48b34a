"""What all rates over an alignment share: hits, substitutions, deletions, insertions."""

from __future__ import annotations

import math
from array import array
from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen._kernel import EMPTY, UNITS
from mondegreen.metrics.base import Metric, Rows, ratio

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.metrics.batch import Batch

CHARACTER_UNITS = tuple(unit for unit in UNITS if unit.startswith(("character", "grapheme")))


class EditMetric(Metric):
    """A rate over the steps of an alignment."""

    statistics: ClassVar[tuple[str, ...]] = ("hits", "substitutions", "deletions", "insertions")
    units: ClassVar[tuple[str, ...]] = UNITS
    takes_pieces = True
    counts_steps = True

    def rows(self, batch: Batch) -> Rows:
        """Return hits, substitutions, deletions and insertions of all pairs."""
        counts = batch.edit_counts(self.unit or "word")
        return Rows(counts[:4], counts.sums)

    def fold(self, rows: Rows, starts: Sequence[int], right: Sequence[int]) -> list[array[int]]:
        """Return the sums of the pieces, and the words between them as hits; no characters are."""
        columns = super().fold(rows, starts, right)
        if (self.unit or "word").startswith("word"):
            columns[0] = array("q", map(int.__add__, columns[0], right))
        return columns

    def errors(self, totals: Sequence[Any]) -> Any:
        """Return substitutions + deletions + insertions."""
        return totals[1] + totals[2] + totals[3]

    def error_rate(self, totals: Sequence[Any]) -> Any:
        """Return the errors over the length of the reference."""
        return ratio(self.errors(totals), totals[0] + totals[1] + totals[2])

    def information_preserved(self, totals: Sequence[Any]) -> Any:
        """Return hits over reference length times hits over hypothesis length.

        Nothing said and nothing written preserves everything: 1.
        """
        hits, substitutions, deletions, insertions = totals
        reference = hits + substitutions + deletions
        hypothesis = hits + substitutions + insertions
        # Both lengths 0 count as one hit of one token.
        silent = (reference == 0) & (hypothesis == 0)
        hits, reference, hypothesis = hits + silent, reference + silent, hypothesis + silent
        return ratio(hits, reference) * ratio(hits, hypothesis)


class PartialEditMetric(Metric):
    """A rate over the steps of some words or marks; undefined where neither side has one of them."""

    statistics: ClassVar[tuple[str, ...]] = ("hits", "substitutions", "deletions", "insertions")

    def rows_of(self, columns: tuple[array[int], ...], status: Sequence[int], items: Any) -> Rows:
        """Return columns as rows; those without a hypothesis to score are in no sum."""
        absent = [row for row, state in enumerate(status) if state > EMPTY]
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
