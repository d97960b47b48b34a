"""A file that may only be read: an archive, or somebody else's answers.

SQLite writes next to a file even to read it, unless the files of its write-ahead log are there already or it is
told that nobody changes the file (https://www.sqlite.org/wal.html#read_only_databases). That is said
where there is no other way, and whether it stays true is looked at with every reading.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from mondegreen.errors import UsageError

if TYPE_CHECKING:
    from sqlalchemy import Engine

__all__ = ["may_be_written", "reading"]

_ELSEWHERE = "to a place that can be written to, and name the copy (--cache)"


def may_be_written(path: Path) -> bool:
    """Return whether a file, and files next to it, may be written; also for a file that does not exist yet."""
    return not path.exists() or (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))


def reading(path: Path, head: str, busy: float) -> Engine:
    """Return an engine that reads a store's file and writes nothing.

    Args:
        path: of a file that is there.
        head: the version that its tables must have; they cannot be brought up to date.
        busy: seconds to wait for another process that writes.

    Raises:
        UsageError: it cannot be read so, or its tables have another version.
    """
    from sqlalchemy import exc  # only where something is stored

    options, log = "mode=ro", Path(f"{path}-wal")
    engine = _engine(path, options, busy)
    try:
        try:
            found = _version(engine)
        except exc.OperationalError:  # neither are the log's files there, nor can they be made
            if log.exists() and log.stat().st_size:
                raise
            engine.dispose()
            engine = _engine(path, f"{options}&immutable=1", busy)
            _watch(engine, path, log)
            found = _version(engine)
    except exc.DatabaseError as error:
        engine.dispose()
        said = " ".join(str(error.orig).split())
        if log.exists():
            raise UsageError(
                f"{path} is read-only, and some of its answers are in {log.name}, which SQLite "
                f"can read only in a folder where it can write: copy both {_ELSEWHERE}"
            ) from error
        raise UsageError(f"{path}: is read-only, and cannot be read: {said}") from error
    if found != head:
        engine.dispose()
        what = "holds no answers" if found is None else "was kept by another release of mondegreen"
        raise UsageError(f"{path} may only be read, and {what}; copy it {_ELSEWHERE}")
    return engine


def _engine(path: Path, options: str, busy: float) -> Engine:
    import sqlite3  # only where something is stored, as the next one

    from sqlalchemy import create_engine  # only where something is stored

    where = f"file:{quote(str(path.absolute()))}?{options}"
    return create_engine(
        "sqlite:///file",  # a file's pool of connections; which one, the next line says
        creator=lambda: sqlite3.connect(where, busy, uri=True, check_same_thread=False),
    )


def _version(engine: Engine) -> str | None:
    from sqlalchemy import inspect, text  # only where something is stored

    with engine.connect() as connection:
        if "alembic_version" not in inspect(connection).get_table_names():
            return None
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return None if found is None else str(found)


def _watch(engine: Engine, path: Path, log: Path) -> None:
    """Refuse what was read if the file has changed, of which SQLite was told that it does not."""
    from sqlalchemy import event  # only where something is stored

    def state() -> Any:
        found = path.stat()
        begun = log.exists() and log.stat().st_size > 0
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, begun

    before = state()

    def look(_connection: Any) -> None:
        try:
            same = state() == before
        except OSError:
            same = False
        if not same:
            raise UsageError(f"{path}: the file was changed while it was read; run it again")

    event.listen(engine, "begin", look)
    event.listen(engine, "rollback", look)  # as every reading ends
