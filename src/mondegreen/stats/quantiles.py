"""Quantiles of values that are sorted."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["quantile"]


def quantile(values: Sequence[float], part: int, parts: int) -> float:
    """Return the quantile part/parts, linear at p(n-1) (type 7 of Hyndman and Fan).

    Args:
        values: at least one, sorted; infinite where a next one is.
        part: 0 up to ``parts``.
        parts: 2 for halves, 100 for percent.

    >>> quantile([1.0, 2.0, 4.0], 1, 2), quantile([1.0, 2.0], 95, 100)
    (2.0, 1.95)
    """
    below, rest = divmod(part * (len(values) - 1), parts)
    low = values[below]
    if not rest:
        return low
    high = values[below + 1]
    return high if high == math.inf else low + (high - low) * rest / parts
