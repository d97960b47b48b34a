"""One writer at a time, on databases that let several at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import text

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table
    from sqlalchemy.exc import DBAPIError

__all__ = ["one_step", "one_writer", "said"]

_WAYS_OUT: Final = {
    "is locked": "another program holds it: end that program, or wait for it",
    "is full": "make room on the disk",
    "disk I/O error": "the disk is full or damaged: make room, or name another file",
    "readonly": "it may only be read: allow writing, or name another file",
    "malformed": "the file is damaged: take a copy of it, or name another file",
}
"""What to do about what SQLite says."""

_STEPS = 6_300_627  # any number that others do not lock by


def one_writer(connection: Connection, table: Table) -> None:
    """Wait until nobody else writes to the table, and keep others waiting until the transaction ends.

    A row takes the place of an earlier one by a deletion and an insertion. Two at once would both
    find nothing to delete. SQLite has one writer in any case, and readers never wait.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"LOCK TABLE {table.name} IN SHARE ROW EXCLUSIVE MODE"))


def one_step(connection: Connection) -> None:
    """Let no other process make the steps from one release to the next at the same time."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_STEPS})"))


def said(error: DBAPIError) -> str:
    """Return what the database said, on one line, and what to do; some add the statement, which is ours to know."""
    line = " ".join(str(error.orig).partition("\nLINE ")[0].split())
    return line + next((f"; {way}" for sign, way in _WAYS_OUT.items() if sign in line), "")
