"""What the ends of turns of a live system are worth: every definition, from the stored events alone.

A reference names when each turn of a recording ends. The event ``end-of-turn`` of a system is its word
that a turn has ended; somebody may answer now. Both are matched one to one and in time order. An event
without a turn is a false alarm: the system would have answered while the speaker goes on, or twice. A
turn without an event is missed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.errors import counted
from mondegreen.stats.intervals import interval
from mondegreen.stats.percentiles import Percentile, percentile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from mondegreen.providers.event import Event
    from mondegreen.stats.interval import Interval

__all__ = [
    "EAGER",
    "EARLY",
    "KINDS",
    "LATE",
    "PERCENTS",
    "Matched",
    "Turn",
    "TurnFigures",
    "eager_ends",
    "ends_of_turns",
    "matched",
    "turn_figures",
]

EARLY: Final = 0.25
"""Seconds before the end of a turn from which an event counts: the collar that NIST's evaluations of
speaker diarization (since RT-03) leave around each boundary, since people put it differently."""

LATE: Final = 5.0
"""Seconds after the end of a turn up to which an event counts: the default of ``eot_timeout_ms`` of
Deepgram Flux (page Flux configuration, read 29 Nov 2026), the longest silence after which a vendor ends
every turn. The next turn ends it before that."""

PERCENTS: Final = (50, 90)

EAGER: Final = "eager-end-of-turn"
_END: Final = "end-of-turn"
KINDS: Final = frozenset({_END, EAGER})
"""The kinds of events that tell the end of a turn."""

_TEXTS: Final = ("partial", "final")


class Turn(NamedTuple):
    """One turn of the reference, in seconds of the recording.

    Attributes:
        end: when the speaker is done.
        start: when the speaker began; ``None`` if nobody says.
    """

    end: float
    start: float | None = None


class Matched(NamedTuple):
    """The turns of one recording, and the events that tell their ends.

    Attributes:
        delays: of each turn, from its end to its event; negative if the event came before; infinite if
            the turn was missed.
        events: all of them, with those that match no turn.
    """

    delays: tuple[float, ...]
    events: int

    @property
    def found(self) -> int:
        """How many turns have an event."""
        return sum(math.isfinite(each) for each in self.delays)


def ends_of_turns(events: Iterable[Event]) -> list[float]:
    """Return when a system said that a turn had ended.

    Some say it twice: for the same segment, or for nothing new. The same end counts once, at its first
    event. Nothing counts once the stream was closed, for that ends every turn.
    """
    return [seconds for seconds, kind in _told(events) if kind == _END]


def eager_ends(events: Iterable[Event]) -> list[float]:
    """Return the same for an agent that begins to answer as soon as an end is likely.

    That is the event ``eager-end-of-turn``, and ``end-of-turn`` where no eager one came before it, or
    where the turn had been resumed since.
    """
    found, pending = [], False
    for seconds, kind in _told(events):
        if kind in (EAGER, _END):
            if not pending:
                found.append(seconds)
            pending = kind == EAGER
        else:
            pending = False
    return found


def matched(
    turns: Sequence[Turn], events: Sequence[float], *, early: float = EARLY, late: float = LATE
) -> Matched:
    """Match the ends of turns with events, one to one and in time order, as many as there can be.

    An event counts for a turn from ``early`` before its end up to ``late`` after it, and no longer than
    up to the start of the next turn; where that is not known, or before the end of this one, to
    ``early`` before the next end. Turns whose ends are nearer to each other share that time. Of several events in that time the first one counts, since it is the one that is acted on.

    >>> matched([Turn(2.0), Turn(6.0)], [1.0, 2.4, 2.9, 5.9])
    Matched(delays=(0.3999999999999999, -0.09999999999999964), events=4)
    """
    ordered, heard = sorted(turns, key=lambda turn: turn.end), sorted(events)
    delays, at = [], 0
    for turn, last in zip(ordered, _lasts(ordered, early, late), strict=True):
        while at < len(heard) and heard[at] < turn.end - early:
            at += 1
        if at < len(heard) and heard[at] <= last:
            delays.append(heard[at] - turn.end)
            at += 1
        else:
            delays.append(math.inf)
    return Matched(tuple(delays), len(heard))


def _lasts(ordered: Sequence[Turn], early: float, late: float) -> list[float]:
    """Return up to when an event counts for each turn; never longer than for the one after it."""
    lasts: list[float] = []
    following: Turn | None = None
    for turn in reversed(ordered):
        last = turn.end + late
        if following is not None:
            begins = [following.start or 0.0, following.end - early]
            later = [each for each in begins if each > turn.end]
            last = min(last, *later[:1], lasts[-1])
        lasts.append(last)
        following = turn
    return lasts[::-1]


@dataclass(frozen=True)
class TurnFigures:
    """The ends of turns of one system over recordings.

    Attributes:
        clips: recordings of which the turns are known.
        turns: of the reference, those of each answer.
        events: ends that the system told.
        found: turns with an event.
        delay: percentiles of the seconds from the end of a turn to its event, by `PERCENTS`. A turn
            that was missed is slower than any other.
        intervals: of precision, recall and F1, recordings drawn; empty if none were asked for.
        reason: why there are no figures; empty if there are.
        answers: of these recordings, each repeat counted.
    """

    clips: int = 0
    turns: int = 0
    events: int = 0
    found: int = 0
    delay: tuple[Percentile, ...] = ()
    intervals: Mapping[str, Interval] = field(default_factory=dict)
    reason: str = ""
    answers: int = 0

    @property
    def said(self) -> str:
        """How many recordings, and how many answers where they were repeated."""
        said = counted(self.clips, "clip")
        return said if self.answers == self.clips else f"{said}, {self.answers:,} answers"

    @property
    def false_alarms(self) -> int:
        """Events that are the end of no turn."""
        return self.events - self.found

    @property
    def missed(self) -> int:
        """Turns without an event."""
        return self.turns - self.found

    @property
    def precision(self) -> float | None:
        """Matched events over all events; ``None`` where there are none."""
        return self.found / self.events if self.events else None

    @property
    def recall(self) -> float | None:
        """Matched turns over all turns; ``None`` where there are none."""
        return self.found / self.turns if self.turns else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall; ``None`` without turns and events."""
        both = self.turns + self.events
        return 2 * self.found / both if both else None

    def to_json(self) -> dict[str, Any]:
        """Return plain values; rates are fractions, times are seconds."""
        derived = ("false_alarms", "missed", "precision", "recall", "f1")
        return {
            **vars(self),
            **{name: getattr(self, name) for name in derived},
            "delay": [each.to_json() for each in self.delay],
            "intervals": {name: each.to_dict() for name, each in self.intervals.items()},
            "window": {"early": EARLY, "late": LATE},
        }


def turn_figures(
    clips: Sequence[Matched],
    clusters: Sequence[Any] | None = None,
    drawing: Mapping[str, Any] | None = None,
    samples: Sequence[Any] | None = None,
) -> TurnFigures:
    """Return the figures of all recordings.

    Args:
        clips: what was matched in each.
        clusters: recordings with equal values are drawn together.
        drawing: the options of `mondegreen.stats.intervals.interval`; ``None`` for no intervals.
        samples: of each entry of ``clips`` its recording, if recordings were repeated; they are drawn
            together then unless ``clusters`` says otherwise, and the delay of a turn is the median of
            its repeats.
    """
    rows = [(each.found, each.events, len(each.delays)) for each in clips]
    found, events, turns = (sum(column) for column in zip(*rows, strict=True))
    late = [delay for each in clips for delay in each.delays]
    turn_names = None
    if samples is not None:
        turn_names = [
            (name, at)
            for name, each in zip(samples, clips, strict=True)
            for at in range(len(each.delays))
        ]
        clusters = samples if clusters is None else clusters
    ranges = {}
    if drawing is not None:
        for name, value in _RATES.items():
            ranges[name] = interval(rows, value, clusters=clusters, **drawing)
    percentiles = (
        tuple(percentile(late, percent, clips=turn_names, unit="turn") for percent in PERCENTS)
        if late
        else ()
    )
    whole = len(clips if samples is None else {*samples})
    return TurnFigures(
        whole,
        turns,
        events,
        found,
        percentiles,
        ranges,
        answers=len(clips),
    )


def _ratio(over: Any, under: Any) -> Any:
    import numpy as np  # of the extra bench

    over, under = np.asarray(over, float), np.asarray(under, float)
    return np.divide(over, under, out=np.full_like(over, np.nan), where=under > 0)


_RATES: Final = {
    "precision": lambda sums: _ratio(sums[0], sums[1]),
    "recall": lambda sums: _ratio(sums[0], sums[2]),
    "f1": lambda sums: _ratio(2 * sums[0], sums[1] + sums[2]),
}


def _told(events: Iterable[Event]) -> Iterator[tuple[float, str]]:
    """Yield what a system said of turns, without ends that it had said already."""
    shown: dict[int, str] = {}
    ended: set[int] = set()
    new = True  # whether anything was said, or began, since the last end
    for each in events:
        if each.kind == "close":
            return
        if each.kind in _TEXTS:
            segment = each.segment or 0
            new = new or (each.text != shown.get(segment, "") and segment not in ended)
            shown[segment] = each.text
        elif each.kind == _END:
            again = each.segment in ended or not new
            if each.segment is not None:
                ended.add(each.segment)
            new = False
            if not again:
                yield each.seconds, each.kind
        elif each.kind in (EAGER, "turn-resumed", "start-of-turn"):
            new = True
            yield each.seconds, each.kind
