"""Several systems on the same units, drawn together: every pair from the same resamples.

The paired bootstrap of one pair draws units and takes the difference of two rates. With many systems the
same draw serves all of them: it is made once, and each pair is tested as if it had been alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mondegreen.errors import UsageError
from mondegreen.stats.argument_checks import (
    checked_level,
    checked_resamples,
    checked_rows,
    checked_seed,
)
from mondegreen.stats.interval import Interval
from mondegreen.stats.intervals import NO_RATE, NO_SPREAD, TOO_FEW, ends
from mondegreen.stats.jackknife import leave_one_out
from mondegreen.stats.libraries import numpy
from mondegreen.stats.paired import Pair, bootstrap_p
from mondegreen.stats.paired_test import PairedTest
from mondegreen.stats.resampling import NO_WORDS, drawn_totals, has_empty_draws
from mondegreen.stats.units import by_cluster, cluster_codes, kinds_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["Joint"]

_PURPOSE = "comparing systems"


@dataclass(frozen=True)
class Joint:
    """The rates of several systems in the same resamples of their units.

    Nothing depends on the order of the units, nor on that of the systems.

    Attributes:
        tables: of each system, one row per unit and one column per statistic.
        value: from totals to rates.
        rates: of each system, its rate in each resample.
        unit: what a unit is.
        seed: seed of the random numbers.
        empty_draws: whether some draws have no reference words, or what else the rate divides by; then
            there is no interval and no test.

    >>> tables = {"a": [[1, 10], [3, 10], [2, 10]] * 10, "b": [[0, 10], [1, 10], [2, 10]] * 10}
    >>> joint = Joint.of(tables, lambda totals: totals[0] / totals[1], resamples=1000)
    >>> difference, interval, test = joint.pair("a", "b")
    >>> round(difference, 3), test.p < 0.01
    (0.1, True)
    """

    tables: Mapping[str, Any]
    value: Callable[[Sequence[Any]], Any]
    rates: Mapping[str, Any]
    unit: str
    seed: int
    empty_draws: bool = False

    @classmethod
    def of(
        cls,
        tables: Mapping[str, Any],
        value: Callable[[Sequence[Any]], Any],
        *,
        clusters: Any = None,
        unit: str = "utterance",
        resamples: int = 10_000,
        seed: int = 0,
    ) -> Joint:
        """Draw once for all systems.

        Args:
            tables: of each system integers, one row per unit and one column per statistic.
            value: from totals to an array of rates; a metric's ``value``.
            clusters: one value per row; rows with equal values are drawn together.
            unit: what a unit, or a cluster, is called.
            resamples: how often units are drawn; at least 100.
            seed: seed of the random numbers.

        Raises:
            UsageError: tables of different shapes, or an argument that cannot be used.
            MissingDependencyError: without the extra ``stats``.
        """
        np = numpy(_PURPOSE)
        resamples, seed = checked_resamples(resamples), checked_seed(seed)
        ready = {name: checked_rows(np, table) for name, table in sorted(tables.items())}
        shapes = {name: table.shape for name, table in ready.items()}
        if len({*shapes.values()}) > 1:
            said = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
            raise UsageError(f"rows of shapes {said}: expected the same units for all systems")
        if clusters is not None:
            codes = cluster_codes(np, clusters)
            ready = {name: by_cluster(np, table, codes) for name, table in ready.items()}
        every = np.concatenate([*ready.values()], axis=1)
        if not len(every):
            drawn = np.zeros((resamples, every.shape[1]), dtype=np.int64)
        else:
            drawn = drawn_totals(np, kinds_of(np, every), resamples, seed)
        rates: dict[str, Any] = {}
        at, empty = 0, False
        for name, table in ready.items():
            totals = drawn[:, at : at + table.shape[1]]
            rates[name] = np.asarray(value(tuple(totals.T)), dtype=np.float64)
            empty = empty or has_empty_draws(np, value, totals, rates[name])
            at += table.shape[1]
        return cls(ready, value, rates, unit, seed, empty)

    @property
    def units(self) -> int:
        """How many units were drawn from."""
        return len(next(iter(self.tables.values())))

    def rate(self, name: str) -> float:
        """Return the rate of a system; NaN where there is none."""
        return float(self.value(tuple(int(each) for each in self.tables[name].sum(axis=0))))

    def interval(self, name: str, *, level: float = 0.95) -> Interval:
        """Return the percentile interval of the rate of one system."""
        np = numpy(_PURPOSE)
        kinds = kinds_of(np, self.tables[name])
        spread = leave_one_out(np, kinds, self.value).standard_error
        reason = self._why_none(self.rate(name), spread)
        return self._interval(np, self.rates[name], level, reason)

    def pair(
        self, first: str, second: str, *, level: float = 0.95
    ) -> tuple[float, Interval, PairedTest]:
        """Return the rate of the first less that of the second, its interval and the test."""
        np = numpy(_PURPOSE)
        pair = self.paired(first, second)
        difference = pair.difference
        reason = self._why_none(difference, pair.standard_error)
        with np.errstate(invalid="ignore"):  # two infinite rates have no difference
            apart = self.rates[first] - self.rates[second]
        interval = self._interval(np, apart, level, reason)
        p = 1.0
        if reason is None and difference:
            p = bootstrap_p(apart[np.isfinite(apart)], self.units)
        test = PairedTest("bootstrap", p, difference, self.units, len(apart), self.seed)
        return difference, interval, test

    def paired(self, first: str, second: str) -> Pair:
        """Return the rows of two systems side by side, as the tests of a single pair take them."""
        return Pair.of(self.tables[first], self.tables[second], self.value)

    def _why_none(self, rate: float, spread: float) -> str | None:
        if self.units < 2:  # noqa: PLR2004 - one unit shows no spread
            return TOO_FEW
        if not math.isfinite(rate):
            return NO_RATE
        if spread == 0:
            return NO_SPREAD
        return NO_WORDS if self.empty_draws else None

    def _interval(self, np: Any, drawn: Any, level: float, reason: str | None) -> Interval:
        low: float | None = None
        high: float | None = None
        if reason is None:
            low, high = ends(np, np.sort(drawn[~np.isnan(drawn)]), checked_level(level))
        return Interval(
            *(low, high, level, "percentile", self.units, self.unit, len(drawn), self.seed),
            reason=reason,
        )
