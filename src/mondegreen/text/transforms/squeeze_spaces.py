"""``SqueezeSpaces``: one space between words, none at the ends."""

from __future__ import annotations

from mondegreen.text.transforms.base import Transform

__all__ = ["SqueezeSpaces"]


class SqueezeSpaces(Transform):
    r"""Make one space of any white space, be it one tab or ten blanks, and none of that at the ends.

    >>> SqueezeSpaces()(" this\tis \u00a0 it\n")
    'this is it'
    """

    name = "squeeze-spaces"

    def __call__(self, text: str) -> str:
        """Return the words of ``text``, parted by one space each."""
        return " ".join(self._text(text).split())
