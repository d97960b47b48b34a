"""A pair of files of which one has segments, times or speakers: made utterances of the reference."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from mondegreen.corpus.columns_of import from_table
from mondegreen.corpus.corpus import Corpus
from mondegreen.corpus.doubts import warn_of_ids
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.formats.folder.files import Files
from mondegreen.corpus.nist import has_alternatives
from mondegreen.corpus.recordings import by_recordings
from mondegreen.corpus.resegmenting import by_middles, by_words
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.corpus.source import Folder
from mondegreen.corpus.table import as_list, quoted
from mondegreen.errors import InputError, PairingError
from mondegreen.types import Failed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.corpus.segments import Segment, Transcript, Word
    from mondegreen.corpus.source import Source
    from mondegreen.corpus.table import Table

__all__ = ["are_segmented", "pair_segments", "read_segmented"]

_SPEAKERS_IDS = "stm"
_WORDS_ALONE = "ctm"
_NIST = {"stm", "ctm", "trn"}
"""In these a ``{ a / b }`` is an alternation."""
_TOGETHER = {("stm", "ctm")}
_MOST_NAMED = 5


class _Read(NamedTuple):
    transcript: Transcript
    table: Table
    ids: list[str] | None
    lines: Table


def are_segmented(*names: str) -> bool:
    """Whether one of the formats holds segments."""
    return any(issubclass(FORMATS.get(name), SegmentFormat) for name in names)


def read_segmented(
    sources: tuple[Source, Source],
    names: tuple[str, str],
    columns: tuple[str | None, str | None],
    given: tuple[str | None, str | None] = (None, None),
) -> Corpus:
    """Read two files and bring the hypotheses to the segments of the references.

    ``given`` are the formats that the user named. Where both files have ids and each of the hypotheses stands in the references, they go together
    by them.

    Raises:
        InputError: a file breaks its format or holds nothing, or the two do not go together.
    """
    first = _read(sources[0], names[0], columns[0])
    second = _read(sources[1], names[1], columns[1], hypotheses=True)
    for side, name, option in zip(
        (first, second), given, ("--format", "--hypothesis-format"), strict=True
    ):
        if side.transcript.format == "lines" and name is None:
            warn_of_ids(side.lines, option)
    if "files" in names:
        return _pair_files(first, second)
    if first.ids is not None and second.ids is not None and set(second.ids) <= set(first.ids):
        texts = dict(zip(second.ids, as_list(second.table.columns["text"]), strict=True))
        scored = [segment for segment in first.transcript.segments if not segment.ignored]
        return _corpus(first, second, [texts.get(each.id or "") for each in scored])
    return pair_segments(first.transcript, second.transcript)


def pair_segments(reference: Transcript, hypothesis: Transcript) -> Corpus:
    """Bring hypotheses to the segments of the references; see `mondegreen.corpus.resegmenting`.

    Recordings and channels go together by their names, in which case means nothing. A name that
    one side does not have is no hindrance if the other has only one of them. A recording without
    any hypothesis is missing its hypotheses; one without a reference is an error.
    """
    first, second = (
        _Read(side, _table(side), None, _table(side)) for side in (reference, hypothesis)
    )
    said, wrote = reference.segments, hypothesis.segments
    if [_place(each) for each in said] == [_place(each) for each in wrote] and all(
        each.is_timed for each in said
    ):
        texts = as_list(second.table.columns["text"])
        if len(texts) == len(first.table):
            return _corpus(first, second, list(texts))
    return _cut(first, second, _groups(reference, hypothesis), {})


def _pair_files(first: _Read, second: _Read) -> Corpus:
    """Pair by the names of recordings, where one side is a folder with a file for each."""
    groups, failed = by_recordings(first.transcript, second.transcript)
    return _cut(first, second, groups, failed)


def _cut(
    first: _Read,
    second: _Read,
    groups: Sequence[tuple[list[int], list[int]]],
    failed: Mapping[int, str],
) -> Corpus:
    """Bring the hypotheses of each group of rows to its references."""
    reference, hypothesis = first.transcript, second.transcript
    said, wrote = reference.segments, hypothesis.segments
    found: dict[int, str | Failed | None] = {}
    for rows, columns in groups:
        references = [said[row] for row in rows]
        if not columns:
            found.update((row, Failed(failed[row]) if row in failed else None) for row in rows)
            continue
        hypotheses = [wrote[column] for column in columns]
        if (reference.format, hypothesis.format) in _TOGETHER:
            parts = _middles(references, hypotheses)
        else:
            parts = _words(reference, hypothesis, references, hypotheses)
        found.update(zip(rows, parts, strict=True))
    scored = [row for row, segment in enumerate(said) if not segment.ignored]
    return _corpus(first, second, [found[row] for row in scored])


def _read(source: Source, name: str, column: str | None, *, hypotheses: bool = False) -> _Read:
    kind: Any = FORMATS.get(name)()
    if isinstance(kind, SegmentFormat):
        if isinstance(kind, Files) and isinstance(source, Folder):
            kind.inner = source.inner
        transcript = kind.read_hypotheses(source) if hypotheses else kind.read_segments(source)
        if not transcript.segments and not transcript.failed:
            raise InputError(f"{source.name}: no segments ({name}); expected one or more")
        lines = table = kind.table(transcript)
    else:
        table = kind.read(source)
        if not len(table):
            raise InputError(f"{source.name}: no utterances ({name}); expected at least one")
        transcript = from_table(table, column, hypotheses=hypotheses)
        lines, table = table, _table(transcript)
    ids: Any = table.columns.get("id")
    if ids is not None and len(set(ids)) < len(ids):
        again = next(each for each, count in Counter(ids).items() if count > 1)
        raise InputError(f"{source.name}: the id {quoted(again)} stands twice, expected once")
    return _Read(transcript, table, None if ids is None else list(ids), lines)


def _table(transcript: Transcript) -> Table:
    kind: Any = FORMATS.get(transcript.format)()
    plain: Any = kind if isinstance(kind, SegmentFormat) else FORMATS.get("seglst")()
    table: Table = plain.table(transcript)
    return table


def _place(segment: Segment) -> tuple[Any, ...]:
    names = (segment.recording or "").casefold(), (segment.channel or "").casefold()
    return (*names, segment.start, segment.end, segment.ignored)


def _groups(reference: Transcript, hypothesis: Transcript) -> list[tuple[list[int], list[int]]]:
    """Return the rows of both sides that are of one recording and channel."""
    said, wrote = reference.segments, hypothesis.segments
    recordings = _shared(said, wrote, "recording")
    if recordings is None and {each.id for each in said} >= {each.recording for each in wrote}:
        # Each utterance is a recording of its own.
        named = [((each.id or "").casefold(), "") for each in said]
        heard = [((each.recording or "").casefold(), "") for each in wrote]
    else:
        channels = _shared(said, wrote, "channel")
        named = [_key(each, recordings=recordings, channels=channels) for each in said]
        heard = [_key(each, recordings=recordings, channels=channels) for each in wrote]
    groups: dict[tuple[str, str], tuple[list[int], list[int]]] = {}
    for row, key in enumerate(named):
        groups.setdefault(key, ([], []))[0].append(row)
    odd = dict.fromkeys(key for key in heard if key not in groups)
    if odd:
        shown = ", ".join(repr(" ".join(filter(None, key)))[:80] for key in list(odd)[:_MOST_NAMED])
        known = ", ".join(
            repr(" ".join(filter(None, key)))[:80] for key in list(groups)[:_MOST_NAMED]
        )
        raise PairingError(
            f"{hypothesis.name}: recordings without a reference: {len(odd)}, as {shown}; "
            f"{reference.name} has {known}. Leave out what has no reference, or give the "
            "recordings and channels that belong together the same names"
        )
    for column, key in enumerate(heard):
        groups[key][1].append(column)
    return list(groups.values())


def _shared(said: Sequence[Segment], wrote: Sequence[Segment], name: str) -> bool | None:
    """Whether both sides have names by which they go together; ``None`` if that is not clear."""
    sides = [{getattr(each, name) for each in side} for side in (said, wrote)]
    if None not in sides[0] | sides[1]:
        folded = [{value.casefold() for value in side} for side in sides]
        if name == "channel" and not folded[0] & folded[1] and {1} == set(map(len, folded)):
            return False  # "1" here and "A" there are the one channel that there is
        if name == "recording" and not folded[0] & folded[1]:
            return None if max(map(len, folded)) > 1 else False
        return True
    if name == "recording" and max(len(side - {None}) for side in sides) > 1:
        return None
    return False


def _key(segment: Segment, *, recordings: bool | None, channels: bool | None) -> tuple[str, str]:
    return (
        "" if recordings is False else (segment.recording or "").casefold(),
        (segment.channel or "").casefold() if channels else "",
    )


def _middles(references: Sequence[Segment], hypotheses: Sequence[Segment]) -> list[str]:
    words: list[Word] = [word for segment in hypotheses for word in segment.words]
    ctm: Any = FORMATS.get(_WORDS_ALONE)()
    return [
        ctm.spoken(" ".join(word.text for word in part)) for part in by_middles(references, words)
    ]


def _words(
    reference: Transcript,
    hypothesis: Transcript,
    references: Sequence[Segment],
    hypotheses: Sequence[Segment],
) -> list[str]:
    del reference
    parts = by_words(references, hypotheses)
    kind: Any = FORMATS.get(hypothesis.format)()
    return [kind.spoken(part) for part in parts] if isinstance(kind, SegmentFormat) else parts


def _corpus(first: _Read, second: _Read, texts: list[Any]) -> Corpus:
    table = first.table
    said = as_list(table.columns["text"])
    metadata = {
        name: list(as_list(column))
        for name, column in table.columns.items()
        if name not in {"id", "text"}
    }
    ids: Any = table.columns.get("id")
    if ids is None:
        ids = _made_ids(table, first.transcript.format)
    sides = (first.transcript.format, said), (second.transcript.format, texts)
    return Corpus(
        list(ids),
        said,
        texts,
        metadata,
        ", ".join(f"{each.transcript.name} ({each.transcript.format})" for each in (first, second)),
        "nist" if any(form in _NIST and _have_alternatives(side) for form, side in sides) else "",
    )


def _have_alternatives(texts: Sequence[Any]) -> bool:
    return any(isinstance(text, str) and has_alternatives(text) for text in texts)


def _made_ids(table: Table, form: str) -> list[str]:
    """Return ids for segments without any: for stm those of sclite, speaker and number."""
    if form != _SPEAKERS_IDS:
        return [str(row + 1) for row in range(len(table))]
    counted: Counter[str] = Counter()
    ids = []
    for speaker in as_list(table.columns["speaker"]):
        ids.append(f"{speaker}-{counted[speaker]:03}")
        counted[speaker] += 1
    return ids
