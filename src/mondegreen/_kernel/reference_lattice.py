"""The best way through a lattice of tokens, as textbook dynamic programming.

A lattice has states, numbered so that every arc leads to a larger one, and arcs, sorted by source:
source, target, a token or ``None``, and whether the token is optional. At a *free* state tokens of
the hypothesis cost nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Arc", "best_way"]

Arc: TypeAlias = "tuple[int, int, str | None, bool]"
Cost: TypeAlias = "tuple[int, int, int]"
"""Weight, errors, minus hits: the least is the best."""

EQUAL, SUBSTITUTE, DELETE, INSERT, SKIP, FREE, PASS = range(7)
NO_ARC = -1


def best_way(  # noqa: PLR0917 - the shape of the native one
    states: int,
    arcs: Sequence[Arc],
    free: Sequence[int],
    hypothesis: Sequence[str],
    weights: tuple[int, int, int] | None,
    fragments: bool,
) -> list[tuple[int, int]]:
    """Return the steps from the first state to the last, each with its arc, -1 for none.

    Of all paths and their alignments: least weight, fewest errors, most hits, then the arc that
    comes first, and an insertion last. Leaving an optional token out is a hit, and weighs one less
    than a deletion.

    >>> arcs = [(0, 2, "gonna", False), (0, 1, "going", False), (1, 2, "to", False)]
    >>> best_way(3, arcs, [], ["going", "to"], None, False)
    [(0, 1), (0, 2)]
    """
    substitution, deletion, insertion = weights or (1, 1, 1)
    columns = len(hypothesis)
    leaving: list[list[int]] = [[] for _ in range(states)]
    for at, arc in enumerate(arcs):
        leaving[arc[0]].append(at)
    # For each state and place in the hypothesis: the cost to the end, the step, the arc.
    table: dict[tuple[int, int], tuple[Cost, int, int]] = {}
    for state in reversed(range(states)):
        for column in reversed(range(columns + 1)):
            ways: list[tuple[Cost, int, int]] = []
            if (state, column) == (states - 1, columns):
                ways.append(((0, 0, 0), PASS, NO_ARC))
            for at in leaving[state]:
                _, target, token, optional = arcs[at]
                if token is None:
                    ways.append((table[target, column][0], PASS, at))
                    continue
                if column < columns:
                    after = table[target, column + 1][0]
                    heard = hypothesis[column]
                    if fits(token, heard) if fragments else token == heard:
                        ways.append((plus(after, 0, 0, 1), EQUAL, at))
                    else:
                        ways.append((plus(after, substitution, 1, 0), SUBSTITUTE, at))
                after = table[target, column][0]
                if optional:
                    ways.append((plus(after, deletion - 1, 0, 1), SKIP, at))
                else:
                    ways.append((plus(after, deletion, 1, 0), DELETE, at))
            if column < columns:
                after = table[state, column + 1][0]
                if state in free:
                    ways.append((after, FREE, NO_ARC))
                else:
                    ways.append((plus(after, insertion, 1, 0), INSERT, NO_ARC))
            table[state, column] = min(ways, key=lambda way: way[0])  # the first of equal ones
    state = column = 0
    steps = []
    while (state, column) != (states - 1, columns):
        _, step, at = table[state, column]
        steps.append((step, at))
        column += step in {EQUAL, SUBSTITUTE, INSERT, FREE}
        state = state if at == NO_ARC else arcs[at][1]
    return steps


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
