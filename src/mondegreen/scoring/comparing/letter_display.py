"""Groups of systems of which no two can be told apart, as letters that systems share."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = ["groups_of", "letters"]


def groups_of(order: Sequence[str], apart: Collection[frozenset[str]]) -> list[list[str]]:
    """Return sets of systems so that two share one if, and only if, they cannot be told apart.

    No set could have another system, and each system is in one. They need not be stretches of the order:
    of three systems the first and the last may be alike while the one between them is not.

    Args:
        order: the names, the best first.
        apart: the pairs that are told apart.

    >>> groups_of("abcd", [frozenset("ac"), frozenset("ad"), frozenset("bd")])
    [['a', 'b'], ['b', 'c'], ['c', 'd']]
    """
    found: list[list[str]] = []
    shared: set[frozenset[str]] = set()
    for at, first in enumerate(order):
        alike = [each for each in order[at + 1 :] if frozenset((first, each)) not in apart]
        if not alike and not any(first in group for group in found):
            found.append([first])
        for second in alike:
            if frozenset((first, second)) in shared:
                continue
            group = {first, second}
            for each in order:
                if all(one == each or frozenset((one, each)) not in apart for one in group):
                    group.add(each)
            members = [each for each in order if each in group]
            shared |= {frozenset((one, other)) for one in members for other in members}
            found.append(members)
    return found


def letters(order: Sequence[str], apart: Collection[frozenset[str]]) -> dict[str, str]:
    """Return the letters of the groups that each system is in.

    >>> letters("abcd", [frozenset("ac"), frozenset("ad"), frozenset("bd")])
    {'a': 'a', 'b': 'a b', 'c': 'b c', 'd': 'c'}
    """
    groups = groups_of(order, apart)
    return {
        name: " ".join(_letter(at) for at, group in enumerate(groups) if name in group)
        for name in order
    }


def _letter(number: int) -> str:
    """Return a, b, ..., z, aa, ab, ..."""
    rest, last = divmod(number, len(ascii_lowercase))
    return (_letter(rest - 1) if rest else "") + ascii_lowercase[last]
