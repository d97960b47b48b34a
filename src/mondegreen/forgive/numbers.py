"""``numbers``: the same number, written otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen._kernel.forgiven import languages_of
from mondegreen.forgive.native import Native
from mondegreen.text.numbers import read

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Numbers"]


class Numbers(Native):
    """The same number in words and in digits: *$5 million*, *five million dollars*.

    Both sides are read as typed values: amounts with their unit, times, dates, ordinals, years,
    digits one by one. *one hundred and five* is 105 and never 1005; *two hundred. twelve* is two
    numbers. Numbers are read with the words around them, so as punctuation is part of the
    texts.

    >>> from mondegreen import align
    >>> (difference,) = align("it cost $5", "it cost five dollars").differences()
    >>> Numbers().forgives(difference).why
    'both are 5 dollar'
    """

    name = "numbers"
    text = "the same number"

    def why(self, reference: Sequence[str], hypothesis: Sequence[str]) -> str:
        """Return the value that both are, where one of the spans alone tells."""
        for words in (reference, hypothesis):
            text = " ".join(words)
            readings = (read(text, each) for each in languages_of(self.language))
            found = next((found for found in readings if found), [])
            if len(found) == 1:
                (number,) = found
                unit = f" {number.unit}" if number.unit else ""
                return f"both are {number.value}{unit}"
        return self.text
