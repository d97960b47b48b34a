"""``b-wer``: word error rate of listed words."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mondegreen.metrics.edits import PartialEditMetric

if TYPE_CHECKING:
    from mondegreen.metrics.base import Rows
    from mondegreen.metrics.batch import Batch

__all__ = ["BiasedWordErrorRate", "GlobalBiasedWordErrorRate", "NumberWordErrorRate"]


class BiasedWordErrorRate(PartialEditMetric):
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
    units: ClassVar[tuple[str, ...]] = ("word",)
    undefined: ClassVar[str] = "no listed words in the references"
    lists: ClassVar[str] = "column"
    of_listed: ClassVar[bool] = True

    def rows(self, batch: Batch) -> Rows:
        """Return hits, substitutions, deletions and insertions of all pairs."""
        found = batch.listed_counts(self.lists)
        columns = found.listed if self.of_listed else found.others
        return self.rows_of(columns, found.status, found.items if self.of_listed else None)


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
    items_are_texts: ClassVar[bool] = True
