"""A pair of files of which one has segments, times or speakers: made utterances of the reference."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from mondegreen.corpus.channels import refuse_crossed_channels
from mondegreen.corpus.column_sides import doubt_two_results
from mondegreen.corpus.columns import ID, hypothesis_texts, identifiers, reference_texts, rest
from mondegreen.corpus.columns_of import from_table, ids_of, texts_of
from mondegreen.corpus.corpus import Corpus
from mondegreen.corpus.counted_ids import by_names_of_clips
from mondegreen.corpus.doubts import warn_of_ids, with_ids_of
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.formats.folder.files import Files
from mondegreen.corpus.nist import has_alternatives
from mondegreen.corpus.pairing_names import Way, are_numbers, groups_of, is_one_recording, way_of
from mondegreen.corpus.recording_files import by_recordings
from mondegreen.corpus.repeated import warn_of_repeats
from mondegreen.corpus.resegmenting import by_middles
from mondegreen.corpus.row_words import RowWords, of_pieces, of_places, of_segments
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.corpus.segments import Segments, are_odd, is_odd
from mondegreen.corpus.side import Side
from mondegreen.corpus.sides import join
from mondegreen.corpus.source import Folder
from mondegreen.corpus.speakers import segments_with_speakers
from mondegreen.corpus.stamped import refuse_stamps
from mondegreen.corpus.table import as_list, quoted
from mondegreen.corpus.timing import by_words_and_times, check_middles
from mondegreen.errors import InputError, PairingError, ParseError, counted, warn
from mondegreen.types import Failed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from mondegreen.corpus.segments import Segment, Transcript, Word
    from mondegreen.corpus.source import Source
    from mondegreen.corpus.table import Table

__all__ = ["pair_segments", "read_segmented"]

_SPEAKERS_IDS = "stm"
_WORDS_ALONE = "ctm"
_TOGETHER = {("stm", "ctm")}
_ALTERNATIVES = {"<ALT_BEGIN>", "<ALT>", "<ALT_END>"}


class _Read(NamedTuple):
    """One file: its segments, and its rows as a table.

    Attributes:
        transcript: the segments.
        table: what is scored of them, one row per segment.
        rows: the file as it is: the columns of one that has some, else ``table``.
        column: of ``rows``, the one that has the texts.
        folder: whether it is a folder with a file for each recording.
    """

    transcript: Transcript
    table: Table
    rows: Table
    column: str = "text"
    folder: bool = False


def read_segmented(
    sources: tuple[Source, Source],
    names: tuple[str, str],
    columns: tuple[str | None, str | None, str | None],
    given: tuple[str | None, str | None] = (None, None),
    *,
    named: bool = False,
) -> Corpus:
    """Read two files, and pair them by ids, else by recordings and times, else by words.

    Where both files have ids, those pair, whatever the formats. Else the words of each recording
    are brought to the segments of the reference.

    Args:
        sources: the files of the references and of the hypotheses.
        names: their formats.
        columns: what the user named: columns of references, of hypotheses and of ids.
        given: the formats that the user named.
        named: whether the user said which file has the references.

    Raises:
        InputError: a file breaks its format or holds nothing, or the two do not go together.
    """
    first = _read(sources[0], names[0], columns[0], columns[2])
    second = _read(sources[1], names[1], columns[1], columns[2], hypotheses=True)
    if not named:
        doubt_two_results(first.rows, second.rows, *columns[:2])
    refuse_stamps((first.rows, second.rows), given)
    first, second = _as_kaldi(first, second, given)
    first, second = (
        _with_speakers(each) if each.rows.transcript and each.transcript.format != "lines" else each
        for each in (first, second)
    )
    if "files" in names:
        return _pair_files(first, second)
    said, wrote = first.transcript, second.transcript
    way = way_of(said.segments, wrote.segments)
    have_ids = None not in said.segments.id and None not in wrote.segments.id
    if not wrote.segments or way in {Way("id", "recording"), Way("recording", "id")}:
        all_missing = [(list(range(len(said.segments))), list[int]())]
        groups = all_missing if way is None else groups_of(said, wrote, way)
        return _cut(first, second, groups)
    if have_ids and not _have_times(said, wrote, way):
        sides = _side(first, columns[2]), _side(second, columns[2], hypotheses=True)
        return join(*(by_names_of_clips(*sides) if columns[2] is None else sides))
    if way == Way("recording", "recording"):
        return pair_segments(said, wrote)
    nameless = all(name is None for name in wrote.segments.recording)
    if nameless and not is_one_recording(said.segments):
        return _pair_files(first, second)
    _refuse_unordered(said, wrote)
    return pair_segments(said, wrote)


def _as_kaldi(
    first: _Read, second: _Read, given: tuple[str | None, str | None]
) -> tuple[_Read, _Read]:
    """Return both, with plain lines as Kaldi's text where they begin with ids of the other file."""
    found = [first, second]
    for at, option in enumerate(("--format", "--hypothesis-format")):
        side, other = found[at], found[1 - at]
        if side.transcript.format != "lines" or given[at] is not None:
            continue
        ids = other.transcript.segments
        names = ids.recording if other.folder else ids.id
        table = with_ids_of(filter(None, names), side.rows)
        if table is None:
            warn_of_ids(side.rows, option)
            found[at] = _with_speakers(side)
        else:
            transcript = from_table(table)
            found[at] = _Read(transcript, _table(transcript), table)
    return found[0], found[1]


def _with_speakers(read: _Read) -> _Read:
    """Return a file with the names in front of its texts as speakers, with a warning."""
    transcript, warning = segments_with_speakers(read.transcript)
    if not warning:
        return read
    warn(warning)
    table = _table(transcript)
    return read._replace(transcript=transcript, table=table, rows=table)


def _have_times(said: Transcript, wrote: Transcript, way: Way | None) -> bool:
    """Whether files with ids are paired by times, since each of them cut its segments by itself.

    That is so where ids are mere numbers of the segments of a recording; and, with a warning, where
    no id is in both files.
    """
    sides = said.segments, wrote.segments
    if not all(side.are_timed() for side in sides):
        return False
    one_each = all(map(is_one_recording, sides))
    if way == Way("id", "id"):
        return one_each and any(are_numbers(side.id) for side in sides)
    if way is None and not one_each:
        return False
    if not any(are_numbers(side.id) for side in sides):
        warn(
            f"{wrote.name}: no id is in {said.name} too: the first are {quoted(str(sides[1].id[0]))} and "
            f"{quoted(str(sides[0].id[0]))}; so they were paired by their times",
        )
    return True


def _refuse_unordered(said: Transcript, wrote: Transcript) -> None:
    """Refuse hypotheses whose order is unknown: their ids are not those of the references."""
    segments = wrote.segments
    ids = [name for name in segments.id if name is not None]
    timed = any(start is not None for start in segments.start)
    if len(ids) < 2 or len(said.segments) == 1 or timed:  # noqa: PLR2004
        return
    raise PairingError(
        f"references: {len(said.segments)} in {said.name}, hypotheses: {len(segments)} in {wrote.name}; "
        f"only {wrote.name} has ids, the first is {quoted(ids[0])}, and no times, so nothing says which "
        f"belong together. Give {said.name}, read as {said.format}, the same ids, give the hypotheses "
        f"times, or pair by position with {ID.flag} ''"
    )


def _side(read: _Read, identifier: str | None, *, hypotheses: bool = False) -> Side:
    table, column = read.rows, read.column
    texts = hypothesis_texts(table, column) if hypotheses else reference_texts(table, column)
    named = ids_of(table, identifier, column)
    ids = None if named is None else identifiers(table, named)
    words = _words_of(read.transcript)
    return Side(table, column, texts, ids, named, rest(table, column, named), words)


def pair_segments(reference: Transcript, hypothesis: Transcript) -> Corpus:
    """Bring hypotheses to the segments of the references; see `mondegreen.corpus.resegmenting`.

    Recordings and channels go together by their names, in which case means nothing. A name that
    one side does not have is no hindrance if the other has only one of them. A recording without
    any hypothesis is missing its hypotheses; one without a reference is an error.
    """
    first, second = (
        _Read(side, table, table)
        for side, table in ((reference, _table(reference)), (hypothesis, _table(hypothesis)))
    )
    said, wrote = reference.segments, hypothesis.segments
    if said.are_timed() and _places(said) == _places(wrote):
        texts = as_list(second.table.columns["text"])
        if len(texts) == len(first.table):
            warn_of_repeats(reference.name, said, [range(len(said))])
            warn_of_repeats(hypothesis.name, wrote, [range(len(wrote))])
            return _corpus(first, second, list(texts), partial(of_segments, _scored(hypothesis)))
    refuse_crossed_channels(reference, hypothesis)
    return _cut(first, second, groups_of(reference, hypothesis, Way("recording", "recording")))


def _pair_files(first: _Read, second: _Read) -> Corpus:
    """Pair by the names of recordings, where one side is a folder with a file for each."""
    groups, failed = by_recordings(first.transcript, second.transcript)
    return _cut(first, second, groups, failed)


def _cut(
    first: _Read,
    second: _Read,
    groups: Sequence[tuple[list[int], list[int]]],
    failed: Mapping[int, str] | None = None,
) -> Corpus:
    """Bring the hypotheses of each group of rows to its references."""
    reference, hypothesis = first.transcript, second.transcript
    said, wrote = reference.segments, hypothesis.segments
    names = reference.name, hypothesis.name
    warn_of_repeats(names[0], said, (rows for rows, _ in groups))
    warn_of_repeats(names[1], wrote, (columns for _, columns in groups))
    reasons = failed or {}
    found: dict[int, str | Failed | None] = {}
    cuts: list[tuple[list[int], Callable[[], RowWords]]] = []
    for rows, columns in groups:
        references = said.take(rows)
        if not columns:
            found.update((row, Failed(reasons[row]) if row in reasons else None) for row in rows)
            continue
        hypotheses = wrote.take(columns)
        if (reference.format, hypothesis.format) in _TOGETHER:
            parts, words = _middles(names, references, hypotheses)
        else:
            parts, words = _words(names, hypothesis.format, references, hypotheses)
        found.update(zip(rows, parts, strict=True))
        cuts.append((rows, words))
    scored = [row for row, ignored in enumerate(said.ignored) if not ignored]
    return _corpus(first, second, [found[row] for row in scored], partial(_joined, cuts, scored))


def _joined(cuts: list[tuple[list[int], Callable[[], RowWords]]], scored: list[int]) -> RowWords:
    """Return the words of the scored rows, from those of each recording."""
    places: dict[int, int] = {}
    parts = []
    for rows, words in cuts:
        places |= {row: len(places) + at for at, row in enumerate(rows)}
        parts.append(words())
    return RowWords.joined(parts).take(map(places.get, scored))


def _read(
    source: Source,
    name: str,
    column: str | None,
    identifier: str | None,
    *,
    hypotheses: bool = False,
) -> _Read:
    kind: Any = FORMATS.get(name)()
    if isinstance(kind, SegmentFormat):
        if isinstance(kind, Files) and isinstance(source, Folder):
            kind.inner = source.inner
        transcript = kind.read_hypotheses(source) if hypotheses else kind.read_segments(source)
        if not transcript.segments and hypotheses and name == _WORDS_ALONE:
            warn(f"{source.name}: no word is in it ({name})")
        elif not transcript.segments and not transcript.failed:
            raise InputError(f"{source.name}: no segments ({name}); expected one or more")
        if not kind.signed_times:  # whose readers warn themselves
            _warn_of_odd_times(transcript)
        transcript = _with_one_id_each(transcript)
        table = kind.table(transcript)
        return _Read(transcript, table, table, folder=isinstance(kind, Files))
    rows = kind.read(source)
    if not len(rows):
        raise InputError(f"{source.name}: no utterances ({name}); expected at least one")
    chosen = texts_of(rows, column, hypotheses=hypotheses)
    transcript = _with_one_id_each(from_table(rows, chosen, identifier=identifier))
    _warn_of_odd_times(transcript)
    return _Read(transcript, _table(transcript), rows, chosen or "text")


def _warn_of_odd_times(transcript: Transcript) -> None:
    """Warn of times that cannot be, which are not used."""
    odd = transcript.segments.odd_rows()
    if odd:
        first, where = transcript.segments[odd[0]], transcript.segments.place(odd[0])
        parts: list[Segment | Word] = [first, *first.words]
        part = next(filter(is_odd, parts))
        warn(
            f"{transcript.name}: {counted(len(odd), 'row has', 'rows have')} a negative time, or an end "
            f"before its start, the first is {where} ({part.start} to {part.end} s); their words are "
            "aligned without times"
        )


def _with_one_id_each(transcript: Transcript) -> Transcript:
    """Return segments of which no two have one id, or refuse them.

    The voices of a cue are segments of one name and of the same times, by which they are paired.
    """
    segments = transcript.segments
    rows = [row for row, name in enumerate(segments.id) if name is not None]
    count = len({segments.id[row] for row in rows})
    if count == len(rows):
        return transcript
    places = [(segments.id[row], segments.start[row], segments.end[row]) for row in rows]
    if len({each for each in places if None not in each}) == count:
        return transcript.with_segments(segments.filled("id", None))
    first: dict[str | None, int] = {}
    again = next(row for row in rows if first.setdefault(segments.id[row], row) != row)
    before = segments.line[first[segments.id[again]]]
    raise ParseError(
        transcript.name,
        segments.line[again],
        f"the id {quoted(str(segments.id[again]))} occurs twice"
        f"{'' if before is None else f', first on line {before}'}; expected each id once",
    )


def _table(transcript: Transcript) -> Table:
    kind: Any = FORMATS.get(transcript.format)()
    plain: Any = kind if isinstance(kind, SegmentFormat) else FORMATS.get("seglst")()
    table: Table = plain.table(transcript)
    return table


def _places(segments: Segments) -> tuple[list[Any], ...]:
    names = (
        [(name or "").casefold() for name in column]
        for column in (segments.recording, segments.channel)
    )
    return (*names, segments.start, segments.end, segments.ignored)


def _middles(
    names: tuple[str, str], references: Segments, hypotheses: Segments
) -> tuple[list[str], Callable[[], RowWords]]:
    words = hypotheses.words
    ctm: Any = FORMATS.get(_WORDS_ALONE)()
    rows = by_middles(references, words)
    parts = [ctm.spoken(" ".join(map(words.text.__getitem__, row))) for row in rows]
    if not (any(map(are_odd, references.start, references.end)) or words.are_odd()):
        check_middles(names, references, hypotheses, parts)
    return parts, partial(of_places, words, rows)


def _words(
    names: tuple[str, str],
    form: str,
    references: Segments,
    hypotheses: Segments,
) -> tuple[list[str], Callable[[], RowWords]]:
    sides = (side.without_odd_times() for side in (references, hypotheses))
    cut = by_words_and_times(names, *sides)
    kind: Any = FORMATS.get(form)()
    spoken = isinstance(kind, SegmentFormat)
    texts = [kind.spoken(part) for part in cut.texts] if spoken else cut.texts
    return texts, partial(of_pieces, hypotheses, cut.pieces, cut.rows)


def _words_of(transcript: Transcript) -> Callable[[], RowWords]:
    return partial(_as_scored, partial(of_segments, _scored(transcript)), transcript.format)


def _as_scored(words: Callable[[], RowWords], form: str) -> RowWords:
    """Return words without what their format marks next to them, and with probabilities for logarithms."""
    found, kind = words(), FORMATS.get(form)
    if not issubclass(kind, SegmentFormat):
        return found
    if kind.spoken is not SegmentFormat.spoken:
        spoken = kind().spoken
        found.text = ["" if word in _ALTERNATIVES else spoken(word) for word in found.text]
    if kind.log_confidence:
        found.confidence = [None if each is None else each.exp() for each in found.confidence]
    return found


def _scored(transcript: Transcript) -> Segments:
    """Return the segments that are scored."""
    segments = transcript.segments
    if not any(segments.ignored):
        return segments
    return segments.take([row for row, ignored in enumerate(segments.ignored) if not ignored])


def _corpus(first: _Read, second: _Read, texts: list[Any], heard: Callable[[], RowWords]) -> Corpus:
    table = first.table
    said = as_list(table.columns["text"])
    metadata = {
        name: list(as_list(column))
        for name, column in table.columns.items()
        if name not in {"id", "text"}
    }
    ids: Any = table.columns.get("id")
    if ids is None:
        ids = _made_ids(first)
    sides = (first.transcript.format, said), (second.transcript.format, texts)
    return Corpus(
        list(ids),
        said,
        texts,
        metadata,
        ", ".join(f"{each.transcript.name} ({each.transcript.format})" for each in (first, second)),
        "nist" if any(_have_alternatives(form, side) for form, side in sides) else "",
        left_out=table.left_out,
        speakers=(_speakers(first), _speakers(second)),
        words=(_words_of(first.transcript), partial(_as_scored, heard, second.transcript.format)),
    )


def _speakers(read: _Read) -> int:
    return len({*read.transcript.segments.speaker} - {None})


def _have_alternatives(form: str, texts: Sequence[Any]) -> bool:
    return FORMATS.get(form).alternations and any(
        isinstance(text, str) and has_alternatives(text) for text in texts
    )


def _made_ids(read: _Read) -> list[str]:
    """Return ids for segments without any.

    For stm they are those of sclite, the speaker and a number; in a folder the name of the file,
    with a number where one has several segments.
    """
    if read.folder:
        names = as_list(read.table.columns["recording"])
        return names if len(set(names)) == len(names) else _numbered(names, "-{}", first=1)
    if read.transcript.format == _SPEAKERS_IDS:
        return _numbered(as_list(read.table.columns["speaker"]), "-{:03}", first=0)
    return [str(row + 1) for row in range(len(read.table))]


def _numbered(names: Iterable[str], form: str, first: int) -> list[str]:
    counted: Counter[str] = Counter()
    ids = []
    for name in names:
        ids.append(name + form.format(first + counted[name]))
        counted[name] += 1
    return ids
