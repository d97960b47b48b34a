"""``UpperCase``: upper case, and nothing else."""

from __future__ import annotations

from mondegreen.text.transforms.base import Transform

__all__ = ["UpperCase"]


class UpperCase(Transform):
    """Map to upper case, as ``str.upper`` does; German ``ß`` becomes ``SS``.

    >>> UpperCase()("You're amazing")
    "YOU'RE AMAZING"
    """

    name = "upper-case"

    def __call__(self, text: str) -> str:
        """Return ``text`` in upper case."""
        return self._text(text).upper()
