"""``LowerCase``: lower case, and nothing else."""

from __future__ import annotations

from mondegreen.text.transforms.base import Transform

__all__ = ["LowerCase"]


class LowerCase(Transform):
    """Map to lower case, as ``str.lower`` does.

    >>> LowerCase()("You're PRETTY")
    "you're pretty"
    """

    name = "lower-case"

    def __call__(self, text: str) -> str:
        """Return ``text`` in lower case."""
        return self._text(text).lower()
