"""What became of each word of a session: right, wrong, missed, extra, or in another speaker's stream."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.alignment import align_many

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mondegreen.alignment.difference import Difference
    from mondegreen.speakers.meetings import Meeting

__all__ = ["EXTRA", "FORGIVEN", "LATE", "MISSED", "RIGHT", "WRONG", "Line", "Turn", "moved", "read"]

RIGHT: Final = "="
FORGIVEN: Final = "f"
WRONG: Final = "s"
MISSED: Final = "d"
EXTRA: Final = "i"
LATE: Final = "t"
"""The right word, further away in time than the collar."""
_MOVED: Final = 256
_NEAR: Final = 1_000_000
"""How far from a segment, in microseconds, a word may be that another speaker said."""
_OF_RUNS: Final = {
    "equal": (RIGHT, RIGHT),
    "substitute": (WRONG, WRONG),
    "delete": (MISSED, ""),
    "insert": ("", EXTRA),
}


def moved(line: int) -> str:
    """Return the state of a word that is in another line of the other side.

    >>> ord(moved(2))
    258
    """
    return chr(_MOVED + line)


@dataclass(slots=True)
class Turn:
    """A stretch of words of one line: a segment, or words that have times of their own.

    Attributes:
        start: in microseconds, as ``end``; ``None`` if not known.
        first: the place of its first word in the line.
        last: the place after its last one.
        by_word: whether its words have times of their own.
    """

    start: int | None
    end: int | None
    first: int
    last: int
    by_word: bool = False


@dataclass(slots=True)
class Line:
    """All words of a speaker or of a stream.

    Attributes:
        words: in order.
        times: of each, in microseconds; empty without times.
        turns: the stretches they are in.
        states: what became of each.
        errors: what each counts as, before words are looked for in other streams.
        against: the place of the word of the other side that is aligned with each.
    """

    words: list[str] = field(default_factory=list)
    times: list[tuple[int, int]] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    states: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    against: list[int | None] = field(default_factory=list)

    def add(self, start: int | None, end: int | None, words: list[str]) -> None:
        """Add a segment; one of a single word goes on with others that are less than a second away."""
        first = len(self.words)
        self.words += words
        before = self.turns[-1] if self.turns else None
        if start is None or end is None:
            self.turns.append(Turn(None, None, first, len(self.words)))
            return
        self.times += _shared(start, end, words)
        alone = len(words) == 1
        if alone and before and before.by_word and start - (before.end or 0) < _NEAR:
            before.end, before.last = max(before.end or 0, end), len(self.words)
        else:
            self.turns.append(Turn(start, end, first, len(self.words), alone))


def _shared(start: int, end: int, words: Sequence[str]) -> list[tuple[int, int]]:
    """Return the times of words that share a segment in proportion to their letters.

    >>> _shared(0, 60, ["so", "it", "is"])
    [(0, 20), (20, 40), (40, 60)]
    """
    whole = sum(map(len, words)) or 1
    found, at = [], 0
    for word in words:
        until = at + len(word)
        found.append((start + (end - start) * at // whole, start + (end - start) * until // whole))
        at = until
    return found


def read(
    meeting: Meeting,
    streams: Sequence[int | None],
    forgiven: Sequence[Sequence[Difference]],
) -> tuple[list[Line], list[Line]]:
    """Return the lines of the speakers and of the streams.

    Args:
        meeting: the session.
        streams: of each speaker the stream.
        forgiven: what was forgiven of each speaker; a place for all of them, or empty.
    """
    said, heard = (_lines(meeting, side) for side in range(2))
    for lines, alone in ((said, MISSED), (heard, EXTRA)):
        for line in lines:
            line.states = [alone] * len(line.words)
            line.against = [None] * len(line.words)
    pairs = [(at, stream) for at, stream in enumerate(streams) if stream is not None]
    alignments = align_many(
        [said[at].words for at, _ in pairs], [heard[stream].words for _, stream in pairs]
    )
    collar = meeting.conditions.collar if meeting.is_timed else None
    for (at, stream), alignment in zip(pairs, alignments, strict=True):
        _mark(said[at], heard[stream], alignment.runs, collar)
        for difference in forgiven[at] if forgiven else ():
            _forgive(said[at], difference.reference_start, difference.reference_end)
            _forgive(heard[stream], difference.hypothesis_start, difference.hypothesis_end)
    for line in [*said, *heard]:
        line.errors = list(line.states)
    _find_moved(said, heard, streams, timed=meeting.is_timed)
    for at, stream in pairs:
        _let_go(said[at], heard[stream])
    return said, heard


def _lines(meeting: Meeting, side: int) -> list[Line]:
    lines = [Line() for _ in (meeting.speakers, meeting.streams)[side]]
    for at, start, end, text in meeting.spoken(side):
        lines[at].add(start, end, text.split())
    return lines


def _mark(said: Line, heard: Line, runs: Iterable[Any], collar: int | None) -> None:
    for run in runs:
        mine, other = _OF_RUNS[run.operation]
        for at in range(run.reference_start, run.reference_end):
            said.states[at] = mine
        for at in range(run.hypothesis_start, run.hypothesis_end):
            heard.states[at] = other
        if not mine or not other:
            continue
        for at in range(run.reference_end - run.reference_start):
            first, second = run.reference_start + at, run.hypothesis_start + at
            said.against[first], heard.against[second] = second, first
            if mine == RIGHT and collar is not None:
                (start, end), times = said.times[first], heard.times[second]
                middle = sum(times) // 2
                if not (start < middle + collar and middle - collar < end):
                    said.states[first] = heard.states[second] = LATE


def _forgive(line: Line, start: int, end: int) -> None:
    for at in range(start, end):
        if line.states[at] != RIGHT:
            line.states[at] = FORGIVEN


def _left(line: Line) -> list[int]:
    return [at for at, state in enumerate(line.states) if state in {WRONG, MISSED, EXTRA}]


class _Place(NamedTuple):
    """Words of a speaker that are missing where a turn of another stream has words too many."""

    speaker: int
    wanted: list[int]
    stream: int
    here: list[int]


def _find_moved(
    said: list[Line], heard: list[Line], streams: Sequence[int | None], *, timed: bool
) -> None:
    """Find words that their own stream lacks and a segment of another one has, near in time.

    Of several places the one in which most words are counts.
    """
    places = list(_places(said, heard, streams, timed=timed))
    alignments = align_many(
        [[said[each.speaker].words[at] for at in each.wanted] for each in places],
        [[heard[each.stream].words[at] for at in each.here] for each in places],
    )
    order = sorted(range(len(places)), key=lambda at: (-alignments[at].hits, at))
    for number in order:
        place = places[number]
        mine, other = said[place.speaker].states, heard[place.stream].states
        for run in alignments[number].runs:
            for at in range(run.steps if run.operation == "equal" else 0):
                first = place.wanted[run.reference_start + at]
                second = place.here[run.hypothesis_start + at]
                if max(mine[first], other[second]) < moved(0):
                    mine[first], other[second] = moved(place.stream), moved(place.speaker)


def _places(
    said: list[Line], heard: list[Line], streams: Sequence[int | None], *, timed: bool
) -> Iterator[_Place]:
    missing = [_left(line) for line in said]
    starts = [
        [line.times[at][0] for at in own] if timed else []
        for line, own in zip(said, missing, strict=True)
    ]
    for stream, line in enumerate(heard):
        extra = _left(line)
        for turn in line.turns:
            here = extra[bisect_left(extra, turn.first) : bisect_left(extra, turn.last)]
            for speaker, own in enumerate(missing) if here else ():
                near = slice(None)
                if timed and turn.start is not None and turn.end is not None:
                    first = bisect_left(starts[speaker], turn.start - _NEAR)
                    near = slice(first, bisect_right(starts[speaker], turn.end + _NEAR))
                if streams[speaker] != stream and own[near]:
                    yield _Place(speaker, own[near], stream, here)


def _let_go(said: Line, heard: Line) -> None:
    """Let words whose partner belongs to another line be missed or extra."""
    for line, other, alone in ((said, heard, MISSED), (heard, said, EXTRA)):
        for at, place in enumerate(line.against):
            if place is not None and line.states[at] == WRONG and other.states[place] >= moved(0):
                line.states[at] = alone
