"""What a store holds of each dataset: what is there, what failed and why, and what it cost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from mondegreen.bench.absent import absent
from mondegreen.store.text_type import amount, document

if TYPE_CHECKING:
    from mondegreen.bench.config import Bench
    from mondegreen.store import Store

__all__ = ["SystemStatus", "status_of"]

_COLUMNS = (
    *("system", "sample_id", "repeat", "status", "error", "money", "seconds", "cpu_seconds"),
    *("audio_duration_seconds", "host", "transcription"),
)

_TIMED = ("system", "status", "money")
_TIMED_ALONE = "timed, and not transcribed: mondegreen bench run"


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
        peak_ram_bytes: the most memory that it added to a process, where it was alone in it.
        timed: recordings of its latency pass; they are in none of the other numbers.
        timed_money: US dollars of the latency pass; ``None`` if no price is known.
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
    peak_ram_bytes: int | None = None
    timed: int = 0
    timed_money: Decimal | None = None
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
            "timed_money": None if self.timed_money is None else str(self.timed_money),
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
    found: list[SystemStatus] = []
    for dataset in [row["dataset"] for row in kept.datasets()]:
        usable = sum(row["status"] == "ok" for row in kept.samples(dataset))
        systems = _transcribed(store, dataset, usable)
        found += systems.values()
        found += _timed(store, dataset, usable, systems)
        for gone in absent(store, [dataset], wanted if dataset in configured else ()):
            if gone.system not in systems:
                one = SystemStatus(dataset, gone.system, total=gone.usable, reason=gone.reason)
                found.append(one)
    return found


def _transcribed(store: Store, dataset: str, usable: int) -> dict[str, SystemStatus]:
    """Return what there is of each system, by name."""
    systems: dict[str, SystemStatus] = {}
    repeats: dict[str, set[int]] = {}
    for row in store.observations.current(dataset, _COLUMNS):
        name, _, repeat, status, error, money, seconds, cores, audio, host, text = tuple(row)
        one = systems.setdefault(name, SystemStatus(dataset, name))
        repeats.setdefault(name, set()).add(repeat)
        if money is not None:
            one.money = (one.money or Decimal(0)) + amount(money)
        if host is None and cores is not None:
            one.core_seconds = (one.core_seconds or 0.0) + cores
        if status == "ok":
            one.ok += 1
            one.empty += not (text or "").strip()
            one.audio_seconds += audio or 0.0
            one.seconds += seconds or 0.0
        else:
            one.failed[status, error or ""] += 1
    for name, one in systems.items():
        one.total = usable * len(repeats[name])
        one.peak_ram_bytes = _peak(store, one)
    return dict(sorted(systems.items()))


def _timed(
    store: Store, dataset: str, usable: int, systems: dict[str, SystemStatus]
) -> list[SystemStatus]:
    """Add the latency passes to the systems, and return those that are timed alone."""
    alone = []
    for name, status, money in store.observations.current(dataset, _TIMED, latency_pass=True):
        if name not in systems:
            systems[name] = SystemStatus(dataset, name, total=usable, reason=_TIMED_ALONE)
            systems[name].peak_ram_bytes = _peak(store, systems[name])
            alone.append(systems[name])
        one = systems[name]
        one.timed += status == "ok"
        if money is not None:
            one.timed_money = (one.timed_money or Decimal(0)) + amount(money)
    return alone


def _peak(store: Store, one: SystemStatus) -> int | None:
    """Return the most memory in any run in which the system was alone on this machine."""
    told = [
        document
        for in_pass in (False, True)
        for document in store.observations.conditions_of(
            one.dataset, one.system, latency_pass=in_pass
        )
    ]
    peaks = [document(each).get("peak_ram_bytes") for each in told]
    return max(filter(None, peaks), default=None)
