"""One side of sessions as columns: session, speaker or stream, times, words."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from decimal import Decimal
from itertools import chain, compress, repeat
from operator import lt, mul, or_
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.cut_by_speaker import cut_by_speaker, words_alone
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.formats.text.ctm import ALTERNATIVES
from mondegreen.corpus.nist import has_alternatives
from mondegreen.errors import InputError, InputTypeError, given

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.corpus.segments import Segments, Transcript

__all__ = ["Streams", "joined", "of_python", "of_transcript", "one_after_the_other"]

_MICROSECONDS: Final = 1_000_000
_LATEST: Final = 10**12
_GAP: Final = "inter_segment_gap"
"""Who speaks, as NIST's stm says, where nobody does; without words it is no speaker."""
_KEYS: Final = "session_id, speaker, start_time, end_time, words, and channel if there are several"


@dataclass(slots=True)
class Streams:
    """The segments of one side, in the order of the file.

    Attributes:
        name: what they were read from.
        session: the recording of each.
        speaker: who speaks; where one name is in several channels, with the channel.
        start: when it begins, in microseconds; ``None`` if not known.
        end: when it ends.
        text: the words.
        ignored: parts of sessions that are not scored.
        wordless: whether it was read from a format that holds no words.
    """

    name: str
    session: list[str] = field(default_factory=list)
    speaker: list[str] = field(default_factory=list)
    start: list[int | None] = field(default_factory=list)
    end: list[int | None] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    ignored: list[tuple[str, int, int]] = field(default_factory=list)
    wordless: bool = False

    def __len__(self) -> int:
        return len(self.text)

    @property
    def are_unnamed(self) -> bool:
        """Whether no segment says who speaks, or in which stream it is."""
        return not any(self.speaker)

    @property
    def are_timed(self) -> bool:
        """Whether all segments have times."""
        return None not in self.start

    def most_streams(self) -> int:
        """Return how many speakers or streams the session with most of them has."""
        found = Counter(session for session, _ in {*zip(self.session, self.speaker, strict=True)})
        return max(found.values(), default=0)

    def take(self, rows: Iterable[int]) -> Streams:
        """Return some of the segments."""
        chosen = list(rows)
        columns: dict[str, Any] = {
            name: [getattr(self, name)[row] for row in chosen]
            for name in ("session", "speaker", "start", "end", "text")
        }
        return Streams(self.name, **columns, ignored=self.ignored, wordless=self.wordless)

    def touching(self, rows: Sequence[int], region: Sequence[tuple[int, int]] | None) -> list[int]:
        """Return those of some rows that touch a region; all of them without one."""
        if region is None:
            return list(rows)
        found = []
        for row in rows:
            start, end = self.start[row], self.end[row]
            if start is None or end is None or any(start < b and a < end for a, b in region):
                found.append(row)
        return found

    def named(self, names: Mapping[str, str]) -> Streams:
        """Return the same segments with other names of sessions."""
        columns = {each.name: getattr(self, each.name) for each in fields(self)}
        columns["session"] = [names.get(name, name) for name in self.session]
        columns["ignored"] = [(names.get(name, name), *times) for name, *times in self.ignored]
        return Streams(**columns)

    def rows_by_session(self) -> dict[str, list[int]]:
        """Return the rows of each session, in order of the file."""
        found: dict[str, list[int]] = {}
        for row, name in enumerate(self.session):
            found.setdefault(name, []).append(row)
        return found


def of_transcript(transcript: Transcript) -> Streams:
    """Return the segments of a file; where words have speakers of their own, cut where those change.

    Words alone (ctm) are a segment each.

    Raises:
        InputError: an end before its start, or alternatives.
    """
    kind = FORMATS.get(transcript.format)
    segments = transcript.segments
    if segments.words.text:
        segments = words_alone(segments) if kind.words_alone else cut_by_speaker(segments)
    holds = getattr(kind, "holds", {"text"})
    found = Streams(transcript.name, wordless=not holds & {"text", "words"})
    spoken = getattr(kind(), "spoken", str)
    starts, ends = _all_times(segments, transcript.name)
    sessions = [recording or "" for recording in segments.recording]
    if any(segments.ignored) or _GAP in segments.speaker:
        for row in compress(range(len(segments)), segments.ignored):
            start, end = starts[row], ends[row]
            if start is not None and end is not None:
                found.ignored.append((sessions[row], start, end))
        gaps = (
            name == _GAP and not text.strip()
            for name, text in zip(segments.speaker, segments.text, strict=True)
        )
        left_out = map(or_, segments.ignored, gaps)
        kept = [row for row, without in enumerate(left_out) if not without]
        segments = segments.take(kept)
        starts, ends = ([column[row] for row in kept] for column in (starts, ends))
        sessions = [sessions[row] for row in kept]
    if kind.alternations:
        _refuse_alternatives(segments, transcript.name)
    found.session, found.start, found.end = sessions, starts, ends
    found.text = list(map(spoken, segments.text))
    found.speaker = _labels(sessions, segments.speaker, segments.channel)
    return found


def _all_times(segments: Segments, name: str) -> tuple[list[int | None], list[int | None]]:
    """Return the times of segments in microseconds; both or none of each."""
    columns: list[Any] = [segments.start, segments.end]
    are_plain = {*map(type, chain(*columns))} == {Decimal}
    if are_plain and not any(map(lt, *reversed(columns))):
        least, most = min(columns[0]), max(columns[1])
        if least >= -_LATEST and most <= _LATEST:
            whole = (map(round, map(mul, column, repeat(_MICROSECONDS))) for column in columns)
            return list(next(whole)), list(next(whole))
    times = [
        _times(start, end, name, segments.place(row))
        for row, (start, end) in enumerate(zip(*columns, strict=True))
    ]
    return (
        [None if each is None else each[0] for each in times],
        [None if each is None else each[1] for each in times],
    )


def _refuse_alternatives(segments: Segments, name: str) -> None:
    """Refuse words of which one of several may be right.

    Raises:
        InputError: there are some.
    """
    if ALTERNATIVES.keys().isdisjoint(segments.text) and not any(
        map(has_alternatives, segments.text)
    ):
        return
    for row, text in enumerate(segments.text):
        if text in ALTERNATIVES or has_alternatives(text):
            raise InputError(
                f"{name}: {segments.place(row)} has alternatives as {{ a / b }}, which cannot be read "
                "where each speaker is compared with each stream; write one of them"
            )


def joined(sides: Sequence[Streams]) -> Streams:
    """Return several files of one side as one, where a file is a stream or holds several.

    A file with one speaker, or none, is a stream of the name of the file. Other speakers are told
    apart by it.
    """
    stems = [os.path.splitext(os.path.basename(side.name))[0] for side in sides]  # noqa: PTH119, PTH122 - names
    names = stems if len({*stems}) == len(stems) else [side.name for side in sides]
    found = Streams(", ".join(side.name for side in sides), wordless=any(s.wordless for s in sides))
    for side, name in zip(sides, names, strict=True):
        alone = len({*side.speaker}) <= 1
        found.speaker += [name if alone else f"{each} ({name})" for each in side.speaker]
        for column in ("session", "start", "end", "text", "ignored"):
            getattr(found, column).extend(getattr(side, column))
    return found


def one_after_the_other(name: str, sides: Sequence[Streams]) -> Streams:
    """Return the segments of several files, such as one per recording."""
    found = Streams(name, wordless=any(side.wordless for side in sides))
    for side in sides:
        for column in ("session", "speaker", "start", "end", "text", "ignored"):
            getattr(found, column).extend(getattr(side, column))
    return found


def _labels(
    sessions: Sequence[str], speakers: Sequence[str | None], channels: Sequence[str | None]
) -> list[str]:
    """Return what to call the speakers: by their names, by their channels, or by both.

    Speakers of one name in several channels of a session are several.
    """
    distinct = dict.fromkeys(zip(sessions, speakers, channels, strict=True))
    known = Counter((session, speaker) for session, speaker, _ in distinct)
    names = {
        row: _label(speaker, channel, several=known[session, speaker] > 1)
        for row in distinct
        for session, speaker, channel in [row]
    }
    return list(map(names.__getitem__, zip(sessions, speakers, channels, strict=True)))


def _label(speaker: str | None, channel: str | None, *, several: bool) -> str:
    if speaker is None:
        return "" if channel is None else f"channel {channel}"
    return f"{speaker} (channel {channel})" if several else speaker


def _times(start: Any, end: Any, name: str, place: str) -> tuple[int, int] | None:
    """Return two times in microseconds.

    Raises:
        InputError: no numbers, an end before its start, or times beyond all sense.
    """
    if start is None or end is None:
        return None
    found = []
    for time in (start, end):
        if type(time) is Decimal and time.is_finite() and abs(time) <= _LATEST:
            found.append(int((time * _MICROSECONDS).to_integral_value()))
            continue
        if isinstance(time, bool) or not isinstance(time, (int, float, Decimal)):
            raise InputError(f"{name}: {place}: {given(time)} is not a time in seconds")
        exact = Decimal(str(time)) if isinstance(time, float) else Decimal(time)
        if not exact.is_finite() or abs(exact) > _LATEST:
            shown = time if isinstance(time, float) else f"{exact:.6g}"
            raise InputError(
                f"{name}: {place}: {shown} is not a time in seconds, of at most 10**12"
            )
        found.append(int((exact * _MICROSECONDS).to_integral_value()))
    if found[1] < found[0]:
        raise InputError(
            f"{name}: {place} ends at {end} s, before its start at {start} s; expected times in "
            "seconds, the start first"
        )
    return found[0], found[1]


def of_python(side: Any, name: str) -> Streams:
    """Return what Python has: rows as in SegLST, texts by speaker, or a list of texts, one per stream.

    Raises:
        InputTypeError: anything else.
        InputError: times that cannot be.
    """
    found = Streams(name)
    if isinstance(side, Mapping):
        for speaker, texts in side.items():
            listed = [texts] if isinstance(texts, str) else texts
            if not isinstance(listed, (list, tuple)):
                raise InputTypeError(
                    f"{name}: {speaker!r:.60} has {given(texts)}; expected a text, or a list of texts"
                )
            for text in listed:
                _add(found, {"speaker": str(speaker), "words": text}, f"{speaker!r:.60}")
        return found
    if not isinstance(side, (list, tuple)):
        raise InputTypeError(
            f"{name} is {given(side)}; expected a path, a list of segments with the keys {_KEYS}, a "
            "mapping of speakers to texts, or a list of texts, one per stream"
        )
    speakers: list[str | None] = []
    channels: list[str | None] = []
    kinds: dict[str, type] = {}
    for row, each in enumerate(side, 1):
        if isinstance(each, str):
            _add(found, {"speaker": str(row), "words": each}, f"row {row}")
            speakers.append(str(row))
            channels.append(None)
            continue
        if not isinstance(each, Mapping):
            raise InputTypeError(f"{name}: row {row} is {given(each)}; expected the keys {_KEYS}")
        _add(found, each, f"row {row}")
        who = each.get("speaker")
        if who is not None and kinds.setdefault(str(who), type(who)) is not type(who):
            raise InputError(
                f"{name}: row {row}: the speaker {who!r} is {given(who)}, and one before it has the same name as "
                f"a {kinds[str(who)].__name__}; expected one type for one speaker"
            )
        channel = each.get("channel")
        speakers.append(found.speaker[-1])
        channels.append(None if channel is None else str(channel))
    found.speaker = _labels(found.session, speakers, channels)
    return found


def _add(streams: Streams, row: Mapping[str, Any], place: str) -> None:
    words = row.get("words", row.get("text"))
    if not isinstance(words, str):
        raise InputTypeError(f"{streams.name}: {place}: the words are {given(words)}, not a text")
    times = _times(row.get("start_time"), row.get("end_time"), streams.name, place)
    speaker, session = row.get("speaker"), row.get("session_id")
    streams.session.append("" if session is None else str(session))
    streams.speaker.append("" if speaker is None else str(speaker))
    streams.start.append(None if times is None else times[0])
    streams.end.append(None if times is None else times[1])
    streams.text.append(words)
