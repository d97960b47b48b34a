"""Sessions with several speakers on a page: a timeline, who was heard as whom, errors in overlap."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import visible
from mondegreen.report import heard_turns
from mondegreen.report import heard_words as words
from mondegreen.report.number_format import percent
from mondegreen.scoring.forgiven_spans import pieces_of_rows
from mondegreen.scoring.sessions import meetings_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.report.systems import Systems
    from mondegreen.scoring.result import Result
    from mondegreen.speakers.meetings import Meeting

__all__ = ["LARGEST", "Sessions"]

LARGEST: Final = 6_000_000
"""Bytes of sessions in a page; those with fewest errors are left out."""
_MILLISECOND: Final = 1000
_SPOKEN: Final = {
    0: "nobody speaks",
    1: "one speaker",
    2: "several speakers at once",
}


class Sessions:
    """What a page shows of the sessions of one system or of several.

    Attributes:
        embedded: for the script: of each session a part per system, those with most errors first.
        total: how many sessions there are.
        overlap: for each system the errors by how many speak at once; empty without times.
    """

    def __init__(self, systems: Systems) -> None:
        self.overlap: list[list[dict[str, Any]]] = []
        found: dict[str, list[Any]] = {}
        for at, result in enumerate(systems.results):
            counts: dict[int, Counter[str]] = {}
            for name, part in _sessions(result, systems.metric, counts):
                found.setdefault(name, [None] * len(systems.results))[at] = part
            self.overlap.append(_by_overlap(counts))
        self.total = len(found)
        self.embedded: list[dict[str, Any]] = []
        order = sorted(found, key=lambda name: -sum(part["e"] for part in found[name] if part))
        size = 0
        for name in order:
            each = {"n": visible(name), "s": found[name]}
            size += len(json.dumps(each, ensure_ascii=False, separators=(",", ":")).encode())
            if size > LARGEST and self.embedded:
                break
            self.embedded.append(each)


def _sessions(result: Result, metric: str, counts: dict[int, Counter[str]]) -> Any:
    """Yield the name and the part of each session, and add its errors to ``counts``."""
    if result.sessions is None:
        return
    row = 0
    timed = "cpwer" not in result.metrics and "tcpwer" in result.metrics
    for meeting in meetings_of(result.sessions, result.recipe):
        speakers = len(meeting.speakers)
        forgiven: list[Any] = []
        if result.metrics[metric].forgives and result.metrics[metric].aligns_rows:
            forgiven = [[] for _ in range(speakers)]
            for at, span in pieces_of_rows(result, metric, range(row, row + speakers)):
                if span.reason is not None:
                    forgiven[at - row].append(span.difference)
        spoken = any(text for side in range(2) for _, _, _, text in meeting.spoken(side))
        streams = _streams(meeting, spoken=spoken, timed=timed)
        if spoken or not meeting.is_timed:
            said, heard = words.read(meeting, streams, forgiven)
        else:
            said, heard = heard_turns.read(meeting, streams)
        if meeting.is_timed and spoken:
            _count_overlap(said, heard, counts)
        yield meeting.name, _part(meeting, streams, said, heard) | {"w": spoken}
        row += speakers + 1


def _streams(meeting: Meeting, *, spoken: bool, timed: bool) -> list[int | None]:
    """Return the stream of each speaker; where nothing is said, by the time they have in common."""
    if spoken or not meeting.is_timed:
        return meeting.stream_of(timed=timed)
    conditions = meeting.conditions
    return meeting.diarised(
        collar=conditions.der_collar,
        overlap=conditions.der_overlap,
        convention=conditions.der_convention,
    )[2]


def _part(
    meeting: Meeting,
    streams: Sequence[int | None],
    said: Sequence[words.Line],
    heard: Sequence[words.Line],
) -> dict[str, Any]:
    """Return a session for the script.

    ``r`` and ``h`` are the turns of both sides in order: line, start and end in milliseconds, words,
    a state for each, and where the words have times of their own, those from the start of the turn.
    ``w`` is whether there are words; without, those of turns are the states of their stretches.
    ``m`` is the matrix: a row per speaker and one for nobody, a column per stream and one for nobody.
    """
    wrong = {words.WRONG, words.MISSED, words.EXTRA}
    return {
        "p": [visible(name) for name in meeting.speakers],
        "k": [visible(name) for name in meeting.streams],
        "o": list(streams),
        "t": meeting.is_timed,
        "e": sum(state in wrong for line in heard for state in line.errors if state != words.WRONG)
        + sum(state in wrong for line in said for state in line.errors),
        "r": _turns(said),
        "h": _turns(heard),
        "m": _matrix(streams, said, heard),
    }


def _turns(lines: Sequence[words.Line]) -> list[list[Any]]:
    found: list[list[Any]] = []
    for at, line in enumerate(lines):
        for turn in line.turns:
            own = slice(turn.first, turn.last)
            start, end = turn.start, turn.end
            part: list[Any] = [
                at,
                None if start is None else start // _MILLISECOND,
                None if end is None else end // _MILLISECOND,
                visible(" ".join(line.words[own])),
                "".join(line.states[own]),
            ]
            if turn.by_word and start is not None:
                part.append(
                    [(time - start) // _MILLISECOND for times in line.times[own] for time in times]
                )
            found.append(part)
    return sorted(found, key=lambda part: (part[1] is not None, part[1]))


def _matrix(
    streams: Sequence[int | None], said: Sequence[words.Line], heard: Sequence[words.Line]
) -> list[list[int]]:
    """Return in how many words each speaker was heard in each stream.

    The last column is what is in no stream, the last row what nobody said.
    """
    nobody = len(heard)
    rows = [[0] * (nobody + 1) for _ in range(len(said) + 1)]
    for at, (line, own) in enumerate(zip(said, streams, strict=True)):
        for state in line.states:
            stream = nobody if own is None or state == words.MISSED else own
            rows[at][ord(state) - ord(words.moved(0)) if state >= words.moved(0) else stream] += 1
    for stream, line in enumerate(heard):
        rows[-1][stream] = line.states.count(words.EXTRA)
    return rows


def _count_overlap(
    said: Sequence[words.Line], heard: Sequence[words.Line], counts: dict[int, Counter[str]]
) -> None:
    """Count words by how many speakers of the reference speak in the middle of each."""
    events: Counter[int] = Counter()
    for line in said:
        for start, end in _joined(line.turns):
            events[start] += 1
            events[end] -= 1
    times, active = [], [0]
    for time in sorted(events):
        times.append(time)
        active.append(active[-1] + events[time])
    for lines, counted in ((said, True), (heard, False)):
        for line in lines:
            for (start, end), error, state in zip(
                line.times, line.errors, line.states, strict=True
            ):
                many = active[bisect_right(times, (start + end) // 2)]
                if not counted and error != words.EXTRA:
                    continue
                own = counts.setdefault(min(2, max(many, int(counted))), Counter())
                own[error] += 1
                own["words"] += counted
                own["moved"] += counted and state >= words.moved(0)


def _joined(turns: Sequence[words.Turn]) -> list[tuple[int, int]]:
    """Return when a speaker speaks, parts that overlap as one."""
    found: list[tuple[int, int]] = []
    for turn in turns:
        if turn.start is None or turn.end is None:
            continue
        if found and turn.start <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], turn.end)
        else:
            found.append((turn.start, turn.end))
    return found


def _by_overlap(counts: dict[int, Counter[str]]) -> list[dict[str, Any]]:
    """Return a row for each number of speakers at once, in words as a table shows them."""
    found = []
    for many, name in sorted(_SPOKEN.items(), reverse=True):
        own = counts.get(many)
        if own is None:
            continue
        errors = own[words.WRONG] + own[words.MISSED] + own[words.EXTRA]
        found.append(
            {
                "name": name,
                "words": own["words"],
                "errors": errors,
                "rate": percent(errors / own["words"]) if own["words"] else "–",
                "kinds": [own[words.WRONG], own[words.MISSED], own[words.EXTRA], own["moved"]],
            }
        )
    return found
