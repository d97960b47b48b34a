"""``abbreviations``: abbreviations, written out."""

from __future__ import annotations

from mondegreen.forgive.native import Native

__all__ = ["Abbreviations"]


class Abbreviations(Native):
    """Abbreviations and what they stand for: *Dr.*, *doctor* or *drive*.

    English. A full stop behind an abbreviation is part of it.

    >>> from mondegreen import align
    >>> (difference,) = align('Dr.', 'Doctor').differences()
    >>> Abbreviations().forgives(difference).why
    'one is short for the other'
    """

    name = "abbreviations"
    text = "one is short for the other"
