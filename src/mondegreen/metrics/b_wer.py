"""``b-wer``: word error rate of listed words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen._kernel import EMPTY
from mondegreen.metrics.base import Metric, Rows, ratio

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.metrics.batch import Batch

__all__ = ["BiasedWordErrorRate", "GlobalBiasedWordErrorRate", "NumberWordErrorRate"]


class BiasedWordErrorRate(Metric):
    """The word error rate of the words that each utterance lists, 0 to infinity (B-WER).

    As the published scorer of deep biasing counts: hits, substitutions and deletions by the word of
    the reference, insertions by the word of the hypothesis; the alignment has the weights 4/3/3.
    `UnbiasedWordErrorRate` has all other words. Undefined (null, NaN) where no listed word was
    said, nor one put in.

    >>> BiasedWordErrorRate().value((1, 1, 1, 0))
    0.6666666666666666
    """

    name = "b-wer"
    label = "word error rate of listed words"
    statistics = ("hits", "substitutions", "deletions", "insertions")
    units: ClassVar[tuple[str, ...]] = ("word",)
    undefined: ClassVar[str] = "no listed words in the references"
    lists: ClassVar[str] = "column"
    of_listed: ClassVar[bool] = True

    def rows(self, batch: Batch) -> Rows:
        """Return hits, substitutions, deletions and insertions of all pairs."""
        found = batch.listed_counts(self.lists)
        columns = found.listed if self.of_listed else found.others
        absent = [row for row, state in enumerate(found.status) if state > EMPTY]
        sums = tuple(sum(column) - sum(map(column.__getitem__, absent)) for column in columns)
        return Rows(columns, sums, items=found.items if self.of_listed else None)

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


class GlobalBiasedWordErrorRate(BiasedWordErrorRate):
    """The same with one list for all utterances: the words of the phrases that are given."""

    name = "b-wer[global]"
    label = "word error rate of the words of one list"
    lists: ClassVar[str] = "global"
    uses_entities: ClassVar[bool] = True


class NumberWordErrorRate(BiasedWordErrorRate):
    """The same for words with a digit; normalizers of languages write number words so."""

    name = "b-wer[numbers]"
    label = "word error rate of words with a digit"
    undefined: ClassVar[str] = "no words with a digit in the references"
    lists: ClassVar[str] = "numbers"
