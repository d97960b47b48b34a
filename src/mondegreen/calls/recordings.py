"""Reads calls from two transcripts with recordings: each recording is a call, each segment is a turn."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from mondegreen.calls.call import Call, Turn
from mondegreen.corpus.converting import named_after, read_transcript
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.resegmenting import by_middles
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.corpus.segments import Segments
from mondegreen.errors import InputError, PairingError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.corpus.segments import Segment, Transcript, Word

__all__ = ["read_recordings"]

_PAUSE: Final = Decimal(1)
"""Seconds of silence that part two turns, where nothing else does."""
_MOST_NAMED: Final = 5


def read_recordings(
    reference: str, hypothesis: str, encodings: tuple[str | None, str | None] = (None, None)
) -> list[Call]:
    """Read calls from two files in any format with recordings, and channels or speakers.

    Recordings go together by their names, in which case means nothing; if each file has one,
    those two do. Who speaks is the speaker of a segment, else its channel; a hypothesis without
    speakers has those of the reference, where one of them alone speaks in a channel.

    The words of a ctm are cut at the turns of the reference, by the rule of sclite; if those have
    no times, where a second of silence is. Segments that are not to be scored are left out.

    Args:
        reference: a file, or ``"-"`` for one of both.
        hypothesis: the other.
        encodings: of both; ``None`` for UTF-8.

    Raises:
        InputError: a file cannot be read, or says neither speakers nor channels.
        PairingError: a recording of the hypothesis has no reference.
    """
    said, heard = (
        named_after(read_transcript(path, encoding=encoding))
        for path, encoding in zip((reference, hypothesis), encodings, strict=True)
    )
    references, hypotheses = _by_recording(said), _by_recording(heard)
    if len(references) == len(hypotheses) == 1:
        hypotheses = dict(zip(references, hypotheses.values(), strict=True))
    odd = [name for name in hypotheses if name not in references]
    if odd:
        listed = ", ".join(map(repr, odd[:_MOST_NAMED]))
        known = ", ".join(map(repr, list(references)[:_MOST_NAMED]))
        raise PairingError(
            f"{heard.name}: recordings without a reference: {len(odd)}, as {listed}; {said.name} "
            f"has {known}. Give recordings that belong together the same name"
        )
    calls = []
    for key, segments in references.items():
        name = next((s.recording for s in segments if s.recording), said.name)
        written = hypotheses.get(key)
        speakers = _of_channels(segments)
        first = _turns(said, segments, None, {})
        # The segments of a ctm are no turns, so two of them are cut alike, at pauses.
        cuts = None if _is_of_words(said) else segments
        second = _turns(heard, written or [], cuts, speakers)
        calls.append(Call(name, first, second, absent=written is None))
    return calls


def _is_of_words(transcript: Transcript) -> bool:
    return FORMATS.get(transcript.format).words_alone


def _by_recording(transcript: Transcript) -> dict[str, list[Segment]]:
    found: dict[str, list[Segment]] = {}
    for segment in transcript.segments:
        if segment.speaker is None and segment.channel is None:
            line = f", line {segment.line}" if segment.line else ""
            raise InputError(
                f"{transcript.name}{line}: a segment without speaker and channel "
                f"({transcript.format}); expected one of them, since a call has two sides"
            )
        found.setdefault((segment.recording or "").casefold(), []).append(segment)
    return found


def _of_channels(segments: Iterable[Segment]) -> dict[str, str]:
    """Return the speaker of each channel in which one alone speaks."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for segment in segments:
        said = bool(segment.text.strip()) and not segment.ignored  # a gap has a name, and no words
        if said and segment.channel is not None and segment.speaker is not None:
            found[segment.channel.casefold()].add(segment.speaker)
    return {channel: next(iter(names)) for channel, names in found.items() if len(names) == 1}


def _turns(
    transcript: Transcript,
    segments: Sequence[Segment],
    references: Sequence[Segment] | None,
    speakers: dict[str, str],
) -> tuple[Turn, ...]:
    """Return the turns of one recording, in the order of their times where all have them."""
    kind: Any = FORMATS.get(transcript.format)()
    spoken = kind.spoken if isinstance(kind, SegmentFormat) else str
    rows: list[tuple[str, str, Decimal | None, Decimal | None]] = []
    for channel, parts in _channels(transcript, segments, references):
        for text, start, end, named in parts:
            channels = (channel or "").casefold()
            speaker = named or speakers.get(channels) or channel or ""
            if plain := spoken(text).strip():
                rows.append((speaker, plain, start, end))
    if all(start is not None for _, _, start, _ in rows):
        rows.sort(key=lambda row: row[2] or 0)
    return tuple(
        Turn(
            speaker,
            text,
            None if start is None else float(start),
            None if end is None else float(end),
            None if start is None else float(start),
            place,
        )
        for place, (speaker, text, start, end) in enumerate(rows)
    )


Part = tuple[str, "Decimal | None", "Decimal | None", "str | None"]


def _channels(
    transcript: Transcript, segments: Sequence[Segment], references: Sequence[Segment] | None
) -> Iterable[tuple[str | None, list[Part]]]:
    """Yield what was said, channel by channel for words alone, else segment by segment."""
    if not _is_of_words(transcript):
        for each in segments:
            if not each.ignored:
                yield each.channel, [(each.text, each.start, each.end, each.speaker)]
        return
    found = Segments.of(segments)
    rows: dict[str, list[int]] = {}
    for row, name in enumerate(found.channel):
        rows.setdefault(name or "", []).append(row)
    for channel, chosen in rows.items():
        of_channel = found.take(chosen).words
        cuts = sorted(
            (r for r in references or () if (r.channel or "").casefold() == channel.casefold()),
            key=lambda segment: segment.start or Decimal(0),
        )
        if cuts and all(each.is_timed for each in cuts):
            parts: list[Sequence[Word]]
            cut = map(of_channel.take, by_middles(Segments.of(cuts), of_channel))
            parts = [part for part, each in zip(cut, cuts, strict=True) if not each.ignored]
        else:
            parts = [*_at_pauses(of_channel)]
        yield channel, [_part(part) for part in parts if part]


def _part(words: Sequence[Word]) -> Part:
    starts = [word.start for word in words if word.start is not None]
    ends = [word.end for word in words if word.end is not None]
    text = " ".join(word.text for word in words)
    return text, min(starts, default=None), max(ends, default=None), None


def _at_pauses(words: Iterable[Word]) -> list[list[Word]]:
    parts: list[list[Word]] = []
    last: Decimal | None = None
    for word in words:
        pause = word.start is not None and last is not None and word.start - last >= _PAUSE
        if not parts or pause:
            parts.append([])
        parts[-1].append(word)
        last = word.end if word.end is not None else last
    return parts
