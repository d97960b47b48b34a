"""How fast a system was, and under which conditions: of a latency pass if there is one."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.submissions.submitted import MARK
from mondegreen.errors import counted
from mondegreen.store.text_type import document

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mondegreen.bench.observed import Observed
    from mondegreen.store import Store

__all__ = ["Speed", "conditions_that_differ", "speed_of"]

_COLUMNS: Final = (
    *("status", "seconds", "cpu_seconds", "audio_duration_seconds", "host", "retries"),
    *("sample_id", "conditions"),
)
_HOUR: Final = 3600
_MIB: Final = 2**20
_ELSEWHERE: Final = (
    *(
        "client_region",
        "concurrency",
        "http_version",
        "reused",
        "warm_up",
        "poll",
        "through",
        "endpoint",
        "endpoint_region",
        "measured_on",
    ),
)
_HERE: Final = (
    *("processor", "device", "threads", "precision", "batch_size", "warm_up", "model_bytes"),
)
_OWN: Final = (
    "endpoint",
    "endpoint_region",
    "measured_on",
    "model_bytes",
)  # differ from system to system, and make nothing unfair


@dataclass(frozen=True)
class Speed:
    """What was measured of one system on one dataset.

    Attributes:
        latency_pass: whether it was measured in a pass of its own, one call at a time.
        timed: how many recordings were transcribed and timed.
        elsewhere: whether it is called over a connection, and its seconds are those of calls.
        rtfx: seconds of audio per second of processing, on this machine.
        core_hours: of all processors per hour of audio, on this machine.
        peak_ram_bytes: the most memory that the model and transcribing added, where it ran alone.
        repeated: calls of which an earlier attempt had failed.
        conditions: what the speed depends on, by name; a list where it was not always the same.
        calls: how many were timed, each repeat counted.
    """

    latency_pass: bool = False
    timed: int = 0
    elsewhere: bool = False
    rtfx: float | None = None
    core_hours: float | None = None
    peak_ram_bytes: int | None = None
    repeated: int = 0
    conditions: Mapping[str, Any] = field(default_factory=dict)
    calls: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {**vars(self)}

    @property
    def said(self) -> str:
        """The conditions in words; empty if nothing was timed."""
        if not self.elsewhere and self.rtfx is None:
            return ""
        first = [
            "latency pass" if self.latency_pass else "no latency pass",
            counted(self.timed, "recording"),
            "" if self.calls <= self.timed else counted(self.calls, "call"),
        ]
        more = self._elsewhere() if self.rtfx is None else self._here()
        return ", ".join(filter(None, [*first, *more]))

    def _elsewhere(self) -> list[str]:
        told = {name: _shown(value) for name, value in self.conditions.items()}
        if "measured_on" in told:  # of a submission, all of which is said
            said = (
                "client region {client_region}, endpoint region {endpoint_region}, concurrency "
                "{concurrency}, {http_version}, warm-up calls {warm_up}, measured on {measured_on}"
            )
            return [MARK, said.format(**{"warm_up": "0", **told})]
        return [
            "client region {client_region}".format(**told) if "client_region" in told else "",
            f"concurrency {told.get('concurrency', _UNKNOWN)}",
            told.get("http_version", ""),
            _REUSED.get(told.get("reused", _UNKNOWN), "connection partly reused"),
            f"warm-up calls {told.get('warm_up', 0)}",
            "polled every {poll} s".format(**told) if "poll" in told else "",
            f"without attempts that failed ({self.repeated:,} calls were repeated)",
            "through {through}".format(**told) if "through" in told else "",
            "at {endpoint}".format(**told) if "endpoint" in told else "",
        ]

    def _here(self) -> list[str]:
        told = {name: _shown(value) for name, value in self.conditions.items()}
        size = self.conditions.get("model_bytes")
        peak = self.peak_ram_bytes
        return [
            "without loading the model",
            told.get("processor", ""),
            told.get("device", ""),
            f"threads {told.get('threads', _ENGINE)}",
            f"precision {told.get('precision', _ENGINE)}",
            f"batch size {told.get('batch_size', _UNKNOWN)}",
            f"warm-up calls {told.get('warm_up', 0)}",
            f"model of {size / _MIB:,.0f} MiB" if isinstance(size, int) else "",
            "" if peak is None else f"peak RAM {peak / _MIB:,.0f} MiB",
        ]


_UNKNOWN: Final = "not known"
_ENGINE: Final = "as the engine chooses"
_REUSED: Final = {
    "True": "connection reused",
    "False": "new connection per call",
    _UNKNOWN: "connection not known",
}


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return " or ".join(map(_shown, value))
    if isinstance(value, float):
        return f"{value:g}"
    return str(value)


def conditions_that_differ(speeds: Sequence[Speed]) -> list[str]:
    """Return what makes figures of several systems not comparable, by name."""
    names = list(dict.fromkeys(chain(*(each.conditions for each in speeds))))
    names = [name for name in names if name not in _OWN]
    found = [
        name
        for name in names
        if len({json.dumps(each.conditions.get(name)) for each in speeds}) > 1
    ]
    if len({each.latency_pass for each in speeds}) > 1:
        found.insert(0, "latency_pass")
    if len({each.timed for each in speeds}) > 1:
        found.append("recordings")
    return [name.replace("_", " ") for name in found]


def speed_of(store: Store, one: Observed) -> Speed:
    """Return how fast a system was: in its latency pass, or else in the run for its transcripts."""
    kept = store.observations
    found = [
        tuple(row)
        for row in kept.current(one.dataset, _COLUMNS, one.system, latency_pass=True)
    ]  # fmt: skip
    timed = [row for row in found if row[0] == "ok" and row[1]]
    in_pass = bool(timed)
    if not in_pass:
        columns = [one.column(name) for name in _COLUMNS[:-1]]
        timed = [row for row in zip(*columns, strict=True) if row[0] == "ok" and row[1]]
    if not timed:
        return Speed()
    told = (
        [row[-1] for row in timed]
        if in_pass
        else kept.conditions_of(one.dataset, one.system)
    )  # fmt: skip
    documents = [*map(document, told)]
    seconds, names = [row[1] for row in timed], [row[6] for row in timed]
    hours = math.fsum(row[3] or 0.0 for row in timed) / _HOUR
    cores = [row[2] for row in timed if row[2] is not None]
    here = not any(row[4] for row in timed)
    spent = math.fsum(seconds)
    peaks = [each["peak_ram_bytes"] for each in documents if each.get("peak_ram_bytes")]
    return Speed(
        in_pass,
        len({*names}),
        elsewhere=not here,
        rtfx=_HOUR * hours / spent if here and hours else None,
        core_hours=math.fsum(cores) / _HOUR / hours if here and cores and hours else None,
        peak_ram_bytes=max(peaks, default=None) if here else None,
        repeated=sum(bool(row[5]) for row in timed),
        conditions=_summary(documents, _HERE if here else _ELSEWHERE),
        calls=len(timed),
    )


def _summary(documents: Iterable[Mapping[str, Any]], names: Sequence[str]) -> dict[str, Any]:
    """Return the conditions by name, a list where they were not always the same."""
    seen: dict[str, dict[str, Any]] = {name: {} for name in names}
    for each in documents:
        for name in names:
            if (value := each.get(name)) is not None:
                seen[name][str(value)] = value
    return {
        name: next(iter(values.values())) if len(values) == 1 else [*values.values()]
        for name, values in seen.items()
        if values
    }
