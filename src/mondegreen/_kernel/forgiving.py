"""Which way through the differences forgives most: the rules, written to be read.

The reference implementation of the path search in ``crates/mondegreen-core/src/forgive``: chains of
differences, the cheapest path through each, and what its pieces are attributed to. The forgivers
themselves are in Rust alone; here they are a function ``accepts(i, to_i, j, to_j)`` that returns
the rank of the earliest forgiver that accepts the reference words from ``i`` up to ``to_i`` as the
hypothesis words from ``j`` up to ``to_j``, or ``None``.
"""

from __future__ import annotations

from itertools import groupby, pairwise, product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from mondegreen._kernel.forgiving_cuts import Cell, Step, leave, letter_cuts, window
from mondegreen._kernel.reference_ties import DELETE, INSERT, least

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["CELLS", "MOST_WORDS", "REACH", "WIDTH", "Piece", "forgive"]

MOST_WORDS = 12
"""A forgiven span has at most so many words on a side. Nothing changes it."""
REACH = 3
"""Differences with at most so many equal words between them are looked at together."""
CELLS = 1 << 16
"""All paths through a region of so many cells are looked at; one of more cells is cut."""
WIDTH = 16
"""In a region that is not cut, the path stays so near the strict alignment, in words of the hypothesis."""

EQUAL, ERROR = -2, -1
"""What stands for the rank of steps that are no forgiven span."""

Words: TypeAlias = "Sequence[str]"
Accepts: TypeAlias = "Callable[[int, int, int, int], int | None]"
"""A step of a path: its rank, from, to."""
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


def forgive(
    reference: Words, hypothesis: Words, accepts: Accepts, most: int = CELLS
) -> list[Piece]:
    """Return the pieces of two texts, in order; a region of more than ``most`` cells is cut.

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
        strict = list(strict_path(cells, reference, hypothesis))
        path = cheapest(cells, reference, hypothesis, accepts, most)
        if not any(rank >= 0 for rank, *_ in path):  # nothing is forgiven: as it was aligned
            path = strict
        found, aligned = (joined(each, reference, hypothesis) for each in (path, strict))
        pieces += without_excess(found, aligned)
    return pieces


def cheapest(
    cells: list[Cell], reference: Words, hypothesis: Words, accepts: Accepts, most: int
) -> list[Step]:
    """Return the cheapest path through a region that is looked at.

    That is the cheapest of all where it has no more than ``most`` cells. Otherwise that near the strict
    alignment; while errors remain, a cheaper one through the parts into which an alignment of
    letters cuts the region; and then one through those into which windows cut it.
    """
    path = through(cells, reference, hypothesis, accepts, most)
    if area(cells[0], cells[-1]) <= most:
        return path
    for cut in (by_letters, by_windows):
        if not any(rank == ERROR for rank, *_ in path):
            break
        other: list[Step] = []
        for first, last in pairwise([cells[0], *cut(cells, reference, hypothesis, accepts, most)]):
            part = aligned(first, last, reference, hypothesis)
            other += through(part, reference, hypothesis, accepts, most)
        if other and cost_of(other, reference, hypothesis) < cost_of(path, reference, hypothesis):
            path = other
    return path


def by_letters(
    cells: list[Cell], reference: Words, hypothesis: Words, _accepts: Accepts, most: int
) -> list[Cell]:
    """Return where an alignment of letters cuts a region, and its end; nothing where it cuts none."""
    (i, j), (to_i, to_j) = cells[0], cells[-1]
    cuts = letter_cuts(reference[i:to_i], hypothesis[j:to_j], most)
    return [(i + at, j + other) for at, other in cuts] + [cells[-1]] * bool(cuts)


def by_windows(
    cells: list[Cell], reference: Words, hypothesis: Words, accepts: Accepts, most: int
) -> list[Cell]:
    """Return where paths through windows, one after the other, cut a region, and its end."""
    start, end = cells[0], cells[-1]
    cuts = []
    while area(start, end) > most:
        left = end[0] - start[0], end[1] - start[1]
        size = window(*left, most)
        free = size[0] < left[0], size[1] < left[1]
        corners = [start, (start[0] + size[0], start[1] + size[1])]
        path = list(best(corners, reference, hypothesis, accepts, most, free))
        start = leave(path, start, size, free)
        cuts.append(start)
    return [*cuts, end]


def through(
    cells: list[Cell], reference: Words, hypothesis: Words, accepts: Accepts, most: int
) -> list[Step]:
    """Return the best path through a region; where it forgives nothing, the strict alignment."""
    path = list(best(cells, reference, hypothesis, accepts, most))
    if any(rank >= 0 for rank, *_ in path):
        return path
    return list(strict_path(cells, reference, hypothesis))


def aligned(first: Cell, last: Cell, reference: Words, hypothesis: Words) -> list[Cell]:
    """Return the cells that the strict alignment of a part visits, first and last included."""
    cells = [first]
    said, written = reference[first[0] : last[0]], hypothesis[first[1] : last[1]]
    for step in least(tuple(said), tuple(written), (1, 1, 1)):
        i, j = cells[-1]
        cells.append((i + (step != INSERT), j + (step != DELETE)))
    return cells


def area(first: Cell, last: Cell) -> int:
    """Return the number of cells of a region."""
    return (last[0] - first[0] + 1) * (last[1] - first[1] + 1)


def cost_of(path: list[Step], reference: Words, hypothesis: Words) -> Cost:
    """Return what a path costs, as `best` compares it."""
    spans = [step for step in path if step[0] >= 0]
    edits = [distance(reference[i:to_i], hypothesis[j:to_j]) for _, (i, j), (to_i, to_j) in spans]
    errors = sum(step[0] == ERROR for step in path)
    return errors, sum(edits), len(spans), sum(step[0] for step in spans)


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


def strict_path(cells: list[Cell], reference: Words, hypothesis: Words) -> Iterator[Step]:
    """Yield the steps of the strict alignment."""
    for cell, to in pairwise(cells):
        same = reference[cell[0] : to[0]] == hypothesis[cell[1] : to[1]]
        yield EQUAL if same else ERROR, cell, to


def visible(cells: list[Cell], most: int) -> set[Cell]:
    """Return the cells of a region that a path may visit."""
    (first_i, first_j), (last_i, last_j) = cells[0], cells[-1]
    rows = range(first_i, last_i + 1)
    if area(cells[0], cells[-1]) <= most:
        return set(product(rows, range(first_j, last_j + 1)))
    seen = set()
    for row in rows:
        columns = [j for i, j in cells if i == row]
        low, high = columns[0] - WIDTH, columns[-1] + WIDTH
        seen |= {(row, j) for j in range(max(low, first_j), min(high, last_j) + 1)}
    return seen


def best(  # noqa: PLR0917 - a region and how it is gone through
    cells: list[Cell],
    reference: Words,
    hypothesis: Words,
    accepts: Accepts,
    most: int = CELLS,
    free: tuple[bool, bool] = (False, False),
) -> Iterator[Step]:
    """Yield the steps of the best path through a region: rank, from, to.

    ``free`` says whether it may end anywhere in the last row, and in the last column.

    An equal word has rank `EQUAL`, an error `ERROR`. Every cell keeps the least that is still to come. What
    is equal by that is settled from the left: the first of span (by its ends), equal, substitute,
    delete, insert.
    """
    seen = visible(cells, most)
    last_i, last_j = cells[-1]
    ends = {
        (i, j)
        for i, j in seen
        if (i == last_i and (j == last_j or free[0])) or (j == last_j and free[1])
    }
    costs: dict[Cell, Cost] = dict.fromkeys(ends, (0, 0, 0, 0))
    choices: dict[Cell, tuple[int, Cell]] = {}
    for cell in sorted(seen, reverse=True):
        for rank, to, cost in moves(cell, seen, reference, hypothesis, accepts):
            if to not in costs:
                continue
            total = tuple(map(sum, zip(cost, costs[to], strict=True)))
            if cell not in costs or total < costs[cell]:
                costs[cell], choices[cell] = total, (rank, to)  # type: ignore[assignment]
    cell = cells[0]
    while cell not in ends:
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


def joined(path: list[Step], reference: Words, hypothesis: Words) -> list[Piece]:
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


def without_excess(pieces: list[Piece], strict: list[Piece]) -> list[Piece]:
    """Take what is counted more than in the strict differences off, of spans first, the last ones first."""
    order = [at for at in reversed(range(len(pieces))) if pieces[at].rank >= 0]
    if not order:
        return pieces
    rest = [at for at in reversed(range(len(pieces))) if pieces[at].rank < 0]
    for name, places in (("errors", order), ("letters", order + rest)):
        excess = sum(getattr(each, name) for each in pieces)
        excess -= sum(getattr(each, name) for each in strict)
        for at in places:
            off = min(max(0, excess), getattr(pieces[at], name))
            pieces[at] = pieces[at]._replace(**{name: getattr(pieces[at], name) - off})
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
