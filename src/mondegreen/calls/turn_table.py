"""Reads calls from a table with a turn a row: CSV, TSV or JSON lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.calls.call import Call, Turn
from mondegreen.calls.timestamps import relative, seconds
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.sniffing import sniff
from mondegreen.corpus.source import opened
from mondegreen.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from mondegreen.corpus.table import Table

__all__ = ["read_turn_table"]

_NEEDED: Final = ("call", "side", "speaker", "text")
_EXPECTED: Final = (
    "a turn a row, with the columns call, side (reference or hypothesis), speaker and text, and "
    "perhaps start and end"
)
_SIDES: Final = {
    "reference": "reference",
    "ref": "reference",
    "hypothesis": "hypothesis",
    "hyp": "hypothesis",
}


def read_turn_table(path: Path) -> list[Call]:
    """Read calls from the columns ``call``, ``side``, ``speaker`` and ``text``.

    ``side`` is ``reference`` or ``hypothesis``; ``start`` and ``end`` may be there. The turns of a
    call keep the order of the rows.

    Raises:
        InputError: a column that is missing, or a value of another kind; with file and row.
    """
    with opened(str(path), max_line=16 * 2**20) as source:
        name = sniff(source)
        table: Table = FORMATS.get(name)().read(source)
    missing = [column for column in _NEEDED if column not in table.columns]
    if missing:
        raise InputError(
            f"{path}: no column {missing[0]!r}, it has {', '.join(map(repr, table.columns))}; "
            f"expected {_EXPECTED}"
        )
    columns: dict[str, list[Any]] = {
        column: list(table.columns[column])
        for column in (*_NEEDED, "start", "end")
        if column in table.columns
    }
    found: dict[str, dict[str, list[int]]] = {}
    for row in range(len(columns["call"])):
        call, side = columns["call"][row], columns["side"][row]
        where = f"{path}, row {row + 1}"
        if call is None or not str(call).strip():
            raise InputError(f"{where}: the call is empty; expected {_EXPECTED}")
        kind = _SIDES.get(str(side).strip().lower())
        if kind is None:
            raise InputError(f"{where}: side is {side!r}; expected reference or hypothesis")
        for column in ("speaker", "text"):
            if not isinstance(columns[column][row], (str, int)):
                value = columns[column][row]
                raise InputError(f"{where}: {column} is {value!r}; expected a text")
        found.setdefault(str(call), {"reference": [], "hypothesis": []})[kind].append(row)
    if not found:
        raise InputError(f"{path}: no turns; expected {_EXPECTED}")
    return [
        Call(
            call,
            _turns(path, columns, sides["reference"]),
            _turns(path, columns, sides["hypothesis"]),
        )
        for call, sides in found.items()
    ]


def _turns(path: Path, columns: dict[str, list[Any]], rows: list[int]) -> tuple[Turn, ...]:
    times = []
    for column in ("start", "end"):
        for row in rows:
            value = columns[column][row] if column in columns else None
            try:
                times.append(seconds(value))
            except ValueError as error:
                raise InputError(f"{path}, row {row + 1}: {column}: {error}") from None
    try:
        clocks = relative(times)
    except ValueError as error:
        raise InputError(f"{path}, row {rows[0] + 1} and on: {error}") from None
    stamps = columns.get("start")
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
