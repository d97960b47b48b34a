"""Recordings that are no files of their own, in a table or as a part of a longer one, become files."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import InputError, MissingDependencyError, visible
from mondegreen.written import written

if TYPE_CHECKING:
    from decimal import Decimal

__all__ = ["Piece", "Pieces"]

_SUFFIXES: Final = (
    (b"RIFF", ".wav"), (b"RF64", ".wav"), (b"fLaC", ".flac"), (b"OggS", ".ogg"), (b"ID3", ".mp3"),
    (b"\xff\xfb", ".mp3"), (b"\xff\xf3", ".mp3"), (b"\xff\xf2", ".mp3"),
)  # fmt: skip
_LONGEST: Final = 100
_DIGITS: Final = 12
_LATE: Final = 0.05
"""Seconds by which a piece may end after its recording: manifests round."""

Piece = tuple[str, str]
"""The path of a file, and why there is none; one of them is empty."""


class Pieces:
    """The files of recordings that were none, in a folder that is made when it is needed.

    Args:
        folder: for the files; ``None`` if none may be written.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._taken: set[str] = set()

    def keep(self, name: str, stored: bytes, path: str = "") -> Piece:
        """Write the bytes of a recording, and return the file.

        Args:
            name: the id of the clip.
            stored: as they are; nothing is decoded.
            path: what the table calls it, for its ending.

        Raises:
            InputError: nothing may be written, or it cannot be.
        """
        suffix = next((end for mark, end in _SUFFIXES if stored.startswith(mark)), "")
        place = self._place(name, suffix or Path(path).suffix.lower() or ".bin")
        if not (place.is_file() and place.read_bytes() == stored):
            with written(place) as file:
                file.write(stored)
        return str(place), ""

    def cut(
        self, name: str, audio: str, start: Decimal, end: Decimal | None, channel: int | None = None
    ) -> Piece:
        """Write the part of a recording from ``start`` to ``end``, and return the file.

        Samples are copied: nothing is resampled.

        Args:
            name: the id of the clip.
            audio: the file.
            start: in seconds.
            end: in seconds; ``None`` for that of the recording.
            channel: from 0; ``None`` for all.

        Raises:
            InputError: nothing may be written, or it cannot be.
        """
        try:
            import soundfile  # of the extra bench
        except (ImportError, OSError) as error:
            raise MissingDependencyError("soundfile", "bench", f"cutting {name}") from error
        try:
            with soundfile.SoundFile(audio) as whole:
                reason = _refusal(whole, audio, start, end, channel)
                if reason:
                    return "", reason
                first = round(start * whole.samplerate)
                last = whole.frames if end is None else round(end * whole.samplerate)
                whole.seek(first)
                kind, subtype = _kind(soundfile, whole.subtype)
                samples = whole.read(min(last, whole.frames) - first, dtype=kind, always_2d=True)
                rate = whole.samplerate
        except (soundfile.LibsndfileError, OSError) as error:
            there = Path(audio).is_file()
            return (
                "",
                f"{audio}: {'cannot be read as a recording' if there else 'no such file'}: {error}",
            )
        if channel is not None:
            samples = samples[:, channel]
        place = self._place(name, ".wav")
        with written(place) as file:
            soundfile.write(file, samples, rate, format="WAV", subtype=subtype)
        return str(place), ""

    def _place(self, name: str, suffix: str) -> Path:
        """Return the file of a clip: its id as far as a name of a file can be that."""
        if self._folder is None:
            raise InputError(
                f"{visible(name)}: is no file of its own, and nothing says where to write it; name a "
                "folder (pieces=)"
            )
        plain = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in name)
        plain = plain[:_LONGEST].lstrip(".")
        if plain != name or plain.lower() in self._taken:
            plain += f"-{sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:_DIGITS]}"
        self._taken.add(plain.lower())
        self._folder.mkdir(parents=True, exist_ok=True)
        return self._folder / f"{plain}{suffix}"


def _kind(soundfile: Any, subtype: str) -> tuple[str, str]:
    """Return how samples are read, and how they are written as wav, so that none is changed."""
    if subtype in {"PCM_24", "PCM_32"}:
        return "int32", subtype
    if subtype in {"FLOAT", "DOUBLE"} and soundfile.check_format("WAV", subtype):
        return ("float32" if subtype == "FLOAT" else "float64"), subtype
    return "int16", "PCM_16"


def _refusal(
    whole: Any, audio: str, start: Decimal, end: Decimal | None, channel: int | None
) -> str:
    """Return why a recording has no such part; empty if it has."""
    length = whole.frames / whole.samplerate
    if channel is not None and channel >= whole.channels:
        return f"{audio}: has {whole.channels} channels, expected channel {channel} (from 0)"
    if start < 0 or start >= length or (end is not None and float(end) > length + _LATE):
        until = "" if end is None else f" to {end} s"
        return f"{audio}: is {length:.2f} s long, expected a part from {start} s{until}"
    if end is not None and end <= start:
        return f"{audio}: a part from {start} s to {end} s has no length"
    return ""
