"""The best way through two lattices of tokens, as textbook dynamic programming.

A lattice has states, numbered so that every arc leads to a larger one, and arcs, sorted by source:
source, target, a token or ``None``, and whether the token is optional. At a *free* state of the
reference tokens of the hypothesis cost nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Arc", "best_way"]

Arc: TypeAlias = "tuple[int, int, str | None, bool]"
Cost: TypeAlias = "tuple[int, int, int]"
"""Weight, errors, minus hits: the least is the best."""
Way: TypeAlias = "tuple[Cost, int, int, int]"
"""The cost to the end, the first step, its arcs of both sides."""
Table: TypeAlias = "dict[tuple[int, int], Way]"
"""The best way from each pair of states."""
Leaving: TypeAlias = "list[list[tuple[int, Arc]]]"
"""For each state the arcs from it, with their places."""

EQUAL, SUBSTITUTE, DELETE, INSERT, SKIP, FREE, PASS, TURN = range(8)
NO_ARC = -1


def best_way(  # noqa: PLR0917 - the shape of the native one
    states: int,
    arcs: Sequence[Arc],
    free_states: Sequence[int],
    heard: int,
    heard_arcs: Sequence[Arc],
    weights: tuple[int, int, int] | None,
    fragments: bool,  # noqa: FBT001
) -> list[tuple[int, int, int]]:
    """Return the steps from the first states to the last, each with its arcs, -1 for none.

    Of all pairs of paths and their alignments: least weight, fewest errors, most hits, then the
    arc of the reference that comes first, then that of the hypothesis, and what the hypothesis does
    alone last. An optional token without counterpart is a hit, and weighs one less than it else would.

    >>> arcs = [(0, 2, "gonna", False), (0, 1, "going", False), (1, 2, "to", False)]
    >>> best_way(3, arcs, [], 3, [(0, 1, "going", False), (1, 2, "to", False)], None, False)
    [(0, 1, 0), (0, 2, 1)]
    """
    weights = weights or (1, 1, 1)
    leaving, heard_leaving = by_source(states, arcs), by_source(heard, heard_arcs)
    end = states - 1, heard - 1
    table: Table = {end: ((0, 0, 0), PASS, NO_ARC, NO_ARC)}
    for state in reversed(range(states)):
        for column in reversed(range(heard)):
            ways = [table[end]] if (state, column) == end else []
            for at, arc in leaving[state]:
                ways += by_arc(table, arc, at, column, heard_leaving[column], weights, fragments)
            for at, (_, target, token, optional) in heard_leaving[column]:
                after = table[state, target][0]
                if token is None:
                    ways.append((after, TURN, NO_ARC, at))
                elif state in free_states:
                    ways.append((after, FREE, NO_ARC, at))
                elif optional:
                    ways.append((plus(after, weights[2] - 1, 0, 1), SKIP, NO_ARC, at))
                else:
                    ways.append((plus(after, weights[2], 1, 0), INSERT, NO_ARC, at))
            table[state, column] = min(ways, key=lambda way: way[0])  # the first of equal ones
    state = column = 0
    steps = []
    while (state, column) != end:
        _, step, at, heard_at = table[state, column]
        steps.append((step, at, heard_at))
        state = state if at == NO_ARC else arcs[at][1]
        column = column if heard_at == NO_ARC else heard_arcs[heard_at][1]
    return steps


def by_source(states: int, arcs: Sequence[Arc]) -> Leaving:
    """Return the arcs that leave each state."""
    found: Leaving = [[] for _ in range(states)]
    for at, arc in enumerate(arcs):
        found[arc[0]].append((at, arc))
    return found


def by_arc(  # noqa: PLR0917 - all that a step depends on
    table: Table,
    arc: Arc,
    at: int,
    column: int,
    heard: Sequence[tuple[int, Arc]],
    weights: tuple[int, int, int],
    fragments: bool,  # noqa: FBT001
) -> Iterator[Way]:
    """Yield the ways that begin with an arc of the reference, at a state of the hypothesis."""
    _, target, token, optional = arc
    here = table[target, column][0]
    if token is None:
        yield here, PASS, at, NO_ARC
        return
    for heard_at, (_, place, other, _) in heard:
        if other is None:
            continue
        after = table[target, place][0]
        if fits(token, other) if fragments else token == other:
            yield plus(after, 0, 0, 1), EQUAL, at, heard_at
        else:
            yield plus(after, weights[0], 1, 0), SUBSTITUTE, at, heard_at
    if optional:
        yield plus(here, weights[1] - 1, 0, 1), SKIP, at, NO_ARC
    else:
        yield plus(here, weights[1], 1, 0), DELETE, at, NO_ARC


def plus(cost: Cost, weight: int, errors: int, hits: int) -> Cost:
    """Return a cost with a step in front of it."""
    return cost[0] + weight, cost[1] + errors, cost[2] - hits


def fits(reference: str, hypothesis: str) -> bool:
    """Tell whether two tokens are equal, or one is a fragment and fits the other.

    >>> fits("com-", "comma"), fits("-ter", "water"), fits("x", "x-"), fits("com-", "co")
    (True, True, True, False)
    """
    for fragment, whole in ((reference, hypothesis), (hypothesis, reference)):
        if len(fragment) > 1 and fragment.startswith("-"):
            return whole.endswith(fragment[1:])
        if len(fragment) > 1 and fragment.endswith("-"):
            return whole.startswith(fragment[:-1])
    return reference == hypothesis
