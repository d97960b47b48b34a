"""One side of what is scored, after its transforms: texts where that will do, else tokens.

A pipeline that ends in cutting texts at spaces, or into code points, need not be run to its end:
the kernel cuts texts in the same way, without an object a token. Everything before the cut is run
as it is, with one exception. `RemoveMultipleSpaces` and `Strip` do nothing to the words of a text
whose only white space is U+0020, so where they stand just before the cut they are left out if all
texts are like that.
"""

from __future__ import annotations

from typing import Any, Final

from mondegreen.compat.jiwer.transforms import (
    Compose,
    ReduceToListOfListOfChars,
    ReduceToListOfListOfWords,
    RemoveMultipleSpaces,
    Strip,
)

__all__ = ["Side", "as_tokens", "transformed"]

_ONLY_SPACES: Final = (RemoveMultipleSpaces, Strip)
_WHITE_SPACE: Final = "\t\n\v\f\r\x1c\x1d\x1e\x1f"
_SLICE: Final = 8192


class Side:
    """What the kernel is given.

    Attributes:
        items: texts, or lists of tokens.
        unit: how the kernel is to cut the texts; ``None`` for tokens.
    """

    __slots__ = ("cut", "items", "unit")

    def __init__(self, items: list[Any], unit: str | None = None, cut: Any = None) -> None:
        self.items, self.unit, self.cut = items, unit, cut

    def __len__(self) -> int:
        return len(self.items)

    def tokens(self) -> list[list[str]]:
        """Return the tokens of each text."""
        made: list[list[str]] = self.cut(self.items) if self.unit else self.items
        return made


def transformed(given: Any, transform: Any, kind: str) -> Side:
    """Run one side through its transform.

    Raises:
        ValueError: what comes out is no list of lists of strings.
    """
    steps = [transform]
    if type(transform) is Compose and isinstance(transform.transforms, (list, tuple)):
        steps = list(transform.transforms)
    unit = _unit(steps)
    if unit is None:
        return _checked(transform(given), kind)
    *before, cut = steps
    usual = len(before)  # from here on nothing but spaces changes
    while unit == "word-ascii-space" and usual and type(before[usual - 1]) in _ONLY_SPACES:
        usual -= 1
    for step in before[:usual]:
        given = step(given)
    if usual < len(before) and not (_all_text(given) and _only_spaces(given)):
        for step in before[usual:]:
            given = step(given)
    if _all_text(given):
        return Side(given or [""], unit, cut)
    return _checked(cut(given), kind)


def as_tokens(side: Side) -> Side:
    """Return the side with its texts cut."""
    return Side(side.tokens())


def _unit(steps: list[Any]) -> str | None:
    last = steps[-1] if steps else None
    if type(last) is ReduceToListOfListOfWords and last.word_delimiter == " ":
        return "word-ascii-space"
    return "character" if type(last) is ReduceToListOfListOfChars else None


def _all_text(given: Any) -> bool:
    return type(given) is list and {str}.issuperset(map(type, given))


def _only_spaces(texts: list[str]) -> bool:
    """Return whether U+0020 is the only white space in any of them."""
    if len(texts) == 1 and texts[0].isprintable():
        return True  # the one white space that is printable is U+0020
    for start in range(0, len(texts), _SLICE):
        some = texts[start : start + _SLICE]
        joined = "".join(some)
        if joined.isascii():
            if any(character in joined for character in _WHITE_SPACE):
                return False
        elif not all(map(str.isprintable, some)):
            return False
    return True


def _checked(tokens: Any, kind: str) -> Side:
    if isinstance(tokens, list) and all(
        isinstance(text, list) and all(isinstance(token, str) for token in text) for text in tokens
    ):
        return Side(tokens)
    raise ValueError(
        f"the transform of each {kind} has to end in lists of strings, one list a text and one "
        "string a word or character, as ReduceToListOfListOfWords makes them"
    )
