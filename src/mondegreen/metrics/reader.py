"""``reader``: how much of a text a reader would have to put right, in letters."""

from __future__ import annotations

from typing import ClassVar

from mondegreen.metrics.forgiven import ForgivenRate

__all__ = ["Reader"]


class Reader(ForgivenRate):
    """Error rate by letters: differences weighed by how much they trouble a reader. Not a word error rate.

    The numerator is the edit distance in letters of each difference, spaces left out, times its
    severity over 1000; what no forgiver covers counts in full. The denominator is the number of
    letters of the reference; against an empty reference there is no rate. The severities are
    those of the list ``reader``, from choices of 143 French readers, unless others are given.

    >>> counts = 2, 10, 7, 40, 3, 6  # remaining, words, their letters; forgiven by spacing
    >>> Reader(reasons=["spacing"]).value(counts)  # (7 + 0.333 * 6) / 40
    0.22495
    """

    name = "reader"
    label = "error rate by letters"
    own_severities: ClassVar[str] = "reader"
