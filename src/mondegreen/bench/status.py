"""What a store holds of each dataset: what is there, what failed and why, and what it cost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from mondegreen.bench.absent import absent

if TYPE_CHECKING:
    from mondegreen.bench.config import Bench
    from mondegreen.store import Store

__all__ = ["SystemStatus", "status_of"]

_COLUMNS = (
    *("system", "sample_id", "repeat", "status", "error", "money", "seconds", "cpu_seconds"),
    *("audio_duration_seconds", "host", "transcription"),
)


@dataclass
class SystemStatus:
    """What is there of one system on one dataset; attempts that were repeated are not counted twice.

    Attributes:
        dataset: its id.
        system: its name.
        total: clips that can be transcribed, times the repeats that were begun.
        ok: those with a transcript, empty ones included.
        empty: those in which nothing was understood.
        failed: how many failed, by status and reason.
        missing: those that were not transcribed yet.
        money: US dollars of the current attempts; ``None`` if no price is known.
        core_seconds: of all processors on this machine; ``None`` if it ran elsewhere.
        audio_seconds: of the clips with a transcript.
        seconds: that their transcripts took.
        reason: why there is nothing of it; empty if there is something.
    """

    dataset: str
    system: str
    total: int = 0
    ok: int = 0
    empty: int = 0
    failed: Counter[tuple[str, str]] = field(default_factory=Counter)
    money: Decimal | None = None
    core_seconds: float | None = None
    audio_seconds: float = 0.0
    seconds: float = 0.0
    reason: str = ""

    @property
    def missing(self) -> int:
        """Those that were not transcribed yet."""
        return max(self.total - self.ok - sum(self.failed.values()), 0)

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        failed = [
            {"status": status, "reason": reason, "count": count}
            for (status, reason), count in self.failed.most_common()
        ]
        return {
            **vars(self),
            "missing": self.missing,
            "failed": failed,
            "money": None if self.money is None else str(self.money),
        }


def status_of(store: Store, bench: Bench | None = None) -> list[SystemStatus]:
    """Return the status of each system on each dataset that a store holds, in their order.

    Args:
        store: an open one.
        bench: whose systems are listed too where nothing of them is stored.
    """
    kept = store.observations
    configured = set() if bench is None else {frozen for _, frozen, _ in bench.datasets}
    wanted = () if bench is None else [*bench.systems.values()]
    found = []
    for dataset in [row["dataset"] for row in kept.datasets()]:
        usable = sum(row["status"] == "ok" for row in kept.samples(dataset))
        systems: dict[str, SystemStatus] = {}
        repeats: dict[str, set[int]] = {}
        for row in kept.current(dataset, _COLUMNS):
            name, _, repeat, status, error, money, seconds, cores, audio, host, text = tuple(row)
            one = systems.setdefault(name, SystemStatus(dataset, name))
            repeats.setdefault(name, set()).add(repeat)
            if money is not None:
                one.money = (one.money or Decimal(0)) + Decimal(money)
            if host is None and cores is not None:
                one.core_seconds = (one.core_seconds or 0.0) + cores
            if status == "ok":
                one.ok += 1
                one.empty += not (text or "").strip()
                one.audio_seconds += audio or 0.0
                one.seconds += seconds or 0.0
            else:
                one.failed[status, error or ""] += 1
        for name, one in sorted(systems.items()):
            one.total = usable * len(repeats[name])
            found.append(one)
        for gone in absent(store, [dataset], wanted if dataset in configured else ()):
            one = SystemStatus(dataset, gone.system, total=gone.usable, reason=gone.reason)
            found.append(one)
    return found
