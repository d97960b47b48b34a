"""What punctuation is, as a table for ``str.translate``."""

from __future__ import annotations

import unicodedata

__all__ = ["Punctuation"]


class Punctuation(dict[int, str | int]):
    """Characters of the general category ``P``, looked up when they are met.

    Args:
        keep: punctuation that stays.
        replacement: what is in place of each other.

    >>> "“wi-fi” isn't $5!".translate(Punctuation(keep="'"))
    "wifi isn't $5"
    """

    def __init__(self, keep: str = "", replacement: str = "") -> None:
        super().__init__({ord(character): character for character in keep})
        self._options = keep, replacement

    def __missing__(self, code: int) -> str | int:
        is_one = unicodedata.category(chr(code)).startswith("P")
        found = self[code] = self._options[1] if is_one else code
        return found

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return Punctuation, self._options
