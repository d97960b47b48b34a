"""``Strip``: no white space at the ends."""

from __future__ import annotations

from mondegreen.text.transforms.base import Transform

__all__ = ["Strip"]


class Strip(Transform):
    r"""Take white space of every kind off both ends.

    >>> Strip()("\u3000this is it\n")
    'this is it'
    """

    name = "strip"

    def __call__(self, text: str) -> str:
        """Return ``text`` without white space at its ends."""
        return self._text(text).strip()
