"""The interval of a proportion: Wilson's, which also holds where none or all of the units count."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Final

from mondegreen.errors import UsageError
from mondegreen.stats.argument_checks import checked_level
from mondegreen.stats.interval import Interval

__all__ = ["proportion_interval"]

_NONE: Final = "there are no units"


def proportion_interval(
    count: int, total: int, *, level: float = 0.95, unit: str = "utterance"
) -> Interval:
    """Return Wilson's score interval (1927) of ``count`` of ``total`` independent units.

    Args:
        count: units that count.
        total: all units.
        level: the confidence, between 0 and 1.
        unit: what a unit is called.

    Returns:
        The interval as fractions from 0 to 1; without ends, and with a reason, if there are no units.

    Raises:
        UsageError: ``count`` is not between 0 and ``total``, or the level is none.

    >>> low, high = proportion_interval(0, 10)
    >>> low, round(high, 4)
    (0.0, 0.2775)
    """
    level = checked_level(level)
    if not 0 <= count <= total:
        raise UsageError(f"{count} of {total} units: expected a number from 0 to {total}")
    if not total:
        return Interval(None, None, level, "wilson", 0, unit, reason=_NONE)
    reach = NormalDist().inv_cdf((1 + level) / 2)
    share, size = count / total, total + reach**2
    centre = (count + reach**2 / 2) / size
    half = reach * math.sqrt(total * share * (1 - share) + reach**2 / 4) / size
    low = 0.0 if not count else max(centre - half, 0.0)
    high = 1.0 if count == total else min(centre + half, 1.0)
    return Interval(low, high, level, "wilson", total, unit)
