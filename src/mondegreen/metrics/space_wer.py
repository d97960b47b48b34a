"""``space-wer``: space-insensitive word error rate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.alignment.spaces import align_spaces
from mondegreen.metrics.base import Metric, Rows, ratio

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.metrics.batch import Batch


def words_wrong(reference: str, hypothesis: str, *, insertions: str) -> str:
    """Return which words are touched and inserted, as a line for people.

    >>> words_wrong("so it goes", "so at goes now", insertions="count")
    'touched: it; inserted: now'
    """
    found = align_spaces(reference, hypothesis, insertions=insertions)
    parts = {"touched": found.wrong, "inserted": found.added}
    return "; ".join(f"{name}: {' '.join(words)}" for name, words in parts.items() if words)


class SpaceWordErrorRate(Metric):
    """Reference words touched by edits of letters, and words inserted, over all reference words.

    The letters of both texts are aligned with the spaces left out, so that words split or joined
    cost nothing; splits and joins between right letters are counted next to the rate. At least 0;
    above 1 where there are more inserted words than right ones. With ``insertions="neighbour"``
    inserted words touch the word before them instead, and the rate is never above 1 unless the
    reference has no words.

    >>> SpaceWordErrorRate().value((1, 3, 8, 0, 2))
    0.5
    """

    name = "space-wer"
    label = "space-insensitive word error rate"
    statistics = ("touched", "inserted", "reference_words", "splits", "joins")
    uses_insertions = True

    def rows(self, batch: Batch) -> Rows:
        """Return words touched, inserted and said, and splits and joins, of all pairs."""
        counts = batch.space_counts()
        return Rows(counts[:5], counts.sums)

    def value(self, totals: Sequence[Any]) -> Any:
        """Return (touched + inserted) / reference words."""
        return ratio(self.errors(totals), totals[2])

    def note(self, given: Sequence[str], aligned: Sequence[str], insertions: str) -> str:  # noqa: ARG002
        """Return the words touched and inserted."""
        return words_wrong(*aligned, insertions=insertions)

    def errors(self, totals: Sequence[Any]) -> Any:
        """Return touched + inserted."""
        return totals[0] + totals[1]
