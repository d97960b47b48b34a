"""Lhotse's manifests: supervisions with their recordings, and cuts."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.clips import Clip
from mondegreen.corpus.source import opened
from mondegreen.errors import InputError
from mondegreen.options.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from mondegreen.bench.pieces import Piece, Pieces
    from mondegreen.corpus.source import Source

__all__ = ["clips_of_cuts", "has_cuts", "part_of", "recordings_near"]

_CUTS: Final = ("MonoCut", "MultiCut")
_MARGIN: Final = Decimal("0.02")
"""Seconds that a part may lack of its recording and still be all of it."""
Found = "Callable[[str, Path], str]"


def has_cuts(path: Path) -> bool:
    """Return whether a file has a cut on its first line."""
    if ".jsonl" not in path.suffixes or not path.is_file():
        return False
    with opened(path, **Reading().opening()) as source:
        first = next((line for line in source.lines() if line.strip()), "")
    try:
        row = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return isinstance(row, dict) and "Cut" in str(row.get("type")) and "duration" in row


def recordings_near(folder: Path) -> dict[str, dict[str, Any]]:
    """Return Lhotse's recordings by their ids, of manifests in a folder.

    Raises:
        InputError: a line is no recording.
    """
    found: dict[str, dict[str, Any]] = {}
    for path in sorted({*folder.glob("*recordings*.jsonl"), *folder.glob("*recordings*.jsonl.gz")}):
        with opened(path, **Reading().opening()) as source:
            for number, row in _rows(source):
                if not isinstance(row.get("id"), str) or not isinstance(row.get("sources"), list):
                    raise InputError(
                        f"{source.name}, line {number}: expected a recording of Lhotse with an id and "
                        "sources"
                    )
                found[row["id"]] = {**row, "where": f"{source.name}, line {number}"}
    return found


def part_of(
    recording: Mapping[str, Any],
    place: tuple[str, Decimal, Decimal, int | None],
    folder: Path,
    pieces: Pieces,
    found: Callable[[str, Path], str],
) -> Piece:
    """Return the file of a part of a recording: its own, if the part is all of it.

    Args:
        recording: as a manifest has it, with ``where``, the line that it is on.
        place: id of the part, start, duration in seconds, and channel.
        folder: of the manifest.
        pieces: where parts are written.
        found: returns where a file is, by its name and the folder.

    Raises:
        InputError: the recording is no file, or is changed before it is used.
    """
    name, start, duration, channel = place
    audio = found(_file_of(recording, channel), folder)
    if recording.get("transforms"):
        raise InputError(
            f"{recording['where']}: the recording is changed before it is used (transforms); save it as "
            "it is meant (Lhotse: cuts.save_audios), and use those files"
        )
    whole = _seconds(recording.get("duration"))
    one = len(_channels(recording)) <= 1 or channel is None
    if one and start == 0 and (whole is None or duration >= whole - _MARGIN):
        return audio, ""
    at = None if one else _channels(recording).index(channel or 0)
    return pieces.cut(name, audio, start, start + duration, at)


def clips_of_cuts(
    source: Source, folder: Path, pieces: Pieces, found: Callable[[str, Path], str]
) -> list[Clip]:
    """Return the cuts of a manifest; the reference of each is what its supervisions say.

    Raises:
        InputError: a line is no cut of one recording.
    """
    known: dict[str, dict[str, Any]] | None = None
    clips = []
    for number, row in _rows(source):
        where = f"{source.name}, line {number}"
        kind, start, duration = (
            row.get("type"),
            *map(_seconds, (row.get("start"), row.get("duration"))),
        )
        if kind not in _CUTS:
            raise InputError(
                f"{where}: is a {kind}, expected {' or '.join(_CUTS)}; save it as a recording of its own "
                "(Lhotse: cuts.save_audios)"
            )
        supervisions = row.get("supervisions") or []
        recording = row.get("recording")
        if recording is None:
            known = recordings_near(folder) if known is None else known
            name = next((each.get("recording_id") for each in supervisions), None)
            recording = known.get(str(name))
        if (
            not isinstance(recording, dict)
            or not isinstance(row.get("id"), str)
            or duration is None
        ):
            raise InputError(f"{where}: expected a cut with id, start, duration and its recording")
        channel = row.get("channel")
        channel = channel if isinstance(channel, int) and not isinstance(channel, bool) else None
        place = row["id"], start or Decimal(0), duration, channel
        recording = {"where": where, **recording}
        audio, reason = part_of(recording, place, folder, pieces, found)
        said = sorted(supervisions, key=lambda each: _seconds(each.get("start")) or Decimal(0))
        texts = [
            " ".join(each["text"].split()) for each in said if isinstance(each.get("text"), str)
        ]
        speakers = {str(each["speaker"]) for each in said if each.get("speaker")}
        languages = {str(each["language"]) for each in said if each.get("language")}
        clips.append(
            Clip(
                *(row["id"], audio, " ".join(texts) if texts else None),
                language=languages.pop() if len(languages) == 1 else "",
                speaker=speakers.pop() if len(speakers) == 1 else "",
                recording=str(recording.get("id") or ""),
                reason=reason,
            )
        )
    return clips


def _rows(source: Source) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(source.lines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line, parse_float=Decimal)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict):
            raise InputError(f"{source.name}, line {number}: expected an object of JSON")
        yield number, row


def _file_of(recording: Mapping[str, Any], channel: int | None) -> str:
    """Return the file with a channel.

    Raises:
        InputError: it is in no file; a command is named, and never run.
    """
    sources = recording.get("sources") or []
    fits = [
        each for each in sources if channel is None or channel in each.get("channels", [channel])
    ]
    if (
        len(fits) != 1
        or fits[0].get("type") != "file"
        or not isinstance(fits[0].get("source"), str)
    ):
        kinds = ", ".join(str(each.get("type")) for each in fits) or "none"
        raise InputError(
            f"{recording['where']}: expected a recording with one source that is a file, got {kinds}; a "
            "command is not run and an address is not fetched: save the recording as a file"
        )
    return str(fits[0]["source"])


def _channels(recording: Mapping[str, Any]) -> list[int]:
    """Return the channels in the file, in their order."""
    sources = recording.get("sources") or []
    return [channel for each in sources[:1] for channel in each.get("channels", [])]


def _seconds(value: Any) -> Decimal | None:
    return Decimal(value) if isinstance(value, (int, Decimal)) else None
