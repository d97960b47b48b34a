"""``sentence``: sentence error rate."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, ClassVar

from mondegreen._kernel import EMPTY, UNITS
from mondegreen.metrics.base import Metric, Rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.metrics.batch import Batch


class SentenceErrorRate(Metric):
    """The share of utterances with any error, 0 to 1.

    Kaldi prints it as ``%SER``. An utterance without a hypothesis is wrong, unless nothing was
    said.

    >>> SentenceErrorRate().value((8, 10))
    0.8
    """

    name = "sentence"
    label = "sentence error rate"
    statistics = ("wrong", "sentences")
    units: ClassVar[tuple[str, ...]] = UNITS
    takes_pieces = True

    def rows(self, batch: Batch) -> Rows:
        """Return for each pair whether it is wrong (0 or 1), and 1."""
        counts = batch.edit_counts(self.unit or "word")
        steps = zip(counts.substitutions, counts.deletions, counts.insertions, strict=True)
        wrong = array("q", [int(s + d + i > 0) for s, d, i in steps])
        ones = array("q", [1]) * len(wrong)
        there = [status <= EMPTY for status in counts.status]
        sums = (sum(w for w, kept in zip(wrong, there, strict=True) if kept), sum(there))
        return Rows((wrong, ones), sums)

    def fold(self, rows: Rows, starts: Sequence[int], right: Sequence[int]) -> list[array[int]]:
        """Return that an utterance is wrong if a piece of it is."""
        wrong, _ = super().fold(rows, starts, right)
        return [array("q", [min(1, pieces) for pieces in wrong]), array("q", [1]) * len(wrong)]
