"""What the calls of one system took: times, the conditions they were measured under, and the price."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from mondegreen.providers.capabilities import capabilities_of
from mondegreen.stats.percentiles import Percentile, percentile
from mondegreen.store.text_type import document

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.store import Store

__all__ = ["CONDITIONS", "PERCENTS", "Calls", "Delay", "Price", "calls_of"]

PERCENTS: Final = (50, 95, 99)
CONDITIONS: Final = {
    "latency_pass": "a latency pass",
    "concurrency": "calls at a time",
    "warm_up": "warm-up calls",
    "client_region": "region of the client",
    "chunk_ms": "milliseconds of audio per message",
    "wait": "seconds that were waited for the end",
}
"""What times depend on and what is no part of a system, by its name in a stored call."""

_COLUMNS: Final = (
    *("status", "seconds", "ttfb_seconds", "host", "timestamp"),
    *("service_name", "model_name", "sample_id"),
)
_ALONE: Final = "1"  # on this machine one call is made at a time
_UNKNOWN: Final = "not recorded"


@dataclass(frozen=True)
class Delay:
    """Percentiles of a time in seconds; a failed call is slower than all others.

    Where clips were sent several times, the median of the calls of each clip counts.

    Attributes:
        percentiles: of `PERCENTS`.
        calls: how many were made.
        failed: of them, how many gave no text.
        reason: why there are no percentiles; empty if there are.
    """

    percentiles: tuple[Percentile, ...] = ()
    calls: int = 0
    failed: int = 0
    reason: str = ""

    @property
    def median(self) -> Percentile | None:
        """The median; ``None`` if it is not known, or later than anybody waited."""
        found = self.percentiles[0] if self.percentiles else None
        usable = found is not None and found.value is not None and math.isfinite(found.value)
        return found if usable else None

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        plain = {name: value for name, value in vars(self).items() if name != "percentiles"}
        return {**plain, "percentiles": [each.to_json() for each in self.percentiles]}


@dataclass(frozen=True)
class Price:
    """A list price per hour of audio.

    Attributes:
        usd_per_hour: US dollars.
        date: on which it was seen.
        source: where; empty if not known.
    """

    usd_per_hour: str
    date: str
    source: str = ""


@dataclass(frozen=True)
class Calls:
    """The current observations of one system on one dataset, without their texts.

    Attributes:
        first: when the oldest was made.
        last: when the newest was made.
        count: how many there are.
        before: how many were made before a date.
        seconds: from the call to the text.
        ttfs: the time to the final segment, where an import has it; ``None`` where it was not measured.
        live: whether the system listens to a stream; its times are counted from the end of speech.
        latency_pass: whether the times are of a latency pass, whose texts are not those that rank.
        conditions: the values of each of `CONDITIONS` among the runs that were timed.
        prices: list prices, the newest last.
    """

    first: str
    last: str
    count: int
    before: int
    seconds: Delay
    ttfs: Delay | None
    live: bool = False
    latency_pass: bool = False
    conditions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    prices: tuple[Price, ...] = ()


def calls_of(store: Store, dataset: str, system: str, since: str = "") -> Calls:
    """Return what the current observations of a system took.

    Args:
        store: an open one.
        dataset: its id.
        system: its name, of which there is an observation.
        since: a date; observations before it are counted.
    """
    kept = store.observations
    rows = kept.current(dataset, _COLUMNS, system)
    passed = kept.current(dataset, _COLUMNS, system, latency_pass=True)
    timed = passed or rows
    states, seconds, firsts, hosts = zip(*(row[:4] for row in timed), strict=True)
    clips = [row[7] for row in timed]
    times = [row[4] for row in rows]
    ok = [state == "ok" for state in states]
    told = [
        document(each) for each in kept.conditions_of(dataset, system, latency_pass=bool(passed))
    ]
    paid = [document(each) for each in kept.conditions_of(dataset, system)]
    conditions = {
        name: tuple(sorted({_value(name, each, here=not any(hosts)) for each in told}))
        for name in CONDITIONS
    }
    return Calls(
        *(min(times), max(times), len(rows), sum(each < since for each in times)),
        seconds=_delay(ok, seconds, clips),
        ttfs=_delay(ok, firsts, clips) if any(each is not None for each in firsts) else None,
        live=any(each.get("live") for each in told),
        latency_pass=bool(passed),
        conditions={**conditions, "latency_pass": ("yes" if passed else "no",)},
        prices=_prices(paid, *map(str, rows[0][5:7])),
    )


def _delay(ok: Sequence[bool], seconds: Sequence[float | None], clips: Sequence[str]) -> Delay:
    """Return the percentiles over all clips, of the median of the calls of each; without a time of each transcript there are none."""
    calls, answered = len(ok), sum(ok)
    failed = calls - answered
    values = [each if fine else math.inf for each, fine in zip(seconds, ok, strict=True)]
    timed = [each for each, fine in zip(seconds, ok, strict=True) if fine and each is not None]
    if not timed:
        return Delay((), calls, failed, "no call was timed")
    if len(timed) < answered:
        untimed = answered - len(timed)
        return Delay((), calls, failed, f"{untimed:,} of {answered:,} transcripts have no time")
    whole = [math.inf if each is None else each for each in values]
    found = tuple(percentile(whole, each, clips=clips) for each in PERCENTS)
    return Delay(found, calls, failed)


def _value(name: str, conditions: dict[str, Any], *, here: bool) -> str:
    """Return one condition of one run."""
    if name in conditions:
        return str(conditions[name])
    if name != "concurrency":
        return ""
    return _ALONE if here else _UNKNOWN


def _prices(conditions: Iterable[dict[str, Any]], service: str, model: str) -> tuple[Price, ...]:
    found = {
        (str(each.get("price_date") or ""), str(each["usd_per_hour"]), each.get("price_source"))
        for each in conditions
        if each.get("usd_per_hour")
    }
    if not found:
        return ()
    billing = capabilities_of(service, model).billing
    known = (billing.date, str(billing.usd_per_hour), billing.source) if billing else ("", "", "")
    return tuple(
        Price(usd, date, str(source or (known[2] if (date, usd) == known[:2] else "")))
        for date, usd, source in sorted(found, key=str)
    )
