"""What may become of rows that were not judged: the counts under which a comparison must hold.

A system's open rows are taken at their best and at their worst. An order, or the decision of a test,
holds only if it is the same in every such filling; otherwise it depends on what was not judged.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from mondegreen.scoring.sampled_rows import filled_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.scoring.comparing.systems import Systems

__all__ = ["Left", "depends", "fillings", "left", "limits_of"]


class Left(NamedTuple):
    """What a judge left open of one system.

    Attributes:
        needed: how many of the compared utterances needed the judge.
        unjudged: how many of these it did not judge.
        bounded: whether something bounds what it would have said.
    """

    needed: int
    unjudged: int
    bounded: bool

    def __str__(self) -> str:
        return f"{self.unjudged:,} of {self.needed:,} unjudged"

    @property
    def judged(self) -> float:
        """The share of the utterances that needed the judge and were judged, 0 to 1; 1 if none did."""
        return (self.needed - self.unjudged) / self.needed if self.needed else 1.0


def left(systems: Systems, name: str) -> Left:
    """Return what is open of a system; nothing for a metric without a judge."""
    if not systems.kind.judged:
        return Left(0, 0, bounded=True)
    totals = systems.totals(name)
    unjudged = int(systems.kind.left_out_of(totals))
    needed = int(systems.kind.of("needed", totals))
    return Left(needed, unjudged, bounded=systems.kind.is_bounded(totals))


def limits_of(kind: Any, totals: Sequence[int]) -> tuple[float | None, float | None]:
    """Return the lowest and the highest rate of summed counts: equal where all was judged."""
    if kind.judged and kind.left_out_of(totals):
        low, high = kind.limits(totals)
        return low, high
    value = float(kind.value(totals))
    rate = value if math.isfinite(value) else None
    return rate, rate


def depends(systems: Systems, names: Iterable[str], what: str = "the order depends on them") -> str:
    """Return what is open of some systems, and why no more can be said of them."""
    found = {name: left(systems, name) for name in names}
    counts = ", ".join(f"{name} {open_rows}" for name, open_rows in found.items())
    if all(open_rows.bounded for open_rows in found.values()):
        return f"{counts}: {what}"
    return f"{counts}: nothing bounds them ({systems.kind.unbounded})"


def fillings(
    np: Any, systems: Systems, first: str, second: str, codes: Any = None
) -> list[tuple[Any, Any]]:
    """Return rows of counts of two systems as if all had been judged, in each way that matters.

    The first is the one that favours the first system, the second the one that favours the other. A
    third one makes the differences as uneven as it can, for the size of their sum: a test may find
    nothing there although it does at both ends. One alone where all was judged, and none where
    nothing bounds what was not.

    Args:
        np: NumPy.
        systems: all of them.
        first: the name of one.
        second: the name of another.
        codes: the cluster of each row; each is one of its own without.
    """
    parts = [left(systems, name) for name in (first, second)]
    tables = [systems.counts(np, name) for name in (first, second)]
    if not any(part.unjudged for part in parts):
        return [(tables[0], tables[1])]
    if not all(part.bounded for part in parts):
        return []
    kind = systems.kind
    ours, theirs = (
        [filled_rows(kind, table, worst=worst) for worst in (False, True)] for table in tables
    )
    found = [(ours[0], theirs[1]), (ours[1], theirs[0])]
    ends = [_apart(np, kind, *pair) for pair in found]
    chosen = _uneven(np, ends[0], ends[1], codes)
    if chosen is not None:
        mask = chosen[:, None]
        found.append((np.where(mask, ours[1], ours[0]), np.where(mask, theirs[0], theirs[1])))
    return found


def _apart(np: Any, kind: Any, ours: Any, theirs: Any) -> Any:
    """Return by how many errors, weighed, two systems differ in each row."""
    sides = [
        np.asarray(kind.compared(tuple(table.T)), dtype=np.float64) for table in (ours, theirs)
    ]
    return sides[0] - sides[1]


def _uneven(np: Any, low: Any, high: Any, codes: Any) -> Any:
    """Return which rows to take at their high end, so that the differences are most uneven.

    Sought is the largest sum of squares over the square of the sum, which decides what a paired test
    says. At that place each unit is at one of its ends, and those at the high one have the largest
    ``low + high``: so few choices are looked at, and every other is as even.
    """
    groups = np.arange(len(low)) if codes is None else np.unique(codes, return_inverse=True)[1]
    low, high = (np.bincount(groups, side) for side in (low, high))
    order = np.argsort(-(low + high), kind="stable")
    order = order[low[order] != high[order]]
    sums = low.sum() + np.cumsum((high - low)[order])
    squares = (low**2).sum() + np.cumsum((high**2 - low**2)[order])
    with np.errstate(divide="ignore", invalid="ignore"):
        unevenness = np.where(sums == 0, 0, squares / sums**2)
    if len(order) < 2:  # noqa: PLR2004 - both ends are looked at anyway
        return None
    last = int(np.argmax(unevenness[:-1]))
    at_high = np.zeros(len(low), dtype=bool)
    at_high[order[: last + 1]] = True
    return at_high[groups]
