"""``repetition``: words said again."""

from __future__ import annotations

from mondegreen.forgive.native import Native

__all__ = ["Repetition"]


class Repetition(Native):
    """Words said again, up to four at a time, and words begun again: *I I think*, *th- the*.

    >>> from mondegreen import align
    >>> (difference,) = align('I I', 'I').differences()
    >>> Repetition().forgives(difference).why
    'said again'
    """

    name = "repetition"
    text = "said again"
