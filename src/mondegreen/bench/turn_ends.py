"""When the turns of clips end: given in a manifest, or taken from a file of ends or of segments."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.bench.speech_ends import (
    milliseconds_in,
    not_clips,
    plain,
    rows_of,
    samples_once,
    without_column,
)
from mondegreen.corpus.converting import read_transcript
from mondegreen.errors import InputError, ParseError, counted, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from mondegreen.bench.clips import Clip
    from mondegreen.corpus.segments import Segments

__all__ = ["Turns", "turns_in", "turns_of", "turns_of_segments", "with_turns"]

_ENDS: Final = "turn_ends_ms"
_STARTS: Final = "turn_starts_ms"
_ROWS: Final = {".jsonl", ".csv", ".tsv"}
_BETWEEN: Final = re.compile(r"\s*[,;]\s*|\s+")
_SLACK: Final = 1.0  # ms: durations are rounded
_MOST: Final = 5


class Turns(NamedTuple):
    """The turns of one clip, in time order.

    Attributes:
        ends: in milliseconds; ``None`` if nobody says.
        starts: of the same turns; ``None`` if nobody says.
    """

    ends: tuple[float, ...] | None
    starts: tuple[float, ...] | None = None


def turns_in(ends: Any, starts: Any = None) -> Turns:
    """Return turns as a row gives them: lists of numbers, or texts of them.

    Raises:
        ValueError: they are not like that; the text says how.

    >>> turns_in([1200, 900.5])
    Turns(ends=(900.5, 1200.0), starts=None)
    >>> turns_in("1200 3400", "0, 2100").starts
    (0.0, 2100.0)
    >>> turns_in(None), turns_in("[]").ends
    (Turns(ends=None, starts=None), ())
    """
    last, first = _times(ends, _ENDS), _times(starts, _STARTS)
    if last is None or first is None:
        if first is not None:
            raise ValueError(f"has {_STARTS} and no {_ENDS}; add {_ENDS}")
        return Turns(None if last is None else tuple(sorted(last)))
    if len(first) != len(last):
        raise ValueError(
            f"{_STARTS} has {counted(len(first), 'number')} and {_ENDS} has {len(last):,}, expected "
            "one of each per turn"
        )
    both = sorted(zip(last, first, strict=True))
    odd = next((pair for pair in both if pair[1] > pair[0]), None)
    if odd is not None:
        raise ValueError(
            f"a turn begins at {plain(odd[1])} ms and ends before it, at {plain(odd[0])} ms; correct one"
        )
    return Turns(tuple(end for end, _ in both), tuple(start for _, start in both))


def turns_of(
    path: Path, *, form: str | None = None, pause: float | None = None
) -> dict[str, Turns]:
    """Return the turns in a file, by the id of the clip.

    Args:
        path: JSON lines, CSV or TSV with ``sample_id`` or ``id``, ``turn_ends_ms`` and, if known,
            ``turn_starts_ms``; or segments with times in any format, whose recordings are clips.
        form: the format of segments; found by content if not given.
        pause: as `turns_of_segments`.

    Raises:
        InputError: it cannot be read, or a row is not like that.
    """
    if form is None and path.suffix.lower() in _ROWS and (found := _of_rows(path)) is not None:
        return found
    transcript = read_transcript(str(path), form)
    try:
        return turns_of_segments(transcript.segments, path.stem, pause=pause)
    except ValueError as error:
        raise InputError(f"{visible(str(path))}: {error}") from None


def turns_of_segments(
    segments: Segments, recording: str, *, pause: float | None = None
) -> dict[str, Turns]:
    """Return the turns of segments, by their recording.

    A turn is what one speaker says until another one begins; segments without a speaker are of one.

    Args:
        segments: with times.
        recording: the name of the recording, for segments that name none.
        pause: milliseconds after which the same speaker begins another turn; ``None`` for never.

    Raises:
        ValueError: a segment has no times.
    """
    spoken: dict[str, list[tuple[float, float, str]]] = {}
    for at, (start, end) in enumerate(zip(segments.start, segments.end, strict=True)):
        if start is None or end is None:
            raise ValueError(
                f"segment {at + 1:,} has no start and end, expected segments with times, or rows with "
                f"sample_id and {_ENDS}"
            )
        name = segments.recording[at] or recording
        said = float(start) * 1000, float(end) * 1000, segments.speaker[at] or ""
        spoken.setdefault(name, []).append(said)
    return {name: _joined(each, pause) for name, each in spoken.items()}


def with_turns(clips: Sequence[Clip], given: Mapping[str, Turns]) -> list[Clip]:
    """Return clips with the turns that were given.

    Raises:
        InputError: an id is no clip, or a turn ends after the recording.
    """
    known = {clip.id for clip in clips}
    strangers = [name for name in given if name not in known]
    if strangers:
        shown = ", ".join(map(visible, strangers[:_MOST]))
        raise InputError(f"{not_clips(len(strangers))}: {shown}")
    found = []
    for clip in clips:
        turns = given.get(clip.id, Turns(clip.turn_ends_ms, clip.turn_starts_ms))
        last = max(turns.ends or (), default=0.0)
        if clip.duration is not None and last > 1000 * clip.duration + _SLACK:
            raise InputError(
                f"{visible(clip.id)}: a turn ends at {plain(last)} ms, expected no more than the length of "
                f"the recording, {plain(1000 * clip.duration)} ms"
            )
        found.append(replace(clip, turn_ends_ms=turns.ends, turn_starts_ms=turns.starts))
    return found


def _joined(said: Iterable[tuple[float, float, str]], pause: float | None) -> Turns:
    """Return turns of starts, ends and speakers in any order."""
    ordered = sorted(said)
    ends, starts = [ordered[0][1]], [ordered[0][0]]
    for before, (start, end, speaker) in pairwise(ordered):
        paused = pause is not None and start - ends[-1] >= pause
        if speaker == before[2] and not paused:
            ends[-1] = max(ends[-1], end)
        else:
            ends.append(end)
            starts.append(start)
    return turns_in(ends, starts)


def _of_rows(path: Path) -> dict[str, Turns] | None:
    """Return what rows with ``turn_ends_ms`` say; ``None`` if there is no such column at all."""
    where = visible(str(path))
    rows = rows_of(path)
    if rows and not any(_ENDS in row for _, row in rows):
        names = {str(name).lower() for _, row in rows for name in row}
        if any(each.startswith(("start", "begin", "onset")) for each in names) and _is_timed(names):
            return None
        if any(_STARTS in row for _, row in rows):
            raise ParseError(where, rows[0][0], f"has {_STARTS} and no {_ENDS}; add {_ENDS}")
        raise without_column(where, rows, _ENDS)
    found: dict[str, Turns] = {}
    for number, name, row in samples_once(where, rows, _ENDS, "nobody knows them"):
        try:
            found[name] = turns_in(row[_ENDS], row.get(_STARTS))
        except ValueError as error:
            raise ParseError(where, number, str(error)) from None
    return found


def _is_timed(names: set[str]) -> bool:
    return any(each.startswith(("end", "stop", "duration")) for each in names)


def _times(value: Any, name: str) -> list[float] | None:
    """Return milliseconds of a cell; ``None`` of an empty one."""
    given = value
    if isinstance(value, str):
        plain = value.strip()
        inner = plain[1:-1].strip() if plain[:1] == "[" and plain[-1:] == "]" else plain
        value = _BETWEEN.split(inner) if inner else [] if plain else None
    elif hasattr(value, "tolist"):  # a column of numbers
        value = value.tolist()
    if value is None:
        return None
    times = (
        [milliseconds_in(each) for each in value] if isinstance(value, (list, tuple)) else [None]
    )
    if None in times:
        shown = json.dumps(given, default=str)
        raise ValueError(f"{name} is {shown:.40}, expected a list of milliseconds")
    return [each for each in times if each is not None]
