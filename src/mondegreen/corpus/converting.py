"""From one format to another, through segments."""

from __future__ import annotations

import gzip
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.corpus.columns_of import from_table
from mondegreen.corpus.cut_by_speaker import cut_by_speaker
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.sample import is_named
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.corpus.segments import Segments
from mondegreen.corpus.sniffing import by_columns, sniff
from mondegreen.corpus.source import opened
from mondegreen.errors import InputError, UsageError
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.corpus.segmented import Losses
    from mondegreen.corpus.segments import Segment, Transcript, Word
    from mondegreen.corpus.source import Source

__all__ = [
    "Converted",
    "format_of_name",
    "named_after",
    "read_hypotheses",
    "read_transcript",
    "reduced",
    "store",
    "write_transcript",
]

_GZIP: Final = ".gz"


class Converted(NamedTuple):
    """What is written.

    Attributes:
        content: of the file; of a folder the contents by the names of files.
        losses: what the format could not hold, and how many there were.
    """

    content: bytes | dict[str, bytes]
    losses: dict[str, int]


def format_of_name(path: str) -> str | None:
    """Return the format that the name of a file to be written stands for.

    >>> format_of_name("talk.srt.gz"), format_of_name("text"), format_of_name("talk.json")
    ('srt', 'kaldi', None)
    """
    name = PurePath(path.removesuffix(_GZIP)).name
    found = {
        suffix: form
        for form, kind in FORMATS.loaded().items()
        for suffix in kind.suffixes
        if kind.is_written() and is_named(name, (suffix,))
    }
    return found[max(found, key=len)] if found else None


def read_transcript(
    path: str,
    form: str | None = None,
    *,
    column: str | None = None,
    max_line: int = 16 * 2**20,
    encoding: str | None = None,
    empty: bool = False,
) -> Transcript:
    """Read any format as segments.

    Args:
        path: a file or folder, or ``"-"``.
        form: the name of the format; found by content if not given.
        column: of the texts, in a format that has columns.
        max_line: the longest line that is read, in bytes.
        encoding: of the file; UTF-8 if not given.
        empty: whether it may have no segment.

    Raises:
        InputError: it cannot be read, or holds nothing and may not.
        UsageError: no format or encoding has this name.
    """
    if form is not None:
        FORMATS.get(form)
    with opened(path, max_line=min(max_line, sys.maxsize - 3), encoding=encoding) as source:
        name = form or sniff(source)
        transcript = _read(source, name if form or column is None else by_columns(name), column)
    if not (transcript.segments or empty):
        raise InputError(
            f"{transcript.name}: no segments ({transcript.format}); expected one or more"
        )
    return transcript


def _read(source: Source, name: str, column: str | None) -> Transcript:
    kind: Any = FORMATS.get(name)()
    if isinstance(kind, SegmentFormat):
        if column is not None:
            raise UsageError(f"--column: {name} has no columns to choose from; leave it out")
        return kind.read_segments(source)
    read = getattr(kind, "read_unchanged", kind.read)  # of a plug-in that is no Format
    return from_table(read(source), column)


def read_hypotheses(
    path: str,
    form: str | None = None,
    *,
    column: str | None = None,
    encoding: str | None = None,
) -> Transcript:
    """Read the transcripts of a recogniser, of which some may say that they failed.

    Args:
        path: a file or folder.
        form: the name of the format; found by content if not given.
        column: of the texts, in a format that has columns.
        encoding: of the files; UTF-8 if not given.

    Raises:
        InputError: it cannot be read.
        UsageError: no format or encoding has this name.
    """
    with opened(path, max_line=16 * 2**20, encoding=encoding) as source:
        kind: Any = FORMATS.get(form or sniff(source))()
        if isinstance(kind, SegmentFormat) and column is None:
            return kind.read_hypotheses(source)
        return _read(source, kind.name, column)


def named_after(transcript: Transcript) -> Transcript:
    """Return the transcript with the name of its file for the recording, where it has no other."""
    name = PurePath(transcript.name.removesuffix(_GZIP)).stem
    segments = transcript.segments
    if any(segments.recording) or transcript.name == "<stdin>":
        return transcript
    return transcript.with_segments(segments.filled("recording", name))


def write_transcript(transcript: Transcript, name: str) -> Converted:
    """Return what a file of a format holds, and what is lost on the way.

    Raises:
        InputError: a segment lacks what the format cannot do without.
        UsageError: no format has this name, or it cannot be written.
    """
    kind: Any = FORMATS.get(name)()
    losses: Losses = Counter()
    if not kind.signed_times:
        _refuse_odd_times(transcript, name)
    content: Any = kind.write(reduced(transcript, kind.holds, losses), losses)
    if losses["white space in names became _"]:
        losses["names became equal to others"] += _names_that_meet(transcript.segments)
    found = {what: count for what, count in losses.items() if count}
    if isinstance(content, dict):
        return Converted({file: _bytes(part) for file, part in content.items()}, found)
    return Converted(_bytes(content), found)


def _refuse_odd_times(transcript: Transcript, name: str) -> None:
    for row in transcript.segments.odd_rows()[:1]:
        line = transcript.segments.line[row]
        where = "" if line is None else f"line {line}: "
        raise InputError(
            f"{where}a time is negative, or an end is before its start, which {name} cannot "
            "hold; correct it, or convert to stm or ctm"
        )


def _names_that_meet(segments: Segments) -> int:
    """Return how many recordings, and speakers of them, have the name of another without white space."""
    pairs = {*zip(segments.recording, segments.speaker, strict=True)}
    kinds: list[set[tuple[Any, ...]]] = [{(name,) for name, _ in pairs}, pairs]
    joined = (
        {tuple(name and "_".join(name.split()) for name in each) for each in kind} for kind in kinds
    )
    return sum(len(kind) - len(each) for kind, each in zip(kinds, joined, strict=True))


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content


def reduced(transcript: Transcript, holds: Iterable[str], losses: Losses) -> Transcript:
    """Return the transcript without what a format does not hold, and count that."""
    holds = frozenset(holds)
    if "speaker" in holds and "word speakers" not in holds:
        transcript = transcript.with_segments(cut_by_speaker(transcript.segments))
    segments = []
    for segment in transcript.segments:
        if segment.ignored and "ignored" not in holds:
            losses["segments that are not scored were left out"] += 1
            continue
        segments.append(_kept(segment, holds, losses))
    if "recordings" not in holds:
        names = {(each.recording or "").casefold() for each in transcript.segments}
        if len(names) > 1:
            losses["recordings are one now"] += len(names)
    header = transcript.header
    if header and "header" not in holds:
        losses["lines of the header"] += len(header)
        header = ()
    return replace(transcript, segments=Segments.of(segments), header=header)


def _kept(segment: Segment, holds: frozenset[str], losses: Losses) -> Segment:
    changes: dict[str, Any] = {}
    for name, what in (
        ("id", "ids"),
        ("recording", "names of recordings"),
        ("channel", "channels"),
        ("speaker", "speakers"),
        ("labels", "labels"),
    ):
        if name not in holds and getattr(segment, name) is not None:
            losses[what] += 1
            changes[name] = None
    if "times" not in holds and segment.is_timed and "word times" not in holds:
        losses["times of segments"] += 1
        changes["start"] = changes["end"] = None
    if "text" not in holds and "words" not in holds and segment.text:
        losses["texts"] += 1
        changes["text"] = ""
    if "extra" not in holds and segment.extra:
        losses["values of other columns"] += len(segment.extra)
        changes["extra"] = {}
    if segment.words:
        changes["words"] = _kept_words(segment, holds, losses)
    return replace(segment, **changes) if changes else segment


def _kept_words(segment: Segment, holds: frozenset[str], losses: Losses) -> tuple[Word, ...]:
    if "words" not in holds:
        losses["words with times, confidence or speaker of their own"] += len(segment.words)
        return ()
    words = segment.words
    if "confidence" not in holds:
        losses["confidences of words"] += sum(word.confidence is not None for word in words)
        words = tuple(replace(word, confidence=None) for word in words)
    if "word speakers" not in holds:
        others = sum(word.speaker not in {None, segment.speaker} for word in words)
        losses["speakers of words"] += others
        words = tuple(replace(word, speaker=None) for word in words)
    return words


def store(path: str, converted: Converted) -> None:
    """Write a file, or a folder of files; one whose name ends in ``.gz`` is packed.

    Raises:
        InputError: it cannot be written.
    """
    if not isinstance(converted.content, dict):
        content = converted.content
        # Without the time of day in it, so that the same texts give the same bytes.
        packed = gzip.compress(content, mtime=0) if path.endswith(_GZIP) else content
        with written(path) as file:
            file.write(packed)
        return
    folder = Path(path)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror or error}") from error
    for name, content in converted.content.items():
        with written(folder / name) as file:
            file.write(content)
