"""jiwer's changes of case."""

from __future__ import annotations

from mondegreen.compat.jiwer.transforms._base import AbstractTransform

__all__ = ["ToLowerCase", "ToUpperCase"]


class ToLowerCase(AbstractTransform):
    """Map to lower case.

    >>> ToLowerCase()(["You're PRETTY"])
    ["you're pretty"]
    """

    def process_string(self, s: str) -> str:
        """Return ``s`` in lower case."""
        return s.lower()


class ToUpperCase(AbstractTransform):
    """Map to upper case.

    >>> ToUpperCase()(["You're amazing"])
    ["YOU'RE AMAZING"]
    """

    def process_string(self, s: str) -> str:
        """Return ``s`` in upper case."""
        return s.upper()
