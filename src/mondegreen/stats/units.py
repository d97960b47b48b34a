"""What is resampled: rows of counts, one a unit, and how often each distinct one occurs.

Counts are small integers, so among many utterances few rows are distinct. Drawing n of n
utterances with replacement and adding their rows is the same as drawing how often each distinct
row comes (a multinomial draw), which makes a million utterances as cheap as a thousand kinds of them.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

__all__ = ["Kinds", "by_cluster", "cluster_codes", "kinds_of"]

_MOST_KEYS = 2**62


class Kinds(NamedTuple):
    """The distinct rows in ascending order, and how many units have each."""

    rows: Any
    numbers: Any

    @property
    def units(self) -> int:
        """The number of units."""
        return int(self.numbers.sum())


def kinds_of(np: Any, rows: Any) -> Kinds:
    """Return the distinct rows; their order, and all that follows, is not that of the units."""
    if not rows.size:
        return Kinds(rows[:0], np.zeros(0, dtype=np.int64))
    least = rows.min(axis=0)
    widths = [int(width) + 1 for width in rows.max(axis=0) - least]
    size = 1
    for width in widths:
        size *= width
    if size >= _MOST_KEYS:
        distinct, numbers = np.unique(rows, axis=0, return_counts=True)
        return Kinds(distinct, numbers.astype(np.int64))
    # One integer per row sorts many times faster than rows do.
    keys = np.zeros(len(rows), dtype=np.int64)
    for column, width, low in zip(rows.T, widths, least, strict=True):
        keys *= width
        keys += column - low
    keys, numbers = np.unique(keys, return_counts=True)
    columns = []
    for width, low in zip(reversed(widths), reversed(least), strict=True):
        keys, rest = np.divmod(keys, width)
        columns.append(rest + low)
    return Kinds(np.stack(columns[::-1], axis=1), numbers.astype(np.int64))


def cluster_codes(np: Any, values: Any) -> Any:
    """Return a number for each value, equal for equal values; each null is a cluster of its own."""
    codes: dict[Hashable, int] = {}
    found = np.empty(len(values), dtype=np.int64)
    alone = 0
    for row, value in enumerate(values):
        if value is None or value != value:  # noqa: PLR0124 - only NaN differs from itself
            alone -= 1
            found[row] = alone
        else:
            key = (type(value), value if isinstance(value, Hashable) else str(value))
            found[row] = codes.setdefault(key, len(codes))
    return found


def by_cluster(np: Any, rows: Any, codes: Any) -> Any:
    """Return the sum of the rows of each cluster."""
    _, places = np.unique(codes, return_inverse=True)
    sums = np.zeros((int(places.max()) + 1 if len(places) else 0, rows.shape[1]), dtype=np.int64)
    np.add.at(sums, places, rows)
    return sums
