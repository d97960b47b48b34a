"""What became of the time of each turn of a session without words: right, missed, false, or confused."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from mondegreen.report.heard_words import EXTRA, MISSED, RIGHT, WRONG, Line, Turn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.speakers.meetings import Meeting

__all__ = ["read"]

_NAMES: Final = {RIGHT: "right", WRONG: "confused", MISSED: "missed", EXTRA: "false"}


def read(meeting: Meeting, streams: Sequence[int | None]) -> tuple[list[Line], list[Line]]:
    """Return the lines of the speakers and of the streams, with a word for each stretch of one state.

    At any time those speakers are right whose stream is active. Of the others on both sides, as many are
    confused as there are on the smaller one, the first of them; the rest is missed, or false.

    Args:
        meeting: the session, with times.
        streams: of each speaker the stream.
    """
    mine: list[list[list[tuple[int, int, str]]]] = [
        [[] for _ in meeting.speakers],
        [[] for _ in meeting.streams],
    ]
    for start, end, said, heard in _stretches(meeting):
        right = {at for at in said if streams[at] in heard}
        others = [at for at in said if at not in right]
        extra = [at for at in heard if at not in {streams[each] for each in right}]
        confused = min(len(others), len(extra))
        for side, rest, state in ((0, others, MISSED), (1, extra, EXTRA)):
            for place, at in enumerate(rest):
                mine[side][at].append((start, end, WRONG if place < confused else state))
        for at in right:
            stream = streams[at]
            mine[0][at].append((start, end, RIGHT))
            if stream is not None:
                mine[1][stream].append((start, end, RIGHT))
    return [_line(each) for each in mine[0]], [_line(each) for each in mine[1]]


def _stretches(meeting: Meeting) -> Iterator[tuple[int, int, list[int], list[int]]]:
    """Yield the times between two borders, and which speakers and streams are active."""
    changes: defaultdict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for side in range(2):
        for at, start, end, _ in meeting.spoken(side):
            if start is not None and end is not None and start < end:
                changes[start].append((side, at, 1))
                changes[end].append((side, at, -1))
    active: tuple[dict[int, int], dict[int, int]] = ({}, {})
    before = 0
    for time in sorted(changes):
        if active[0] or active[1]:
            yield before, time, sorted(active[0]), sorted(active[1])
        for side, at, change in changes[time]:
            number = active[side].pop(at, 0) + change
            if number:
                active[side][at] = number
        before = time


def _line(pieces: Sequence[tuple[int, int, str]]) -> Line:
    """Return a line of stretches; those that touch are a turn, and of one state one stretch."""
    line = Line()
    for start, end, state in pieces:
        goes_on = bool(line.turns) and line.turns[-1].end == start
        if goes_on and line.states[-1] == state:
            line.times[-1] = line.times[-1][0], end
        else:
            line.words.append(_NAMES[state])
            line.times.append((start, end))
            line.states.append(state)
        if goes_on:
            line.turns[-1].end, line.turns[-1].last = end, len(line.words)
        else:
            line.turns.append(Turn(start, end, len(line.words) - 1, len(line.words), by_word=True))
    line.errors = list(line.states)
    return line
