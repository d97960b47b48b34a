"""Signs at the same place of nearly all texts of both sides, which count as words that are right."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.speakers import prefix_of
from mondegreen.corpus.table import quoted
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["doubt_signs"]

_FEWEST: Final = 3
_FEWEST_NUMBERS: Final = 4
_MOST_ROWS_OF_A_NAME: Final = 4
"""A text in so many at least has a speaker, before that is named."""
_NEARLY: Final = 0.9
_PLACES: Final = (0, 1, 2, 3, 4, -1)
"""Words of a text that are looked at."""
_SIGN: Final = pattern(r"[<>\[\]{}()|\\/=#*^~`@•→\x1b]")
"""What a word of speech has seldom."""
_EDGES: Final = ".,?!…"
_NUMBERED: Final = pattern(r"[0-9.]+[:)]")
_SHARE: Final = pattern(r"-?[0-9]+\.[0-9]+")


def doubt_signs(rows: Sequence[tuple[str, str]]) -> str:
    """Return a warning of what both texts of nearly all rows have and nobody said; else nothing.

    Args:
        rows: the first references and hypotheses.
    """
    if len(rows) < _FEWEST:
        return ""
    sides = [[text.split() for text in side] for side in zip(*rows, strict=True)]
    found = next(filter(None, map(_sign, sides)), "") or _number(sides)
    found = found or _speaker(rows)
    if not found:
        return ""
    return (
        f"the texts of both sides have what is hardly speech, such as {quoted(found)}, and each of "
        "these counts as a word; if nobody said it, remove it, or name the format of the files with "
        "--format"
    )


def _sign(texts: Sequence[list[str]]) -> str:
    """Return a word with signs that is at the same place of nearly all texts."""
    for place in _PLACES:
        words = [words[place] for words in texts if -len(words) <= place < len(words)]
        odd = [word for word in words if _SIGN.search(word.strip(_EDGES)) or not _has_letter(word)]
        if len(odd) >= max(_FEWEST, _NEARLY * len(texts)):
            return odd[0]
    return ""


def _number(sides: Sequence[Sequence[list[str]]]) -> str:
    """Return a number with a mark or a score at the same end of all texts, or the first of rising ones."""
    for place, form in ((0, _NUMBERED), (0, _SHARE), (-1, _SHARE)):
        words = [words[place] for texts in sides for words in texts if len(words) > 1]
        found = [word for word in words if form.fullmatch(word)]
        if len(found) >= max(_FEWEST, _NEARLY * sum(map(len, sides))):
            return found[0]
    for texts in sides:
        if len(texts) < _FEWEST_NUMBERS or not all(
            len(words) > 1 and _is_number(words[0]) and not _is_number(words[1]) for words in texts
        ):
            return ""
        numbers = [float(words[0]) for words in texts]
        if any(one >= other for one, other in pairwise(numbers)):
            return ""
    return sides[0][0][0]


def _speaker(rows: Sequence[tuple[str, str]]) -> str:
    """Return a name with a colon that comes again, where both texts of many rows have theirs."""
    names = [
        said[0].strip()
        for said, heard in ((prefix_of(said), prefix_of(heard)) for said, heard in rows)
        if said is not None and heard is not None and said[1] == heard[1]
    ]
    often = len(names) * _MOST_ROWS_OF_A_NAME >= len(rows) and len({*names}) < len(names)
    return names[0] if often and len(names) < len(rows) else ""


def _has_letter(word: str) -> bool:
    return any(map(str.isalnum, word))


def _is_number(word: str) -> bool:
    return re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", word) is not None
