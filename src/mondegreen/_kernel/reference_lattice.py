"""The best way through a lattice of tokens, as textbook dynamic programming.

A lattice has states, numbered so that every arc leads to a larger one, and arcs, sorted by source:
source, target, a token or ``None``, and whether the token is optional. At a *free* state tokens of
the hypothesis cost nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Arc", "best_way"]

Arc: TypeAlias = "tuple[int, int, str | None, bool]"
Cost: TypeAlias = "tuple[int, int, int]"
"""Weight, errors, minus hits: the least is the best."""
Way: TypeAlias = "tuple[Cost, int, int]"
"""The cost to the end, the first step, its arc."""
Table: TypeAlias = "dict[tuple[int, int], Way]"
"""The best way from each state and place in the hypothesis."""

EQUAL, SUBSTITUTE, DELETE, INSERT, SKIP, FREE, PASS = range(7)
NO_ARC = -1


def best_way(  # noqa: PLR0917 - the shape of the native one
    states: int,
    arcs: Sequence[Arc],
    free_states: Sequence[int],
    hypothesis: Sequence[str],
    weights: tuple[int, int, int] | None,
    fragments: bool,  # noqa: FBT001
) -> list[tuple[int, int]]:
    """Return the steps from the first state to the last, each with its arc, -1 for none.

    Of all paths and their alignments: least weight, fewest errors, most hits, then the arc that
    comes first, and an insertion last. Leaving an optional token out is a hit, and weighs one less
    than a deletion.

    >>> arcs = [(0, 2, "gonna", False), (0, 1, "going", False), (1, 2, "to", False)]
    >>> best_way(3, arcs, [], ["going", "to"], None, False)
    [(0, 1), (0, 2)]
    """
    weights = weights or (1, 1, 1)
    columns = len(hypothesis)
    leaving: list[list[int]] = [[] for _ in range(states)]
    for at, arc in enumerate(arcs):
        leaving[arc[0]].append(at)
    end = states - 1, columns
    table: Table = {end: ((0, 0, 0), PASS, NO_ARC)}
    for state in reversed(range(states)):
        for column in reversed(range(columns + 1)):
            ways = [table[end]] if (state, column) == end else []
            heard = hypothesis[column] if column < columns else None
            for at in leaving[state]:
                ways += by_arc(table, arcs[at], at, column, heard, weights, fragments)
            if heard is not None:
                after = table[state, column + 1][0]
                free = state in free_states
                inserted = after if free else plus(after, weights[2], 1, 0)
                ways.append((inserted, FREE if free else INSERT, NO_ARC))
            table[state, column] = min(ways, key=lambda way: way[0])  # the first of equal ones
    state = column = 0
    steps = []
    while (state, column) != end:
        _, step, at = table[state, column]
        steps.append((step, at))
        column += step in {EQUAL, SUBSTITUTE, INSERT, FREE}
        state = state if at == NO_ARC else arcs[at][1]
    return steps


def by_arc(  # noqa: PLR0917 - all that a step depends on
    table: Table,
    arc: Arc,
    at: int,
    column: int,
    heard: str | None,
    weights: tuple[int, int, int],
    fragments: bool,  # noqa: FBT001
) -> Iterator[Way]:
    """Yield the ways that begin with an arc, at a place of the hypothesis."""
    _, target, token, optional = arc
    here = table[target, column][0]
    if token is None:
        yield here, PASS, at
        return
    if heard is not None:
        after = table[target, column + 1][0]
        if fits(token, heard) if fragments else token == heard:
            yield plus(after, 0, 0, 1), EQUAL, at
        else:
            yield plus(after, weights[0], 1, 0), SUBSTITUTE, at
    if optional:
        yield plus(here, weights[1] - 1, 0, 1), SKIP, at
    else:
        yield plus(here, weights[1], 1, 0), DELETE, at


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
