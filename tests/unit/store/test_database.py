from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from mondegreen.errors import MissingDependencyError, UsageError
from mondegreen.store import database, open_store
from mondegreen.store.cache_folder import cache_folder, default_url
from mondegreen.store.tables import metadata

SAMPLE = {"sample_id", "service_name", "model_name"}
SEED = {
    "wer_metrics": {
        *SAMPLE, "id", "wer", "substitutions", "deletions", "insertions", "reference_words",
        "errors", "normalized_reference", "normalized_hypothesis", "timestamp",
    },
    "semantic_wer_traces": {
        *SAMPLE, "id", "session_id", "conversation_trace", "tool_calls", "normalized_reference",
        "normalized_hypothesis", "wer", "substitutions", "deletions", "insertions",
        "reference_words", "errors", "duration_ms", "num_turns", "model_used", "timestamp",
    },
}  # fmt: skip
MORE = {"signature_hash", "status", "reason", "input_tokens", "output_tokens", "money"}


def columns(path: Path, table: str) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}


@pytest.mark.parametrize("table", SEED)
def test_the_tables_have_all_columns_of_the_first_one_and_more(tmp_path: Path, table: str) -> None:
    open_store(tmp_path / "a.db").close()
    assert columns(tmp_path / "a.db", table) >= SEED[table] | MORE


def test_the_steps_lead_to_the_tables_as_they_are(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as store, store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_the_newest_step_is_the_one_that_is_looked_for() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(database.__file__).parent / "migrations"))
    assert ScriptDirectory.from_config(config).get_current_head() == database._HEAD


def test_opening_again_changes_nothing_and_loads_no_alembic(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "a.db"
    open_store(path).close()
    before = path.read_bytes()
    code = (
        "import sys; from mondegreen.store import open_store; "
        f"open_store({str(path)!r}).close(); assert 'alembic' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    assert path.read_bytes() == before


def test_readers_do_not_wait(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as store, store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


def test_many_open_a_new_store_at_once(tmp_path: Path) -> None:
    failures = []

    def work() -> None:
        try:
            open_store(tmp_path / "a.db").close()
        except Exception as error:  # noqa: BLE001 - shown below
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_a_file_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    for content in (b"this is a letter to my aunt " * 100, b"a", b"SQLite", b"\0" * 4096):
        path.write_bytes(content)
        with pytest.raises(UsageError, match=r"a\.db: is not a store: it holds something else"):
            open_store(path)
        assert path.read_bytes() == content
        assert [*tmp_path.iterdir()] == [path]
    with pytest.raises(UsageError, match="is a folder, expected a file; name another"):
        open_store(tmp_path)
    with pytest.raises(UsageError, match=r"cannot be made a folder: (File exists|Not a dir)"):
        open_store(path / "b" / "c.db")


@pytest.mark.parametrize("table", ["wer_metrics", "letters"])
def test_tables_of_another_program_are_left_alone(tmp_path: Path, table: str) -> None:
    path = tmp_path / "results.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"CREATE TABLE {table} (id INTEGER)")
    with pytest.raises(UsageError, match="tables that another program made; name another file"):
        open_store(path)
    assert columns(path, table) == {"id"}


def test_a_store_of_a_later_release(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    open_store(path).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(UsageError, match="made by a later release of mondegreen; upgrade"):
        open_store(path)


@pytest.mark.parametrize("url", ["nonsense://x", "://", "postgresql+nonsense://x"])
def test_urls_that_lead_nowhere(url: str) -> None:
    with pytest.raises((UsageError, MissingDependencyError)):
        open_store(url)


@pytest.mark.parametrize(
    ("dialect", "module", "extra"),
    [
        ("postgresql+psycopg", "psycopg", "postgres"),
        ("postgresql", "psycopg", "postgres"),
        ("postgresql+pg8000", "pg8000", "store"),
    ],
)
def test_a_driver_that_is_not_installed(
    monkeypatch: pytest.MonkeyPatch, dialect: str, module: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingDependencyError) as caught:
        open_store(f"{dialect}://me:secret@host/name?password=hidden&sslpassword=hidden")
    message = str(caught.value)
    assert f"the driver of {dialect}: pip install '.[{extra}]'" in message
    assert "secret" not in message
    assert "hidden" not in message


def test_a_database_elsewhere_needs_a_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MONDEGREEN_OFFLINE", "1")
    with pytest.raises(UsageError, match=r"^the store postgresql://me:\*\*\*@host/x needs a conn"):
        open_store("postgresql://me:secret@host/x")


def test_without_sqlalchemy_the_message_has_the_pip_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    with pytest.raises(MissingDependencyError, match=r"pip install '.\[store\]'"):
        open_store(tmp_path / "a.db")


def test_where_it_is_when_nobody_says_where(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MONDEGREEN_CACHE", str(tmp_path / "here"))
    assert default_url() == str(tmp_path / "here" / "judgements.db")
    with open_store() as store:
        assert store.where == default_url()
    monkeypatch.delenv("MONDEGREEN_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/x")
    assert cache_folder() == Path("/x/mondegreen")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/home/me")
    assert cache_folder() == Path("/home/me/.cache/mondegreen")
