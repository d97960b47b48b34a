"""The rows behind the sums of a result or of one of its groups, which intervals resample."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.result import Result
    from mondegreen.stats.interval import Interval

__all__ = ["NO_UNITS", "Sample", "Shown", "no_interval"]

NO_UNITS: Final = "parts of utterances, as the words of one script, are no units to draw"


@dataclass(frozen=True)
class Shown:
    """How the intervals are made that a result prints; as `mondegreen.stats.intervals.interval`.

    Attributes:
        level: the confidence.
        method: ``percentile``, ``bca`` or ``analytic``.
        cluster: the column whose equal values are kept together; none if not given.
        resamples: how often is drawn.
        seed: of the random numbers.
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
        """Return what a metadata column holds, one value an utterance."""
        values = self.result.column(column)
        return [values[row] for row in self.positions()]

    def interval(self, shown: Shown) -> Interval:
        """Return the interval of the metric."""
        from mondegreen.stats.intervals import interval  # every result has samples, few ask this
        from mondegreen.stats.libraries import numpy

        return interval(
            self.counts(numpy("an interval")),
            self.result.metrics[self.metric].value,
            level=shown.level,
            method=shown.method,
            clusters=None if shown.cluster is None else self.values(shown.cluster),
            cluster_name=shown.cluster or "",
            resamples=shown.resamples,
            seed=shown.seed,
        )


def no_interval(shown: Shown) -> Interval:
    """Return the absence of an interval where there are no utterances to draw."""
    from mondegreen.stats.interval import Interval  # as above

    return Interval(None, None, shown.level, shown.method, 0, reason=NO_UNITS)
