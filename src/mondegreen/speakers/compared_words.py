"""The words of sessions as metrics compare them, for what looks at them word by word."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mondegreen._kernel import tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from mondegreen._kernel.sessions import Assignment
    from mondegreen.speakers.meetings import Meeting

__all__ = ["ComparedWords", "of_heard_segments", "of_said_segments", "of_speakers"]


class ComparedWords(NamedTuple):
    """Words of the reference, and the words of the hypothesis that they are compared with.

    Rows are those of the session: a speaker each, and then nobody.

    Attributes:
        reference: what was said.
        hypothesis: what the system wrote; ``None`` where it has nothing of the session.
        owners: the row of each word of the reference.
        rest: the row of what is inserted.
    """

    reference: list[str]
    hypothesis: list[str] | None
    owners: list[int]
    rest: int


def of_speakers(meeting: Meeting, *, timed: bool) -> Iterator[ComparedWords]:
    """Yield the words of each speaker with those of its stream, and the streams of nobody."""
    nobody = len(meeting.speakers)
    streams = meeting.stream_of(timed=timed)
    extra = [at for at in range(len(meeting.streams)) if at not in streams]
    group_of = {stream: row for row, stream in enumerate(streams) if stream is not None}
    group_of |= {stream: nobody + at for at, stream in enumerate(extra)}
    said = [speaker for speaker, *_ in meeting.spoken(0)]
    heard = [group_of[stream] for stream, *_ in meeting.spoken(1)]
    return _compared(meeting, said, heard, lambda group: min(group, nobody), timed=timed)


def of_said_segments(
    meeting: Meeting, found: Assignment, *, timed: bool
) -> Iterator[ComparedWords]:
    """Yield the words of each stream with the segments of the reference that it is given."""
    said, heard = meeting.given_to(found, 0), [stream for stream, *_ in meeting.spoken(1)]
    nobody = len(meeting.speakers)
    return _compared(meeting, said, heard, lambda _: nobody, timed=timed)


def of_heard_segments(
    meeting: Meeting, found: Assignment, *, timed: bool
) -> Iterator[ComparedWords]:
    """Yield the words of each speaker with the segments of the hypothesis that it is given."""
    said, heard = [speaker for speaker, *_ in meeting.spoken(0)], meeting.given_to(found, 1)
    nobody = len(meeting.speakers)
    return _compared(meeting, said, heard, lambda group: min(group, nobody), timed=timed)


def _compared(
    meeting: Meeting,
    said: Sequence[int],
    heard: Sequence[int],
    rest: Callable[[int], int],
    *,
    timed: bool,
) -> Iterator[ComparedWords]:
    """Yield the words of each group; ``said`` and ``heard`` have the group of each segment in order.

    With times the alignment is cut into stretches in which all words may be aligned with each other.
    """
    segments = meeting.spoken(0), meeting.spoken(1)
    for group in sorted({*said, *heard}):
        places = [
            [place for place, own in enumerate(groups) if own == group] for groups in (said, heard)
        ]
        reference: list[str] = []
        owners: list[int] = []
        for speaker, _, _, text in map(segments[0].__getitem__, places[0]):
            words = list(tokens(text, "word"))
            reference += words
            owners += [speaker] * len(words)
        if meeting.is_missing:
            yield ComparedWords(reference, None, owners, rest(group))
            continue
        hypothesis = [word for at in places[1] for word in tokens(segments[1][at][3], "word")]
        ends = [(len(reference), len(hypothesis))]
        if timed:
            ends = meeting.stretches(*places)
        start = 0, 0
        for end in ends:
            own, written = slice(start[0], end[0]), slice(start[1], end[1])
            yield ComparedWords(reference[own], hypothesis[written], owners[own], rest(group))
            start = end
