"""Intervals for a rate: by resampling, or from the spread of its units.

``percentile`` and ``bca`` are Efron's (1979, 1987): the units are drawn again with replacement,
the counts added, and the rate of the sums taken. Rates of units are never averaged.
``analytic`` draws nothing: the standard error that leaving out one unit at a time shows, and
Student's t. For a ratio of sums that is the delta method (Taylor linearisation).
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Final, overload

from mondegreen.errors import UsageError
from mondegreen.options.intervals import METHODS, known_method
from mondegreen.stats.argument_checks import (
    checked_level,
    checked_resamples,
    checked_rows,
    checked_seed,
)
from mondegreen.stats.interval import Interval
from mondegreen.stats.jackknife import leave_one_out
from mondegreen.stats.libraries import numpy, scipy_special
from mondegreen.stats.resampling import NO_WORDS, drawn_totals, has_empty_draws
from mondegreen.stats.units import by_cluster, cluster_codes, kinds_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mondegreen.stats.jackknife import LeftOut
    from mondegreen.stats.units import Kinds

__all__ = ["METHODS", "ends", "interval"]

SKEWED: Final = "the units are too skewed for bca; take percentile, or more units"
NEEDED: Final = "without one of the units there is no rate"
TOO_FEW: Final = "an interval needs two units or more"
NO_SPREAD: Final = "all units are alike, so they show no spread"
NO_RATE: Final = "there is no rate"
_PURPOSE: Final = "an interval"
_FEWEST: Final = 2


def interval(
    rows: Any,
    value: Callable[[Sequence[Any]], Any],
    *,
    level: float = 0.95,
    method: str = "percentile",
    clusters: Any = None,
    cluster_name: str = "cluster",
    resamples: int = 1000,
    seed: int = 0,
) -> Interval:
    """Return a confidence interval for ``value`` of the sums of ``rows``.

    Args:
        rows: integers, one row per unit, one column per statistic.
        value: from totals, one array a statistic, to an array of rates; a metric's ``value``.
        level: the confidence, between 0 and 1.
        method: ``percentile``, ``bca`` or ``analytic``.
        clusters: one value per row; rows with equal values are drawn together, as those of one
            speaker or one recording, which are not independent.
        cluster_name: what a cluster is called in the result.
        resamples: how often units are drawn; at least 100.
        seed: seed of the random numbers.

    Returns:
        The interval; with a reason in place of ends where there are fewer than two units, no
        rate, draws without what the rate divides by, or no spread at all (as in a perfect score, about which resampling knows nothing).

    Raises:
        UsageError: an argument that cannot be used.
        MissingDependencyError: without the extra ``stats``.

    >>> rows = [[1, 10], [0, 10], [2, 10], [1, 10]]
    >>> found = interval(rows, lambda totals: totals[0] / totals[1], seed=1)
    >>> found.low, found.high
    (0.025, 0.175)
    """
    level, resamples, seed = checked_level(level), checked_resamples(resamples), checked_seed(seed)
    known_method("method", method)
    np = numpy(_PURPOSE)
    table = checked_rows(np, rows)
    unit = "utterance"
    if clusters is not None:
        if len(clusters) != len(table):
            raise UsageError(
                f"{len(clusters):,} clusters for {len(table):,} rows; give one per row"
            )
        table, unit = by_cluster(np, table, cluster_codes(np, clusters)), cluster_name
    kinds = kinds_of(np, table)
    low: float | None = None
    high: float | None = None
    reason: str | None = None
    try:
        if method == "analytic":
            low, high = _analytic(np, kinds, value, level)
        else:
            totals = drawn_totals(np, kinds, resamples, seed) if len(table) else table
            low, high = _percentiles(np, kinds, value, totals, level, bca=method == "bca")
    except _NoIntervalError as why:
        reason = str(why)
    if method == "analytic":
        return Interval(low, high, level, method, len(table), unit, reason=reason)
    return Interval(
        low, high, level, method, len(table), unit, resamples=resamples, seed=seed, reason=reason
    )


class _NoIntervalError(Exception):
    """There is none, and why."""


def _spread(np: Any, kinds: Kinds, value: Any) -> tuple[float, LeftOut]:
    """Return the rate, and what leaving out units shows."""
    if kinds.units < _FEWEST:
        raise _NoIntervalError(TOO_FEW)
    rate = float(value(tuple(int(total) for total in kinds.numbers @ kinds.rows)))
    if not math.isfinite(rate):
        raise _NoIntervalError(NO_RATE)
    spread = leave_one_out(np, kinds, value)
    if spread.standard_error == 0:
        raise _NoIntervalError(NO_SPREAD)
    return rate, spread


def _analytic(np: Any, kinds: Kinds, value: Any, level: float) -> tuple[float, float]:
    rate, spread = _spread(np, kinds, value)
    if math.isnan(spread.standard_error):
        raise _NoIntervalError(NEEDED)
    reach = float(scipy_special(_PURPOSE).stdtrit(kinds.units - 1, (1 + level) / 2))
    return max(0.0, rate - reach * spread.standard_error), rate + reach * spread.standard_error


def _percentiles(
    np: Any, kinds: Kinds, value: Any, totals: Any, level: float, *, bca: bool
) -> tuple[float, float]:
    rate, spread = _spread(np, kinds, value)
    rates = np.asarray(value(tuple(totals.T)), dtype=np.float64)
    if has_empty_draws(np, value, totals, rates):
        raise _NoIntervalError(NO_WORDS)
    rates = np.sort(rates)
    if not bca:
        return ends(np, rates, level)
    if math.isnan(spread.standard_error):
        raise _NoIntervalError(NEEDED)
    found = ends(np, rates, level, (rate, spread.acceleration))
    if found is None:
        raise _NoIntervalError(SKEWED)
    return found


@overload
def ends(np: Any, rates: Any, level: float) -> tuple[float, float]: ...
@overload
def ends(
    np: Any, rates: Any, level: float, shift: tuple[float, float]
) -> tuple[float, float] | None: ...
def ends(
    np: Any, rates: Any, level: float, shift: tuple[float, float] | None = None
) -> tuple[float, float] | None:
    """Return the two ends among rates in ascending order; ``None`` where BCa finds none.

    Args:
        np: NumPy.
        rates: of the resamples, ascending.
        level: the confidence.
        shift: for the BCa method the rate itself and the acceleration.
    """
    tails = [(1 - level) / 2, (1 + level) / 2]
    if shift is not None:
        rate, acceleration = shift
        below = float((rates < rate).sum() + (rates == rate).sum() / 2) / len(rates)
        normal = NormalDist()
        if 0 < below < 1:
            bias = normal.inv_cdf(below)
            reaches = [bias + normal.inv_cdf(tail) for tail in tails]
            if any(acceleration * reach >= 1 for reach in reaches):
                return None
            tails = [normal.cdf(bias + reach / (1 - acceleration * reach)) for reach in reaches]
    low, high = np.quantile(rates, tails, method="inverted_cdf")
    return float(low), float(high)
