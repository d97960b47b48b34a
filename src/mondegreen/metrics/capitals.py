"""``capitals``: error rate of capital letters."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mondegreen.errors import counted
from mondegreen.metrics.punctuation import RateOfMarks

if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence

    from mondegreen.metrics.items import Items
    from mondegreen.metrics.marks import Marks

__all__ = ["CapitalizationErrorRate"]


class CapitalizationErrorRate(RateOfMarks):
    """Words with other, lost or added capitals, over words with capitals, 0 to infinity.

    Of the texts as they were given, and of the words that are the same whatever their case; capitals
    in reference words that the hypothesis has not are ``not_compared``. Undefined (null, NaN) where
    no word that was compared has a capital.

    >>> CapitalizationErrorRate().value((7, 1, 2, 1, 5))
    0.4
    """

    name = "capitals"
    label = "capitalization error rate"
    statistics = ("hits", "substitutions", "deletions", "insertions", "not_compared")
    undefined: ClassVar[str] = "no capitals in words that both texts have"

    def columns(self, found: Marks) -> tuple[tuple[array[int], ...], Items]:
        """Return right, other, lost, added capitals and those not compared, and each kind."""
        return found.capitals, found.capital_items

    def describe(self, totals: Sequence[int]) -> str:
        """Return the steps, and how many words have capitals."""
        hits, substitutions, deletions, insertions, absent = totals
        length = counted(hits + substitutions + deletions, "word")
        steps = f"{substitutions:,} sub, {deletions:,} del, {insertions:,} ins"
        left = f"; {absent:,} in wrong words" if absent else ""
        return f"{steps}; {length} with capitals{left}"
