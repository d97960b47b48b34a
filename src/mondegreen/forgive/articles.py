"""``articles``: articles."""

from __future__ import annotations

from mondegreen.forgive.native import Native

__all__ = ["Articles"]


class Articles(Native):
    """An article that is missing or too many, and words at which a text was cut off.

    Never one article for another but *a* for *an*, and none before *few* and *little*. At the end
    of both texts also *and*, *or*, *but*, *because*.

    >>> from mondegreen import align
    >>> (difference,) = align('a', 'an').differences()
    >>> Articles().forgives(difference).why
    'an article, or where a text was cut off'
    """

    name = "articles"
    text = "an article, or where a text was cut off"
