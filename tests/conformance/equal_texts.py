"""The tables of texts that are equal, and next to them of texts that are not.

A row is a text, another that says the same, and one that does not. Where a language leaves texts as they are
because they may say something else too, a fourth column tells what holds, in two signs. The first is of the pair,
the second of the text and the third one:

- ``=`` both are written the same
- ``~`` both are written differently, and a comparison says that they may be the same
- ``!`` neither

Without it the row is ``=!``. All others have the reason in a fifth column; it begins with ``limit`` where a
language should know better.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["HERE", "MARKED", "Marked", "lines", "rows"]

HERE = Path(__file__).parent
ROOMS = ("numbers", "amounts", "dates", "clocks")


class Marked(NamedTuple):
    """A row of a table, with what holds of it."""

    language: str
    text: str
    equal: str
    other: str
    mark: str = "=!"
    why: str = ""


def lines(table: Path) -> list[list[str]]:
    """Return the columns of each line of a table."""
    given = table.read_text("utf-8").splitlines()
    return [line.split("\t") for line in given if line and not line.startswith("#")]


def _marked(*rooms: str) -> list[Marked]:
    tables = (table for room in rooms for table in sorted((HERE / room).rglob("*.tsv")))
    return [Marked(table.stem, *row) for table in tables for row in lines(table)]


@cache
def rows() -> dict[str, list[list[str]]]:
    """Return the rows of numbers of each language: a text, its equal, and another."""
    found: dict[str, list[list[str]]] = {}
    for row in _marked(*ROOMS):
        found.setdefault(row.language, []).append([row.text, row.equal, row.other])
    return found


MARKED = _marked(*ROOMS, "words")
