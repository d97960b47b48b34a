"""An interval, or the reason why there is none."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Interval"]

_ENDLESS = "the upper end is infinite: some draws have errors and nothing to be right"


@dataclass(frozen=True)
class Interval:
    """The ends of a confidence interval, and how they were found.

    Attributes:
        low: the lower end, as a fraction; ``None`` where there is no interval.
        high: the upper end; may be infinite, as a rate may.
        level: the confidence, 0.95 for 95 %.
        method: ``percentile``, ``bca`` or ``analytic``.
        units: how many units were resampled.
        unit: what a unit is: ``utterance``, or the column whose values are kept together.
        resamples: how often; 0 where nothing was drawn.
        seed: of the random numbers; ``None`` where none were drawn.
        reason: why there is no interval, or ``None``.
        unjudged: how many utterances were not judged; the lower end is then of the rate in which they
            are as good as they can be, the upper end of the one in which they are as bad.

    >>> low, high = Interval(0.1, 0.2, 0.95, "percentile", 100, resamples=1000, seed=0)
    >>> low, high
    (0.1, 0.2)
    """

    low: float | None
    high: float | None
    level: float
    method: str
    units: int
    unit: str = "utterance"
    resamples: int = 0
    seed: int | None = None
    reason: str | None = None
    unjudged: int = 0

    def __iter__(self) -> Iterator[float | None]:
        return iter((self.low, self.high))

    def __contains__(self, value: float) -> bool:
        return self.low is not None and self.high is not None and self.low <= value <= self.high

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return f"no interval: {self.reason}"
        return f"{100 * self.low:.2f} % to {100 * self.high:.2f} %"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an end that is not a number is null, with a reason."""
        return {
            "low": _finite(self.low),
            "high": _finite(self.high),
            "level": self.level,
            "method": self.method,
            "units": self.units,
            "unit": self.unit,
            "resamples": self.resamples,
            "seed": self.seed,
            "reason": self.reason or (_ENDLESS if self.high == math.inf else None),
            **({"unjudged": self.unjudged} if self.unjudged else {}),
        }


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
