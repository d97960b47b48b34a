"""Where a region of very many cells is cut: the rules of ``forgive/cut.rs``, written to be read.

By letters, and by windows; see `mondegreen._kernel.forgiving.cheapest`, which takes the cheapest path.
"""

from __future__ import annotations

from itertools import takewhile
from math import ceil, isqrt, sqrt
from typing import TYPE_CHECKING, Final, TypeAlias

from mondegreen._kernel.reference_ties import DELETE, EQUAL, INSERT, least

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Cell", "Step", "leave", "letter_cuts", "window"]

Cell: TypeAlias = tuple[int, int]
"""Words of the reference and of the hypothesis that are before it."""
Step: TypeAlias = tuple[int, Cell, Cell]

LETTERS: Final = 1 << 11
"""Letters are aligned in one piece up to so many pairs of them for each cell of a part."""
SURE: Final = 8
"""A place is no better for more equal letters, before it and after it, than this."""


def window(rows: int, columns: int, most: int) -> tuple[int, int]:
    """Return how many rows and columns a window has of those that are left.

    >>> window(1000, 1000, 1 << 16), window(1000, 9, 1 << 10)
    ((255, 255), (101, 9))
    """
    width = min(columns, isqrt(most) - 1)
    height = min(rows, most // (width + 1) - 1)
    return height, min(columns, most // (height + 1) - 1)


def leave(path: Sequence[Step], first: Cell, size: Cell, free: tuple[bool, bool]) -> Cell:
    """Return the cell in which the path through a window is left.

    Between two steps without errors if there is such a cell in the middle third of the window, the
    last of several. Only an end that is free says how far the window has been gone through.
    """
    error = -1
    best: tuple[tuple[bool, int], Cell] | None = None
    for at, (rank, _, cell) in enumerate(path):
        ways = [(cell[side] - first[side], size[side]) for side in (0, 1) if free[side]]
        within = all(3 * gone <= 2 * whole for gone, whole in ways)
        far = any(3 * gone >= whole for gone, whole in ways)
        if not within and best is not None:
            break
        good = (rank != error) + (at + 1 < len(path) and path[at + 1][0] != error)
        quality = (True, good) if within and far else (False, 0)
        if best is None or quality >= best[0]:
            best = quality, cell
    return best[1] if best else (first[0] + size[0], first[1] + size[1])


def letter_cuts(said: Sequence[str], written: Sequence[str], most: int) -> list[Cell]:
    """Return the cells in which an alignment of the letters cuts two texts.

    Long texts are aligned in several pieces. The end of a piece is no end of the texts: its second half
    is aligned again. There are none if the two sides of a piece have no letter in common.

    >>> letter_cuts(["ice", "cream"] * 4, ["icecream"] * 4, 16)
    [(4, 2)]
    """
    cuts: list[Cell] = []
    i, j = 0, 0
    while True:
        left = len(said) - i, len(written) - j
        size = piece(left, len("".join(said[i:])), len("".join(written[j:])), most)
        sides = said[i : i + size[0]], written[j : j + size[1]]
        if set("".join(sides[0])).isdisjoint("".join(sides[1])):
            return []
        found = cuts_of_piece(*sides, most)
        if size != left:
            half = [cell for cell in found if 2 * cell[0] <= size[0] and 2 * cell[1] <= size[1]]
            found = half or found[:1]
            if not found:
                return []
        cuts += [(i + at, j + other) for at, other in found]
        if size == left:
            return cuts
        i, j = cuts[-1]


def piece(left: Cell, letters: int, others: int, most: int) -> Cell:
    """Return how many words of both texts are aligned in one piece: the same share of both.

    >>> piece((300, 600), 2000, 2000, 100), piece((4, 4), 8, 8, 100)
    ((60, 120), (4, 4))
    """
    pieces = max(1, ceil(sqrt(letters * others / (most * LETTERS))))
    return -(-left[0] // pieces), -(-left[1] // pieces)


def cuts_of_piece(said: Sequence[str], written: Sequence[str], most: int) -> list[Cell]:
    """Return the cells in which an alignment of the letters cuts one piece."""
    places = letter_places(said, written)
    cuts: list[Cell] = []
    start, following = (0, 0), 0
    while (len(said) - start[0] + 1) * (len(written) - start[1] + 1) > most:
        best: tuple[int, int] | None = None
        for at in range(following, len(places)):
            cell, sure = places[at]
            cells = (cell[0] - start[0] + 1) * (cell[1] - start[1] + 1)
            if cells > most:
                break
            quality = 0 if 4 * cells < most else 1 + sure  # no part is much smaller than need be
            if cell != start and (best is None or quality >= best[0]):
                best = quality, at
        if best is None:
            break
        start, following = places[best[1]][0], best[1] + 1
        cuts.append(start)
    return cuts


def letter_places(said: Sequence[str], written: Sequence[str]) -> list[tuple[Cell, int]]:
    """Return the places in words that an alignment of letters goes through, and how sure each is.

    That is 0 within a word, else 1 and the equal letters on both sides of it.
    """
    steps = least(tuple("".join(said)), tuple("".join(written)))
    sides = said, written
    found: list[tuple[Cell, int]] = [((0, 0), 0)]
    whole, begun = [0, 0], [0, 0]  # words that are whole so far, letters of those after them
    for at, step in enumerate(steps):
        for side, moves in enumerate((step != INSERT, step != DELETE)):
            begun[side] += moves
            if moves and begun[side] == len(sides[side][whole[side]]):
                whole[side], begun[side] = whole[side] + 1, 0
        place, sure = (whole[0], whole[1]), 0
        if begun == [0, 0]:
            sure = 1 + min(equal(reversed(steps[: at + 1])), equal(steps[at + 1 :]), SURE)
        if found[-1][0] == place:
            found[-1] = place, max(found[-1][1], sure)
        else:
            found.append((place, sure))
    return found


def equal(steps: Iterable[int]) -> int:
    """Return with how many equal steps some begin."""
    return sum(1 for _ in takewhile(lambda step: step == EQUAL, steps))
