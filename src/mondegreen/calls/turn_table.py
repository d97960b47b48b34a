"""Reads calls from a table with a turn per row: CSV, TSV or JSON lines."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from mondegreen.calls.call import Call, Turn
from mondegreen.calls.file_names import no_system
from mondegreen.calls.timestamps import backwards, relative, seconds
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.sniffing import by_columns, sniff
from mondegreen.corpus.source import opened
from mondegreen.corpus.table import as_list
from mondegreen.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from mondegreen.corpus.table import Table

__all__ = ["read_turn_table"]

_NEEDED: Final = ("call", "side", "speaker", "text")
_EXPECTED: Final = (
    "one turn per row, with the columns call, side (reference or hypothesis), speaker and text, and "
    "perhaps turn, start and end"
)
_SIDES: Final = {
    "reference": "reference",
    "ref": "reference",
    "hypothesis": "hypothesis",
    "hyp": "hypothesis",
}
_MOST_DIGITS: Final = 9


def read_turn_table(
    path: Path,
    encoding: str | None = None,
    system: str | None = None,
    systems: Collection[str] = (),
) -> tuple[list[Call], dict[str, str]]:
    """Read calls from the columns ``call``, ``side``, ``speaker`` and ``text``.

    ``side`` is ``reference`` or ``hypothesis``; ``start`` and ``end`` may be there. The turns of a
    call have the order of the column ``turn``, numbers that need not follow each other; without
    it, that of the rows. With a system, its name is in the column ``side`` of its hypotheses, and
    the rows of other ``systems`` are passed over.

    Returns:
        the calls, and for each that cannot be read why, by its name.

    Raises:
        InputError: a column that is missing, a row that names no call, or no call that can be
            read; with file and line.
    """
    with opened(str(path), max_line=16 * 2**20, encoding=encoding) as source:
        name = _by_header(source.head) or by_columns(sniff(source))
        table: Table = FORMATS.get(name)().read(source)
    missing = [column for column in _NEEDED if column not in table.columns]
    if missing:
        if "recording" in table.columns:
            raise InputError(
                f"{path} has recordings, of one transcript; expected it with the other one, such as "
                f"mondegreen calls -r reference.stm -h hypothesis.ctm; or {_EXPECTED}"
            )
        raise InputError(
            f"{path}: no column {missing[0]!r}, it has {', '.join(map(repr, table.columns)) or 'none'}; "
            f"expected {_EXPECTED}"
        )
    columns: dict[str, list[Any]] = {
        column: as_list(table.columns[column])
        for column in (*_NEEDED, "turn", "start", "end")
        if column in table.columns
    }
    rows: dict[str, list[int]] = {}
    others = {name.casefold() for name in systems if name != system}
    for row, call in enumerate(columns["call"]):
        if others and str(columns["side"][row]).strip().casefold() in others:
            continue
        if not isinstance(call, (str, int)) or not str(call).strip():
            raise table.error(
                row, f"the call is {call!r:.80}; expected the name of a call, such as c1"
            )
        rows.setdefault(str(call).strip(), []).append(row)
    if not rows:
        raise InputError(f"{path}: no turns; expected {_EXPECTED}")
    _refuse_unknown(path, columns["side"], [] if system is None else [system, *systems])
    calls, failed = [], {}
    for call, of_call in rows.items():
        try:
            calls.append(_call(table, columns, call, of_call, system))
        except InputError as error:
            if len(rows) == 1:
                raise
            failed[call] = str(error)
    return calls, failed


def _refuse_unknown(path: Path, column: list[Any], systems: Collection[str]) -> None:
    """Refuse systems whose names are in no row."""
    sides = dict.fromkeys(str(side).strip() for side in column)
    known = [side for side in sides if side and side.lower() not in _SIDES]
    for system in systems:
        if all(_side_of(side, system) != "hypothesis" for side in sides):
            raise no_system(system, known, f"{path}: no row has in the column side the name")


def _by_header(head: bytes) -> str | None:
    """Return the format of a table by its first line, as standard input has no name that tells."""
    first = head.removeprefix(b"\xef\xbb\xbf").partition(b"\n")[0].decode("utf-8", "replace")
    for separator, name in (("\t", "tsv"), (",", "csv"), (";", "csv")):
        if set(_NEEDED) <= {cell.strip().strip('"') for cell in first.split(separator)}:
            return name
    return None


def _call(
    table: Table, columns: dict[str, list[Any]], call: str, rows: list[int], system: str | None
) -> Call:
    sides: dict[str, list[int]] = {"reference": [], "hypothesis": []}
    for row in rows:
        side = columns["side"][row]
        kind = _side_of(side, system)
        if kind is None:
            what = "reference or hypothesis" if system is None else "reference or one of --systems"
            raise table.error(row, f"side is {side!r:.80}; expected {what}")
        for column in ("speaker", "text"):
            value = columns[column][row]
            if not isinstance(value, (str, int)):
                raise table.error(row, f"{column} is {value!r:.80}; expected a text")
        sides[kind].append(row)
    for kind, of_side in sides.items():
        _refuse_twice(table, columns, kind, of_side, system)
    said, heard = (_turns(table, columns, call, kind, of_side) for kind, of_side in sides.items())
    return Call(call, said, heard, absent=not sides["hypothesis"])


def _side_of(value: Any, system: str | None) -> str | None:
    name = str(value).strip()
    if system is None:
        return _SIDES.get(name.lower())
    if name.casefold() == system.casefold():
        return "hypothesis"
    return "reference" if _SIDES.get(name.lower()) == "reference" else None


def _refuse_twice(
    table: Table,
    columns: dict[str, list[Any]],
    side: str,
    rows: list[int],
    system: str | None,
) -> None:
    """Refuse a call that occurs twice, as far as that can be seen: it would count twice."""
    if "turn" in columns:
        return  # the numbers of turns say so
    seen: dict[tuple[Any, ...], int] = {}
    for row in rows if "start" in columns else ():
        start = columns["start"][row]
        said = (columns["speaker"][row], columns["text"][row], start)
        if start not in {None, ""} and said in seen:
            raise table.error(
                row,
                f"the same turn of the {side} as {table.place(seen[said])}, expected it once; remove one, "
                "or give two calls of one name their own names",
            )
        seen[said] = row
    if "start" in columns:
        return
    for before, row in pairwise(rows):
        between = range(before + 1, row)
        if any(_side_of(columns["side"][n], system) == side for n in between):
            raise table.error(
                row,
                f"the {side} continues after turns of other calls; if two calls have this name, give "
                "each its own name; else a column turn or start says that these belong together",
            )


def _turns(
    table: Table, columns: dict[str, list[Any]], call: str, side: str, rows: list[int]
) -> tuple[Turn, ...]:
    if "turn" in columns:
        rows = _ordered(table, columns["turn"], call, side, rows)
    times = []
    for column in ("start", "end"):
        for row in rows:
            value = columns[column][row] if column in columns else None
            try:
                times.append(seconds(value))
            except ValueError as error:
                raise table.error(row, f"{column}: {error}") from None
    try:
        clocks = relative(times)
    except ValueError as error:
        raise table.error(rows[0], f"here and below, {error}") from None
    stamps = columns.get("start")
    wrong = backwards(clocks[: len(rows)], clocks[len(rows) :])
    if wrong is not None:
        start, end = (columns[name][rows[wrong]] for name in ("start", "end"))
        raise table.error(
            rows[wrong],
            f"the turn ends at {end}, before its start at {start}; expected a later end",
        )
    return tuple(
        Turn(
            str(columns["speaker"][row]),
            str(columns["text"][row]),
            clocks[place],
            clocks[place + len(rows)],
            stamps[row] if stamps else None,
            place,
        )
        for place, row in enumerate(rows)
    )


def _ordered(table: Table, turns: list[Any], call: str, side: str, rows: list[int]) -> list[int]:
    """Return the rows in the order of their turns."""
    numbers: dict[int, int] = {}
    for row in rows:
        written = str(turns[row]).strip()
        if not (written.isascii() and written.isdigit() and len(written) <= _MOST_DIGITS):
            raise table.error(row, f"turn is {turns[row]!r:.80}; expected a number, such as 1")
        if int(written) in numbers:
            raise table.error(
                row,
                f"turn {int(written)} of the {side} of {call!r:.80} occurs twice; number the turns of each "
                "side from 1 on",
            )
        numbers[int(written)] = row
    return [numbers[number] for number in sorted(numbers)]
