"""Quantiles and shares of whole numbers, exact up to the last division."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["percent", "quantile"]


def percent(part: int, whole: int) -> str:
    """Return a share in percent with one decimal place; a dash of nothing.

    >>> percent(1, 8), percent(0, 0)
    ('12.5 %', '–')
    """
    return f"{100 * part / whole:.1f} %" if whole else "–"


def quantile(ordered: Sequence[int], percent: int) -> float | None:
    """Return a quantile of numbers in ascending order, linear at p(n-1) (type 7 of Hyndman and Fan).

    ``None`` if there are no numbers.

    >>> quantile([1, 2, 3, 4], 50), quantile([7], 5), quantile([], 50)
    (2.5, 7.0, None)
    """
    if not ordered:
        return None
    below, rest = divmod(percent * (len(ordered) - 1), 100)
    low, high = ordered[below], ordered[min(below + 1, len(ordered) - 1)]
    return (low * (100 - rest) + high * rest) / 100
