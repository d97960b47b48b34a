"""``contractions``: contractions, written out."""

from __future__ import annotations

from mondegreen.forgive.native import Native

__all__ = ["Contractions"]


class Contractions(Native):
    """Contractions and what they stand for: *can't*, *cannot*, *can not*; *he's*, *he is*, *he has*.

    English, and colloquial spellings of French, German, Italian, Portuguese and Spanish: *geht's*, *t'as*,
    *j'suis*, *pa'*, *tá*. Bare forms that are words of their own, as *ill*, are not contractions, and
    neither is what is written as one word anyway: *im*, *j'ai*, *c'è*.

    >>> from mondegreen import align
    >>> (difference,) = align("can't", 'cannot').differences()
    >>> Contractions().forgives(difference).why
    'the same words, written out'
    """

    name = "contractions"
    text = "the same words, written out"
