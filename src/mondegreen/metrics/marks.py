"""The marks and the capitals of texts, compared where their words are the same."""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections import defaultdict
from functools import lru_cache
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from mondegreen import _kernel
from mondegreen.corpus.table import as_list
from mondegreen.metrics.items import Items

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Gap: TypeAlias = "tuple[int, Sequence[str], Sequence[str]]"
"""A row, and the marks of both sides between the same two equal words."""

__all__ = ["Marked", "Marks", "compare_marks", "marked"]

_SIGNS: Final = frozenset("#%&*/@\\_§¶‰‱′″†‡")
"""Characters that Unicode calls punctuation, and that stand for words or are part of them."""

_APOSTROPHES: Final = frozenset("'’‘`´ʼ＇")
_QUOTES: Final = frozenset('"“”„‟«»‹›「」『』〝〞〟＂')
_SEPARATE: Final = frozenset("—―…⸺⸻")
"""Marks that are none of a word, though letters are on both sides of them."""

_NOTE: Final = re.compile(r"\[[^\[\]]*\]|<[^<>]*>")
_WIDE: Final = ("W", "F")
_EQUAL: Final = 0
_AT_ONCE: Final = 4096


class Marked(NamedTuple):
    """A text as words, and the marks before each word and after the last: one list more."""

    words: list[str]
    gaps: list[list[str]]


class Marks(NamedTuple):
    """Hits, substitutions, deletions and insertions of each row, of marks and of capitals.

    The fifth column of capitals counts those in reference words that the hypothesis has not.
    """

    marks: tuple[array[int], ...]
    mark_items: Items
    capitals: tuple[array[int], ...]
    capital_items: Items


def marked(text: Any) -> Marked:
    """Cut a text into words and marks.

    A word keeps what is inside it, as in ``don't``, ``3.5`` and ``10:30``. Characters of scripts without
    spaces are words. Kinds of quotes are one mark, as are dashes; full stops in a row are ``…``.

    >>> marked('Well, "3.5" isn’t it...')
    Marked(words=['Well', '3.5', "isn't", 'it'], gaps=[[], [',', '"'], ['"'], [], ['…']])
    """
    found = Marked([], [[]])
    for token in _tokens(text):
        for is_mark, piece in _pieces(token):
            if is_mark:
                found.gaps[-1].append(piece)
            else:
                found.words.append(piece)
                found.gaps.append([])
    return found


def _tokens(text: Any) -> Sequence[str]:
    """Return what is between white space, without notes in square and angle brackets."""
    if isinstance(text, str):
        return (_NOTE.sub(" ", text) if "[" in text or "<" in text else text).split()
    return [_NOTE.sub("", token) for token in text] if isinstance(text, (list, tuple)) else ()


@lru_cache(maxsize=2**16)
def _pieces(token: str) -> tuple[tuple[bool, str], ...]:
    """Return the words and marks of a token, each with whether it is a mark."""
    flags = [_is_mark(character) for character in token]
    for at in range(1, len(token) - 1):
        inside = flags[at] and not flags[at - 1] and not flags[at + 1]
        if inside and token[at] not in _SEPARATE and not _is_wide(token[at]):
            flags[at] = False
    found: list[tuple[bool, str]] = []
    for is_mark, part in groupby(zip(flags, token, strict=True), key=lambda pair: pair[0]):
        text = "".join(character for _, character in part)
        found += _marks(text) if is_mark else _words(text)
    return tuple(found)


def _is_mark(character: str) -> bool:
    if character in _SIGNS:
        return False
    if character.isalnum():
        return False
    return character in _APOSTROPHES or unicodedata.category(character).startswith("P")


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in _WIDE


def _words(text: str) -> Iterator[tuple[bool, str]]:
    plain = "".join("'" if each in _APOSTROPHES else each for each in text)
    for word in _kernel.tokens(unicodedata.normalize("NFC", plain), "mixed"):
        yield False, word


def _marks(text: str) -> Iterator[tuple[bool, str]]:
    """Yield marks by one name each; an apostrophe at the end of a word is none."""
    for name, part in groupby(map(_name, text)):
        if name:
            times = len(list(part))
            yield True, "…" if name == "." and times > 1 else name


@lru_cache(maxsize=1024)
def _name(character: str) -> str:
    if character in _APOSTROPHES:
        return ""
    if character in _QUOTES:
        return '"'
    if unicodedata.category(character) == "Pd":
        return "—"
    if character in "。．｡":
        return "."
    return character if character == "…" else unicodedata.normalize("NFKC", character)


def compare_marks(references: Any, hypotheses: Any) -> Marks:
    """Count the marks and capitals of all pairs.

    The words are aligned whatever their case. Marks between the same two equal words are aligned with each
    other; capitals are compared in equal words alone.

    >>> found = compare_marks(["Yes, Ann. Go?"], ["yes ann! Go?"])
    >>> [list(column) for column in found.marks], [list(column) for column in found.capitals]
    ([[1], [1], [1], [0]], [[1], [0], [2], [0], [0]])
    """
    said, written = as_list(references), as_list(hypotheses)
    marks = tuple(array("q", bytes(8 * len(said))) for _ in range(4))
    capitals = tuple(array("q", bytes(8 * len(said))) for _ in range(5))
    found = Marks(marks, Items(), capitals, Items())
    for start in range(0, len(said), _AT_ONCE):
        rows = range(start, min(start + _AT_ONCE, len(said)))
        _compare(found, rows, [[marked(side[row]) for row in rows] for side in (said, written)])
    return found


def _compare(found: Marks, rows: range, sides: list[list[Marked]]) -> None:
    folded = [[[word.lower() for word in text.words] for text in side] for side in sides]
    runs = _kernel.align(*folded, unit="word")
    gaps: list[Gap] = []
    for at, (row, one, other) in enumerate(zip(rows, *sides, strict=True)):
        cases: list[tuple[str, str]] = []
        said, written = one.gaps[0], other.gaps[0]
        for run in range(runs.starts[at], runs.starts[at + 1]):
            first, last = runs.reference_starts[run], runs.reference_ends[run]
            start, end = runs.hypothesis_starts[run], runs.hypothesis_ends[run]
            places = one.gaps[first + 1 : last + 1], other.gaps[start + 1 : end + 1]
            if runs.operations[run] != _EQUAL:
                said = [*said, *chain.from_iterable(places[0])]
                written = [*written, *chain.from_iterable(places[1])]
                continue
            cases += zip(one.words[first:last], other.words[start:end], strict=True)
            for after, heard_after in zip(*places, strict=True):
                if said or written:
                    gaps.append((row, said, written))
                said, written = after, heard_after
        if said or written:
            gaps.append((row, said, written))
        lost = sum(map(_has_capitals, one.words)) - sum(_has_capitals(pair[0]) for pair in cases)
        _count_capitals(found, row, cases, lost)
    _count_gaps(found, gaps)


def _count_gaps(found: Marks, gaps: list[Gap]) -> None:
    """Count the marks of gaps, each with its row; those of one gap are aligned in their order."""
    items: dict[tuple[int, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    others = [gap for gap in gaps if gap[1] != gap[2]]
    for row, said, written in gaps:
        if said == written:
            found.marks[_EQUAL][row] += len(said)
        for at, marks in enumerate((said, said if said == written else (), written)):
            for mark in marks:
                items[row, mark][at] += 1
    runs = _kernel.align([gap[1] for gap in others], [gap[2] for gap in others], unit="word")
    for at, (row, said, _) in enumerate(others):
        for run in range(runs.starts[at], runs.starts[at + 1]):
            first, last = runs.reference_starts[run], runs.reference_ends[run]
            length = max(last - first, runs.hypothesis_ends[run] - runs.hypothesis_starts[run])
            found.marks[runs.operations[run]][row] += length
            for mark in said[first:last] if runs.operations[run] == _EQUAL else ():
                items[row, mark][1] += 1
    for (row, mark), (said_times, kept, written_times) in items.items():
        found.mark_items.add(row, mark, said=said_times, kept=kept, written=written_times)


def _has_capitals(word: str) -> bool:
    return not word.islower() and word != word.lower()


def _count_capitals(
    found: Marks, row: int, cases: list[tuple[str, str]], not_compared: int
) -> None:
    for one, other in cases:
        said, written = _has_capitals(one), _has_capitals(other)
        if not (said or written):
            continue
        step = (0 if one == other else 1) if said and written else 2 if said else 3
        found.capitals[step][row] += 1
        kinds = (_kind(one) if said else "", _kind(other) if written else "")
        for kind in filter(None, dict.fromkeys(kinds)):
            found.capital_items.add(
                row,
                kind,
                said=int(kinds[0] == kind),
                kept=int(one == other),
                written=int(kinds[1] == kind),
            )
    found.capitals[4][row] = not_compared


def _kind(word: str) -> str:
    """Return which letters are capitals.

    >>> _kind("Ann"), _kind("NATO"), _kind("iPhone"), _kind("I")
    ('first letter', 'all letters', 'others', 'first letter')
    """
    letters = [each for each in word if each.isalpha()]
    if word[0].isupper() and not _has_capitals(word[1:]):
        return "first letter"
    return "all letters" if all(each.isupper() for each in letters) else "others"
