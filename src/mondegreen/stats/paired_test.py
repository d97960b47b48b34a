"""What a test of two systems on the same utterances gives."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

__all__ = ["PairedTest"]


@dataclass(frozen=True)
class PairedTest:
    """The outcome of a test that two systems are equally good.

    Attributes:
        name: of the test.
        p: the chance of a difference at least as large if they were, two-sided, 0 to 1.
        statistic: what was compared with chance: of the first system less of the second.
        items: the units that the test looked at.
        resamples: how often was drawn; 0 for a test without random numbers.
        seed: of the random numbers; ``None`` without any.
    """

    name: str
    p: float
    statistic: float
    items: int
    resamples: int = 0
    seed: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; a statistic that is not a number is null."""
        return {
            "name": self.name,
            "p": self.p,
            "statistic": self.statistic if math.isfinite(self.statistic) else None,
            "items": self.items,
            "resamples": self.resamples,
            "seed": self.seed,
        }
