"""The path search: the native one, the reference implementation, and brute force over all paths agree."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen._kernel import forgiving

_native = pytest.importorskip("mondegreen._kernel._native")

if TYPE_CHECKING:
    from collections.abc import Iterator

Span = tuple[int, int, int, int]
"""``i``, ``to_i``, ``j``, ``to_j``."""
Table = dict[Span, int]

words = st.lists(st.sampled_from("abc"), max_size=8)


@st.composite
def accepted(draw: st.DrawFn) -> tuple[list[str], list[str], Table]:
    said, written = draw(words), draw(words)
    place_i, place_j = st.integers(0, len(said)), st.integers(0, len(written))
    spans = draw(st.lists(st.tuples(place_i, place_i, place_j, place_j), max_size=12))
    table = {}
    for i, to_i, j, to_j in spans:
        span = (*sorted((i, to_i)), *sorted((j, to_j)))
        if said[span[0] : span[1]] != written[span[2] : span[3]]:
            table[span] = draw(st.integers(0, 3))
    return said, written, table


def native(
    said: list[str], written: list[str], table: Table, cells: int = forgiving.CELLS
) -> list[forgiving.Piece]:
    rows = [(*span, rank) for span, rank in table.items()]
    return [forgiving.Piece(*row) for row in _native.forgiven_path(said, written, rows, cells)]


def in_python(
    said: list[str], written: list[str], table: Table, cells: int = forgiving.CELLS
) -> list[forgiving.Piece]:
    return forgiving.forgive(said, written, lambda *span: table.get(span), cells)


@given(accepted())
def test_native_is_the_reference(case: tuple[list[str], list[str], Table]) -> None:
    assert native(*case) == in_python(*case)


@given(accepted(), st.integers(16, 60))
def test_what_is_cut_is_the_reference_and_never_more_than_strict(
    case: tuple[list[str], list[str], Table], cells: int
) -> None:
    pieces = native(*case, cells)
    assert pieces == in_python(*case, cells)
    said, written, _ = case
    assert sum(piece.errors for piece in pieces) == forgiving.distance(said, written)
    strict = in_python(said, written, {})
    for name in ("errors", "letters"):
        assert sum(getattr(piece, name) for piece in pieces) <= sum(
            getattr(piece, name) for piece in strict
        )


def without_anchor(random: Random, length: int) -> tuple[list[str], list[str], Table]:
    """Return two texts that are joined, parted and reworded all along, and what is accepted of it."""

    def word() -> str:
        return "".join(random.choices("abcdefghij", k=random.randint(2, 5)))

    said: list[str] = []
    written: list[str] = []
    table: Table = {}
    while len(said) < length:
        i, j, a, b = len(said), len(written), word(), word()
        kind = random.choices(range(8), (20, 10, 15, 15, 10, 8, 8, 3))[0]
        new: tuple[list[str], list[str]] = (
            ([a, b], [a + b]),
            ([a + b], [a, b]),
            ([a, b], [word()]),
            ([a], [a + "s"]),
            ([a], [a]),
            ([a], [b]),
            random.choice((([a], []), ([], [a]))),
            random.choice((([word() for _ in range(15)], []), ([], [word() for _ in range(15)]))),
        )[kind]
        said += new[0]
        written += new[1]
        if kind < 4 and new[0] != new[1]:
            table[i, len(said), j, len(written)] = random.randint(0, 3)
    for _ in range(length // 3):  # and some that leads nowhere
        i, j = random.randrange(len(said)), random.randrange(len(written))
        if said[i] != written[j]:
            table[i, i + 1, j, j + 1] = random.randint(0, 3)
    return said, written, table


def remaining(pieces: list[forgiving.Piece]) -> int:
    return sum(piece.errors for piece in pieces if piece.rank < 0)


@pytest.mark.parametrize("cells", [16, 100, 400, 900])
def test_cut_stretches_are_solved_nearly_as_whole_ones(cells: int) -> None:
    whole = cut = strict = 0
    for seed in range(60):
        case = without_anchor(Random(seed), 60)
        pieces = native(*case, cells)
        if seed < 8:
            assert pieces == in_python(*case, cells)
        assert remaining(native(*case)) <= remaining(pieces)
        whole += remaining(native(*case))
        cut += remaining(pieces)
        strict += forgiving.distance(*case[:2])
    share = (strict - cut) / (strict - whole)
    assert share > (0.97 if cells < 100 else 0.985)


def every_path(
    cell: tuple[int, int], end: tuple[int, int], said: list[str], written: list[str], table: Table
) -> Iterator[tuple[int, int, int, int]]:
    """Yield the costs of all paths from a cell on, without any dynamic programming."""
    if cell == end:
        yield 0, 0, 0, 0
        return
    i, j = cell
    steps = [(to, (0, forgiving.distance(said[i : to[0]], written[j : to[1]]), 1, rank))
             for (a, b, c, d), rank in table.items() if (a, c) == cell for to in [(b, d)]]  # fmt: skip
    if i < end[0] and j < end[1]:
        steps.append(((i + 1, j + 1), (int(said[i] != written[j]), 0, 0, 0)))
    if i < end[0]:
        steps.append(((i + 1, j), (1, 0, 0, 0)))
    if j < end[1]:
        steps.append(((i, j + 1), (1, 0, 0, 0)))
    for to, cost in steps:
        if to[0] <= end[0] and to[1] <= end[1]:
            for rest in every_path(to, end, said, written, table):
                yield tuple(map(sum, zip(cost, rest, strict=True)))  # type: ignore[misc]


def test_no_path_is_cheaper() -> None:
    random = Random(4)
    tried = 0
    for _ in range(400):
        said, written = (random.choices("ab", k=random.randint(0, 5)) for _ in range(2))
        table = {}
        for _ in range(random.randint(0, 6)):
            i, to_i = sorted(random.choices(range(len(said) + 1), k=2))
            j, to_j = sorted(random.choices(range(len(written) + 1), k=2))
            if said[i:to_i] != written[j:to_j]:
                table[i, to_i, j, to_j] = random.randint(0, 3)
        steps = forgiving.least(said, written)
        for cells in forgiving.chains(steps, said, written):
            tried += 1
            path = list(forgiving.best(cells, said, written, lambda *span, t=table: t.get(span)))
            ranks = [rank for rank, *_ in path if rank >= 0]
            edits = sum(
                forgiving.distance(said[i:to_i], written[j:to_j])
                for rank, (i, j), (to_i, to_j) in path
                if rank >= 0
            )
            mine = (sum(rank == -1 for rank, *_ in path), edits, len(ranks), sum(ranks))
            assert mine == min(every_path(cells[0], cells[-1], said, written, table))
    assert tried > 300


@given(accepted(), st.integers(0, 3))
def test_more_forgivers_leave_no_more(
    case: tuple[list[str], list[str], Table], without: int
) -> None:
    said, written, table = case
    fewer = {span: rank for span, rank in table.items() if rank != without}
    remaining = [
        sum(piece.errors for piece in native(said, written, each) if piece.rank < 0)
        for each in (table, fewer)
    ]
    assert remaining[0] <= remaining[1]
    strict = forgiving.distance(said, written)
    assert sum(piece.errors for piece in native(said, written, table)) == strict


def test_a_large_region_stays_near_the_strict_alignment() -> None:
    random = Random(8)
    said, written = (random.choices("abcdefgh", k=300) for _ in range(2))
    table = {}
    for _ in range(3000):
        i, j = random.randrange(296), random.randrange(296)
        span = i, i + random.randint(0, 4), j, j + random.randint(0, 4)
        if said[span[0] : span[1]] != written[span[2] : span[3]]:
            table[span] = random.randint(0, 9)
    assert len(said) * len(written) > forgiving.CELLS
    assert native(said, written, table) == in_python(said, written, table)
