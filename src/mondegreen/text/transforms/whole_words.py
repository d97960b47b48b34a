"""Where a word begins and ends, in any script: what the transforms on words share."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["like", "whole_words"]

_JOINERS = "\u200c\u200d"
_PLANES = (range(0x300, 0x1F000), range(0xE0100, 0xE01F0))
"""Where marks are; below and between them there are none."""


def whole_words(words: Iterable[str], *, ignore_case: bool = False) -> re.Pattern[str]:
    """Return a pattern for any of ``words`` that is not a part of a longer one.

    Letters, digits, underscores, combining marks and joiners belong to a word, so a vowel sign
    does not end one. Where a word to be found begins or ends with another character (``c++``,
    ``'re``), it may touch its neighbour there. The longest of several that fit is taken.

    >>> pattern = whole_words(["की", "c++", "you", "'re"])
    >>> pattern.findall("की कीमत, c++ vs abc++; you're your")
    ['की', 'c++', 'you', "'re"]
    """
    inside = rf"[\w{_marks()}{_JOINERS}]"
    longest = sorted(set(words), key=lambda word: (-len(word), word))
    before, behind = rf"(?<!{inside})", rf"(?!{inside})"
    each = [
        (before if re.match(inside, word) else "")
        + re.escape(word)
        + (behind if re.match(inside, word[-1]) else "")
        for word in longest
    ]
    flags = re.IGNORECASE if ignore_case else 0
    return re.compile("|".join(each) or r"(?!)", flags)


def like(found: str, replacement: str) -> str:
    """Return ``replacement`` in the case of what it stands for.

    >>> like("Won't", "will not"), like("WON'T", "will not"), like("I", "you")
    ('Will not', 'WILL NOT', 'You')
    """
    letters = [character for character in found if character.isalpha()]
    if not letters or not letters[0].isupper():
        return replacement
    if len(letters) > 1 and all(letter.isupper() for letter in letters):
        return replacement.upper()
    return replacement[:1].upper() + replacement[1:]


@cache
def _marks() -> str:
    """Return all combining marks, as ranges of a character class."""
    ranges: list[list[int]] = []
    for plane in _PLANES:
        for code in plane:
            if unicodedata.category(chr(code))[0] == "M":
                if ranges and ranges[-1][1] == code - 1:
                    ranges[-1][1] = code
                else:
                    ranges.append([code, code])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)
