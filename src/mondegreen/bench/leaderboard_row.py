"""One row of a leaderboard: a system with its rate, rank, times and price."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mondegreen.bench.mixing import DELAY, SEMANTIC_WER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.bench.calls import Calls, Price
    from mondegreen.bench.live import LiveFigures
    from mondegreen.bench.standing import Standing
    from mondegreen.scoring.comparing.comparison import SystemScore

__all__ = ["Row"]


@dataclass(frozen=True)
class Row:
    """One system of a leaderboard.

    Attributes:
        score: its rate with interval and rank.
        group: letters; systems that share one cannot be told apart.
        standing: its coverage, semantic rate, speed and cost.
        calls: times, conditions and prices.
    """

    score: SystemScore
    standing: Standing
    calls: Calls

    @property
    def system(self) -> str:
        """The name of the system."""
        return self.score.name

    @property
    def live(self) -> LiveFigures | None:
        """The delays of a live system; ``None`` for others."""
        return self.standing.live

    @property
    def rank(self) -> int | None:
        """One more than the systems that are significantly better; ``None`` without a rate."""
        return None if self.score.rank is None else self.score.rank.rank

    @property
    def group(self) -> str:
        """Letters that it shares with the systems that it cannot be told apart from."""
        return "" if self.score.rank is None else self.score.rank.group

    @property
    def price(self) -> Price | None:
        """The newest list price; ``None`` on this machine, or where none is known."""
        return self.calls.prices[-1] if self.calls.prices else None

    def to_json(self, without: Sequence[str] = ()) -> dict[str, Any]:
        """Return plain values; rates are fractions, times are seconds."""
        one = self.standing.to_json()
        price = self.price
        found = {
            "rank": self.rank,
            "system": self.system,
            "group": self.group,
            **{name: one[name] for name in ("service_name", "model_name", "coverage", "perfect")},
            **({"clips": one["clips"]} if "clips" in one else {}),
            "rate": self.score.rate,
            "interval": self.score.interval.to_dict(),
            "mean": self.standing.mean,
            "semantic_wer": one["semantic_wer"],
            "seconds": self.calls.seconds.to_json(),
            "ttfs": None if self.calls.ttfs is None else self.calls.ttfs.to_json(),
            "live": None if self.live is None else self.live.to_json(),
            "conditions": self.calls.conditions,
            "rtfx": self.standing.speed,
            "usd_per_audio_hour": self.standing.usd,
            "core_hours_per_audio_hour": self.standing.core_hours,
            "list_price": None if price is None else dict(vars(price)),
            "observed": [self.calls.first, self.calls.last],
            "repeats": self.standing.repeats,
            "drafted_references": self.standing.drafted,
            "submitted": self.standing.submitted,
        }
        if SEMANTIC_WER in without:
            del found["semantic_wer"]
        if DELAY in without:
            del found["seconds"], found["ttfs"], found["live"], found["conditions"]
        return found
