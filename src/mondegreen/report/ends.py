"""Confidence intervals of rates, as a page shows and draws them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.errors import MissingDependencyError
from mondegreen.report.numbers import percent

if TYPE_CHECKING:
    from mondegreen.scoring.result import MetricResult

__all__ = ["Ends", "ends"]

_MANY: Final = 200_000
"""From so many utterances on nothing is drawn: the analytic interval is as good and quick."""


class Ends(NamedTuple):
    """The two ends, as fractions, and the level of confidence."""

    low: float
    high: float
    level: float

    def __str__(self) -> str:
        return f"{100 * self.low:.2f} – {percent(self.high)}"

    @property
    def name(self) -> str:
        """What it is called in headings."""
        return f"{100 * self.level:.6g} % interval"


def ends(metric: MetricResult) -> Ends | None:
    """Return the interval that a result shows, else one of 95 %; ``None`` where there is none."""
    ci: Any = getattr(metric, "ci", None)
    if ci is None or not metric.utterances:
        return None
    found = getattr(metric, "interval", None)
    if found is None:
        try:
            found = ci(method="analytic") if metric.utterances > _MANY else ci()
        except MissingDependencyError:  # the page says nothing of what it cannot know
            return None
    if found.low is None or found.high is None or not math.isfinite(found.high):
        return None
    return Ends(found.low, found.high, found.level)
