"""Where clips come from: a folder of recordings with their texts, or a manifest of any format."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.clips import Clip
from mondegreen.corpus.columns import ID, SEGMENT_IDS, identifiers
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.formats.text.kaldi import Kaldi
from mondegreen.corpus.roles import id_name, reference_of_pair
from mondegreen.corpus.sniffing import by_columns, sniff
from mondegreen.corpus.source import Folder, opened
from mondegreen.corpus.table import as_list, describe, quoted, twice
from mondegreen.errors import InputError, visible
from mondegreen.options.reading import Reading
from mondegreen.providers.audio import SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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
_WAVES: Final = "wav.scp"


def clips_of(path: str | Path, options: Reading | None = None) -> list[Clip]:
    """Return the clips of a folder or a manifest; their paths are as they can be opened.

    Args:
        path: a folder of recordings, each with a ``.txt`` of the same name; a folder of Kaldi
            (``wav.scp``, ``text``) or LibriSpeech; or a manifest: JSONL, CSV, TSV, Parquet, NeMo,
            Lhotse, Common Voice.
        options: how a manifest is read: its format, encoding and columns.

    Raises:
        InputError: it cannot be read, or holds no clip.
    """
    options = options or Reading()
    with opened(path, **options.opening()) as source:
        if not isinstance(source, Folder):
            found = _of_manifest(source, Path(path).parent, options)
        elif source.has(_WAVES):
            found = _of_kaldi(source)
        elif any(name.endswith(".trans.txt") for name in source.tree()):
            found = _of_librispeech(source)
        else:
            found = _of_folder(Path(source.folder), source.name)
    if not found:
        raise InputError(
            f"{visible(str(path))}: has no recording, expected {' '.join(SUFFIXES)} with a .txt of the "
            "same name next to each, or a manifest"
        )
    double = twice(clip.id for clip in found)
    if double is not None:
        raise InputError(f"{visible(str(path))}: the id {quoted(double)} is there more than once")
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
        text = path.read_text("utf-8-sig")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise InputError(
            f"{visible(str(path))}: is not UTF-8 (byte {error.start + 1}); write it anew as UTF-8"
        ) from None
    except OSError as error:
        raise InputError(f"{visible(str(path))}: cannot be read: {error.strerror}") from error
    return " ".join(text.split())


def _of_kaldi(source: Folder) -> list[Clip]:
    if source.has("segments"):
        raise InputError(
            f"{source.name}: has segments, which are pieces of recordings; cut the recordings first "
            "(extract-segments), and give the folder of the pieces"
        )
    texts: dict[str, str] = {}
    if source.has("text"):
        with source.file("text") as file:
            table = Kaldi().parse(file.name, file.lines())
        texts = dict(zip(table.columns["id"], table.columns["text"], strict=True))
    languages, speakers = _by_utterance(source, "utt2lang"), _by_utterance(source, "utt2spk")
    found = []
    with source.file(_WAVES) as file:
        for number, line in enumerate(file.lines(), 1):
            name, _, place = line.strip().partition(" ")
            place = place.strip()
            if not name:
                continue
            if not place or place.endswith("|"):
                raise InputError(
                    f"{file.name}, line {number}: expected an id and the path of a file, got "
                    f"{quoted(line.strip())}; a command is not run: write what it makes to a file"
                )
            audio = _found(place, Path(source.folder), sure=True)
            language, speaker = languages.get(name, ""), speakers.get(name, "")
            found.append(Clip(name, audio, texts.get(name), language=language, speaker=speaker))
    return found


def _by_utterance(source: Folder, name: str) -> dict[str, str]:
    """Return what a file of Kaldi says of each utterance; nothing if it is not there."""
    if not source.has(name):
        return {}
    with source.file(name) as file:
        lines = [line.split(None, 1) for line in file.lines() if line.strip()]
    return {key: value.strip() for key, value in (line for line in lines if len(line) > 1)}


def _of_librispeech(source: Folder) -> list[Clip]:
    table = FORMATS.get("librispeech")().read(source)
    texts = dict(zip(table.columns["id"], table.columns["text"], strict=True))
    folder = Path(source.folder)
    found = [Clip(path.stem, str(path), texts.pop(path.stem, None)) for path in _recordings(folder)]
    return [
        *found,
        *(Clip(name, "", text, reason="there is no file") for name, text in texts.items()),
    ]


def _of_manifest(source: Source, folder: Path, options: Reading) -> list[Clip]:
    name = by_columns(options.format or sniff(source))
    table: Table = FORMATS.get(name)().read(source)
    column = next((each for each in AUDIO if each in table.columns), None)
    if column is None:
        names = ", ".join(map(quoted, table.columns))
        raise InputError(
            f"{source.name}: no column of recordings; columns: {names}. Known names: "
            f"{', '.join(AUDIO)}. Rename yours"
        )
    said = _reference(table, options, column)
    places = _lhotse_recordings(folder) if column == "recording_id" else {}
    audio = as_list(table.columns[column])
    ids = _ids(table, options, said, audio)
    texts: list[Any] = as_list(table.columns[said]) if said else [None] * len(audio)
    more = {
        field: as_list(table.columns[known])
        for field, names in _NAMED.items()
        for known in [next((each for each in names if each in table.columns), None)]
        if known not in (None, column)
    }
    ends = as_list(table.columns.get("speech_end_ms", [None] * len(audio)))
    found = []
    for row, (name, place, text, end) in enumerate(zip(ids, audio, texts, ends, strict=True)):
        if not isinstance(place, str) or not place:
            raise table.error(
                row, f"the recording {column!r} is {describe(place)}, expected a path"
            )
        if text is not None and not isinstance(text, str):
            raise table.error(row, f"the reference {said!r} is {describe(text)}, expected a text")
        given: dict[str, Any] = {field: str(column[row] or "") for field, column in more.items()}
        where = places.get(place) or _found(place, folder)
        clip = Clip(name, where, text, **given)
        found.append(replace(clip, speech_end_ms=_milliseconds(table, row, end)))
    _refuse_cuts(table, found)
    return found


def _reference(table: Table, options: Reading, audio: str) -> str | None:
    """Return the column of references; ``None`` if there is none, as before anybody wrote them."""
    if options.reference_column is not None:
        return reference_of_pair(table, options.reference_column)
    try:
        found = reference_of_pair(table, None)
    except InputError:
        return None
    return None if found == audio else found


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


def _lhotse_recordings(folder: Path) -> Mapping[str, str]:
    """Return the files of Lhotse's recordings, of a manifest next to that of the supervisions."""
    found: dict[str, str] = {}
    for path in sorted({*folder.glob("*recordings*.jsonl"), *folder.glob("*recordings*.jsonl.gz")}):
        with opened(path, **Reading().opening()) as source:
            for number, line in enumerate(source.lines(), 1):
                if not line.strip():
                    continue
                try:
                    row = json.loads(line)
                    (only,) = row["sources"]
                    found[row["id"]] = _found(only["source"], folder)
                except (ValueError, KeyError, TypeError):
                    raise InputError(
                        f"{source.name}, line {number}: expected a recording of Lhotse with an id and "
                        "one source that is a file"
                    ) from None
    return found


def _milliseconds(table: Table, row: int, value: Any) -> float | None:
    if value in (None, ""):
        return None
    try:
        return float(value)
    except (TypeError, ValueError):
        problem = f"speech_end_ms is {describe(value)}, expected milliseconds"
        raise table.error(row, problem) from None


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
