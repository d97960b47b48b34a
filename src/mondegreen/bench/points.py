"""Points of a picture: the error of a system against its delay or its price, of the same observations."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from mondegreen.bench.observed import observed
from mondegreen.bench.scoring import result_of
from mondegreen.errors import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.bench.calls import Delay
    from mondegreen.bench.leaderboard import Board
    from mondegreen.bench.leaderboard_row import Row
    from mondegreen.bench.live import LiveFigures
    from mondegreen.scoring.options import Options
    from mondegreen.store import Store

__all__ = ["AXES", "Point", "Points", "frontier", "points_of"]

AXES: Final = {
    "delay": "seconds from the call to the text, median",
    "ttfs": "seconds from the end of speech to the first final text, median",
    "first-text": "seconds from the end of speech to the first text after it, median",
    "price": "US dollars per hour of audio",
}

_FINAL: Final = "first final"
_OF_STREAMS: Final = {"ttfs": _FINAL, "first-text": "first text"}

Ends = tuple[float | None, float | None]


@dataclass(frozen=True)
class Point:
    """One system.

    Attributes:
        system: its name.
        x: delay in seconds, or US dollars per hour.
        y: its rate, as a fraction.
        across: the interval of ``x``; ``None`` where there is none.
        along: the interval of ``y``.
    """

    system: str
    x: float
    y: float
    across: Ends = (None, None)
    along: Ends = (None, None)


@dataclass(frozen=True)
class Points:
    """The points of one picture.

    Attributes:
        dataset: its id.
        axis: one of `AXES`.
        metric: the name of the metric.
        points: those that can be drawn, the lowest ``x`` first.
        not_drawn: the other systems, each with the reason.
    """

    dataset: str
    axis: str
    metric: str
    points: list[Point]
    not_drawn: dict[str, str] = field(default_factory=dict)


def points_of(store: Store, board: Board, options: Options) -> list[Points]:
    """Return the points of error against delay, and of error against price.

    A live system has two: at its first final text after the end of speech, and at its first text. Text and delay of a point are of the same observations. Times of a latency pass go with the texts of
    that pass, which are scored here; a system whose rate counts clips that were never sent has no point.
    """
    streams = any(each.calls.live or each.calls.ttfs is not None for each in board.rows)
    batch = any(each.calls.seconds.percentiles for each in board.rows) or not streams
    live = any(each.live is not None for each in board.rows)
    shown = {"delay": batch, "ttfs": streams, "first-text": live, "price": True}
    axes = [axis for axis, is_shown in shown.items() if is_shown]
    made = []
    for axis in axes:
        points, not_drawn = [], {}
        for each in board.rows:
            found = _point(store, board, each, options, axis)
            if isinstance(found, Point):
                points.append(found)
            else:
                not_drawn[each.system] = found
        points.sort(key=lambda point: (point.x, point.y, point.system))
        made.append(Points(board.dataset, axis, board.metric, points, not_drawn))
    return made


def frontier(points: Sequence[Point]) -> list[Point]:
    """Return the points that no other is better than in one way without being worse in the other.

    >>> [each.system for each in frontier([Point("a", 1, 3), Point("b", 2, 4), Point("c", 3, 1)])]
    ['a', 'c']
    """
    found: list[Point] = []
    for each in sorted(points, key=lambda point: (point.x, point.y)):
        if not found or each.y < found[-1].y or (each.x, each.y) == (found[-1].x, found[-1].y):
            found.append(each)
    return found


def _point(store: Store, board: Board, row: Row, options: Options, axis: str) -> Point | str:
    """Return the point of a system, or why there is none."""
    if axis == "price":
        return _price(row)
    if axis in _OF_STREAMS and row.live is not None:
        return _of_stream(row.live, row, _OF_STREAMS[axis], board.choices.level)
    if axis == "delay" and (row.live is not None or row.calls.live):
        return "it is live, so its delay counts from the end of speech"
    if axis == "first-text" or (axis == "ttfs" and row.calls.ttfs is None and not row.calls.live):
        return "it is not live"
    return _delay(store, board, row, options, axis)


def _price(row: Row) -> Point | str:
    rate, interval = row.score.rate, row.score.interval
    if rate is None:
        return "it has no rate"
    if row.standing.usd is None:
        return "no price is known" if row.standing.core_hours is None else "it costs no money"
    return Point(row.system, row.standing.usd, rate, along=(interval.low, interval.high))


def _of_stream(live: LiveFigures, row: Row, name: str, level: float) -> Point | str:
    """Return the point of a live system: text and delay of its first text after the speech, or final one."""
    found = next((each for each in live.points if each.name == name), None)
    if found is None:
        return live.ttfs.reason or "there are no events of its streams"
    value = found.delay.value
    if found.rate is None or value is None or not math.isfinite(value):
        kind = "final text" if name == _FINAL else "text"
        return found.delay.reason or f"half of its clips have no {kind}"
    along: Ends = (None, None)
    if found.result is not None:
        cluster = "sample" if row.standing.repeats > 1 else None
        interval = next(iter(found.result.with_intervals(level, cluster=cluster))).interval
        along = (None, None) if interval is None else (interval.low, interval.high)
    across = (found.delay.low, found.delay.high)
    mark = f"[{live.policy}]"
    label = row.system if row.system.endswith(mark) else f"{row.system} {mark}"
    return Point(label, value, found.rate, across, along)


def _delay(store: Store, board: Board, row: Row, options: Options, axis: str) -> Point | str:
    delay: Delay | None = row.calls.ttfs if axis == "ttfs" else row.calls.seconds
    if delay is None or not delay.percentiles:
        return "no call was timed" if delay is None else delay.reason
    median = delay.median
    if median is None:
        return f"{delay.failed:,} of {delay.calls:,} calls failed"
    rate: float | None
    if row.calls.latency_pass:
        (one,) = observed(
            store,
            board.dataset,
            [row.system],
            unverified=board.unverified,
            latency_pass=True,
        )
        cluster = "sample" if one.repeats > 1 else None
        result = result_of(one, options).with_intervals(board.choices.level, cluster=cluster)
        first = next(iter(result))
        missing, rate, interval = result.coverage.missing, first.value, first.interval
    else:
        missing, rate = row.score.coverage.missing, row.score.rate
        interval = row.score.interval
    if missing:
        return (
            f"its rate counts {counted(missing, 'clip')} without a call, so text and delay are not of the "
            "same observations"
        )
    if rate is None:
        return "it has no rate"
    along = (None, None) if interval is None else (interval.low, interval.high)
    return Point(row.system, median.value or 0.0, rate, (median.low, median.high), along)
