"""A dataset is frozen once: its recordings are read, checked and written to a manifest."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.clips import Clip, Dataset
from mondegreen.bench.speech_ends import milliseconds_in
from mondegreen.bench.speechless import spoken
from mondegreen.bench.turn_ends import turns_in
from mondegreen.errors import InputError, counted, visible
from mondegreen.providers.audio import Audio
from mondegreen.providers.failure import AudioError
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["freeze", "keep_what_is_known", "load_manifest", "write_manifest"]

_SLACK: Final = 1.0  # ms: durations are rounded


def freeze(
    name: str,
    clips: Iterable[Clip],
    *,
    language: str = "",
    licence: str = "",
    source: str = "",
    say: Callable[[str], None],
) -> Dataset:
    """Return the dataset of clips whose recordings were read.

    Of a recording that cannot be used, and of one without a reference, one line is said; the rest
    goes on.

    Args:
        name: of the dataset.
        clips: where its recordings are, and what was said in them.
        language: of clips that have none of their own; the same for licence and source.
        licence: as language.
        source: as language.
        say: takes one line.

    Raises:
        InputError: no recording can be used.
    """
    frozen = []
    for clip in clips:
        if not _is_text(clip.id):
            say(
                f"{visible(clip.id)}: its name is not UTF-8; it is left out: give the file another name"
            )
            continue
        own: dict[str, Any] = {
            "language": clip.language or language,
            "licence": clip.licence or licence,
            "source": clip.source or source,
        }
        frozen.append(_checked(replace(clip, **own), say))
    if not frozen:
        raise InputError(f"{name}: no recording can be used: no name is UTF-8; rename the files")
    if all(clip.reason for clip in frozen):
        first = frozen[0]
        raise InputError(f"{name}: no recording can be used; the first: {first.id}: {first.reason}")
    return Dataset(name, frozen)


def _is_text(name: str) -> bool:
    """Return whether a name can be written to files and databases."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _checked(clip: Clip, say: Callable[[str], None]) -> Clip:
    if clip.reason and not clip.audio:
        say(f"{clip.id}: {clip.reason}; it is left out, and named in coverage")
        return clip
    try:
        audio = Audio.open(clip.audio)
        if clip.reference and audio.is_silent:
            say(f"{clip.id}: is silent, and its reference has words; one of them may be wrong")
    except AudioError as error:
        reason = error.reason
        say(f"{clip.id}: {reason}; it is left out, and named in coverage")
        return replace(clip, reason=reason)
    if clip.reference is None:
        say(
            f"{clip.id}: there is no reference (expected {visible(Path(clip.audio).stem)}.txt, or a "
            "text in the manifest); it is transcribed and not scored"
        )
    return replace(clip, duration=round(audio.duration, 6), sha256=audio.sha256, reason="")


def keep_what_is_known(dataset: Dataset, manifest: Path, say: Callable[[str], None]) -> Dataset:
    """Return a dataset with the references and ends of the manifest that is there.

    They are of the same recordings under the same ids. References that differ from those of the
    source are said: they may be corrections.

    Args:
        dataset: as it was frozen again.
        manifest: of the dataset; there may be none.
        say: takes one line.

    Raises:
        InputError: the manifest cannot be read.
    """
    if not manifest.exists():
        return dataset
    before = {(clip.id, clip.sha256): clip for clip in load_manifest(dataset.name, manifest).clips}
    clips, differ = [], []
    for clip in dataset.clips:
        old = before.get((clip.id, clip.sha256)) if clip.sha256 else None
        known: dict[str, Any] = {}
        if old is not None and old.reference is not None and old.reference != clip.reference:
            known["reference"] = old.reference
            differ.append(clip.id)
        if old is not None and clip.speech_end_ms is None:
            known["speech_end_ms"] = old.speech_end_ms
            known["speech_end_detector"] = old.speech_end_detector
        if old is not None and clip.turn_ends_ms is None:
            known["turn_ends_ms"], known["turn_starts_ms"] = old.turn_ends_ms, old.turn_starts_ms
        clips.append(replace(clip, **known))
    if differ:
        say(
            f"{counted(len(differ), 'reference')} of {visible(str(manifest))} differ from the source, "
            f"the first is of {visible(differ[0])}; the manifest is used. To use "
            "the source, delete the manifest and run this again"
        )
    return Dataset(dataset.name, clips)


def write_manifest(dataset: Dataset, path: Path) -> None:
    """Write a dataset as JSONL, one clip per line; paths of recordings are relative to it.

    Raises:
        InputError: it cannot be written.
    """
    folder = path.resolve().parent
    with written(path, text=True) as file:
        for clip in dataset.clips:
            place = os.path.relpath(clip.audio, folder) if clip.audio else ""
            row = replace(clip, audio=Path(place).as_posix() if place else "").to_json()
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def _clip(row: dict[str, Any]) -> Clip:
    """Return a clip of a line.

    Raises:
        ValueError: it is none.
    """
    clip = Clip(**row)
    texts = (
        *(clip.id, clip.audio, clip.sha256, clip.language, clip.reason),
        *(clip.conversation, clip.recording, clip.speaker, clip.parent, clip.degradation),
    )
    if not all(isinstance(text, str) for text in texts) or not clip.id:
        raise ValueError(clip.id)
    return clip


def _timed(clip: Clip, said: dict[str, Any]) -> Clip:
    """Return a clip with what its line says of time and speech, which somebody may have edited.

    Raises:
        ValueError: a value cannot be; the text says which.
    """
    duration = None if clip.duration is None else milliseconds_in(clip.duration)
    if clip.duration is not None and (duration is None or isinstance(clip.duration, str)):
        raise ValueError(f"duration is {clip.duration!r:.40}, expected seconds")
    end = said.get("speech_end_ms")
    if end is not None and (milliseconds_in(end) is None or isinstance(end, str)):
        raise ValueError(f"speech_end_ms is {end!r:.40}, expected milliseconds or null")
    turns = turns_in(said.get("turn_ends_ms"), said.get("turn_starts_ms"))
    for name, last in (
        ("speech_end_ms", end),
        ("turn_ends_ms", max(turns.ends or (), default=None)),
    ):
        if duration is not None and last is not None and last > 1000 * duration + _SLACK:
            raise ValueError(
                f"{name} is {last:.10g}, expected no more than the length of the recording, "
                f"{1000 * duration:.10g} ms"
            )
    text = spoken(said, clip.reference)
    return replace(clip, reference=text, turn_ends_ms=turns.ends, turn_starts_ms=turns.starts)


def load_manifest(name: str, path: Path, expected: str = "") -> Dataset:
    """Return a dataset that was frozen; recordings are not read.

    Args:
        name: of the dataset.
        path: of the manifest.
        expected: the id that it had when it was frozen.

    Raises:
        InputError: it cannot be read, or is another cut than the one that was frozen.
    """
    clips = []
    known = ({*Clip.__dataclass_fields__} | {"text"}) - {"turn_ends_ms", "turn_starts_ms"}
    try:
        lines = path.read_text("utf-8").split("\n")  # texts may have other ends of lines
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise InputError(f"{visible(str(path))}: the manifest cannot be read: {why}") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = {key: value for key, value in json.loads(line).items() if key in known}
            row["reference"] = row.pop("text", None)
            place = row.get("audio", "")
            row["audio"] = str(path.parent / place) if place else ""
            clip = _clip(row)
        except (ValueError, TypeError, AttributeError, RecursionError):
            raise InputError(
                f"{visible(str(path))}, line {number}: expected a clip as `bench init` writes it, with "
                "id, audio and sha256"
            ) from None
        try:
            clips.append(_timed(clip, json.loads(line)))
        except ValueError as error:
            raise InputError(f"{visible(str(path))}, line {number}: {error}") from None
    dataset = Dataset(name, clips)
    if expected and dataset.id != expected:
        raise InputError(
            f"{visible(str(path))}: is the dataset {dataset.id}, and bench.toml has {expected}: ids "
            "or recordings were changed. Restore the manifest, or make a new dataset: mondegreen "
            "bench init"
        )
    return dataset
