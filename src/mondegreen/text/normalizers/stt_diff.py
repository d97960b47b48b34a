"""``stt-diff``: case and common punctuation do not count; words that a hyphen parts are joined."""

from __future__ import annotations

from mondegreen.text.normalizers.base import TextNormalizer

__all__ = ["SttDiff"]

_PLAIN = ".,!?;:\"'-"
_QUOTES = "“”„‟‘’‚‛«»‹›"
_DASHES = "‐‑–—−"
_GONE = str.maketrans("", "", _PLAIN + _QUOTES + _DASHES + "…")


class SttDiff(TextNormalizer):
    """Delete common punctuation and its typographic forms, then lower case and single spaces.

    Nothing is in place of what goes, so a dash without blanks joins two words.

    >>> SttDiff()("„Dobrý den,“ řekl… že nic")
    'dobrý den řekl že nic'
    >>> SttDiff()("A well-known fact — it's 3.5%")
    'a wellknown fact its 35%'
    """

    name = "stt-diff"
    version = "1"

    def __call__(self, text: str) -> str:
        """Return the normalized text."""
        return " ".join(self._text(text).translate(_GONE).split()).lower()
