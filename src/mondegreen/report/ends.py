"""Confidence intervals of rates, as a page shows and draws them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from mondegreen.errors import MissingDependencyError
from mondegreen.report.intervals import how
from mondegreen.report.number_format import percent

if TYPE_CHECKING:
    from mondegreen.scoring.result import MetricResult

__all__ = ["Ends", "ends"]

_MANY: Final = 200_000
"""From so many utterances on nothing is drawn: the analytic interval is as good and quick."""


class Ends(NamedTuple):
    """The two ends, as fractions, the level of confidence, and how they were found."""

    low: float
    high: float
    level: float
    how: str

    def __str__(self) -> str:
        return f"{100 * self.low:.2f} – {percent(self.high)}"

    @property
    def name(self) -> str:
        """What it is called in headings."""
        return f"{100 * self.level:.6g} % interval"


def ends(metric: MetricResult) -> Ends | None:
    """Return the interval that a result shows, else one of 95 %; ``None`` where there is none."""
    if not metric.utterances:
        return None
    try:
        found = metric.interval or metric.ci(
            method="analytic" if metric.utterances > _MANY else "percentile"
        )
    except MissingDependencyError:  # the page leaves out what it cannot know
        return None
    if found.low is None or found.high is None or not math.isfinite(found.high):
        return None
    return Ends(found.low, found.high, found.level, how(found))
