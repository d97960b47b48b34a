"""``abbreviations``: abbreviations, written out."""

from __future__ import annotations

from mondegreen.forgive.native import Native

__all__ = ["Abbreviations"]


class Abbreviations(Native):
    """Abbreviations and what they stand for: *Dr.*, *doctor* or *drive*.

    Czech, English, French, German, Italian, Portuguese, Russian and Spanish; of Hindi and Telugu, titles. A
    full stop after an abbreviation is part of it, and where it would be another word without one (*d.*,
    *т.е.*) it must be there. *no.* is a number before one alone.

    >>> from mondegreen import align
    >>> (difference,) = align('Dr.', 'Doctor').differences()
    >>> Abbreviations().forgives(difference).why
    'one is short for the other'
    """

    name = "abbreviations"
    text = "one is short for the other"
