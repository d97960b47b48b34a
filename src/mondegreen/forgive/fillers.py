"""``fillers``: hesitations."""

from __future__ import annotations

from mondegreen.forgive.native import Native

__all__ = ["Fillers"]


class Fillers(Native):
    """A hesitation that is missing or too many: *um*, *uh*.

    Each language has a list of its own. *uh-huh* and *mm-hmm* are answers and stay.

    >>> from mondegreen import align
    >>> (difference,) = align('um', 'uh').differences()
    >>> Fillers().forgives(difference).why
    'a hesitation'
    """

    name = "fillers"
    text = "a hesitation"
