"""Where a word begins and ends, in any script: what the transforms on words share."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["WholeWords", "like"]

_JOINERS = "\u200c\u200d"
_PLANES = (range(0x300, 0x1F000), range(0xE0100, 0xE01F0))
"""Where marks are; below and between them there are none."""


class WholeWords:
    """Any of some words, where they are not a part of a longer one.

    Letters, digits, underscores, combining marks and joiners belong to a word, so a vowel sign
    does not end one. Where a word to be found begins or ends with another character (``c++``,
    ``'re``), it may touch its neighbour there. The longest of several that fit is taken.

    Words are looked up, not tried one after the other, so thousands of them cost little more than
    a few.

    >>> words = WholeWords(["की", "c++", "you", "you know", "'re"])
    >>> words.replaced("की कीमत, c++ vs abc++; you're your, you know", lambda found: f"[{found}]")
    "[की] कीमत, [c++] vs abc++; [you]['re] your, [you know]"
    """

    def __init__(self, words: Iterable[str], *, ignore_case: bool = False) -> None:
        self._ignore_case = ignore_case
        # Words by what is at their beginning: all that belongs together, or one symbol.
        self._begun: dict[str, set[str]] = {}
        inside, symbols = _inside(), set()
        for word in set(words):
            whole = word.translate(_ANY_CASE) if ignore_case else word
            run = inside.match(whole)
            if run is None:
                symbols.add(whole[0])
            self._begun.setdefault(run[0] if run else whole[0], set()).add(whole)
        self._lengths = {
            begin: sorted(set(map(len, found)), reverse=True)
            for begin, found in self._begun.items()
        }
        either = f"|[{re.escape(''.join(sorted(symbols)))}]" if symbols else ""
        self._begins = re.compile(inside.pattern + either)

    def replaced(self, text: str, write: Callable[[str], str]) -> str:
        """Return ``text`` with what ``write`` makes of each word that is found."""
        # Character by character, so that places are the same in both.
        looked = text.translate(_ANY_CASE) if self._ignore_case else text
        pieces: list[str] = []
        done = at = 0
        while begin := self._begins.search(looked, at):
            start, at = begin.span()
            end = self._end(looked, start, begin[0])
            if end:
                pieces += text[done:start], write(text[start:end])
                done = at = end
        return "".join([*pieces, text[done:]]) if pieces else text

    def _end(self, looked: str, start: int, begin: str) -> int:
        """Return where the longest word ends that begins here, or 0."""
        for length in self._lengths.get(begin, ()):
            end = start + length
            if looked[start:end] in self._begun[begin] and not (
                end < len(looked) and _belongs(looked[end]) and _belongs(looked[end - 1])
            ):
                return end
        return 0


class _AnyCase(dict[int, int]):
    """What stands for all cases of a character, as ``re.IGNORECASE`` has it."""

    def __missing__(self, code: int) -> int:
        lower = chr(code).lower()[0]  # of İ, the one with more than one, the i
        upper = lower.upper()
        # Where that is several letters, any one will do, if it is always the same.
        found = ord(upper) if len(upper) == 1 else _SHARED.setdefault(upper, ord(lower))
        self[code] = found
        return found


_SHARED: dict[str, int] = {}
_ANY_CASE = _AnyCase()


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


def _belongs(character: str) -> bool:
    """Return whether a character is part of a word; `_inside` finds the same."""
    return (
        character.isalnum()
        or character == "_"
        or character in _JOINERS
        or unicodedata.category(character)[0] == "M"
    )


@cache
def _inside() -> re.Pattern[str]:
    """Return the pattern of what belongs together: letters, digits, marks and joiners."""
    ranges: list[list[int]] = []
    for plane in _PLANES:
        for code in plane:
            if unicodedata.category(chr(code))[0] == "M":
                if ranges and ranges[-1][1] == code - 1:
                    ranges[-1][1] = code
                else:
                    ranges.append([code, code])
    marks = "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)
    # Not one class of both: of marks alone a table is made, in which a blank is soon looked up.
    return re.compile(rf"(?:\w++|[{marks}{_JOINERS}]++)++")
