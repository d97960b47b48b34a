"""When turns begin in a call: within half a second of the reference or not; overlaps and interruptions."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Any

from mondegreen._kernel.sessions import Turns
from mondegreen.calls.roles import folded
from mondegreen.metrics.turns import found_within, interruptions, overlap, starts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.calls.call import Call, Turn
    from mondegreen.calls.roles import Role

__all__ = ["TOLERANCE", "TurnTimes", "turn_times"]

TOLERANCE = 0.5
"""Seconds."""
_MICROSECONDS = 1_000_000


@dataclass(frozen=True)
class TurnTimes:
    """Turns of one side of calls by when they begin; times are in microseconds.

    Attributes:
        reference: how many turns there are.
        hypothesis: how many the hypothesis has.
        found: those that begin within `TOLERANCE`, one to one.
        reference_interruptions: turns that begin while another speaker speaks.
        hypothesis_interruptions: the same of the hypothesis.
        reference_overlap: the time in which several speakers of the call speak.
        hypothesis_overlap: the same of the hypothesis.

    >>> times = TurnTimes(4, 6, 3)
    >>> times.precision, times.recall, times.f1
    (0.5, 0.75, 0.6)
    """

    reference: int = 0
    hypothesis: int = 0
    found: int = 0
    reference_interruptions: int = 0
    hypothesis_interruptions: int = 0
    reference_overlap: int = 0
    hypothesis_overlap: int = 0

    @property
    def precision(self) -> float | None:
        """Found over those of the hypothesis."""
        return self.found / self.hypothesis if self.hypothesis else None

    @property
    def recall(self) -> float | None:
        """Found over those of the reference."""
        return self.found / self.reference if self.reference else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of both."""
        both = self.reference + self.hypothesis
        return 2 * self.found / both if both else None

    def __add__(self, other: TurnTimes) -> TurnTimes:
        return TurnTimes(*map(int.__add__, astuple(self), astuple(other)))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; overlaps in seconds."""
        return {
            "tolerance": TOLERANCE,
            "reference": self.reference,
            "hypothesis": self.hypothesis,
            "found": self.found,
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "reference_interruptions": self.reference_interruptions,
            "hypothesis_interruptions": self.hypothesis_interruptions,
            "reference_overlap": self.reference_overlap / _MICROSECONDS,
            "hypothesis_overlap": self.hypothesis_overlap / _MICROSECONDS,
        }

    @classmethod
    def of_all(cls, found: Iterable[TurnTimes]) -> TurnTimes:
        """Return the sum."""
        return sum(found, cls())


def turn_times(call: Call, role: Role) -> TurnTimes | None:
    """Return when the turns of one side of a call begin; ``None`` where turns have no starts and ends.

    Turns of one speaker that follow each other are one turn.
    """
    if not (call.reference and call.hypothesis):
        return None
    sides = []
    for turns, names in ((call.reference, role.reference), (call.hypothesis, role.hypothesis)):
        found = _turns(turns, names)
        if found is None:
            return None
        sides.append(found)
    began = [starts(each) for each in sides]
    cut_in = [interruptions(each, own) for each, own in zip(sides, began, strict=True)]
    said, wrote = began[0][0], began[1][0]
    within = found_within(said, wrote, int(TOLERANCE * _MICROSECONDS))
    return TurnTimes(
        len(said), len(wrote), within, cut_in[0][0], cut_in[1][0], *map(overlap, sides)
    )


def _turns(turns: Sequence[Turn], names: Sequence[str]) -> Turns | None:
    """Return who speaks when, with those of some names as speaker 0."""
    known: dict[str, int] = {}
    rows = []
    for turn in turns:
        if turn.start is None or turn.end is None or turn.end < turn.start:
            return None
        key = folded(turn.speaker)
        speaker = 0 if key in names else known.setdefault(key, len(known) + 1)
        rows.append((speaker, round(turn.start * _MICROSECONDS), round(turn.end * _MICROSECONDS)))
    speakers, begin, end = zip(*rows, strict=True)
    return Turns(speakers, begin, end, len(known) + 1)
