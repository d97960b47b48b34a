"""One side of what is scored, after its transforms: texts where that will do, else tokens.

A pipeline that ends in cutting texts at spaces, or into code points, need not be run to its end:
the kernel cuts texts in the same way, without an object per token. Everything before the cut is run
as it is, with one exception. `RemoveMultipleSpaces` and `Strip` do nothing to the words of a text
whose only white space is U+0020, so where they are just before the cut they are left out if all
texts are like that.

What is left out must be what it was when it was imported. A transform whose methods somebody
replaced, on the class or on the instance, is run.
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
_METHODS: Final = ("__call__", "process_string", "process_list")
_ORIGINALS: Final = {
    kind: tuple(getattr(kind, name, None) for name in _METHODS)
    for kind in (Compose, ReduceToListOfListOfChars, ReduceToListOfListOfWords, *_ONLY_SPACES)
}
_DELIMITER: Final = {"word_delimiter": " "}


class Side:
    """What the kernel is given.

    Attributes:
        items: texts, or lists of tokens.
        unit: how the kernel cuts the texts; ``None`` for tokens.
    """

    __slots__ = ("items", "unit")

    def __init__(self, items: list[Any], unit: str | None = None) -> None:
        self.items, self.unit = items, unit

    def __len__(self) -> int:
        return len(self.items)

    def frozen(self) -> Side:
        """Return the same with lists of its own."""
        items = list(self.items) if self.unit else [list(text) for text in self.items]
        return Side(items, self.unit)

    def tokens(self) -> list[list[str]]:
        """Return the tokens of each text."""
        if self.unit == "character":
            return list(map(list, self.items))
        if self.unit:
            return [[word for word in text.split(" ") if word] for text in self.items]
        return self.items


def transformed(given: Any, transform: Any, kind: str) -> Side:
    """Run one side through its transform.

    Raises:
        ValueError: what comes out is no list of lists of strings.
    """
    steps = [transform]
    if _original(transform, Compose) and isinstance(transform.transforms, (list, tuple)):
        steps = list(transform.transforms)
    unit = _unit(steps)
    if unit is None:
        return _checked(transform(given), kind)
    *before, cut = steps
    usual = len(before)  # from here on only spaces change
    while unit == "word-ascii-space" and usual and _only_changes_spaces(before[usual - 1]):
        usual -= 1
    for step in before[:usual]:
        given = step(given)
    if usual < len(before) and not (_all_text(given) and _only_spaces(given)):
        for step in before[usual:]:
            given = step(given)
    if _all_text(given):
        return Side(given or [""], unit)
    return _checked(cut(given), kind)


def as_tokens(side: Side) -> Side:
    """Return the side with its texts cut."""
    return Side(side.tokens())


def _unit(steps: list[Any]) -> str | None:
    last = steps[-1] if steps else None
    if _original(last, ReduceToListOfListOfWords) and vars(last) == _DELIMITER:
        return "word-ascii-space"
    if _original(last, ReduceToListOfListOfChars) and not vars(last):
        return "character"
    return None


def _only_changes_spaces(step: Any) -> bool:
    return type(step) in _ONLY_SPACES and _original(step, type(step)) and not vars(step)


def _original(step: Any, kind: type) -> bool:
    """Return whether this is one of a class that does what it did when it was imported."""
    if type(step) is not kind:
        return False
    call, text, texts = _ORIGINALS[kind]
    if kind is Compose:
        return kind.__call__ is call
    return kind.__call__ is call and kind.process_string is text and kind.process_list is texts


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
        f"the transform of each {kind} must end in lists of strings, one list per text and one "
        "string per word or character, as ReduceToListOfListOfWords makes them"
    )
