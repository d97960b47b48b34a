"""How much the figures of one system differ between repeats, and how much of it is the judge alone."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import stdev
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Range", "Spread"]


class Range(NamedTuple):
    """Values of the same figure.

    Attributes:
        values: of each repeat, or each pass of a judge.
        low: the lowest.
        high: the highest.
        deviation: the standard deviation (n - 1); ``None`` of one value.
    """

    values: tuple[float, ...]
    low: float
    high: float
    deviation: float | None

    @classmethod
    def of(cls, values: Iterable[float | None]) -> Range | None:
        """Return the range of values; ``None`` if one of them is not known, or there are none."""
        found = [*values]
        known = [each for each in found if each is not None and math.isfinite(each)]
        if not known or len(known) < len(found):
            return None
        spread = stdev(known) if len(known) > 1 else None
        return cls(tuple(known), min(known), max(known), spread)


@dataclass(frozen=True)
class Spread:
    """How figures of one system differ between repeats.

    Attributes:
        system: its name.
        repeats: how often each clip was transcribed.
        rate: the pooled rate.
        seconds: the median time of a call; ``None`` where it is not known of each repeat.
        ttfs: the median time from the end of speech to the final text, of a live system.
        answered: the share of clips with a transcript, empty ones included.
        empty: the share of empty transcripts.
        judge: the semantic rate of the same transcripts in each pass of the same judge with the same
            prompt; ``None`` if nobody judged, or not all.
    """

    system: str
    repeats: int
    rate: Range | None
    seconds: Range | None
    answered: Range | None
    empty: Range | None
    judge: Range | None
    ttfs: Range | None = None

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        plain = {"system": self.system, "repeats": self.repeats}
        ranges = ("rate", "seconds", "ttfs", "answered", "empty", "judge")
        return plain | {
            name: None if (each := getattr(self, name)) is None else each._asdict()
            for name in ranges
        }
