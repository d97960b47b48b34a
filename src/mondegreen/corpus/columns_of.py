"""Between segments and the columns of a table."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Final

from mondegreen.corpus.columns import (
    HYPOTHESIS,
    HYPOTHESIS_OF_PAIR,
    ID,
    REFERENCE,
    SEGMENT_IDS,
    Role,
    choose,
    found,
)
from mondegreen.corpus.segments import Segments, Transcript
from mondegreen.corpus.table import Table, as_list, describe, quoted
from mondegreen.corpus.times import clock_time, exact
from mondegreen.errors import InputError

__all__ = ["RECORDINGS", "TEXT", "from_table", "ids_of", "texts_of", "to_columns"]

TEXT: Final = Role("", ("text", *REFERENCE.names, *HYPOTHESIS.names))
_REFERENCES: Final = Role("", (*REFERENCE.names, *TEXT.names))
_HYPOTHESES: Final = Role("", (*HYPOTHESIS_OF_PAIR.names, *TEXT.names))
RECORDINGS: Final = (
    *(
        "recording",
        "recording_id",
        "session",
        "session_id",
        "audio_filepath",
        "file_path",
        "audio_path",
    ),
    *("path", "audio", "filename", "file", "wav"),
)
_START: Final = ("start", "start_time", "offset")
_END: Final = ("end", "end_time")
_DURATION: Final = ("duration", "duration_s", "audio_seconds")
_PLAIN: Final = ("channel", "speaker", "labels")


def to_columns(transcript: Transcript) -> dict[str, list[Any]]:
    """Return the columns that hold segments: those that any segment needs, and the text."""
    segments = transcript.segments
    columns: dict[str, list[Any]] = {}
    for name in ("id", "recording", "channel", "speaker", "start", "end", "labels", "text"):
        values = getattr(segments, name)
        if name == "text" or any(value is not None for value in values):
            columns[name] = values
    for name, values in segments.extra_columns().items():
        free = name
        while free in columns:
            free = f"{free}_"
        columns[free] = values
    return columns


def texts_of(table: Table, given: str | None, *, hypotheses: bool) -> str | None:
    """Return the column of the texts of one side of a pair; ``None`` where there is none.

    Raises:
        InputError: the given column is not there.
    """
    return choose(table, _HYPOTHESES if hypotheses else _REFERENCES, given)


def ids_of(table: Table, given: str | None, *taken: str) -> str | None:
    """Return the column of the ids of segments; ``None`` where there is none.

    Raises:
        InputError: the given column is not there.
    """
    if given is not None and not table.transcript:
        return choose(table, ID, given)
    there = (table.find(name) for name in SEGMENT_IDS)
    return next((name for name in there if name is not None and name not in taken), None)


def from_table(
    table: Table, column: str | None = None, *, identifier: str | None = None
) -> Transcript:
    """Return the rows as segments, by the usual names of columns.

    Args:
        table: the rows.
        column: of the texts; the first usual name if not given.
        identifier: the column of the ids; the same.

    Raises:
        InputError: there is no column of texts, or a value does not fit its name.
    """
    chosen = choose(table, TEXT, column)
    if chosen is None and not table.columns:
        raise InputError(f"{table.name}: the file is empty ({table.format}); expected texts")
    if chosen is None:
        raise InputError(
            f"{table.name}: which column holds the texts? {found(table)} "
            "Name one with --column NAME"
        )
    ids = ids_of(table, identifier, chosen)
    used = {chosen} if ids is None else {chosen, ids}

    def named(names: tuple[str, ...]) -> str | None:
        there = map(table.find, names)
        name = next((name for name in there if name is not None and name not in used), None)
        used.update({name} if name is not None else ())
        return name

    recording = named(RECORDINGS)
    start, end, duration = named(_START), named(_END), named(_DURATION)
    plain = {name: named((name,)) for name in _PLAIN}
    columns = {name: as_list(values) for name, values in table.columns.items()}
    begins = _times(table, columns, start)
    ends = _times(table, columns, end)
    lengths = _times(table, columns, duration)
    for row, (begin, until, length) in enumerate(zip(begins, ends, lengths, strict=True)):
        if until is None and length is not None:
            begins[row] = Decimal(0) if begin is None else begin
            ends[row] = begins[row] + length
        elif begin is None:
            ends[row] = None
    segments = Segments.of_columns(
        [text or "" for text in _texts(table, columns, chosen)],
        id=_texts(table, columns, ids),
        recording=_texts(table, columns, recording),
        **{name: _texts(table, columns, given) for name, given in plain.items()},
        start=begins,
        end=ends,
        extra={name: column for name, column in columns.items() if name not in used},
        line=[None] * len(table) if table.lines is None else list(table.lines),
    )
    return Transcript(table.name, table.format, segments)


def _texts(table: Table, columns: dict[str, list[Any]], name: str | None) -> list[Any]:
    """Return a column of texts, in which whole numbers may stand for theirs."""
    if name is None:
        return [None] * len(table)
    found = list(columns[name])
    for row, value in enumerate(found):
        if value is None or isinstance(value, str):
            continue
        if not isinstance(value, int) or isinstance(value, bool):
            raise table.error(row, f"{quoted(name)} is {describe(value)}, expected a text")
        found[row] = str(value)
    return found


def _times(table: Table, columns: dict[str, list[Any]], name: str | None) -> list[Any]:
    """Return a column of times in seconds, ``None`` where there is none."""
    if name is None:
        return [None] * len(table)
    found: list[Any] = []
    for row, value in enumerate(columns[name]):
        time = None if value is None or value == "" else exact(value)
        if time is None and isinstance(value, str) and ":" in value:
            time = clock_time(value)
        if time is None and not (value is None or value == ""):
            raise table.error(
                row,
                f"{quoted(name)} is {describe(value)}, expected seconds, such as 5.2, or hours, minutes and "
                "seconds, as 00:00:05.2; write it as one of them",
            )
        found.append(time)
    return found
