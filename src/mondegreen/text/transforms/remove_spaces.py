"""``RemoveSpaces``: no white space at all."""

from __future__ import annotations

from mondegreen.text.transforms.base import Transform

__all__ = ["RemoveSpaces"]


class RemoveSpaces(Transform):
    r"""Take out white space of every kind: for rates in characters without spaces.

    >>> RemoveSpaces()("this\u00a0is\tit")
    'thisisit'
    """

    name = "remove-spaces"

    def __call__(self, text: str) -> str:
        """Return ``text`` without white space."""
        return "".join(self._text(text).split())
