"""Keys that occur twice in one object of JSON, of which Python keeps the last value in silence."""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple

from mondegreen.corpus.table import quoted

__all__ = ["DoubledKeyError", "doubled_in_row", "doubled_key", "single"]

_TOKENS: Final = re.compile(r'("(?:[^"\\]|\\.)*+")[ \t\r\n]*+(:)?|[\[\]{}]', re.DOTALL)
_PAIRS: Final = json.JSONDecoder(object_pairs_hook=list)


class DoubledKeyError(ValueError):
    """An object has the same key twice."""

    def __init__(self, key: str) -> None:
        super().__init__(f"the key {quoted(key)} occurs twice in one object")
        self.key = key


class DoubledKey(NamedTuple):
    """A key that occurs again in its object, and the character where it does."""

    key: str
    place: int


def single(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of some pairs, as ``object_pairs_hook`` of `json`.

    Raises:
        DoubledKeyError: a key occurs twice.
    """
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise DoubledKeyError(key)
            seen.add(key)
    return found


def doubled_in_row(text: str, row: dict[str, Any]) -> str | None:
    """Return a key that occurs twice at the top of an object of JSON; objects inside may have it too.

    Args:
        text: the object as it was written, without an error.
        row: the same as it was read.

    >>> doubled_in_row('{"a": 1, "a": 2}', {"a": 2}), doubled_in_row('{"a": {"a": 2}}', {"a": {"a": 2}})
    ('a', None)
    """
    # Most need no second look: each key is written once.
    if "\\" not in text and all(text.count(f'"{key}"') == 1 for key in row):
        return None
    pairs, _ = _PAIRS.raw_decode(text)
    try:
        single(pairs)
    except DoubledKeyError as error:
        return error.key
    return None


def doubled_key(text: str) -> DoubledKey:
    """Return the first key that occurs again in its object, at any depth of a document.

    Raises:
        LookupError: there is none.
    """
    open_: list[set[str]] = []
    for token in _TOKENS.finditer(text):
        if token[1] is None:
            if token[0] in "[{":
                open_.append(set())
            elif open_:
                open_.pop()
        elif token[2] and open_:
            key = json.loads(token[1], strict=False)
            if key in open_[-1]:
                return DoubledKey(key, token.start())
            open_[-1].add(key)
    raise LookupError(text[:60])
