"""Intervals of a rate from a sample that was drawn by stratum: the bootstrap within each stratum.

In a stratum of n units, n - 1 are drawn with replacement, and each counts N / (n - 1) times, where N is
the size of the stratum in the whole (the rescaling bootstrap of Rao and Wu 1988). Drawing n of n would
make the interval too narrow where strata have few units.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import UsageError
from mondegreen.stats.argument_checks import (
    checked_level,
    checked_resamples,
    checked_rows,
    checked_seed,
)
from mondegreen.stats.interval import Interval
from mondegreen.stats.intervals import NO_RATE, NO_SPREAD, ends
from mondegreen.stats.libraries import numpy
from mondegreen.stats.resampling import NO_WORDS, has_empty_draws
from mondegreen.stats.units import by_cluster, cluster_codes, kinds_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["stratified_interval"]

_PURPOSE: Final = "an interval"
_BLOCK: Final = 2**20
_FEWEST: Final = 2


def stratified_interval(
    rows: Any,
    value: Callable[[Sequence[Any]], Any],
    strata: Sequence[str],
    sizes: Mapping[str, int],
    *,
    units: Any = None,
    unit: str = "utterance",
    level: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
) -> Interval:
    """Return the percentile interval of ``value`` of the weighted sums of ``rows``.

    Args:
        rows: integers, one row per utterance and one column per statistic.
        value: from totals to rates; a metric's ``value``. The totals are no whole numbers.
        strata: of each row, its stratum.
        sizes: units in each stratum of the whole.
        units: one value per row; rows with equal values are one unit, as repeats of a sample.
        unit: what a unit is called.
        level: the confidence, between 0 and 1.
        resamples: how often is drawn; at least 100.
        seed: of the random numbers.

    Returns:
        The interval; with a reason in the place of ends where a stratum has a single unit of several,
        there is no rate, or no spread.

    Raises:
        UsageError: an argument that cannot be used.
        MissingDependencyError: without the extra ``stats``.

    >>> rows = [[1, 10], [0, 10], [2, 10], [5, 10], [4, 10]]
    >>> rate = lambda totals: totals[0] / totals[1]
    >>> found = stratified_interval(rows, rate, list("aaabb"), {"a": 90, "b": 10}, seed=1)
    >>> 0 < found.low < 0.135 < found.high < 0.3
    True
    """
    np = numpy(_PURPOSE)
    level, resamples, seed = checked_level(level), checked_resamples(resamples), checked_seed(seed)
    table = checked_rows(np, rows)
    if len(strata) != len(table):
        raise UsageError(f"{len(strata):,} strata for {len(table):,} rows; give one per row")
    names = np.array([*strata], dtype=object)
    totals = np.zeros((resamples, table.shape[1]))
    random = np.random.Generator(np.random.PCG64(seed))
    count, lonely = 0, None
    for name in sorted(set(strata)):
        mine = np.flatnonzero(names == name)
        some = table[mine]
        if units is not None:
            some = by_cluster(np, some, cluster_codes(np, [units[row] for row in mine]))
        size = len(some)
        count += size
        if size < _FEWEST:
            if sizes[name] > size:
                lonely = name
            totals += some.sum(axis=0) * sizes[name]
            continue
        kinds = kinds_of(np, some)
        step = max(1, _BLOCK // len(kinds.rows))
        for start in range(0, resamples, step):
            stop = min(start + step, resamples)
            drawn = random.multinomial(size - 1, kinds.numbers / size, size=stop - start)
            totals[start:stop] += drawn @ kinds.rows * (sizes[name] / (size - 1))
    low: float | None = None
    high: float | None = None
    reason: str | None
    if lonely is not None:
        reason = f"a single {unit} of {sizes[lonely]:,} in {lonely or '(none)'} shows no spread"
    else:
        low, high, reason = _ends(np, value, totals, level)
    return Interval(
        *(low, high, level, "percentile", count, unit),
        resamples=resamples,
        seed=seed,
        reason=reason,
    )


def _ends(
    np: Any, value: Callable[[Sequence[Any]], Any], totals: Any, level: float
) -> tuple[float | None, float | None, str | None]:
    """Return the two ends of the rates of resamples, or why there are none."""
    rates = np.asarray(value(tuple(totals.T)), dtype=np.float64)
    if not np.isfinite(rates).any():
        return None, None, NO_RATE
    if has_empty_draws(np, value, totals, rates):
        return None, None, NO_WORDS
    rates = np.sort(rates)
    if rates[0] == rates[-1]:
        return None, None, NO_SPREAD
    return *ends(np, rates, level), None
