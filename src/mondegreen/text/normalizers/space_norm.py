"""``space-norm``: the clean-up that belongs to the metric space-norm-wer."""

from __future__ import annotations

import re

from mondegreen.text.normalizers.base import TextNormalizer

__all__ = ["SpaceNorm"]

_TAG = re.compile(r"\s*<\|[^|>]*\|>")
_BRACKETS = re.compile(r"\[[^\]]*\]")
_ANGLES = re.compile(r"<[^>]*>")
_GONE = str.maketrans("", "", "।॥,.-!?;:'\"()[]{}/\\@#$%^&*+=~`|" + "0123456789")


class SpaceNorm(TextNormalizer):
    """Seven steps; the fifth deletes the digits, so numbers in figures are not scored.

    >>> SpaceNorm()("<|te|>[noise] Wi-Fi <b>at 10:30 a.m.</b>")
    'wifi at am'
    """

    name = "space-norm"
    version = "1"

    def __call__(self, text: str) -> str:
        """Return the normalized text."""
        tag = _TAG.match(self._text(text))
        if tag:
            text = text[tag.end() :]
        text = _without(_BRACKETS, "]", text)
        text = _without(_ANGLES, ">", text)
        return " ".join(text.translate(_GONE).lower().split())


def _without(spans: re.Pattern[str], end: str, text: str) -> str:
    # After the last end no span can close, and looking for one from each opening takes too long.
    last = text.rfind(end) + 1
    return spans.sub("", text[:last]) + text[last:]
