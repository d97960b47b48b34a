"""The published scorer of deep biasing, written again from its rules in plain Python."""

from __future__ import annotations

Counts = tuple[int, int, int, int]


def aligned(said: list[str], written: list[str]) -> list[tuple[str, str | None, str | None]]:
    """Return the steps of its alignment: costs 4/3/3; diagonal, then insertion, then deletion."""
    costs = [[0.0] * (len(written) + 1) for _ in range(len(said) + 1)]
    back: dict[tuple[int, int], tuple[int, int]] = {}
    for row in range(len(said) + 1):
        for column in range(len(written) + 1):
            ways = []
            if row and column:
                step = 0 if said[row - 1] == written[column - 1] else 4
                ways.append((costs[row - 1][column - 1] + step, 0, (row - 1, column - 1)))
            if column:
                ways.append((costs[row][column - 1] + 3, 1, (row, column - 1)))
            if row:
                ways.append((costs[row - 1][column] + 3, 2, (row - 1, column)))
            if ways:
                costs[row][column], _, back[row, column] = min(ways)
    steps: list[tuple[str, str | None, str | None]] = []
    at = (len(said), len(written))
    while at != (0, 0):
        before = back[at]
        one = said[before[0]] if before[0] < at[0] else None
        other = written[before[1]] if before[1] < at[1] else None
        kind = (
            "ins" if one is None else "del" if other is None else "sub" if one != other else "hit"
        )
        steps.append((kind, one, other))
        at = before
    return steps


def counts(said: list[str], written: list[str], listed: set[str]) -> tuple[Counts, Counts]:
    """Return hits, substitutions, deletions and insertions of listed words, and of all others."""
    found = {True: dict.fromkeys(("hit", "sub", "del", "ins"), 0), False: {}}
    found[False] = dict(found[True])
    for kind, one, other in aligned(said, written):
        found[(other if one is None else one) in listed][kind] += 1
    first, second = (tuple(found[side].values()) for side in (True, False))
    return first, second  # type: ignore[return-value]
