"""The tables of texts that are equal, and next to them of texts that are not."""

from __future__ import annotations

from functools import cache
from pathlib import Path

__all__ = ["CASES", "HERE", "lines", "rows"]

HERE = Path(__file__).parent
ROOMS = ("numbers", "amounts", "dates", "clocks")


def lines(table: Path) -> list[list[str]]:
    """Return the columns of each line of a table."""
    given = table.read_text("utf-8").splitlines()
    return [line.split("\t") for line in given if line and not line.startswith("#")]


@cache
def rows() -> dict[str, list[list[str]]]:
    """Return the rows of each language: a text, its equal, and another."""
    found: dict[str, list[list[str]]] = {}
    for table in (table for room in ROOMS for table in sorted((HERE / room).rglob("*.tsv"))):
        found.setdefault(table.stem, []).extend(lines(table))
    return found


CASES = [(language, *row) for language, all_rows in rows().items() for row in all_rows]
