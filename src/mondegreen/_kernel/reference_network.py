"""The way that NIST's sclite takes through two networks of words, as its own table has it.

sclite has a cell for each pair of arcs, not of states, sums costs in single precision, and lets an
arc without a word, ``@``, cost a thousandth.
"""

from __future__ import annotations

from struct import pack, unpack
from typing import TYPE_CHECKING, TypeAlias

from mondegreen._kernel.reference_lattice import (
    DELETE,
    EQUAL,
    INSERT,
    NO_ARC,
    PASS,
    SKIP,
    SUBSTITUTE,
    TURN,
    Arc,
    fits,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["sclite_way"]

Weights: TypeAlias = "tuple[int, int, int]"
Cell: TypeAlias = "tuple[float, int, int]"
"""The cost from the beginning, and the cell before it."""
NOTHING, BOTH_NOTHING = 0.001, 1.0
"""What an arc without a word costs by itself, and against another one."""


def sclite_way(
    arcs: Sequence[Arc],
    heard_arcs: Sequence[Arc],
    weights: Weights,
    fragments: bool,  # noqa: FBT001 - the shape of the native one
) -> list[tuple[int, int, int]]:
    """Return the steps of the way, each with its arcs, -1 for none, as `best_way` does.

    Arcs that end at a state come before those that begin there, and are else in the order in which
    the alternatives are written; the last state has the largest number.

    >>> either = [(0, 1, "a", False), (0, 1, None, False), (1, 2, "b", False)]
    >>> sclite_way(either, [(0, 1, "b", False)], (4, 3, 3), False) == [(PASS, 1, -1), (EQUAL, 2, 0)]
    True
    """
    said, heard = before(arcs), before(heard_arcs)
    table: dict[tuple[int, int], Cell] = {(0, 0): (0.0, 0, 0)}
    for row in range(len(said) - 1):
        for column in range(len(heard) - 1):
            if not row and not column:
                continue
            ways = {}
            if row and column:
                at = [(up, left) for up in said[row] for left in heard[column]]
                pair = arcs[row - 1], heard_arcs[column - 1]
                ways[EQUAL] = cheapest(table, at, change(*pair, weights[0], fragments=fragments))
            if column:
                at = [(row, left) for left in heard[column]]
                ways[INSERT] = cheapest(table, at, alone(heard_arcs[column - 1], weights[2]))
            if row:
                at = [(up, column) for up in said[row]]
                ways[DELETE] = cheapest(table, at, alone(arcs[row - 1], weights[1]))
            table[row, column] = min(ways.values(), key=lambda way: way[0])  # the first of equals
    ends = [(row, column) for row in said[-1] for column in heard[-1]]
    row, column = min(ends, key=lambda end: table[end][0])
    steps = []
    while row or column:
        _, up, left = table[row, column]
        number = NO_ARC if up == row else row - 1
        other = NO_ARC if left == column else column - 1
        said_arc = None if number == NO_ARC else arcs[number]
        heard_arc = None if other == NO_ARC else heard_arcs[other]
        steps.append((step(said_arc, heard_arc, fragments=fragments), number, other))
        row, column = up, left
    return steps[::-1]


def before(arcs: Sequence[Arc]) -> list[list[int]]:
    """Return for the beginning, each arc and the end the arcs before it, 0 for the beginning.

    >>> before([(0, 1, "a", False), (0, 1, "b", False), (1, 2, "c", False)])
    [[], [0], [0], [1, 2], [3]]
    """
    into: dict[int, list[int]] = {0: [0]}
    for number, (_, target, _, _) in enumerate(arcs, 1):
        into.setdefault(target, []).append(number)
    return [[], *(into[source] for source, *_ in arcs), into[max(into)]]


def cheapest(
    table: dict[tuple[int, int], Cell], cells: Sequence[tuple[int, int]], more: float
) -> Cell:
    """Return the first of the cheapest cells, and what the step from it costs more."""
    at = min(cells, key=lambda cell: table[cell][0])
    return single(table[at][0] + single(more)), *at


def single(number: float) -> float:
    """Round a number to single precision."""
    return float(unpack("f", pack("f", number))[0])


def alone(arc: Arc, weight: int) -> float:
    """Return what an arc costs where the other side has nothing."""
    _, _, token, optional = arc
    if token is None:
        return NOTHING
    return weight - 1 if optional else weight


def change(said: Arc, heard: Arc, weight: int, *, fragments: bool) -> float:
    """Return what it costs that one word stands for another."""
    if said[2] is None and heard[2] is None:
        return BOTH_NOTHING
    return 0 if is_hit(said[2], heard[2], fragments=fragments) else weight


def is_hit(said: str | None, heard: str | None, *, fragments: bool) -> bool:
    """Tell whether two words are equal, or one is a fragment and fits the other."""
    if said is None or heard is None:
        return False
    return fits(said, heard) if fragments else said == heard


def step(said: Arc | None, heard: Arc | None, *, fragments: bool) -> int:
    """Return what a step does that takes an arc of one side or of both."""
    if said is not None and heard is not None:
        return EQUAL if is_hit(said[2], heard[2], fragments=fragments) else SUBSTITUTE
    arc = said or heard
    assert arc is not None  # noqa: S101 - for the type checker
    if arc[2] is None:
        return PASS if heard is None else TURN
    if arc[3]:
        return SKIP
    return DELETE if heard is None else INSERT
