"""``symbols``: signs, as they are read out."""

from __future__ import annotations

from mondegreen.forgive.native import Native

__all__ = ["Symbols"]


class Symbols(Native):
    """Signs and the words they are read as: *&*, *and*; *%*, *percent*; *jo@example.com*; *5 * 3*, *5 times 3*.

    >>> from mondegreen import align
    >>> (difference,) = align('R&D', 'R and D').differences()
    >>> Symbols().forgives(difference).why
    'signs, as they are read out'
    """

    name = "symbols"
    text = "signs, as they are read out"
