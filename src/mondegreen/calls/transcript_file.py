"""Reads the turns of one transcript of a call, whatever its format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.calls.call import Turn
from mondegreen.corpus.converting import read_transcript
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.corpus.sniffing import sniff
from mondegreen.corpus.source import opened
from mondegreen.corpus.speakers import speaker_of
from mondegreen.errors import InputError
from mondegreen.options.reading import Reading

if TYPE_CHECKING:
    from pathlib import Path

    from mondegreen.corpus.segments import Segment, Transcript

__all__ = ["has_segments", "read_transcript_file"]

_EXPECTED: Final = (
    "speakers or channels, since a call has two sides; ask the recogniser for them (diarization)"
)


def read_transcript_file(
    path: Path, encoding: str | None = None, *, empty: bool = False
) -> tuple[Turn, ...]:
    """Read the turns of one side of a call.

    Plain text has one turn per line, with the speaker and a colon first: ``Agent: hello``. Other
    formats say the speaker of a segment, or its channel.

    Args:
        path: a file.
        encoding: of the file; UTF-8 if not given.
        empty: whether it may have no segment.

    Raises:
        InputError: it cannot be read, or does not say who speaks; with file and line.
    """
    transcript = read_transcript(str(path), encoding=encoding, empty=empty)
    rows = [(*_spoken(transcript, each), each) for each in transcript.segments if not each.ignored]
    return tuple(
        Turn(
            speaker,
            text,
            None if each.start is None else float(each.start),
            None if each.end is None else float(each.end),
            None if each.start is None else float(each.start),
            place,
        )
        for place, (speaker, text, each) in enumerate(row for row in rows if row[1])
    )


def has_segments(path: Path) -> bool:
    """Whether a file is in a format with segments, such as the response of a recogniser."""
    try:
        with opened(path, **Reading().opening()) as source:
            kind: Any = FORMATS.get(sniff(source))
    except InputError:
        return False  # whoever reads it says what is wrong
    return isinstance(kind(), SegmentFormat)


def _spoken(transcript: Transcript, segment: Segment) -> tuple[str, str]:
    """Return who speaks and what; nothing of a blank line."""
    kind: Any = FORMATS.get(transcript.format)()
    text = kind.spoken(segment.text) if isinstance(kind, SegmentFormat) else segment.text
    named = segment.speaker or segment.channel
    if named is None and text.strip():
        found = speaker_of(text)
        if found is None:
            line = f", line {segment.line}" if segment.line else ""
            plain = transcript.format == "lines"
            raise InputError(
                f"{transcript.name}{line}: {text.strip()!r:.60} does not say who speaks; expected "
                + ("a name and a colon first, as in 'Agent: hello'" if plain else _EXPECTED)
            )
        named, text = found
    return named or "", text.strip()
