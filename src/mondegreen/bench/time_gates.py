"""Gates on delays of a leaderboard: a percentile of the seconds of calls, or of the time to the final segment."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from mondegreen.options.gates import TIME_GATE
from mondegreen.scoring.comparing.release_gates import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.bench.calls import Delay
    from mondegreen.bench.delays import TtfsOfSystem
    from mondegreen.bench.leaderboard_row import Row

__all__ = ["late", "names_of_times"]

_SECONDS: Final = "seconds"
_TTFS: Final = "ttfs"
_MEDIAN: Final = 50


def names_of_times(rows: Sequence[Row]) -> list[str]:
    """Return the delays on which there can be a gate, as the columns name them."""
    return [*dict.fromkeys(name for row in rows for name, _ in _times(row))]


def late(rows: Sequence[Row], gate: str, limit: float) -> list[Verdict]:
    """Return a verdict for each system that has such a delay; one that is not known is not met.

    Args:
        rows: of a leaderboard.
        gate: one of `names_of_times`, or ``ttfs`` for any policy, with ``:P95`` or ``:P99`` for another
            percentile than the median.
        limit: in seconds.
    """
    found = TIME_GATE.fullmatch(gate)
    wanted = found[1].lower() + (found[2] or "") if found else gate
    percent = int(found[3]) if found and found[3] else _MEDIAN
    shown = "median" if percent == _MEDIAN else f"P{percent}"
    return [
        _verdict(row, f"{name} ({shown})", delay, percent, limit)
        for row in rows
        for name, delay in _times(row)
        if wanted in {name, name.partition("[")[0]}
    ]


def _times(row: Row) -> Iterator[tuple[str, Delay | TtfsOfSystem]]:
    """Yield the delays of a system: a live one has those of its policy."""
    if row.live is not None:
        yield row.live.ttfs.name, row.live.ttfs
        return
    yield _SECONDS, row.calls.seconds
    if row.calls.ttfs is not None:
        yield _TTFS, row.calls.ttfs


def _verdict(
    row: Row, name: str, delay: Delay | TtfsOfSystem, percent: int, limit: float
) -> Verdict:
    one = next((each for each in delay.percentiles if each.percent == percent), None)
    value = None if one is None else one.value
    said = f"{limit:g} s"
    if value is None:
        why = delay.reason if one is None else one.reason
        reason = f"{name} of {row.system} is not known, so it cannot be below {said}: {why}"
        return Verdict(row.system, said, "fail-above", limit, met=False, reason=reason)
    met = value <= limit
    shown = f"{value:.3f} s" if math.isfinite(value) else "later than anybody waited"
    how = "not above" if met else "above"
    reason = f"{name} of {row.system} is {shown}, {how} {said}"
    return Verdict(row.system, said, "fail-above", limit, met=met, reason=reason)
