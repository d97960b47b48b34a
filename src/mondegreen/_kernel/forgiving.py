"""Which way through the differences forgives most: the rules, written to be read.

The twin in plain Python of the path search in ``crates/mondegreen-core/src/forgive``: chains of
differences, the cheapest path through each, and what its pieces are put down to. The forgivers
themselves are in Rust alone; here they are a function ``accepts(i, to_i, j, to_j)`` that returns
the rank of the earliest forgiver that accepts the reference words from ``i`` up to ``to_i`` as the
hypothesis words from ``j`` up to ``to_j``, or ``None``.
"""

from __future__ import annotations

from itertools import groupby, pairwise, product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from mondegreen._kernel.reference_ties import DELETE, INSERT, least

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["CELLS", "MOST_WORDS", "REACH", "WIDTH", "Piece", "forgive"]

MOST_WORDS = 12
"""A forgiven span has at most so many words on a side. Nothing changes it."""
REACH = 3
"""Differences with at most so many equal words between them are looked at together."""
CELLS = 1 << 16
"""In a region with more cells, the path stays near the strict alignment."""
WIDTH = 16
"""So near, in words of the hypothesis."""

EQUAL, ERROR = -2, -1
"""What stands for the rank of steps that are no forgiven span."""

Words: TypeAlias = "Sequence[str]"
Accepts: TypeAlias = "Callable[[int, int, int, int], int | None]"
Cell: TypeAlias = tuple[int, int]
Cost: TypeAlias = tuple[int, int, int, int]
"""Remaining errors, word edit distance within the spans, number of spans, sum of their ranks."""


class Piece(NamedTuple):
    """A forgiven span, or a difference that remains, with ``rank`` -1; places in both texts."""

    rank: int
    reference_start: int
    reference_end: int
    hypothesis_start: int
    hypothesis_end: int
    errors: int
    letters: int


def forgive(reference: Words, hypothesis: Words, accepts: Accepts) -> list[Piece]:
    """Return the pieces of two texts, in order.

    >>> def spacing(i, to_i, j, to_j):
    ...     return 3 if "".join(said[i:to_i]) == "".join(written[j:to_j]) else None
    >>> said, written = "the data base fell".split(), "the database felt".split()
    >>> for piece in forgive(said, written, spacing):
    ...     print(piece.rank, said[piece.reference_start : piece.reference_end], piece.errors)
    3 ['data', 'base'] 2
    -1 ['fell'] 1
    """
    steps = least(tuple(reference), tuple(hypothesis), (1, 1, 1))
    pieces = []
    for cells in chains(steps, reference, hypothesis):
        path = list(best(cells, reference, hypothesis, accepts))
        if not any(rank >= 0 for rank, *_ in path):  # nothing is forgiven: as it was aligned
            path = list(strict_path(cells, reference, hypothesis))
        strict = sum(
            reference[i:to_i] != hypothesis[j:to_j] for (i, j), (to_i, to_j) in pairwise(cells)
        )
        pieces += without_excess(joined(path, reference, hypothesis), strict)
    return pieces


def chains(steps: Sequence[int], reference: Words, hypothesis: Words) -> Iterator[list[Cell]]:
    """Yield for each chain the cells that the strict alignment visits, first and last included."""
    cells = [(0, 0)]
    for step in steps:
        i, j = cells[-1]
        cells.append((i + (step != INSERT), j + (step != DELETE)))
    at = 0
    found: list[Cell] = []  # stretches that differ, as places in the list of cells
    equal = [reference[i:to_i] == hypothesis[j:to_j] for (i, j), (to_i, to_j) in pairwise(cells)]
    for same, group in groupby(equal):
        length = len(list(group))
        if not same:
            if found and at - found[-1][1] <= REACH:
                found[-1] = found[-1][0], at + length
            else:
                found.append((at, at + length))
        at += length
    for first, last in found:
        yield cells[first : last + 1]


def strict_path(
    cells: list[Cell], reference: Words, hypothesis: Words
) -> Iterator[tuple[int, Cell, Cell]]:
    """Yield the steps of the strict alignment."""
    for cell, to in pairwise(cells):
        same = reference[cell[0] : to[0]] == hypothesis[cell[1] : to[1]]
        yield EQUAL if same else ERROR, cell, to


def visible(cells: list[Cell]) -> set[Cell]:
    """Return the cells of a region that a path may visit."""
    (first_i, first_j), (last_i, last_j) = cells[0], cells[-1]
    rows = range(first_i, last_i + 1)
    whole = len(rows) * (last_j - first_j + 1) <= CELLS
    seen = set()
    for row in rows:
        columns = [j for i, j in cells if i == row]
        low, high = columns[0] - WIDTH, columns[-1] + WIDTH
        if whole:
            low, high = first_j, last_j
        seen |= {(row, j) for j in range(max(low, first_j), min(high, last_j) + 1)}
    return seen


def best(
    cells: list[Cell], reference: Words, hypothesis: Words, accepts: Accepts
) -> Iterator[tuple[int, Cell, Cell]]:
    """Yield the steps of the best path through a region: rank, from, to.

    An equal word has rank `EQUAL`, an error `ERROR`. Every cell keeps the least that is still to come. What
    is equal by that is settled from the left: the first of span (by its ends), equal, substitute,
    delete, insert.
    """
    seen = visible(cells)
    end = cells[-1]
    costs: dict[Cell, Cost] = {end: (0, 0, 0, 0)}
    choices: dict[Cell, tuple[int, Cell]] = {}
    for cell in sorted(seen, reverse=True):
        for rank, to, cost in moves(cell, seen, reference, hypothesis, accepts):
            if to not in costs:
                continue
            total = tuple(map(sum, zip(cost, costs[to], strict=True)))
            if cell not in costs or total < costs[cell]:
                costs[cell], choices[cell] = total, (rank, to)  # type: ignore[assignment]
    cell = cells[0]
    while cell != end:
        rank, to = choices[cell]
        yield rank, cell, to
        cell = to


def moves(
    cell: Cell, seen: set[Cell], reference: Words, hypothesis: Words, accepts: Accepts
) -> Iterator[tuple[int, Cell, Cost]]:
    """Yield the steps from a cell, those that are preferred first."""
    i, j = cell
    for said, written in product(range(MOST_WORDS + 1), repeat=2):
        to = i + said, j + written
        if said + written == 0 or to not in seen:
            continue
        rank = accepts(i, to[0], j, to[1])
        if rank is not None:
            edits = distance(reference[i : to[0]], hypothesis[j : to[1]])
            yield rank, to, (0, edits, 1, rank)
    if (i + 1, j + 1) in seen:
        if reference[i] == hypothesis[j]:
            yield EQUAL, (i + 1, j + 1), (0, 0, 0, 0)
        else:
            yield ERROR, (i + 1, j + 1), (1, 0, 0, 0)
    for to in ((i + 1, j), (i, j + 1)):
        if to in seen:
            yield ERROR, to, (1, 0, 0, 0)


def joined(path: list[tuple[int, Cell, Cell]], reference: Words, hypothesis: Words) -> list[Piece]:
    """Return the spans, and errors side by side as one difference each."""
    pieces = []
    start = 0
    for at, (rank, _, (to_i, to_j)) in enumerate(path):
        i, j = path[start][1]
        said, written = reference[i:to_i], hypothesis[j:to_j]
        if rank == ERROR and at + 1 < len(path) and path[at + 1][0] == ERROR:
            continue
        if rank != EQUAL:
            errors = at + 1 - start if rank == ERROR else distance(said, written)
            letters = distance("".join(said), "".join(written))
            pieces.append(Piece(rank, i, to_i, j, to_j, errors, letters))
        start = at + 1
    return pieces


def without_excess(pieces: list[Piece], strict: int) -> list[Piece]:
    """Take what is counted more than the strict alignment does off the last spans."""
    excess = sum(piece.errors for piece in pieces) - strict
    for at in reversed(range(len(pieces))):
        if pieces[at].rank >= 0 and excess > 0:
            off = min(excess, pieces[at].errors)
            pieces[at] = pieces[at]._replace(errors=pieces[at].errors - off)
            excess -= off
    return pieces


def distance(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the edit distance of two sequences."""
    row = list(range(len(other) + 1))
    for said in one:
        diagonal, row[0] = row[0], row[0] + 1
        for at, written in enumerate(other, 1):
            least_ = min(diagonal + (said != written), row[at] + 1, row[at - 1] + 1)
            diagonal, row[at] = row[at], least_
    return row[-1]
