"""Which words are right, and against which word of the reference; there is no other implementation.

Times are whole microseconds. The rules in plain Python are in the tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from mondegreen._kernel import _native

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Row", "hits"]

_UNKNOWN: Final = -(2**63)


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
    with the least sum of the distances between the starts and between the ends that are known.

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
    return _native.nearest_hits(*sides)
