"""Where clips come from: a folder of recordings with their texts, or a manifest of any format."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from decimal import Decimal
from functools import partial
from pathlib import Path, PurePosixPath
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.clips import Clip
from mondegreen.bench.embedded import EMBEDDED, column_of, stored_in
from mondegreen.bench.kaldi import WAVES, clips_of_kaldi
from mondegreen.bench.lhotse import clips_of_cuts, has_cuts, part_of, recordings_near
from mondegreen.bench.pieces import Pieces
from mondegreen.bench.speech_ends import milliseconds_in
from mondegreen.bench.speechless import without_speech
from mondegreen.bench.turn_ends import turns_in
from mondegreen.corpus.column_sides import id_name, reference_of_pair
from mondegreen.corpus.columns import ID, REFERENCE, SEGMENT_IDS, identifiers
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.sniffing import by_columns, sniff
from mondegreen.corpus.source import Folder, opened
from mondegreen.corpus.table import as_list, describe, quoted, twice
from mondegreen.errors import InputError, typed, visible
from mondegreen.options.reading import Reading
from mondegreen.providers.audio import SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.bench.pieces import Piece
    from mondegreen.corpus.source import Source
    from mondegreen.corpus.table import Table

__all__ = ["AUDIO", "clips_of"]

AUDIO: Final = (
    *("audio", "audio_filepath", "audio_path", "path", "file_path", "filepath", "file_name"),
    *("filename", "file", "wav", "recording", "recording_id"),
)
"""Names of the column of recordings, in order."""

_PLACES: Final = ("", "clips", "audio", "wav")
"""Folders next to a manifest in which its recordings may be; Common Voice has ``clips``."""

_NAMED: Final = {
    "language": ("language", "lang", "locale"),
    "licence": ("licence", "license"),
    "source": ("source",),
    "speech_end_detector": ("speech_end_detector",),
    "sha256": ("sha256",),
    "reason": ("reason",),
    "conversation": ("conversation", "conversation_id", "dialogue_id", "call_id", "session_id"),
    "recording": ("recording", "recording_id"),
    "speaker": ("speaker", "speaker_id", "client_id"),
}
_TEXTS: Final = ".txt"
_EITHER: Final = "transcription"
_METADATA: Final = ("metadata.jsonl", "metadata.csv")
"""What a folder of Hugging Face has next to recordings."""

_WORDS: Final = re.compile(r"[^\W\d_]+")


def clips_of(
    path: str | Path, options: Reading | None = None, pieces: Path | None = None
) -> list[Clip]:
    """Return the clips of a folder or a manifest; their paths are as they can be opened.

    Args:
        path: a folder of recordings, each with a ``.txt`` of the same name; a folder of Kaldi
            (``wav.scp``, ``text``, ``segments``) or LibriSpeech, or one that Hugging Face saved; or a
            manifest: JSONL, CSV, TSV, Parquet, Arrow, NeMo, Lhotse, Common Voice.
        options: how a manifest is read: its format, encoding and columns.
        pieces: a folder for recordings that are no files of their own, inside of tables or parts of
            others; ``None`` if none may be written.

    Raises:
        InputError: it cannot be read, or holds no clip.
    """
    options = options or Reading()
    kept = Pieces(pieces)
    with opened(path, **options.opening()) as source:
        if not isinstance(source, Folder):
            found = _of_manifest(source, Path(path), options, kept)
        elif source.has(WAVES):
            found = clips_of_kaldi(source, kept, partial(_found, sure=True))
        elif options.format == "huggingface" or _is_saved(source):
            found = _of_manifest(source, Path(source.folder), options, kept)
        elif any(name.endswith(".trans.txt") for name in source.tree()):
            found = _of_librispeech(source)
        elif (about := _metadata(source)) is not None:
            return clips_of(about, options, pieces)
        else:
            found = _of_folder(Path(source.folder), source.name)
    if not found:
        raise InputError(
            f"{visible(str(path))}: has no recording, expected {' '.join(SUFFIXES)} with a .txt of the "
            "same name next to each, or a manifest"
        )
    double = twice(clip.id for clip in found)
    if double is not None:
        raise InputError(
            f"{visible(str(path))}: the id {quoted(double)} occurs twice; give each recording its own"
        )
    return found


def _recordings(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            if name[0] != "." and name.lower().endswith(SUFFIXES):
                yield Path(place, name)


def _of_folder(folder: Path, name: str) -> list[Clip]:
    """Return the recordings at any depth; the id is the path in the folder without its ending."""
    paths = [*_recordings(folder)]
    ids = [path.relative_to(folder).with_suffix("").as_posix() for path in paths]
    double = twice(ids)
    if double is not None:
        both = [path.name for path, each in zip(paths, ids, strict=True) if each == double]
        raise InputError(
            f"{name}: {' and '.join(map(quoted, both))} are both the recording {quoted(double)}; "
            "leave one of them in the folder"
        )
    return [
        Clip(each, str(path), _text(path.with_suffix(_TEXTS)))
        for each, path in zip(ids, paths, strict=True)
    ]


def _text(path: Path) -> str | None:
    """Return the text of a file on one line; ``None`` if there is no file."""
    try:
        if not S_ISREG(path.stat().st_mode):  # reading a pipe never ends
            raise InputError(f"{visible(str(path))}: is no regular file, expected a text")
        text = path.read_text("utf-8-sig")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise InputError(
            f"{visible(str(path))}: is not UTF-8 (byte {error.start + 1}); save it as UTF-8"
        ) from None
    except OSError as error:
        raise InputError(f"{visible(str(path))}: cannot be read: {error.strerror}") from error
    return " ".join(text.split())


def _of_librispeech(source: Folder) -> list[Clip]:
    table = FORMATS.get("librispeech")().read(source)
    texts = dict(zip(table.columns["id"], table.columns["text"], strict=True))
    folder = Path(source.folder)
    found = [Clip(path.stem, str(path), texts.pop(path.stem, None)) for path in _recordings(folder)]
    return [
        *found,
        *(Clip(name, "", text, reason="there is no file") for name, text in texts.items()),
    ]


def _is_saved(source: Folder) -> bool:
    """Return whether a folder is a data set that Hugging Face saved, or one of its files alone."""
    marks = any(map(source.has, ("state.json", "dataset_dict.json")))
    return marks or bool(source.names(".parquet", ".arrow"))


def _metadata(source: Folder) -> Path | None:
    """Return the file that says what the recordings of a folder are, as Hugging Face has it."""
    for name in _METADATA:
        if source.has(name):
            with source.file(name) as file:
                first = next(iter(file.lines()), "")
            if "file_name" in first:
                return Path(source.folder, name)
    return None


def _of_manifest(source: Source, path: Path, options: Reading, pieces: Pieces) -> list[Clip]:
    folder = path if path.is_dir() else path.parent
    if options.format in (None, "lhotse") and has_cuts(path):
        return clips_of_cuts(source, folder, pieces, _found)
    name = by_columns(options.format or sniff(source))
    table: Table = FORMATS.get(name)().read(source)
    inside = column_of(path, AUDIO) if name in EMBEDDED else None
    column = inside or next((each for each in AUDIO if each in table.columns), None)
    if column is None:
        names = ", ".join(map(quoted, table.columns))
        raise InputError(
            f"{source.name}: no column of recordings; columns: {names}. Known names: "
            f"{', '.join(AUDIO)}. Rename yours"
        )
    said = _reference(table, options, column)
    if inside is None:
        audio = as_list(table.columns[column])
        ids = _ids(table, options, said, audio)
        files = _files(table, column, ids, folder, pieces)
    else:
        ids = _ids_inside(table, options, said)
        files = _unpacked(path, column, ids, pieces, folder)
    texts: list[Any] = as_list(table.columns[said]) if said else [None] * len(ids)
    texts = without_speech(table, texts)
    more = {
        field: as_list(table.columns[known])
        for field, names in _NAMED.items()
        for known in [next((each for each in names if each in table.columns), None)]
        if known not in (None, column)
    }
    ends, turn_ends, turn_starts = (
        as_list(table.columns.get(each, [None] * len(ids)))
        for each in ("speech_end_ms", "turn_ends_ms", "turn_starts_ms")
    )
    found = []
    for row, (name, (where, reason), text, end) in enumerate(
        zip(ids, files, texts, ends, strict=True)
    ):
        if text is not None and not isinstance(text, str):
            raise table.error(row, f"the reference {said!r} is {describe(text)}, expected a text")
        given: dict[str, Any] = {field: str(column[row] or "") for field, column in more.items()}
        given["reason"] = reason or given.get("reason", "")
        clip = Clip(name, where, text, **given)
        turns = _turns(table, row, turn_ends[row], turn_starts[row])
        found.append(replace(clip, speech_end_ms=_milliseconds(table, row, end), **turns))
    if inside is None:
        _refuse_cuts(table, found)
    return found


def _files(
    table: Table, column: str, ids: Sequence[str], folder: Path, pieces: Pieces
) -> list[Piece]:
    """Return the file of each row; of Lhotse's supervisions the parts that they are about."""
    audio = as_list(table.columns[column])
    odd = next((at for at, each in enumerate(audio) if not isinstance(each, str) or not each), None)
    if odd is not None:
        found = describe(audio[odd])
        raise table.error(odd, f"the recording {column!r} is {found}, expected a path")
    recordings = recordings_near(folder) if column == "recording_id" else {}
    timed = all(name in table.columns for name in ("start", "duration"))
    if not recordings:
        return [(_found(place, folder), "") for place in audio]
    files = []
    for row, (name, place) in enumerate(zip(ids, audio, strict=True)):
        if place not in recordings:
            files.append(("", f"no manifest of recordings has {place!r}"))
            continue
        start, duration = (
            (table.columns[each][row] if timed else None) for each in ("start", "duration")
        )
        channel = table.columns["channel"][row] if "channel" in table.columns else None
        seconds = Decimal(str(duration)) if duration is not None else Decimal(10**9)
        number = int(str(channel)) if str(channel).isdecimal() else None
        begin = Decimal(str(start)) if start is not None else Decimal(0)
        where = name, begin, seconds, number
        files.append(part_of(recordings[place], where, folder, pieces, _found))
    return files


def _unpacked(
    path: Path, column: str, ids: Sequence[str], pieces: Pieces, folder: Path
) -> list[Piece]:
    """Return the file of each recording in a table, or the file that a row names instead."""
    files = []
    for name, (stored, named) in zip(ids, stored_in(path, column), strict=True):
        if stored is not None:
            files.append(pieces.keep(name, stored, named))
        elif named:
            files.append((_found(named, folder), ""))
        else:
            files.append(("", "the table has no recording in this row"))
    return files


def _ids_inside(table: Table, options: Reading, said: str | None) -> list[str]:
    """Return the ids of rows whose recordings have no files: of a column, else their numbers."""
    named = options.id_column
    if named is None:
        taken = tuple(filter(None, (said,)))
        named = next((each for each in SEGMENT_IDS if each in table.columns), None)
        named = named or id_name(table, None, taken, pair=True)
    if named:
        return identifiers(table, named)
    rows = len(next(iter(table.columns.values()), []))
    width = len(str(rows))
    return [f"{row:0{width}}" for row in range(1, rows + 1)]


def _reference(table: Table, options: Reading, audio: str) -> str | None:
    """Return the column of references; ``None`` if there is none, as before anybody wrote them.

    Raises:
        InputError: it has another name than the known ones, or nothing says which one it is.
    """
    if options.reference_column is not None:
        return reference_of_pair(table, options.reference_column)
    if {*REFERENCE.names, _EITHER} & {*table.columns} - {audio}:
        found = reference_of_pair(table, None)
        return None if found == audio else found
    perhaps = [name for name in table.columns if name != audio and _may_be_said(table, name)]
    if perhaps:
        names = " and ".join(map(quoted, perhaps))
        raise InputError(
            f"{table.name}: nothing says which column has the references: {names} may have them; name it: "
            f"--reference-column {typed(perhaps[0])}"
        )
    return None


def _may_be_said(table: Table, name: str) -> bool:
    """Return whether a column has texts, and a name in which there is a known one."""
    if not {*_WORDS.findall(name.lower())} & {*REFERENCE.names, _EITHER}:
        return False
    first = next((each for each in as_list(table.columns[name]) if each is not None), None)
    return isinstance(first, str) and not first.replace(".", "").isdecimal()


def _ids(table: Table, options: Reading, said: str | None, audio: list[Any]) -> list[str]:
    """Return the ids: of a column for them, else the names of the files."""
    named = options.id_column
    if named is None:
        taken = tuple(filter(None, (said,)))
        named = next((each for each in SEGMENT_IDS if each in table.columns), None)
        named = named or id_name(table, None, taken, pair=True)
    if named and (named not in (*AUDIO, *ID.names[5:]) or options.id_column):
        return identifiers(table, named)
    stems = [PurePosixPath(str(place)).stem for place in audio]
    if twice(stems) is None:
        return stems
    return [str(PurePosixPath(str(place)).with_suffix("")) for place in audio]


def _found(place: str, folder: Path, *, sure: bool = False) -> str:
    """Return where a recording is: as it is written, or next to the manifest."""
    for inner in _PLACES:
        path = folder / inner / place
        if path.is_file():
            return str(path)
    if Path(place).is_file() or (sure and Path(place).is_absolute()):
        return place
    return str(folder / place)


def _milliseconds(table: Table, row: int, value: Any) -> float | None:
    if value in (None, ""):
        return None
    found = milliseconds_in(value)
    if found is None:
        raise table.error(row, f"speech_end_ms is {describe(value)}, expected milliseconds")
    return found


def _turns(table: Table, row: int, ends: Any, starts: Any) -> dict[str, Any]:
    try:
        found = turns_in(ends, starts)
    except ValueError as error:
        raise table.error(row, str(error)) from None
    return {"turn_ends_ms": found.ends, "turn_starts_ms": found.starts}


def _refuse_cuts(table: Table, clips: list[Clip]) -> None:
    """Refuse several rows of one recording: they are pieces of it, and nothing here cuts it."""
    double = twice(clip.audio for clip in clips)
    if double is not None:
        row = [clip.audio for clip in clips].index(double)
        raise table.error(
            row,
            f"the recording {quoted(double)} has several rows; cut it into a file for each, and "
            "name those",
        )
