"""The store on PostgreSQL: a server of its own, in a temporary folder, by an unprivileged user."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

import mondegreen as mg
from mondegreen.cli import main
from mondegreen.errors import UsageError
from mondegreen.store import open_store
from mondegreen.store.tables import metadata

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wire_server import WireServer

pytest.importorskip("psycopg")
pytestmark = pytest.mark.slow
HERE, TESTS = Path(__file__).parent, Path(__file__).parents[2]
TEXTS = [
    ("please cancel my card", "please cancel my car"),
    ("i do not want it", "i do want it"),
    ("the same", "the same"),
    ("", "something"),
    ("pay five dollars", ""),
]


def programs() -> Path:
    """Return the folder with the server's programs; Debian puts them where no path leads."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    there = [folder for folder in folders if (folder / "initdb").exists()]
    if not there:
        pytest.skip("PostgreSQL is not installed")
    return there[0]


@pytest.fixture(scope="module")
def sockets() -> Iterator[str]:
    """Start a server that listens on a socket in its own folder alone, and return that folder."""
    where = programs()
    user = pwd.getpwnam("nobody") if os.geteuid() == 0 else None  # the server refuses root
    options: dict[str, Any] = {"capture_output": True, "timeout": 120, "cwd": "/"}
    if user is not None:
        options |= {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        if user is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
        data = f"{folder}/data"
        make = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale", "C", "-N"]
        subprocess.run([where / "initdb", *make], check=True, **options)
        listen = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
        run = [where / "pg_ctl", "-D", data, "-w", "-l", f"{folder}/log"]
        subprocess.run([*run, "-o", listen, "start"], check=True, **options)
        try:
            yield folder
        finally:
            subprocess.run([*run, "-m", "immediate", "stop"], check=True, **options)


@pytest.fixture
def url(sockets: str, request: pytest.FixtureRequest) -> str:
    """Return the address of an empty database."""
    import psycopg

    name = f"db{abs(hash(request.node.nodeid))}"
    where = {"host": sockets, "user": "postgres", "dbname": "postgres"}
    with psycopg.connect(autocommit=True, **where) as connection:  # type: ignore[arg-type]
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return f"postgresql+psycopg://postgres@/{name}?host={sockets}"


def test_the_tests_of_the_store(sockets: str) -> None:
    """All that hold for any database: those of ``test_database.py`` are about files."""
    files = [
        "store/test_judgements.py",
        "store/test_sent_batches.py",
        "store/test_scored_samples.py",
        "judges/test_asking.py",
    ]
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider"),
            *("-p", "store_on_postgresql", *(f"{TESTS}/unit/{file}" for file in files)),
        ],
        env={**os.environ, "POSTGRESQL_SOCKETS": sockets, "PYTHONPATH": str(HERE)},
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_alembic_makes_the_tables_and_many_may_open_at_once(url: str) -> None:
    failures = []

    def work() -> None:
        try:
            open_store(url).close()
        except Exception as error:  # noqa: BLE001 - shown below
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with open_store(url) as store, store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_writers_of_the_same_samples_at_once(url: str) -> None:
    failures: list[Exception] = []
    open_store(url).close()

    def work(number: int) -> None:
        try:
            with open_store(url) as store:
                for turn in range(20):
                    names = [f"s{each}" for each in range(10)][:: 1 if number % 2 else -1]
                    rows = [
                        {"sample_id": n, "service_name": "x", "wer": float(turn)} for n in names
                    ]
                    store.samples.put_wer(rows)
        except Exception as error:  # noqa: BLE001 - shown below
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with open_store(url) as store:
        assert sorted(row["sample_id"] for row in store.samples.wer()) == [
            f"s{n}" for n in range(10)
        ]


@pytest.mark.parametrize("protocol", ["differences", "single-pass"])
def test_numbers_are_those_of_sqlite_and_a_second_run_asks_nobody(
    url: str,
    wire: WireServer,
    protocol: str,
    tmp_path: Path,
) -> None:
    said, heard = zip(*TEXTS, strict=True)
    run = wire.new_run()
    address = wire.base_url("anthropic", "judge-every-other", run)

    def scored(cache: Any) -> mg.Result:
        judge = {"model": "anthropic:claude-sonnet-5-5", "base_url": address, "tell": str}
        return mg.score(
            said,
            heard,
            metrics=["wer", "semantic-wer"],
            judge={**judge, "protocol": protocol, "cache": cache},
        )

    def kept(cache: Any) -> Any:
        passing = {"id", "timestamp", "duration_ms", "session_id"}
        with open_store(cache) as store:
            rows = [*store.samples.wer(), *store.samples.traces()]
        plain = [{n: v for n, v in row.items() if n not in passing} for row in rows]
        for row in plain:  # traces have times in them
            row.pop("conversation_trace", None)
        return plain

    file = tmp_path / "a.db"
    by_file, by_server = scored(file), scored(url)
    asked = len(wire.sent[run])
    assert asked
    assert scored(url).to_dict() == by_server.to_dict() == by_file.to_dict()
    assert by_server.signature == by_file.signature
    assert by_server["semantic-wer"].to_dict() == by_file["semantic-wer"].to_dict()
    assert len(wire.sent[run]) == asked
    assert kept(url) == kept(file)


def test_on_the_command_line(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    long = "x" * 300
    with open_store(url) as store:
        store.samples.put_wer([{"sample_id": long, "service_name": "x", "errors": "[]"}])
    shown = url.replace("postgres@", "postgres:pass-word@")
    for command in (["show", long], ["purge"]):
        with pytest.raises(SystemExit) as done:
            main(["judge", *command, "--cache", shown])
        assert done.value.code == 0
    captured = capsys.readouterr()
    assert '"service_name": "x"' in captured.out
    assert "1 row deleted from postgresql+psycopg://postgres:***@" in captured.err
    with open_store(url) as store:
        assert store.samples.wer() == []
    monkeypatch.setenv("MONDEGREEN_OFFLINE", "1")
    with pytest.raises(UsageError, match="MONDEGREEN_OFFLINE"):
        open_store(url)


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be used as a store: connection") as caught:
        open_store(f"postgresql+psycopg://postgres:pass-word@/x?host={tmp_path}")
    assert "\n" not in str(caught.value)
    assert "pass-word" not in str(caught.value)
