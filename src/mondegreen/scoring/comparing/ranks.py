"""Ranks that say no more than the test set can: what it cannot tell apart shares one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = ["Rank", "ranked"]


class Rank(NamedTuple):
    """The rank of a system.

    Attributes:
        rank: shared by all systems of a tie group: two systems that cannot be told apart, and
            all between them, have the same. The next group's is one more than the systems before.
        best: the best place it may have: one more than the systems that are surely better.
        worst: the worst place it may have.
    """

    rank: int
    best: int
    worst: int


def ranked(order: Sequence[str], apart: Collection[frozenset[str]]) -> dict[str, Rank]:
    """Return the ranks of systems in order of their rates.

    Args:
        order: the names, the best first.
        apart: the pairs that the test set tells apart.

    >>> apart = [frozenset("ac"), frozenset("bd"), frozenset("ad"), frozenset("cd")]
    >>> [place.rank for place in ranked("abcd", apart).values()]
    [1, 1, 1, 4]
    >>> ranked("abcd", apart)["a"]
    Rank(rank=1, best=1, worst=2)
    """
    found: dict[str, Rank] = {}
    rank = 1
    for at, name in enumerate(order):
        better, worse = order[:at], order[at:]
        if all(frozenset((one, other)) in apart for one in better for other in worse):
            rank = at + 1
        best = 1 + sum(frozenset((one, name)) in apart for one in better)
        worst = len(order) - sum(frozenset((name, other)) in apart for other in worse)
        found[name] = Rank(rank, best, worst)
    return found
