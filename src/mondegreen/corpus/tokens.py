"""Texts that are the tokens of a model, and would be scored as if each token were a word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.corpus.table import quoted
from mondegreen.errors import DoubtWarning, InputError, warn
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["look_for_tokens"]

_MARKED: Final = pattern(
    r"(?<!\S)<(?:space|sp|blank)>(?!\S)"  # between letters, of ESPnet
    r"|(?<!\S)\S \|(?!\S)"  # the same, of fairseq
    r"|(?<!\S)\u2581\S?"  # in front of a word, of SentencePiece
    r"|\S@@(?!\S)"  # in the middle of a word, of subword-nmt
    r"|(?<!\S)##\w"  # the same, of WordPiece
)
_SIGNS: Final = ("<", "|", "\u2581", "@@", "##")
"""One of these is in every mark; to look for a mark in a text without one takes long."""
_FEWEST: Final = 6
"""So many whole numbers, and two or more for each text, may be tokens."""


def look_for_tokens(source: str, sides: Mapping[str, Sequence[str]]) -> bool:
    """Warn where the texts of both sides are tokens, and refuse them on one side alone.

    Args:
        source: the files, for messages.
        sides: the first texts of the references and of the hypotheses, under these names.

    Returns:
        Whether there was a warning.

    Raises:
        InputError: one side is tokens, and the other words.
    """
    marks = {
        side: [
            m[0]
            for text in texts
            if any(map(text.__contains__, _SIGNS)) and (m := _MARKED.search(text))
        ]
        for side, texts in sides.items()
    }
    sure = [side for side, texts in sides.items() if 2 * len(marks[side]) > len(texts)]
    if sure and all(marks.values()):
        warn(
            f"{source}: the texts are tokens of a model, with marks such as {quoted(marks[sure[0]][0])} for the "
            "spaces, and each token counts as a word; for rates of words, join the tokens before scoring",
            DoubtWarning,
        )
    elif sure and all(sides.values()):
        raise InputError(
            f"{source}: the {sure[0]} are tokens of a model, with marks such as {quoted(marks[sure[0]][0])} for the "
            "spaces, and the other side is words; join the tokens, or give both sides as tokens"
        )
    numbers = [side for side, texts in sides.items() if _are_numbers(texts)]
    doubtful = len(numbers) == 1 and not all(any(map(_has_number, sides[side])) for side in sides)
    if doubtful:
        warn(
            f"{source}: the {numbers[0]} are only numbers, as token_int of ESPnet and *.tra of Kaldi are, and the "
            "other side has none; if they stand for tokens, give the texts of these tokens",
            DoubtWarning,
        )
    return doubtful or bool(sure and all(marks.values()))


def _are_numbers(texts: Sequence[str]) -> bool:
    words = [word for text in texts for word in text.split()]
    enough = len(texts) > 1 and len(words) >= max(_FEWEST, 2 * len(texts))
    return enough and all(map(_is_number, words))


def _has_number(text: str) -> bool:
    return any(map(_is_number, text.split()))


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal()
