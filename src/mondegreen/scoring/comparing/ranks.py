"""Ranks that say no more than the test set can: only a significant difference is an order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mondegreen.scoring.comparing.letter_display import letters

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from mondegreen.scoring.comparing.significance import PairOfSystems

__all__ = ["Rank", "apart", "ranked"]


class Rank(NamedTuple):
    """The rank of a system.

    Attributes:
        rank: one more than the systems that are significantly better.
        worst_place: the last place it may have: the systems less those that are significantly worse.
        group: letters; two systems share one if, and only if, they cannot be told apart.
    """

    rank: int
    worst_place: int
    group: str


def apart(pairs: Iterable[PairOfSystems]) -> set[frozenset[str]]:
    """Return the pairs that the test set tells apart."""
    return {frozenset((each.first, each.second)) for each in pairs if each.separated}


def ranked(
    order: Sequence[str], apart: Collection[frozenset[str]], unranked: Collection[str] = ()
) -> dict[str, Rank]:
    """Return the ranks of systems in order of their rates.

    A chain of systems, each like the next one, has no rank in common: its ends may differ.

    Args:
        order: the names, the best first.
        apart: the pairs that the test set tells apart.
        unranked: those of them that get no rank; others may still be better or worse.

    >>> apart = [frozenset("ac"), frozenset("bd"), frozenset("ad"), frozenset("cd")]
    >>> [place.rank for place in ranked("abcd", apart).values()]
    [1, 1, 2, 4]
    >>> ranked("abcd", apart)["b"]
    Rank(rank=1, worst_place=3, group='a b')
    """
    groups = letters([name for name in order if name not in unranked], apart)
    found: dict[str, Rank] = {}
    for at, name in enumerate(order):
        if name in unranked:
            continue
        rank = 1 + sum(frozenset((better, name)) in apart for better in order[:at])
        worst = len(order) - sum(frozenset((name, other)) in apart for other in order[at:])
        found[name] = Rank(rank, worst, groups[name])
    return found
