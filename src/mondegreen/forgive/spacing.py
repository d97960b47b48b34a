"""``spacing``: words that are split or joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.forgive.native import Native

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Spacing"]


class Spacing(Native):
    """Words that are split, joined or hyphenated, letter for letter the same: *data base*, *database*.

    As many words against as many as there are, up to twelve. It never joins or splits a negation
    (*not able* and *notable* stay two), nor digits (*1 0* and *10*), nor in English *the* where both
    are words (*the rapist* and *therapist*).

    >>> from mondegreen import align
    >>> (difference,) = align("the data base", "the database").differences()
    >>> Spacing().forgives(difference).why
    'the same letters: database'
    """

    name = "spacing"
    text = "the same letters"

    def why(self, reference: Sequence[str], hypothesis: Sequence[str]) -> str:
        """Return the letters."""
        joined = min("".join(reference), "".join(hypothesis), key=len)
        return f"{self.text}: {joined}"
