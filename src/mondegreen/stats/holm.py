"""Holm's correction: many pairs are tested, and some look different by chance alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["holm"]


def holm(probabilities: Sequence[float]) -> list[float]:
    """Return the p-values of several tests as Holm (1979) adjusts them, in the same order.

    Comparing these with 5 % keeps the chance of even one false finding among all tests at 5 %,
    whatever depends on what.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(probabilities)), key=lambda at: probabilities[at])
    adjusted = [0.0] * len(order)
    least = 0.0
    for rank, at in enumerate(order):
        least = max(least, min(1.0, (len(order) - rank) * probabilities[at]))
        adjusted[at] = least
    return adjusted
