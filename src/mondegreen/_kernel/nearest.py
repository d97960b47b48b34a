"""Which words are right, and against which word of the reference; there is no other implementation.

Times are whole microseconds. The rules in plain Python are in the tests.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from mondegreen._kernel import _native, align
from mondegreen._kernel.reference_ties import EQUAL

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Row", "hits"]

_UNKNOWN: Final = -(2**63)
_MOST_CELLS = 2**32
"""Two bits are kept of each, and mostly of few of them."""


class Row(NamedTuple):
    """The words of all rows of one side, one after the other.

    Attributes:
        words: the words.
        starts: when each begins; ``None`` where that is not known.
        ends: when each ends.
        offsets: where the words of each row begin, and at last where all end.
    """

    words: Sequence[str]
    starts: Sequence[int | None]
    ends: Sequence[int | None]
    offsets: Sequence[int]


def hits(reference: Row, hypothesis: Row) -> tuple[list[int], list[int]]:
    """Return the places of equal words of both sides that are against each other, in order.

    Of each row they are those of an alignment with fewest errors, of these with most hits, and of these
    with the least sum of the distances between the starts and between the ends that are known. In a
    row with so many words that this could take more than a GiB, times decide nothing.

    >>> said = Row(["so", "so"], [0, 1_000_000], [500_000, 1_500_000], [0, 2])
    >>> hits(said, Row(["so"], [1_000_000], [1_500_000], [0, 1]))
    ([1], [0])
    """
    known: dict[str, int] = {}
    sides = []
    for side in (reference, hypothesis):
        numbers = [known.setdefault(word, len(known)) for word in side.words]
        starts, ends = (
            [_UNKNOWN if time is None else time for time in times]
            for times in (side.starts, side.ends)
        )
        sides.append((numbers, starts, ends, list(side.offsets)))
    spans = [list(pairwise(side.offsets)) for side in (reference, hypothesis)]
    if not any(_is_large(*row) for row in zip(*spans, strict=True)):
        return _native.nearest_hits(*sides)
    found: tuple[list[int], list[int]] = [], []
    for row in zip(*spans, strict=True):
        parts = [
            [column[first:last] for column in side[:3]]
            for side, (first, last) in zip(sides, row, strict=True)
        ]
        if _is_large(*row):
            pairs = _without_times(*([str(number) for number in part[0]] for part in parts))
        else:
            pairs = _native.nearest_hits(*((*part, [0, len(part[0])]) for part in parts))
        for places, more, (first, _) in zip(found, pairs, row, strict=True):
            places += [first + place for place in more]
    return found


def _is_large(said: tuple[int, int], heard: tuple[int, int]) -> bool:
    rows, columns = (last - first for first, last in (said, heard))
    return rows * max(rows, columns) > _MOST_CELLS


def _without_times(said: list[str], heard: list[str]) -> tuple[list[int], list[int]]:
    runs = align([said], [heard], unit="word", ties="most-hits", weights=None)
    found: tuple[list[int], list[int]] = [], []
    for operation, row, row_end, column, column_end in zip(*runs[1:], strict=True):
        if operation == EQUAL:
            found[0].extend(range(row, row_end))
            found[1].extend(range(column, column_end))
    return found
