"""The rows whose sums are a result or one of its groups, which intervals resample."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.result import Result
    from mondegreen.stats.interval import Interval

__all__ = ["NO_UNITS", "RECORDING", "Sample", "Shown", "filled_rows", "interval_of", "no_interval"]

RECORDING: Final = "recording"
"""The column by which rows of sessions are drawn together."""
NO_UNITS: Final = "parts of utterances, such as the words of one script, cannot be resampled"


@dataclass(frozen=True)
class Shown:
    """How the intervals are made that a result prints; as `mondegreen.stats.intervals.interval`.

    Attributes:
        level: the confidence.
        method: ``percentile``, ``bca`` or ``analytic``.
        cluster: the column whose equal values are kept together; none if not given.
        resamples: how often is drawn.
        seed: seed of the random numbers.
    """

    level: float = 0.95
    method: str = "percentile"
    cluster: str | None = None
    resamples: int = 1000
    seed: int = 0


@dataclass(frozen=True)
class Sample:
    """Some utterances of a result, and one of its metrics.

    Attributes:
        result: the whole.
        metric: the name of the metric.
        rows: the positions of the utterances; ``None`` for all that were scored.
    """

    result: Result
    metric: str
    rows: Sequence[int] | None = None

    def positions(self) -> Sequence[int]:
        """Return the positions of the utterances."""
        if self.rows is not None:
            return self.rows
        every = range(len(self.result))
        if self.result.recipe.missing != "skip":
            return every
        return [row for row in every if self.result.is_scored(row)]

    def counts(self, np: Any) -> Any:
        """Return the rows of counts as an int64 array of utterances by statistics."""
        columns = self.result.rows[self.metric].columns
        table = np.stack([np.frombuffer(column, dtype=np.int64) for column in columns], axis=1)
        positions = self.positions()
        if len(positions) == len(table):
            return table
        return table[np.asarray(positions, dtype=np.int64)]

    def values(self, column: str) -> list[Any]:
        """Return what a metadata column holds, one value per utterance."""
        values = self.result.column(column)
        return [values[row] for row in self.positions()]

    def interval(self, shown: Shown) -> Interval:
        """Return the interval of the metric; see `interval_of`."""
        from mondegreen.stats.libraries import numpy  # every result has samples, few ask this

        if shown.cluster is None and self.result.recipe.uses_sessions:
            shown = replace(shown, cluster=RECORDING)  # the map of speakers is one of a session
        clusters = None if shown.cluster is None else self.values(shown.cluster)
        kind = self.result.metrics[self.metric]
        return interval_of(kind, self.counts(numpy("an interval")), shown, clusters)


def interval_of(kind: Any, table: Any, shown: Shown, clusters: Any = None) -> Interval:
    """Return the interval of a metric from rows of counts.

    Where a judge did not answer for all, it is from the lower end of the interval in which what was
    not judged has no errors to the upper end of the one in which it has all that it can have.

    Args:
        kind: the metric.
        table: an int64 array of utterances by statistics.
        shown: how it is made.
        clusters: one value per row, where ``shown`` has a cluster.
    """

    def made(rows: Any) -> Interval:
        from mondegreen.stats.intervals import interval  # as above

        return interval(
            rows,
            kind.value,
            level=shown.level,
            method=shown.method,
            clusters=clusters,
            cluster_name=shown.cluster or "",
            resamples=shown.resamples,
            seed=shown.seed,
        )

    totals = [int(total) for total in table.sum(axis=0)]
    unjudged = kind.left_out_of(totals) if kind.judged else 0
    if not unjudged:
        return made(table)
    if not kind.is_bounded(totals):
        return no_interval(shown, f"{unjudged:,} not judged; {kind.unbounded}")
    best, worst = (made(filled_rows(kind, table, worst=worst)) for worst in (False, True))
    return _union(best, worst, kind.limits(totals)[0], unjudged)


def filled_rows(kind: Any, table: Any, *, worst: bool) -> Any:
    """Return an array of rows of a judged metric as if a judge had ruled on all, at best or at worst."""
    from mondegreen.stats.libraries import numpy  # as above

    return numpy("an interval").stack(kind.filled(tuple(table.T), worst=worst), axis=1)


def _union(best: Interval, worst: Interval, rate: float | None, unjudged: int) -> Interval:
    """Return the interval from the lower end of one to the upper end of the other.

    Args:
        best: of what was not judged at its best.
        worst: of the same at its worst.
        rate: at its best. Where that is 0 resampling shows no spread, and the lower end is 0.
        unjudged: how many were not judged.
    """
    low, reason = best.low, best.reason
    if rate == 0 and low is None and best.units > 1:
        low, reason = 0.0, None
    reason = reason or worst.reason
    if reason is not None:
        return replace(best, low=None, high=None, reason=reason, unjudged=unjudged)
    return replace(best, low=low, high=worst.high, reason=None, unjudged=unjudged)


def no_interval(shown: Shown, reason: str = NO_UNITS) -> Interval:
    """Return the absence of an interval, by default where there are no utterances to draw."""
    from mondegreen.stats.interval import Interval  # as above

    return Interval(None, None, shown.level, shown.method, 0, reason=reason)
