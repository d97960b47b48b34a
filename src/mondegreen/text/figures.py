"""English numbers from words to figures, in a text that is cut into words: ``twenty one`` → ``21``."""

from __future__ import annotations

import re
from operator import itemgetter
from typing import NamedTuple

from mondegreen.text.spelled import ORDINALS, SMALL, TENS, ordinal
from mondegreen.text.spelled import SCALES as _SCALES

__all__ = ["NUMBER_WORDS", "in_figures"]

SCALES = {**_SCALES, "lakh": 10**5, "lakhs": 10**5, "crore": 10**7, "crores": 10**7}
_ORDINAL_SCALES = {ordinal(word): value for word, value in _SCALES.items()}
_VALUES = {word: value for value, word in enumerate(SMALL)} | TENS
NUMBER_WORDS = frozenset({*_VALUES, *ORDINALS, *SCALES, *_ORDINAL_SCALES})
"""The words that are in numbers; ``and``, ``point`` and ``oh`` are not among them."""

_FIRST = NUMBER_WORDS | {"a"}
_DIGITS = frozenset("0123456789")
_HUNDRED = 100
_HOURS = range(1, 13)
_LONGEST = 15
_FIGURES = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_OH = {"oh", "o"}


class _Found(NamedTuple):
    """What stands for the words up to ``end``."""

    text: str
    end: int


def in_figures(words: list[str]) -> list[str]:
    """Return the words with numbers, ordinals and a few times of day in figures.

    What is in figures already stays, so doing it twice changes nothing.

    >>> print(*in_figures("one of twenty one on the eighteenth at five oh five".split()))
    1 of 21 on the 18th at 5:05
    >>> print(*in_figures("two lakh and a hundred and five and 3.5 million and one two".split()))
    200000 and 105 and 3500000 and 1 2
    """
    if NUMBER_WORDS.isdisjoint(words) and _DIGITS.isdisjoint(map(itemgetter(0), words)):
        return words
    # What one reading makes may be a part of more: 0.01 thousand are 10, and "10 oclock" is a time.
    while (found := _read_once(words)) != words:
        words = found
    return words


def _read_once(words: list[str]) -> list[str]:
    found: list[str] = []
    done = 0
    # No number begins with another word, and most words are others.
    for at in [n for n, word in enumerate(words) if word in _FIRST or word[0] in _DIGITS]:
        if at < done:
            continue
        piece = _time(words, at) or _scaled(words, at) or _number(words, at)
        if piece is None:
            continue
        if piece.text.isdigit():
            piece = _with_point(piece, words)
        found += words[done:at]
        found.append(piece.text)
        done = piece.end
    return found + words[done:]


def _like_number(words: list[str], at: int) -> bool:
    if not 0 <= at < len(words):
        return False
    word = words[at]
    return word in NUMBER_WORDS or word in _OH or word[0] in _DIGITS


def _small(word: str, most: range) -> int | None:
    """Return a small number, in words or in figures."""
    value = _VALUES.get(word)
    if value is None and word.isascii() and word.isdigit() and len(word) <= len("12"):
        value = int(word)
    return value if value in most else None


def _time(words: list[str], at: int) -> _Found | None:
    """Return ``five oh five``, ``five five`` or ``five oclock`` where no other number is next to it."""
    hour = _small(words[at], _HOURS)
    if hour is None or at + 1 >= len(words) or _like_number(words, at - 1):
        return None
    if words[at + 1] == "oclock":
        return _Found(f"{hour}:00", at + 2)
    five = hour == 5 and _small(words[at + 1], range(5, 6))  # noqa: PLR2004 - the one such phrase
    if five and not _like_number(words, at + 2):
        return _Found("5:05", at + 2)
    if words[at + 1] in _OH and at + 2 < len(words) and not _like_number(words, at + 3):
        minute = _small(words[at + 2], range(1, 10))
        if minute is not None:
            return _Found(f"{hour}:{minute:02}", at + 3)
    return None


def _scaled(words: list[str], at: int) -> _Found | None:
    """Return figures with a fraction, and the scale after them, as one number."""
    if at + 1 >= len(words) or words[at + 1] not in SCALES or "." not in words[at]:
        return None
    if len(words[at]) > _LONGEST or not _FIGURES.fullmatch(words[at]):
        return None
    return _Found(_times(words[at], SCALES[words[at + 1]]), at + 2)


def _times(figures: str, scale: int) -> str:
    whole, _, part = figures.partition(".")
    value = int(whole + part) * scale
    size: int = 10 ** len(part)
    rest = f"{value % size:0{len(part)}}".rstrip("0") if part else ""
    return f"{value // size}.{rest}" if rest else str(value // size)


def _number(words: list[str], at: int) -> _Found | None:  # noqa: C901, PLR0912 - one branch a kind of word
    """Return the longest number that begins here."""
    start, total, least = at, 0, 10**18
    group: int | None = None  # what is before the next scale
    room = _HUNDRED  # what may still be added to the group is less than this
    first = words[at]
    if first == "a" and at + 1 < len(words) and words[at + 1] in SCALES:
        group, room, at = 1, 0, at + 1
    elif first in SCALES or first in _ORDINAL_SCALES:
        group, room = 1, 0
    elif first.isascii() and first.isdigit() and len(first) <= _LONGEST:
        if at + 1 >= len(words) or words[at + 1] not in SCALES:
            return _Found(first, at + 1)
        group, room, at = int(first), 0, at + 1
    while at < len(words):
        word, idle = words[at], False
        joins = at > start and (words[at - 1] in SCALES)
        if word == "and" and joins and at + 1 < len(words):
            word, idle = words[at + 1], True
            if word in SCALES or word in _ORDINAL_SCALES:
                break
        scale = SCALES.get(word) or _ORDINAL_SCALES.get(word)
        value = _VALUES.get(word, ORDINALS.get(word))
        if scale == _HUNDRED and group is not None and 0 < group < _HUNDRED:
            group, room = group * _HUNDRED, _HUNDRED
        elif scale and scale > _HUNDRED and group and scale < least:
            total, group, least, room = total + group * scale, None, scale, _HUNDRED
        elif value is not None and (value or (group is None and not total)) and value < room:
            if not least > value:
                break
            group, room = (group or 0) + value, 10 if value in TENS.values() else 0
        else:
            break
        at += 1 + idle
        if word in ORDINALS or word in _ORDINAL_SCALES:
            return _Found(_ordinal(total + (group or 0)), at)
    return _Found(str(total + (group or 0)), at) if at > start else None


def _ordinal(number: int) -> str:
    teen = number % 100 in range(11, 14)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _with_point(piece: _Found, words: list[str]) -> _Found:
    """Add what follows ``point``, and the scale after that."""
    at = piece.end + 1
    if piece.end >= len(words) or words[piece.end] != "point":
        return piece
    digits = ""
    while at < len(words) and (one := _digit(words[at])):
        digits, at = digits + one, at + 1
    if not digits and at < len(words):
        # Whatever is a number when read alone is one here, or a second reading would make it so.
        more = _scaled(words, at) or _number(words, at)
        if more is not None and more.text.isdigit():
            digits, at = more.text, more.end
    if not digits:
        return piece
    figures = f"{piece.text}.{digits}"
    if at < len(words) and words[at] in SCALES and len(figures) <= _LONGEST:
        return _Found(_times(figures, SCALES[words[at]]), at + 1)
    return _Found(figures, at)


def _digit(word: str) -> str:
    if word in _OH:
        return "0"
    value = _small(word, range(10))
    return "" if value is None or len(word) == len("05") else str(value)
