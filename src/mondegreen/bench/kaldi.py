"""Folders of Kaldi: ``wav.scp`` with ``text``, and ``segments`` that cut recordings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from mondegreen.bench.clips import Clip
from mondegreen.corpus.formats.text.kaldi import Kaldi
from mondegreen.corpus.table import quoted
from mondegreen.corpus.times import exact
from mondegreen.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.bench.pieces import Pieces
    from mondegreen.corpus.source import Folder

__all__ = ["WAVES", "clips_of_kaldi"]

WAVES: Final = "wav.scp"
_SEGMENTS: Final = "segments"
_FIELDS: Final = 4


def clips_of_kaldi(source: Folder, pieces: Pieces, found: Callable[[str, Path], str]) -> list[Clip]:
    """Return the recordings, or the parts of them that ``segments`` names.

    Args:
        source: the folder.
        pieces: where parts are written.
        found: returns where a recording is, by what ``wav.scp`` says and the folder.

    Raises:
        InputError: a line is not as expected; a command in ``wav.scp`` is named, and never run.
    """
    texts: dict[str, str] = {}
    if source.has("text"):
        with source.file("text") as file:
            table = Kaldi().parse(file.name, file.lines())
        texts = dict(zip(table.columns["id"], table.columns["text"], strict=True))
    languages, speakers = _by_utterance(source, "utt2lang"), _by_utterance(source, "utt2spk")
    recordings = _recordings(source, found)
    clips = (
        _parts(source, recordings, pieces)
        if source.has(_SEGMENTS)
        else [Clip(name, audio) for name, audio in recordings.items()]
    )
    made = [
        Clip(
            *(clip.id, clip.audio, texts.pop(clip.id, None)),
            language=languages.get(clip.id, ""),
            speaker=speakers.get(clip.id, ""),
            recording=clip.recording,
            reason=clip.reason,
        )
        for clip in clips
    ]
    where = _SEGMENTS if source.has(_SEGMENTS) else WAVES
    gone = f"there is no recording: {where} does not name it"
    return [*made, *(Clip(name, "", text, reason=gone) for name, text in texts.items())]


def _recordings(source: Folder, found: Callable[[str, Path], str]) -> dict[str, str]:
    recordings: dict[str, str] = {}
    with source.file(WAVES) as file:
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
            if name in recordings:
                raise InputError(
                    f"{file.name}, line {number}: {quoted(name)} occurs twice; remove one line"
                )
            recordings[name] = found(place, Path(source.folder))
    return recordings


def _parts(source: Folder, recordings: dict[str, str], pieces: Pieces) -> list[Clip]:
    clips = []
    with source.file(_SEGMENTS) as file:
        for number, line in enumerate(file.lines(), 1):
            fields = line.split()
            if not fields:
                continue
            start, end = map(exact, fields[2:4]) if len(fields) == _FIELDS else (None, None)
            if start is None or end is None:
                raise InputError(
                    f"{file.name}, line {number}: expected an id, a recording, and where it starts and "
                    f"ends in seconds, got {quoted(line.strip())}"
                )
            name, recording = fields[:2]
            if recording not in recordings:
                raise InputError(
                    f"{file.name}, line {number}: {WAVES} has no recording {quoted(recording)}; add it there"
                )
            # -1 is Kaldi's word for the end of the recording
            audio, reason = pieces.cut(
                *(name, recordings[recording], start, None if end == -1 else end)
            )
            clips.append(Clip(name, audio, reason=reason, recording=recording))
    return clips


def _by_utterance(source: Folder, name: str) -> dict[str, str]:
    """Return what a file of Kaldi says of each utterance; nothing if it is not there."""
    if not source.has(name):
        return {}
    with source.file(name) as file:
        lines = [line.split(None, 1) for line in file.lines() if line.strip()]
    return {key: value.strip() for key, value in (line for line in lines if len(line) > 1)}
