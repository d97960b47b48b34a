"""The functions of `mondegreen._kernel.looks` in plain Python."""

from __future__ import annotations

import re
from array import array
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from mondegreen._kernel.reference import is_present, items_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_LETTERS = re.compile(r"(.)\1{29}", re.DOTALL)
_WORDS_AGAIN = 5


def has_words(texts: Any) -> bool:
    """Whether any text has a word."""
    return any(
        bool(text.strip()) if isinstance(text, str) else text is not None
        for text in items_of(texts)
    )


def are_ascii(texts: Any) -> bool:
    """Whether all texts are ASCII or missing."""
    return all(
        text is None or (isinstance(text, str) and text.isascii()) for text in items_of(texts)
    )


def rows_to_suspect(
    references: Any, hypotheses: Any, insertions: Sequence[int], _hits: Sequence[int] | None = None
) -> list[int]:
    """Return the rows with insertions that are to be looked at."""
    rows = enumerate(zip(items_of(references), items_of(hypotheses), insertions, strict=True))
    return [
        row
        for row, (said, heard, inserted) in rows
        if inserted > 0 and (_is_blank(said) or _may_loop(heard))
    ]


def _is_blank(text: Any) -> bool:
    return not text.strip() if isinstance(text, str) else text is not None


def _may_loop(text: Any) -> bool:
    if not isinstance(text, str):
        return text is not None
    words = text.split()
    return len(words) - len(set(words)) >= _WORDS_AGAIN or _LETTERS.search(text) is not None


def count_words(texts: Any, left_out: set[int]) -> int:
    """Return how many words the texts have, without some rows."""
    return sum(
        len(text.split() if isinstance(text, str) else text)
        for row, text in enumerate(items_of(texts))
        if row not in left_out and is_present(text)
    )


def first_repeated(texts: Any) -> int | None:
    """Return the first row whose text is that of a row before it."""
    known: set[str] = set()
    for row, text in enumerate(items_of(texts)):
        if isinstance(text, str) and text in known:
            return row
        known.add(text)
    return None


def id_keys(ids: Any) -> tuple[array[int], bool] | None:
    """Return a key of each id, and whether each id is after the one before it."""
    texts = list(items_of(ids))
    if not all(isinstance(text, str) and text for text in texts):
        return None
    ordered = all(one < other for one, other in pairwise(texts))
    return array("Q", [hash(text) % 2**64 for text in texts]), ordered


def any_equal(keys: array[int]) -> bool:
    """Whether two keys are equal."""
    return len(set(keys)) < len(keys)


def numbers(rows: int, first: int = 1) -> list[str]:
    """Return as many numbers as texts."""
    return list(map(str, range(first, first + rows)))


def kinds(columns: Sequence[array[int]]) -> tuple[array[int], list[tuple[int, ...]]]:
    """Return the kind of each row, and the counts of each kind."""
    found: dict[tuple[int, ...], int] = {}
    rows = zip(*columns, strict=True)
    return array("I", [found.setdefault(row, len(found)) for row in rows]), list(found)
