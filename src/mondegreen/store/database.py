"""A database that is opened, brought up to date, and closed."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from mondegreen.errors import MissingDependencyError, UsageError
from mondegreen.offline import refuse_offline
from mondegreen.store.cache_folder import default_url
from mondegreen.store.read_only import may_be_written, reading

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from mondegreen.store.evaluations import Evaluations
    from mondegreen.store.ground_truth import GroundTruth
    from mondegreen.store.judgements import Judgements
    from mondegreen.store.observations import Observations
    from mondegreen.store.scored_samples import Samples
    from mondegreen.store.stream_events import Streams

__all__ = ["Store", "open_store", "with_driver"]

_PSYCOPG = ("postgresql", "postgresql+psycopg")  # what the extra installs
_SECRET = ("password", "sslpassword")  # parts of the query of an address
_BUSY = 30  # seconds to wait for another process that writes
_PAUSE = 0.02  # seconds between two tries
_SQLITE = b"SQLite format 3\0"  # how a file of it begins, except for an empty one
_NO_LEAVE = ("unable to open", "readonly")  # as SQLite says it
_HEAD = "0009"  # the newest file in migrations/versions; a test compares


class Store:
    """An open database; close it, or use it as a ``with`` block.

    Attributes:
        where: the file or the address, without the password.
        read_only: whether it is a file that may only be read; nothing new is kept in it then.
        judgements: answers of models, by content.
        observations: what systems made of the samples of datasets.
        evaluations: what was made of observations.
        ground_truth: versions of references, and the runs in which they were made.
        samples: scored samples, in the views ``wer_metrics`` and ``semantic_wer_traces``.
        streams: events of live observations.
    """

    def __init__(self, engine: Engine, where: str, *, read_only: bool = False) -> None:
        from mondegreen.store.evaluations import Evaluations  # loads SQLAlchemy
        from mondegreen.store.ground_truth import GroundTruth
        from mondegreen.store.judgements import Judgements
        from mondegreen.store.observations import Observations
        from mondegreen.store.scored_samples import Samples
        from mondegreen.store.stream_events import Streams

        self.engine, self.where, self.read_only = engine, where, read_only
        self.judgements: Judgements = Judgements(engine, where, read_only=read_only)
        self.samples: Samples = Samples(engine)
        self.observations: Observations = Observations(engine, where)
        self.evaluations: Evaluations = Evaluations(engine, where)
        self.streams: Streams = Streams(engine)
        self.ground_truth: GroundTruth = GroundTruth(engine, where)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def purge(self) -> int:
        """Delete what is kept of judges, give the space back, and return how many rows there were.

        Observations of a bench stay, and what was evaluated of them.

        Raises:
            UsageError: the database does not let it.
        """
        from sqlalchemy import delete, exc  # loaded with the store

        from mondegreen.store.tables import (  # loads SQLAlchemy
            batch_requests,
            batches,
            evaluations,
            judgements,
            prompts,
        )
        from mondegreen.store.write_lock import one_writer, said  # as above

        if self.read_only:
            raise UsageError(
                f"{self.where} is read-only, so nothing in it is deleted; copy it, or allow writing"
            )
        try:
            writing = self.engine.execution_options(sqlite_begin="IMMEDIATE")
            with writing.begin() as connection:
                for table in (judgements, batches):  # in the order of those who keep answers
                    one_writer(connection, table)
                of_judges = [
                    delete(evaluations).where(evaluations.c.result_id.is_(None)),
                    *map(delete, (batch_requests, batches, judgements, prompts)),
                ]
                gone = sum(connection.execute(each).rowcount for each in of_judges)
            if self.engine.dialect.name == "sqlite":
                with self.engine.connect() as connection:  # what was deleted leaves the file
                    raw = connection.connection.cursor()
                    raw.execute("VACUUM")
                    raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except exc.DBAPIError as error:
            raise UsageError(f"{self.where}: cannot be emptied: {said(error)}") from error
        return int(gone)

    def close(self) -> None:
        """Give the connections back."""
        self.engine.dispose()


def open_store(
    where: str | Path | None = None, named_by: str = "--cache, MONDEGREEN_CACHE"
) -> Store:
    """Open a store; it is made, or brought up to date, if need be.

    A file that may only be read is read: its answers are there, and nothing new is kept.

    Args:
        where: a file for SQLite, a URL such as ``postgresql+psycopg://host/name``, or ``None`` for
            ``judgements.db`` in the cache folder (``MONDEGREEN_CACHE``, else ``~/.cache/mondegreen``).
        named_by: what the user names another place with, for messages.

    Raises:
        UsageError: it cannot be opened, holds tables of another program or of a later release, or
            is elsewhere while ``MONDEGREEN_OFFLINE`` is set.
        MissingDependencyError: SQLAlchemy or the driver of the database is not installed.
    """
    try:
        from sqlalchemy import exc  # only where something is stored
    except ImportError as error:
        raise MissingDependencyError("SQLAlchemy", "store", "keeping judgements") from error
    url = str(where) if where is not None else default_url()
    if "://" not in url and Path(url).expanduser().is_dir():
        raise UsageError(f"{url}: is a folder, expected a file; name another ({named_by})")
    engine, shown = _engine(url)
    file = _file_of(engine)
    if file is not None and not may_be_written(file):
        engine.dispose()
        return _only_read(file, shown)
    try:
        _bring_up_to_date(engine, shown)
    except exc.DatabaseError as error:
        engine.dispose()
        from mondegreen.store.write_lock import said  # loads SQLAlchemy

        problem = said(error)
        refused = any(word in problem for word in _NO_LEAVE)
        if refused and file is not None and file.is_file() and file.stat().st_size:
            return _only_read(file, shown)
        if refused:
            problem = (
                f"{problem.partition(';')[0]}; name a place that can be written to ({named_by})"
            )
        raise UsageError(f"{shown}: cannot be used as a store: {problem}") from error
    except BaseException:
        engine.dispose()
        raise
    _watch(engine, shown)
    return Store(engine, shown)


def with_driver(where: str) -> str:
    """Return an address with the driver that the extra installs, where none is named.

    >>> with_driver("postgresql://localhost/bench"), with_driver("results.db")
    ('postgresql+psycopg://localhost/bench', 'results.db')
    """
    for plain in ("postgresql://", "postgres://"):
        if where.startswith(plain):
            return f"postgresql+psycopg://{where.removeprefix(plain)}"
    return where


def _only_read(file: Path, shown: str) -> Store:
    return Store(reading(file, _HEAD, _BUSY), shown, read_only=True)


def _file_of(engine: Engine) -> Path | None:
    """Return the file of an engine; ``None`` for a server, a URI of SQLite's, or one in memory."""
    name = engine.url.database or ""
    if engine.dialect.name != "sqlite" or name in {"", ":memory:"} or name.startswith("file:"):
        return None
    return Path(name)


def _watch(engine: Engine, shown: str) -> None:
    """Let nothing be kept in a file that is not there any more, where nobody will find it.

    SQLite continues with a file that was deleted or replaced, and says nothing.
    """
    from sqlalchemy import event  # only where something is stored

    if engine.dialect.name != "sqlite" or (opened := _identity(shown)) is None:
        return  # a server's, or in memory

    def look(_connection: Any) -> None:
        there = _identity(shown)
        if there != opened:
            what = "deleted" if there is None else "replaced by another"
            raise UsageError(f"{shown}: the file was {what} during the run")

    event.listen(engine, "commit", look)


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _engine(url: str) -> tuple[Engine, str]:
    from sqlalchemy import create_engine, event, exc, make_url  # only where something is stored

    if "://" not in url:
        path = Path(url).expanduser()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(
                f"{path.parent}: cannot be made a folder: {error.strerror}; name another file"
            ) from error
        _refuse_others(path)
        parsed = make_url("sqlite://").set(database=str(path))
    else:
        try:
            parsed = make_url(url)
        except exc.ArgumentError as error:
            raise UsageError(
                "the store's URL cannot be read: expected a file, or dialect://host/name"
            ) from error
    local = parsed.get_backend_name() == "sqlite"
    bare = parsed.difference_update_query(_SECRET)
    shown = parsed.database or ":memory:" if local else bare.render_as_string(hide_password=True)
    if not local:
        refuse_offline(f"the store {shown}", "name a file")
    try:
        arguments: dict[str, Any] = {"timeout": _BUSY} if local else {}
        engine = create_engine(parsed, connect_args=arguments)
    except ImportError as error:
        driver = f"the driver of {parsed.drivername}"
        extra = "postgres" if parsed.drivername in _PSYCOPG else "store"
        raise MissingDependencyError(driver, extra, f"the store {shown}") from error
    except exc.ArgumentError as error:
        raise UsageError(f"the store {shown}: {error}") from error
    if local:
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    else:  # it logs what it also raises, and what nobody handles would be printed
        from logging import NullHandler, getLogger  # loaded by SQLAlchemy

        getLogger("psycopg").addHandler(NullHandler())
    return engine, shown


def _refuse_others(path: Path) -> None:
    """Refuse a file that is not a database: SQLite overwrites one of a few bytes."""
    try:
        with path.open("rb") as file:
            begins = file.read(len(_SQLITE))
    except OSError:
        return  # it is not there, or SQLite will say why it cannot be read
    if begins and begins != _SQLITE:
        raise UsageError(f"{path}: is not a store: it holds something else; name another file")


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where SQLAlchemy says, DDL included
    cursor = connection.cursor()
    _write_ahead(cursor)
    cursor.execute("PRAGMA synchronous=NORMAL")  # a killed process loses nothing of what it wrote
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _write_ahead(cursor: Any) -> None:
    """Have readers not wait for the writer.

    Where several open a new file at once, SQLite lets one of them do it and tells the others that
    it is locked, without waiting as it does elsewhere.
    """
    from sqlite3 import OperationalError  # only where something is stored

    until = time.monotonic() + _BUSY
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(_PAUSE)
        else:
            return


def _begin_sqlite(connection: Any) -> None:
    kind = connection.get_execution_options().get("sqlite_begin", "")
    connection.exec_driver_sql(f"BEGIN {kind}")


def _bring_up_to_date(engine: Engine, shown: str) -> None:
    from sqlalchemy import inspect, text  # only where something is stored

    with engine.connect() as connection:
        tables = set(inspect(connection).get_table_names())
        if "alembic_version" in tables:
            found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
            if found == _HEAD:
                return
    from mondegreen.store.tables import metadata  # loads SQLAlchemy

    ours = {*metadata.tables, "wer_metrics", "semantic_wer_traces"}
    # A file is ours alone; on a server others may have tables in the same database.
    strange = tables if engine.dialect.name == "sqlite" else tables & ours
    if "alembic_version" not in tables and strange:
        raise UsageError(
            f"{shown} holds tables that another program made; name another file for the store"
        )
    _migrate(engine, shown)


def _migrate(engine: Engine, shown: str) -> None:
    try:
        from alembic import command  # only for a store that is new or old
        from alembic.config import Config
        from alembic.util.exc import CommandError
    except ImportError as error:
        raise MissingDependencyError("Alembic", "store", "making a store") from error

    from mondegreen.store.write_lock import one_step  # loads SQLAlchemy

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    connection = engine.connect().execution_options(sqlite_begin="IMMEDIATE")  # one at a time
    with connection, connection.begin():
        one_step(connection)
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise UsageError(
                f"{shown} was made by a later release of mondegreen; upgrade, or name another file"
            ) from error
