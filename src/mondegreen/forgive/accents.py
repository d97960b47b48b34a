"""``accents``: accents."""

from __future__ import annotations

from mondegreen.forgive.native import Native

__all__ = ["Accents"]


class Accents(Native):
    """Accents of Latin and Greek letters, *ё* as *е*, Arabic and Hebrew vowel signs.

    Marks of other scripts are parts of words and stay. When it is chosen, the other forgivers
    compare the words without accents.

    >>> from mondegreen import align
    >>> (difference,) = align('café', 'cafe').differences()
    >>> Accents().forgives(difference).why
    'the same except for accents'
    """

    name = "accents"
    text = "the same except for accents"
