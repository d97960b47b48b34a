"""From one format to another, through segments."""

from __future__ import annotations

import csv
import gzip
import io
import sys
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.corpus.columns_of import from_table, to_columns
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.formats.binary.arrow import as_table, import_pyarrow
from mondegreen.corpus.json_document import to_json
from mondegreen.corpus.segmented import SegmentFormat, one_line, one_word
from mondegreen.corpus.sniffing import by_columns, sniff
from mondegreen.corpus.source import opened
from mondegreen.corpus.times import plain
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
    "read_transcript",
    "store",
    "write_transcript",
]

_TEXTS: Final = {"lines": {"text"}, "kaldi": {"text", "id"}, "trn": {"text", "id"}}
_TABLES: Final = {"jsonl", "csv", "tsv", "parquet", "arrow", "huggingface"}
_OF_TABLE: Final = frozenset(
    {
        *("text", "id", "recordings", "recording", "channel", "speaker", "times", "labels"),
        "extra",
    }
)
_SUFFIXES: Final = {
    **{f".{name}": name for name in ("stm", "ctm", "rttm", "srt", "vtt", "trn", "jsonl")},
    **{f".{name}": name for name in ("csv", "tsv", "parquet", "arrow")},
    ".txt": "lines",
    ".text": "kaldi",
    ".ndjson": "jsonl",
    ".feather": "arrow",
}
_GZIP: Final = ".gz"
_SEPARATORS: Final = {"csv": ",", "tsv": "\t"}


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
    name = PurePath(path.removesuffix(_GZIP))
    return "kaldi" if name.name == "text" else _SUFFIXES.get(name.suffix.lower())


def read_transcript(
    path: str,
    form: str | None = None,
    *,
    column: str | None = None,
    max_line: int = 16 * 2**20,
) -> Transcript:
    """Read any format as segments.

    Args:
        path: a file or folder, or ``"-"``.
        form: the name of the format; found by content if not given.
        column: of the texts, in a format that has columns.
        max_line: the longest line that is read, in bytes.

    Raises:
        InputError: it cannot be read, or holds nothing.
        UsageError: no format has this name.
    """
    if form is not None:
        FORMATS.get(form)
    with opened(path, max_line=min(max_line, sys.maxsize - 3)) as source:
        name = form or sniff(source)
        transcript = _read(source, name if form or column is None else by_columns(name), column)
    if not transcript.segments:
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
    return from_table(kind.read(source), column)


def named_after(transcript: Transcript) -> Transcript:
    """Return the transcript with the name of its file for the recording, where it has no other."""
    name = PurePath(transcript.name.removesuffix(_GZIP)).stem
    if any(each.recording for each in transcript.segments) or transcript.name == "<stdin>":
        return transcript
    return transcript.with_segments(
        [replace(segment, recording=name) for segment in transcript.segments]
    )


def write_transcript(transcript: Transcript, name: str) -> Converted:
    """Return what a file of a format holds, and what is lost on the way.

    Raises:
        InputError: a segment lacks what the format cannot do without.
        UsageError: no format has this name, or it cannot be written.
    """
    kind: Any = FORMATS.get(name)()
    losses: Losses = Counter()
    if isinstance(kind, SegmentFormat):
        holds = kind.holds
    elif name in _TEXTS:
        holds = frozenset(_TEXTS[name])
    elif name in _TABLES:
        holds = _OF_TABLE
    else:
        raise UsageError(f"{name} can be read and not written; choose another format with --to")
    reduced = _reduced(transcript, holds, losses)
    content: Any
    if isinstance(kind, SegmentFormat):
        content = kind.write(reduced, losses)
    elif name in _TEXTS:
        content = _lines(reduced, name, losses)
    else:
        content = _table(reduced, name, losses)
    found = {what: count for what, count in losses.items() if count}
    if isinstance(content, dict):
        return Converted({file: _bytes(part) for file, part in content.items()}, found)
    return Converted(_bytes(content), found)


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content


def _reduced(transcript: Transcript, holds: Iterable[str], losses: Losses) -> Transcript:
    """Take away what a format does not hold, and count it."""
    holds = frozenset(holds)
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
    return replace(transcript, segments=tuple(segments), header=header)


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


def _lines(transcript: Transcript, name: str, losses: Losses) -> str:
    lines = []
    taken: dict[str, str] = {}
    for number, segment in enumerate(transcript.segments, 1):
        text = one_line(segment.text, losses)
        if name == "lines":
            lines.append(text)
            continue
        identifier = one_word(segment.id, losses, "")
        if not identifier:
            losses["segments had no id and got one"] += 1
            identifier = f"utterance-{number:06d}"
        if name == "trn" and any(mark in identifier for mark in "()"):
            losses["parentheses in ids became _"] += 1
            identifier = identifier.replace("(", "_").replace(")", "_")
        if identifier in taken:
            before, after = taken[identifier], segment.id or identifier
            if before == after:
                raise InputError(f"the id {after!r:.60} stands twice, expected different ids")
            raise InputError(
                f"the ids {before!r:.60} and {after!r:.60} are both {identifier!r:.60} in {name}, "
                "expected ids that stay different; change one of them, or name another format "
                "with --to"
            )
        taken[identifier] = segment.id or identifier
        if name == "trn":
            lines.append(f"{text} ({identifier})".lstrip())
        else:
            lines.append(f"{identifier} {text}".rstrip())
    return "".join(f"{line}\n" for line in lines)


def _table(transcript: Transcript, name: str, losses: Losses) -> Any:
    columns = to_columns(transcript)
    if name in _SEPARATORS:
        out = io.StringIO(newline="")
        writer = csv.writer(out, delimiter=_SEPARATORS[name], lineterminator="\n")
        writer.writerow(columns)
        for row in zip(*columns.values(), strict=True):
            writer.writerow([plain(cell) if isinstance(cell, Decimal) else cell for cell in row])
        return out.getvalue()
    if name == "jsonl":
        rows = (dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True))
        return "".join(f"{to_json(row, indent=False)}\n" for row in rows)
    arrow = import_pyarrow(f"writing {name}", "parquet", "ipc")
    plain_columns = {column: _floats(values, losses) for column, values in columns.items()}
    if name == "huggingface":
        return FORMATS.get(name)().write_columns(plain_columns)  # type: ignore[attr-defined]
    table, sink = as_table(arrow, plain_columns), arrow.BufferOutputStream()
    if name == "parquet":
        arrow.parquet.write_table(table, sink)
    else:
        with arrow.ipc.new_file(sink, table.schema) as file:
            file.write_table(table)
    return sink.getvalue().to_pybytes()


def _floats(values: list[Any], losses: Losses) -> list[Any]:
    for value in values:
        if isinstance(value, Decimal) and Decimal(str(float(value))) != value:
            losses["times with more digits than floats have were rounded"] += 1
    return [float(value) if isinstance(value, Decimal) else value for value in values]


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
