"""``calls``: two-party calls in English, with names and words of other languages among it."""

from __future__ import annotations

import re
import string
import unicodedata

from mondegreen.text.figures import NUMBER_WORDS, in_figures
from mondegreen.text.normalizers.base import TextNormalizer
from mondegreen.text.punctuation import Punctuation

__all__ = ["Calls"]

_VARIANTS = {"apki": "aapki", "rey": "ray"}
_APOSTROPHES = {ord(mark): "'" for mark in "’‘ʼ"}
_COMMAS = re.compile(r"(?<![0-9,])[0-9]{1,3}(?:,[0-9]{2,3})*,[0-9]{3}(?![0-9])")
_HYPHENED = re.compile(r"(?<![a-z])[a-z]+(?:-[a-z]+)+")
_MARKS = re.compile(rf"[{re.escape(string.punctuation)}]+")
_HALF_OF_DAY = re.compile(r"(?<=[0-9])(?=[ap]m(?!\w))")
_OTHER_MARKS = Punctuation(keep=".:", replacement=" ")


class Calls(TextNormalizer):
    """Numbers, ordinals and times in figures; no punctuation; every script is kept.

    >>> Calls()("The twenty-first at five oh five: is it 1 or one? Don't!")
    'the 21st at 5:05 is it 1 or 1 dont'
    >>> Calls()("APKI कीमत ₹1,000 है।")
    'aapki कीमत ₹1000 है'
    """

    name = "calls"
    version = "1"

    def __call__(self, text: str) -> str:
        """Return the normalized text."""
        return self.joined(self.words(text))

    def words(self, text: str) -> list[str]:
        """Return the words of a text with their marks gone, and numbers as they were written.

        The words of two texts are those of both texts with a space between.
        """
        text = unicodedata.normalize("NFKC", self._text(text))
        text = unicodedata.normalize("NFKC", text.lower())
        text = text.translate(_APOSTROPHES)
        if "," in text:
            text = _COMMAS.sub(_without_commas, text)
        if "-" in text:
            text = _HYPHENED.sub(_parted, text)
        text = _MARKS.sub(_mark, text).translate(_OTHER_MARKS)
        if "am" in text or "pm" in text:
            text = _HALF_OF_DAY.sub(" ", text)
        text = unicodedata.normalize("NFKC", text)
        return text.split()

    def joined(self, words: list[str]) -> str:
        """Return the normalized text of words that `words` returned."""
        words = in_figures(words)
        if not _VARIANTS.keys().isdisjoint(words):
            words = [_VARIANTS.get(word, word) for word in words]
        return " ".join(words)


def _without_commas(match: re.Match[str]) -> str:
    return match[0].replace(",", "")


def _parted(match: re.Match[str]) -> str:
    parts = match[0].split("-")
    numbers = all(part in NUMBER_WORDS or part in {"and", "oh"} for part in parts)
    return " ".join(parts) if numbers else match[0]


def _mark(match: re.Match[str]) -> str:
    """Delete marks, but never so that figures become others."""
    text, (start, end) = match.string, match.span()
    before, after = text[start - 1 : start], text[end : end + 1]
    if match[0] in {".", ":"} and _is_digit(after):
        if _is_digit(before):
            return match[0]
        if match[0] == "." and not before.strip():
            return "0."
    figures = (_is_digit(before) and after.isalnum()) or (before.isalnum() and _is_digit(after))
    return " " if figures else ""


def _is_digit(character: str) -> bool:
    return character.isdigit()
