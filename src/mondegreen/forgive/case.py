"""``case``: capital letters."""

from __future__ import annotations

from mondegreen.forgive.native import Native

__all__ = ["Case"]


class Case(Native):
    """Capital letters: *Hello*, *hello*.

    When it is chosen, the other forgivers compare the words in lower case.

    >>> from mondegreen import align
    >>> (difference,) = align('Hello', 'hello').differences()
    >>> Case().forgives(difference).why
    'the same except for capital letters'
    """

    name = "case"
    text = "the same except for capital letters"
