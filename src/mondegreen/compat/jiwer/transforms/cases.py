"""jiwer's changes of case."""

from __future__ import annotations

from mondegreen.compat.jiwer.transforms.base import AbstractTransform
from mondegreen.text.transforms.lower_case import LowerCase
from mondegreen.text.transforms.upper_case import UpperCase

__all__ = ["ToLowerCase", "ToUpperCase"]

_LOWER, _UPPER = LowerCase(), UpperCase()


class ToLowerCase(AbstractTransform):
    """Map to lower case.

    >>> ToLowerCase()(["You're PRETTY"])
    ["you're pretty"]
    """

    def process_string(self, s: str) -> str:
        """Return ``s`` in lower case."""
        return _LOWER(s)


class ToUpperCase(AbstractTransform):
    """Map to upper case.

    >>> ToUpperCase()(["You're amazing"])
    ["YOU'RE AMAZING"]
    """

    def process_string(self, s: str) -> str:
        """Return ``s`` in upper case."""
        return _UPPER(s)
