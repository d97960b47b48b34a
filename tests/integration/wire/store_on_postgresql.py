"""A plug-in of pytest that runs tests of the store on PostgreSQL: every file is a database of a server.

``pytest -p store_on_postgresql`` with ``POSTGRESQL_SOCKETS``, the folder of the server's socket.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import psycopg

from mondegreen import store
from mondegreen.store import database

FOLDER = os.environ["POSTGRESQL_SOCKETS"]
opened = database.open_store


def url(name: str) -> str:
    return f"postgresql+psycopg://postgres@/{name}?host={FOLDER}"


def make(name: str) -> None:
    """Make a database, unless it is there."""
    where = {"host": FOLDER, "user": "postgres", "dbname": "postgres"}
    taken = suppress(psycopg.errors.DuplicateDatabase, psycopg.errors.UniqueViolation)
    with taken, psycopg.connect(autocommit=True, **where) as connection:  # type: ignore[arg-type]
        connection.execute(f'CREATE DATABASE "{name}"'.encode())


def open_store(where: Any = None) -> store.Store:
    """Open the database that stands for a file."""
    if not isinstance(where, Path):
        return opened(where)
    name = f"test_{sha256(str(where).encode()).hexdigest()[:16]}"
    make(name)
    return opened(url(name))


store.open_store = database.open_store = open_store
