"""Percentiles of few values, with intervals that assume nothing about their distribution."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import counted
from mondegreen.stats.quantiles import quantile

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

__all__ = ["LEAST", "Percentile", "medians", "percentile"]

LEAST: Final = {90: 30, 95: 60, 99: 300}
"""How many units a percentile needs: with fewer, the largest of them is lower more than once in 20."""


@dataclass(frozen=True)
class Percentile:
    """A percentile, or why there is none.

    Attributes:
        percent: as 95.
        count: of the values, or of the clips that they are of.
        value: interpolated between the nearest two; infinite where the upper one is; ``None`` if there
            are too few values.
        low: the lower end of its interval, one of the values; ``None`` if there is no interval.
        high: the upper end.
        reason: why there is no value, or no interval; empty if there are both.
    """

    percent: int
    count: int
    value: float | None = None
    low: float | None = None
    high: float | None = None
    reason: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return plain values; what is infinite is the text ``inf``, for JSON has no such number."""
        return {name: "inf" if value == math.inf else value for name, value in vars(self).items()}


def medians(values: Sequence[float], clips: Sequence[Hashable]) -> list[float]:
    """Return the median of the values of each clip: repeats of a clip are not independent.

    Args:
        values: in any order.
        clips: of each value its clip.

    >>> medians([0.1, 0.4, 0.3, math.inf], ["a", "b", "a", "b"])
    [0.2, inf]
    """
    found: dict[Hashable, list[float]] = {}
    for value, clip in zip(values, clips, strict=True):
        found.setdefault(clip, []).append(value)
    return [median(each) for each in found.values()]


def percentile(
    values: Sequence[float],
    percent: int,
    *,
    level: float = 0.95,
    clips: Sequence[Hashable] | None = None,
    unit: str = "clip",
) -> Percentile:
    """Return a percentile, linear at p(n-1) (type 7 of Hyndman and Fan), with its interval.

    The interval goes from one of the values to another: the shortest pair of ranks between which the
    true percentile is with the probability ``level``, whatever the distribution is.

    Args:
        values: in any order; those that are infinite stand for "later than anybody waited".
        percent: 0 < percent < 100.
        level: of the interval.
        clips: of each value its clip, where a clip has several; then the percentile is that of the
            medians of the clips, and clips are counted.
        unit: what a clip is called.

    >>> percentile([0.4, 0.1, 0.3, 0.2], 50).value
    0.25
    >>> percentile([0.1] * 29, 90).reason
    '29 values, P90 needs 30'
    >>> percentile([0.1] * 240, 90, clips=[*range(4)] * 60).reason
    '4 clips with 240 values, P90 needs 30 clips'
    >>> percentile([1.0, 2.0, 3.0, 4.0, 5.0, math.inf], 50)
    Percentile(percent=50, count=6, value=3.5, low=1.0, high=inf, reason='')
    """
    said, of = counted(len(values), "value"), ""
    if clips is not None and len(set(clips)) < len(values):
        given, of = said, f" {unit}s"
        values = medians(values, clips)
        said = f"{counted(len(values), unit)} with {given}"
    count, least = len(values), LEAST.get(percent, 1)
    if count < least:
        named = "the median" if percent == 50 else f"P{percent}"  # noqa: PLR2004
        return Percentile(percent, count, reason=f"{said}, {named} needs {least}{of}")
    found = sorted(values)
    value = quantile(found, percent, 100)
    ranks = _ranks(count, percent / 100, level)
    if ranks is None:
        reason = f"{said}: too few for an interval of {100 * level:g} %"
        return Percentile(percent, count, value, reason=reason)
    return Percentile(percent, count, value, found[ranks[0] - 1], found[ranks[1] - 1])


def _ranks(count: int, share: float, level: float) -> tuple[int, int] | None:
    """Return the nearest two ranks, from 1, that hold a percentile between them often enough.

    The values that are not above the percentile are a binomial number B of all; it lies between the
    ranks l and u where l <= B < u. Of equally near ranks those that hold it most often are taken.
    """
    import numpy as np  # of the extras bench and stats

    at = np.arange(count + 1)
    factorials = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, count + 1)))])
    logs = factorials[-1] - factorials - factorials[::-1]
    logs += at * math.log(share) + (count - at) * math.log1p(-share)
    below = np.concatenate([[0.0], np.cumsum(np.exp(logs))])  # below[k] is P(B < k)
    lowest = np.arange(1, count)
    # The first u with P(l <= B < u) >= level; u must be a rank that there is.
    upper = np.searchsorted(below, below[lowest] + level - 1e-12)
    there = upper <= count
    if not there.any():
        return None
    lowest, upper = lowest[there], upper[there]
    width = upper - lowest
    near = width == width.min()
    held = below[upper[near]] - below[lowest[near]]
    best = int(np.argmax(held))
    return int(lowest[near][best]), int(upper[near][best])
