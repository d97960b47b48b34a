"""A sample of rulings to label: as many of each kind as can be, so that rare ones are seen too."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, TypeVar

from mondegreen.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.judges.audit.agreement import Stratum
    from mondegreen.judges.audit.rulings import AuditItem

__all__ = ["allocate", "draw", "strata_of"]

K = TypeVar("K")


def draw(items: Sequence[AuditItem], count: int, seed: int = 0) -> list[AuditItem]:
    """Return so many items, or all if there are fewer, in an order that tells nothing.

    Positive and negative rulings get half each, and within them every stratum the same; what a stratum has
    not, the others get.

    Raises:
        UsageError: ``count`` is less than 1.
    """
    if count < 1:
        raise UsageError(f"{count}: expected a number of rulings to label, 1 or more")
    chance = random.Random(seed)  # noqa: S311 - no secret
    by_stratum: defaultdict[Stratum, list[AuditItem]] = defaultdict(list)
    for item in sorted(items, key=lambda each: each.id):
        by_stratum[item.stratum].append(item)
    wanted = allocate(strata_of(items), count)
    drawn = [
        item
        for stratum in sorted(by_stratum)
        for item in chance.sample(by_stratum[stratum], wanted[stratum])
    ]
    chance.shuffle(drawn)
    return drawn


def strata_of(items: Sequence[AuditItem]) -> dict[Stratum, int]:
    """Return how many rulings each stratum has."""
    return dict(Counter(item.stratum for item in items))


def allocate(sizes: Mapping[Stratum, int], count: int) -> dict[Stratum, int]:
    """Return how many of each stratum are drawn.

    >>> from mondegreen.judges.audit.agreement import Stratum
    >>> allocate({Stratum(True, "missing"): 3, Stratum(False, "preserved"): 500}, 50)[Stratum(True, "missing")]
    3
    """
    sides = {side: {s: n for s, n in sizes.items() if s.positive is side} for side in (True, False)}
    totals = {side: sum(strata.values()) for side, strata in sides.items()}
    halves = _even(totals, count)
    found: dict[Stratum, int] = {}
    for side, strata in sides.items():
        found.update(_even(strata, halves[side]))
    return found


def _even(sizes: Mapping[K, int], count: int) -> dict[K, int]:
    """Give each the same, and what one has not to the others."""
    given = dict.fromkeys(sizes, 0)
    left = min(count, sum(sizes.values()))
    while left:
        open_keys = [key for key in sizes if given[key] < sizes[key]]
        each = max(1, left // len(open_keys))
        for key in open_keys:
            more = min(each, sizes[key] - given[key], left)
            given[key] += more
            left -= more
    return given
