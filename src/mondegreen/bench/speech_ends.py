"""When the speech of a clip ends: found once, and kept in the manifest with what found it."""

from __future__ import annotations

import csv
import difflib
import io
import json
import math
import re
from dataclasses import replace
from importlib import metadata
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import InputError, MissingDependencyError, ParseError, UsageError, visible
from mondegreen.providers.audio import Audio
from mondegreen.providers.failure import AudioError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    import numpy as np

    from mondegreen.bench.clips import Clip

    Detector = Callable[["np.ndarray[Any, Any]"], float | None]

__all__ = [
    "DETECTORS",
    "detector",
    "ends_in",
    "energy",
    "milliseconds_in",
    "rows_of",
    "samples_once",
    "with_ends",
    "with_given",
]

DETECTORS: Final = ("silero", "energy")
"""The names of detectors, the better one first."""

_RATE: Final = 16_000
_HOP: Final = 160  # samples: 10 ms
_FRAME: Final = 320  # samples: 20 ms
_LEAST: Final = 6  # loud frames that are speech and no click
_GAP: Final = 10  # frames between loud ones that are of one stretch
_FLOOR: Final = 10  # percentile of the levels that is the noise
_ABOVE: Final = 6.0  # dB over the noise
_BELOW: Final = 36.0  # dB under the loudest frame: what is softer is no speech
_MARGIN: Final = 20.0  # dB under the loudest frame: what is louder is speech, whatever the noise is
_QUIET: Final = -60.0  # dB of full scale: what is softer is silence
_PAUSE: Final = 100  # ms, after which speech that goes on is another stretch
_IDS: Final = ("sample_id", "id")
_NUMBER: Final = re.compile(r"[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?")
_END: Final = "speech_end_ms"
_FOUND_BY: Final = "speech_end_detector"
_MOST: Final = 5


def energy(samples: np.ndarray[Any, Any]) -> float | None:
    """Return the end of the last stretch with 60 ms or more that is louder than the noise.

    Levels are those of frames of 20 ms every 10 ms. The noise is their 10th percentile. Speech is 6
    dB above it, or within 20 dB of the loudest frame; it is within 36 dB of that, and above -60 dBFS.
    Whatever is loud is taken for speech, and noise within 20 dB of the speech too.

    Args:
        samples: 16,000 per second, -1 to 1.

    Returns:
        Seconds from the start; ``None`` where there is no such stretch.
    """
    import numpy as np  # of the extra bench

    count = (len(samples) - _FRAME) // _HOP + 1
    if count < _LEAST:
        return None
    sums = np.concatenate([[0.0], np.cumsum(samples.astype(np.float64) ** 2)])
    starts = np.arange(count) * _HOP
    power = np.maximum((sums[starts + _FRAME] - sums[starts]) / _FRAME, 1e-12)
    levels = 10 * np.log10(power)
    loudest = float(levels.max())
    noise = min(float(np.percentile(levels, _FLOOR)) + _ABOVE, loudest - _MARGIN)
    loud = np.flatnonzero(levels > max(noise, loudest - _BELOW, _QUIET))
    stretches = np.split(loud, np.flatnonzero(np.diff(loud) > _GAP) + 1)
    ends = [int(each[-1]) for each in stretches if len(each) >= _LEAST]
    if not ends:
        return None
    last = ends[-1]
    # The middle of the last loud frame's second half: a frame reaches over the end of speech.
    return min(float(starts[last] + (_FRAME + _HOP) / 2), float(len(samples))) / _RATE


def _silero() -> tuple[str, Detector]:
    """Return Silero's detector; its weights come with faster-whisper.

    Raises:
        MissingDependencyError: it is not installed.
    """
    try:
        from faster_whisper.vad import VadOptions, get_speech_timestamps  # of an extra
    except ImportError as error:
        raise MissingDependencyError("faster-whisper", "faster-whisper", "Silero's VAD") from error
    import numpy as np  # of the extra bench

    options = VadOptions(min_silence_duration_ms=_PAUSE, speech_pad_ms=0)

    def find(samples: np.ndarray[Any, Any]) -> float | None:
        # It sees an end only where silence follows, and recordings are often cut off.
        found = get_speech_timestamps(np.pad(samples, (0, _RATE)), options)
        return min(found[-1]["end"], len(samples)) / _RATE if found else None

    return f"silero-vad (faster-whisper {metadata.version('faster-whisper')})", find


def detector(name: str | None = None) -> tuple[str, Detector]:
    """Return a detector with its name and version.

    Args:
        name: one of `DETECTORS`; ``None`` for Silero's where it is installed, else ``energy``.

    Raises:
        UsageError: no such detector.
        MissingDependencyError: it is not installed.
    """
    if name not in (None, *DETECTORS):
        raise UsageError(f"--detector {name}: expected {' or '.join(DETECTORS)}")
    if name == "silero" or (name is None and find_spec("faster_whisper") is not None):
        return _silero()
    return "energy@1", energy


def with_ends(
    clips: Sequence[Clip],
    name: str,
    find: Detector,
    *,
    again: bool = False,
    say: Callable[[str], None],
) -> list[Clip]:
    """Return clips with the ends of their speech; those looked at before stay as they are.

    In a clip without speech there is no end, and the detector is noted all the same.

    Args:
        clips: of a dataset that is frozen.
        name: of the detector, with its version.
        find: the detector.
        again: whether clips that were looked at before are looked at again.
        say: takes one line per clip that cannot be read.
    """
    found = []
    for clip in clips:
        if clip.reason or not (again or not clip.speech_end_detector):
            found.append(clip)
            continue
        try:
            end = find(_samples(clip))
        except AudioError as error:
            say(f"{clip.id}: {error.reason}; its speech end stays as it is")
            found.append(clip)
            continue
        milliseconds = None if end is None else round(end * 1000, 1)
        found.append(replace(clip, speech_end_ms=milliseconds, speech_end_detector=name))
    return found


def _samples(clip: Clip) -> np.ndarray[Any, Any]:
    """Return the samples of a clip.

    Raises:
        AudioError: it cannot be read, or is not the one that was frozen.
    """
    audio = Audio.open(clip.audio)
    if clip.sha256 and audio.sha256 != clip.sha256:
        raise AudioError(clip.audio, "was changed after the dataset was frozen")
    return audio.samples(_RATE, channel="mix")


def ends_in(path: Path) -> dict[str, tuple[float | None, str]]:
    """Return the ends of speech in a file, by the id of the clip, each with what found it.

    Args:
        path: JSON lines, CSV or TSV (by its ending) with ``sample_id`` or ``id``,
            ``speech_end_ms`` (null or empty: there is no speech) and, if known,
            ``speech_end_detector``.

    Raises:
        InputError: it cannot be read, or a row is not like that.
    """
    where = visible(str(path))
    found: dict[str, tuple[float | None, str]] = {}
    rows = rows_of(path)
    others = {name for _, row in rows for name in row} - {*_IDS}
    if others and _END not in others:
        raise without_column(where, rows, _END)
    for number, name, row in samples_once(where, rows, _END, "there is no speech"):
        source = str(row.get(_FOUND_BY) or f"file {path.name}")
        found[name] = _milliseconds(row[_END], where, number), source
    return found


def samples_once(
    where: str, rows: Iterable[tuple[int, Mapping[str, Any]]], column: str, null: str
) -> Iterator[tuple[int, str, Mapping[str, Any]]]:
    """Yield line, sample and row of rows about samples.

    Raises:
        ParseError: a row has no sample or no column, or its sample occurred before; ``null`` is what
            null in the column says.
    """
    seen: set[str] = set()
    for number, row in rows:
        name = next((row[key] for key in _IDS if isinstance(row.get(key), str)), None)
        if not name:
            raise ParseError(where, number, "has no sample_id, expected the id of a clip")
        if column not in row:
            raise ParseError(where, number, f"has no {column}; null says that {null}")
        if name in seen:
            raise ParseError(
                where, number, f"{name!r} occurs twice, expected each clip once; remove one row"
            )
        seen.add(name)
        yield number, name, row


def without_column(
    where: str, rows: Sequence[tuple[int, Mapping[str, Any]]], column: str
) -> ParseError:
    """Return the error about rows of which none has a column, with the name that is near to it."""
    names = [*dict.fromkeys(str(name) for _, row in rows for name in row if name is not None)]
    near = difflib.get_close_matches(column, names, n=1)
    said = f" Did you mean {column!r} by {visible(near[0])!r}?" if near else ""
    shown = visible(", ".join(names[:_MOST])) + (", ..." if len(names) > _MOST else "")
    return ParseError(where, rows[0][0], f"expected {column}, and the columns are {shown}.{said}")


def not_clips(count: int) -> str:
    """Return that so many ids are of no clip."""
    return f"{count:,} {'id is' if count == 1 else 'ids are'} no clip of the dataset"


def plain(milliseconds: float) -> str:
    """Return milliseconds with up to three places, and never with an exponent.

    >>> plain(2_600_000.0), plain(0.25)
    ('2600000', '0.25')
    """
    return f"{milliseconds:.3f}".rstrip("0").rstrip(".")


def rows_of(path: Path) -> list[tuple[int, Mapping[str, Any]]]:
    """Return the rows of JSON lines, CSV or TSV (by the ending), each with its line.

    Raises:
        InputError: it cannot be read.
        ParseError: a line is no object of JSON.
    """
    where, suffix = visible(str(path)), path.suffix.lower()
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise InputError(f"{where}: cannot be read: {why}") from None
    if suffix in {".csv", ".tsv"}:
        reader = csv.DictReader(io.StringIO(text), delimiter="," if suffix == ".csv" else "\t")
        names = reader.fieldnames or ()
        again = next((name for at, name in enumerate(names) if name and name in names[:at]), None)
        if again is not None:
            raise ParseError(
                where, 1, f"the column {again!r} occurs twice, expected it once; remove one"
            )
        return [(number, row) for number, row in enumerate(reader, 2)]
    found: list[tuple[int, Mapping[str, Any]]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                row = None
            if not isinstance(row, dict):
                raise ParseError(
                    where, number, 'expected an object of JSON, such as {"sample_id": "u1"}'
                )
            found.append((number, row))
    return found


def milliseconds_in(value: Any) -> float | None:
    """Return a number from 0, or a text of one in ASCII digits; ``None`` for anything else.

    >>> milliseconds_in("12.5"), milliseconds_in(3), milliseconds_in("1_000"), milliseconds_in(-1)
    (12.5, 3.0, None, None)
    """
    if isinstance(value, bool) or (isinstance(value, str) and not _NUMBER.fullmatch(value.strip())):
        return None
    try:
        found = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return found if math.isfinite(found) and found >= 0 else None


def _milliseconds(value: Any, where: str, number: int) -> float | None:
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    end = milliseconds_in(value)
    if end is None:
        raise ParseError(where, number, f"{_END} is {value!r:.40}, expected milliseconds or null")
    return end


def with_given(clips: Sequence[Clip], given: Mapping[str, tuple[float | None, str]]) -> list[Clip]:
    """Return clips with the ends of speech that were given.

    Raises:
        InputError: an id is no clip, or an end is after that of the recording.
    """
    known = {clip.id: clip for clip in clips}
    strangers = [name for name in given if name not in known]
    if strangers:
        shown = ", ".join(map(visible, strangers[:_MOST]))
        raise InputError(f"{not_clips(len(strangers))}: {shown}")
    found = []
    for clip in clips:
        end, source = given.get(clip.id, (clip.speech_end_ms, clip.speech_end_detector))
        if end is not None and clip.duration is not None and end > 1000 * clip.duration + 1:
            raise InputError(
                f"{clip.id}: {_END} is {plain(end)}, expected no more than the length of the recording, "
                f"{plain(1000 * clip.duration)} ms"
            )
        found.append(replace(clip, speech_end_ms=end, speech_end_detector=source))
    return found
