"""``punctuation``: punctuation."""

from __future__ import annotations

from mondegreen.forgive.native import Native

__all__ = ["Punctuation"]


class Punctuation(Native):
    """Marks at the ends of words, kinds of quotes, and marks on their own.

    Marks within a word stay, but not between characters that have no spaces (*好的，谢谢*): an apostrophe, a hyphen (see `spacing`), the point of 3.5. The full
    stops of *U.S.* go. A sign between two numbers says something (*5 * 3*, *5 - 3*) and stays, as does what tells
    *no. 5* from *no 5*, and *т.е.* from *те*. When it is chosen, the other forgivers compare the words without such marks.

    >>> from mondegreen import align
    >>> (difference,) = align('Hello,', 'Hello').differences()
    >>> Punctuation().forgives(difference).why
    'the same except for punctuation'
    """

    name = "punctuation"
    text = "the same except for punctuation"
