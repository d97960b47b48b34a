"""The difference of two systems on the same units: its interval, its p-value, and what can be seen.

Both resample whole units, so that what makes an utterance hard is hard for both. The paired
bootstrap (Efron 1979; Bisani and Ney 2004 for word error rates) draws units; approximate
randomisation (Noreen 1989) swaps the systems of each unit at random, as if they were one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
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
from mondegreen.stats.paired_test import PairedTest
from mondegreen.stats.resampling import (
    NO_WORDS,
    drawn_totals,
    has_empty_draws,
    swapped_sums,
)
from mondegreen.stats.units import by_cluster, cluster_codes, kinds_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Pair", "bootstrap_p", "smallest_difference"]

_PURPOSE = "comparing systems"
_FEWEST = 2


def smallest_difference(standard_error: float, *, level: float = 0.95, power: float = 0.8) -> float:
    """Return the smallest true difference that a test would find in ``power`` of such test sets.

    Args:
        standard_error: of the difference of two rates.
        level: 0.95 for a two-sided test at 5 %.
        power: the chance to find it.

    >>> round(smallest_difference(0.01), 4)
    0.028
    """
    normal = NormalDist()
    reach = normal.inv_cdf((1 + checked_level(level)) / 2) + normal.inv_cdf(power)
    return reach * standard_error


def bootstrap_p(apart: Any, units: int) -> float:
    """Return twice the share of resampled differences of the rarer sign; the draw itself counts as one.

    Few units say less than their resamples seem to: no test that only asks which system is better on
    each of n units has a p below 2 / 2**n, so this one has none either.

    Args:
        apart: the resampled differences.
        units: how many units were drawn from.
    """
    tail = min(int((apart <= 0).sum()), int((apart >= 0).sum()))
    return min(1.0, max(2 * (tail + 1) / (len(apart) + 1), 0.5 ** (units - 1)))


@dataclass(frozen=True)
class Pair:
    """The rows of two systems on the same units, first and second, and how a rate is made of them.

    Everything that is drawn depends on the units alone, not on their order, and changing the
    systems about changes signs alone.

    Attributes:
        kinds: the distinct rows of both, side by side, and how many units have each.
        width: how many columns the first has.
        value: from totals to rates.
        unit: what a unit is.

    >>> first, second = [[1, 10], [3, 10], [2, 10]] * 10, [[0, 10], [1, 10], [2, 10]] * 10
    >>> pair = Pair.of(first, second, lambda totals: totals[0] / totals[1])
    >>> round(pair.difference, 3), pair.randomisation().p < 0.01
    (0.1, True)
    """

    kinds: Any
    width: int
    value: Callable[[Sequence[Any]], Any]
    unit: str = "utterance"

    @classmethod
    def of(
        cls,
        first: Any,
        second: Any,
        value: Callable[[Sequence[Any]], Any],
        *,
        clusters: Any = None,
        cluster_name: str = "cluster",
    ) -> Pair:
        """Return the pair of two tables of the same units, in the same order.

        Args:
            first: integers, one row per unit, one column per statistic.
            second: the same of the second system.
            value: from totals to an array of rates; a metric's ``value``.
            clusters: one value per row; rows with equal values are kept together.
            cluster_name: what a cluster is called.

        Raises:
            UsageError: tables of different shapes.
            MissingDependencyError: without the extra ``stats``.
        """
        np = numpy(_PURPOSE)
        ours, theirs = checked_rows(np, first), checked_rows(np, second)
        if ours.shape != theirs.shape:
            raise UsageError(
                f"rows of shapes {ours.shape} and {theirs.shape}: expected one row per unit for "
                "both systems, and the same statistics"
            )
        rows = np.concatenate([ours, theirs], axis=1)
        if clusters is None:
            return cls(kinds_of(np, rows), ours.shape[1], value)
        rows = by_cluster(np, rows, cluster_codes(np, clusters))
        return cls(kinds_of(np, rows), ours.shape[1], value, cluster_name)

    @property
    def rates(self) -> tuple[float, float]:
        """The rates of the two systems."""
        totals = [int(total) for total in self.kinds.numbers @ self.kinds.rows]
        sides = totals[: self.width], totals[self.width :]
        return float(self.value(sides[0])), float(self.value(sides[1]))

    @property
    def difference(self) -> float:
        """The rate of the first less that of the second; NaN where one has none."""
        first, second = self.rates
        return first - second if math.isfinite(first) and math.isfinite(second) else math.nan

    @property
    def standard_error(self) -> float:
        """That of the difference, from leaving out one unit at a time; NaN where there is none."""
        return leave_one_out(numpy(_PURPOSE), self.kinds, self._apart).standard_error

    def _apart(self, totals: Sequence[Any]) -> Any:
        with numpy(_PURPOSE).errstate(invalid="ignore"):  # two infinite rates have no difference
            return self.value(totals[: self.width]) - self.value(totals[self.width :])

    def _turned(self) -> tuple[Any, int]:
        """Return the kinds with the system of the smaller counts first, and 1 or -1."""
        np = numpy(_PURPOSE)
        totals = tuple(map(int, self.kinds.numbers @ self.kinds.rows))
        if totals[: self.width] <= totals[self.width :]:
            return self.kinds, 1
        rows = np.repeat(self.kinds.rows, self.kinds.numbers, axis=0)
        return kinds_of(np, np.roll(rows, self.width, axis=1)), -1

    def interval(self, *, level: float = 0.95, resamples: int = 1000, seed: int = 0) -> Interval:
        """Return the percentile interval of the difference, by the paired bootstrap."""
        level, resamples = checked_level(level), checked_resamples(resamples)
        low: float | None = None
        high: float | None = None
        reason = self._why_none()
        if reason is None:
            apart, sign = self._drawn(resamples, seed)
            if apart is None:
                reason = NO_WORDS
            else:
                low, high = ends(numpy(_PURPOSE), apart, level)
                low, high = (low, high) if sign > 0 else (-high, -low)
        units = self.kinds.units
        return Interval(
            low, high, level, "percentile", units, self.unit, resamples, seed, reason=reason
        )

    def _why_none(self) -> str | None:
        if self.kinds.units < _FEWEST:
            return TOO_FEW
        if math.isnan(self.difference):
            return NO_RATE
        return NO_SPREAD if self.standard_error == 0 else None

    def _drawn(self, resamples: int, seed: int) -> tuple[Any, int]:
        """Return the differences of the resamples, ascending, and 1 or -1.

        ``None`` in place of the differences where some resample has nothing that a rate divides by.
        """
        np = numpy(_PURPOSE)
        kinds, sign = self._turned()
        totals = drawn_totals(np, kinds, resamples, checked_seed(seed))
        sides = totals[:, : self.width], totals[:, self.width :]
        rates = [np.asarray(self.value(tuple(each.T)), dtype=np.float64) for each in sides]
        if any(
            has_empty_draws(np, self.value, each, rate)
            for each, rate in zip(sides, rates, strict=True)
        ):
            return None, sign
        return np.sort(rates[0] - rates[1]), sign

    def bootstrap(self, *, resamples: int = 1000, seed: int = 0) -> PairedTest:
        """Return the test by the paired bootstrap: how often the difference has the other sign."""
        resamples = checked_resamples(resamples)
        difference, p = self.difference, 1.0
        if self._why_none() is None and difference:
            apart, _ = self._drawn(resamples, seed)
            p = 1.0 if apart is None else bootstrap_p(apart, self.kinds.units)
        return self._test("bootstrap", p, difference, resamples, seed)

    def randomisation(self, *, resamples: int = 1000, seed: int = 0) -> PairedTest:
        """Return the test by approximate randomisation: how often swapping does as much."""
        resamples = checked_resamples(resamples)
        difference, p = self.difference, 1.0
        if not math.isnan(difference) and difference:
            np = numpy(_PURPOSE)
            kinds, _ = self._turned()
            first, second = kinds.rows[:, : self.width], kinds.rows[:, self.width :]
            moved = kinds_of(np, np.repeat(second - first, kinds.numbers, axis=0))
            some = moved.rows.any(axis=1)
            moved = moved._replace(rows=moved.rows[some], numbers=moved.numbers[some])
            swapped = swapped_sums(np, moved, resamples, checked_seed(seed))
            totals = kinds.numbers @ first, kinds.numbers @ second
            with np.errstate(invalid="ignore"):
                apart = np.asarray(
                    self.value(tuple((totals[0] + swapped).T))
                    - self.value(tuple((totals[1] - swapped).T)),
                    dtype=np.float64,
                )
            # A hair less, since the same sums divided otherwise may round otherwise.
            as_much = ~(abs(apart) < abs(difference) * (1 - 1e-12))
            p = (int(as_much.sum()) + 1) / (resamples + 1)
        return self._test("randomisation", p, difference, resamples, seed)

    def _test(self, name: str, p: float, statistic: float, resamples: int, seed: int) -> PairedTest:
        return PairedTest(name, p, statistic, self.kinds.units, resamples, seed)
