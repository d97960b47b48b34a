"""One writer at a time, on databases that let several at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import text

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table
    from sqlalchemy.exc import DBAPIError

__all__ = ["one_step", "one_writer", "said"]

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
    """Return what the database said, on one line; some add the statement, which is ours to know."""
    return str(error.orig).partition("\nLINE ")[0].replace("\n", " ")
