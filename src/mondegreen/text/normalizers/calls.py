"""``calls``: two-party calls in English, with names and words of other languages among it."""

from __future__ import annotations

import re
import string

from mondegreen.text.figures import NUMBER_WORDS, in_figures
from mondegreen.text.marks import normalize
from mondegreen.text.normalizers.base import TextNormalizer
from mondegreen.text.punctuation import Punctuation

__all__ = ["Calls"]

_VARIANTS = {"apki": "aapki", "rey": "ray"}
_APOSTROPHES = {ord(mark): "'" for mark in "’‘ʼ"}
_COMMAS = re.compile(r"(?<![0-9,])[0-9]{1,3}(?:,[0-9]{2,3})*,[0-9]{3}(?![0-9])")
_HYPHENED = re.compile(r"(?<![a-z])[a-z]+(?:-[a-z]+)+")
_MARKS = re.compile(rf"[{re.escape(string.punctuation)}]+")
_NO_MARKS = str.maketrans("", "", string.punctuation)
"""What `_mark` does where there are no figures."""
_DIGIT = re.compile(r"[0-9]")
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
        if self._text(text).isascii():  # nothing to compose, and no marks but those of ASCII
            text = _bare(text.lower())
            if _DIGIT.search(text) is None:
                return text.translate(_NO_MARKS).split()
            return _with_half_of_day(_MARKS.sub(_mark, text)).split()
        text = normalize("NFKC", text)
        text = normalize("NFKC", text.lower())
        text = _bare(text.translate(_APOSTROPHES))
        text = _with_half_of_day(_MARKS.sub(_mark, text).translate(_OTHER_MARKS))
        return normalize("NFKC", text).split()

    def joined(self, words: list[str]) -> str:
        """Return the normalized text of words that `words` returned."""
        words = in_figures(words)
        if not _VARIANTS.keys().isdisjoint(words):
            words = [_VARIANTS.get(word, word) for word in words]
        return " ".join(words)


def _bare(text: str) -> str:
    """Take the commas out of figures, and the hyphens out of what they join."""
    if "," in text:
        text = _COMMAS.sub(_without_commas, text)
    return _HYPHENED.sub(_parted, text) if "-" in text else text


def _with_half_of_day(text: str) -> str:
    """Part ``10am``."""
    return _HALF_OF_DAY.sub(" ", text) if "am" in text or "pm" in text else text


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
