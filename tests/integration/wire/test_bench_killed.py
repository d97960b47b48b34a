"""``kill -9`` at random points of a run, and several runs at once: every observation exactly once."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import time
import wave
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from test_wire_postgresql import sockets, url  # noqa: F401 - fixtures

from mondegreen.cli.app import run
from mondegreen.errors import UsageError
from mondegreen.store import open_store

pytest.importorskip("soundfile")
pytestmark = pytest.mark.slow
SYSTEMS, CLIPS, KILLS = 3, 500, 20


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "results.db")
    if not shutil.which("initdb") and not [*Path("/usr/lib/postgresql").glob("*/bin/initdb")]:
        pytest.skip("PostgreSQL is not installed")
    found: str = request.getfixturevalue("url")
    return found


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    clips = tmp_path / "clips"
    clips.mkdir()
    for system in range(SYSTEMS):
        (tmp_path / f"t{system}").mkdir()
    for at in range(CLIPS):
        with wave.open(str(clips / f"c{at}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(16000)
            file.writeframes(at.to_bytes(2, "little") * 800)
        (clips / f"c{at}.txt").write_text(f"this is clip {at}", "utf-8")
        for system in range(SYSTEMS):
            heard = f"this is clip {at}" if (at + system) % 7 else "that is a clip"
            (tmp_path / f"t{system}" / f"c{at}.txt").write_text(heard, "utf-8")
    names = ",".join(f"files:t{system}" for system in range(SYSTEMS))
    assert run(["bench", "init", "clips", "--systems", names]) == 0
    return tmp_path


def started(folder: Path, database: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "mondegreen", "bench", "run", "--db", database]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(command, cwd=folder, **quiet)


def count(database: str) -> int:
    try:
        with open_store(database) as store, store.engine.connect() as connection:
            return int(connection.execute(text("SELECT COUNT(*) FROM results")).scalar() or 0)
    except UsageError:  # it is being made
        return 0


def check(database: str) -> None:
    with open_store(database) as store, store.engine.connect() as connection:
        rows = connection.execute(
            text(
                "SELECT system, sample_id, repeat, COUNT(*), MAX(attempt), MIN(status), "
                "MIN(transcription) FROM results GROUP BY system, sample_id, repeat"
            )
        ).fetchall()
        assert len(rows) == SYSTEMS * CLIPS
        assert {tuple(row[2:6]) for row in rows} == {(0, 1, 1, "ok")}
        for system, sample, *_, heard in rows:
            assert heard == (Path(system.removeprefix("files:")) / f"{sample}.txt").read_text(
                "utf-8"
            )
        assert connection.execute(text("SELECT COUNT(*) FROM claims")).scalar() == 0


def test_killed_twenty_times(bench: Path, database: str) -> None:
    chance = random.Random(11)
    hits = 0
    for _ in range(KILLS):
        before = count(database)
        process = started(bench, database)
        until = time.monotonic() + 120
        while count(database) == before and process.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        time.sleep(chance.random() * 0.3)
        hits += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert count(database) >= before
    assert hits >= KILLS // 2, "most runs were over before they were killed"
    assert run(["bench", "run", "--db", database]) == 0
    check(database)


def test_two_runs_at_once(bench: Path, database: str) -> None:
    open_store(database).close()
    processes = [started(bench, database) for _ in range(2)]
    assert [process.wait(timeout=300) for process in processes] == [0, 0]
    assert run(["bench", "run", "--db", database]) == 0  # what was in the hands of one that ended
    check(database)


def test_terminated_gracefully(bench: Path, database: str) -> None:
    process = started(bench, database)
    while count(database) < 5 and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=60) in {128 + signal.SIGTERM, 0}
    with open_store(database) as store, store.engine.connect() as connection:
        assert connection.execute(text("SELECT COUNT(*) FROM claims")).scalar() == 0
    assert run(["bench", "run", "--db", database]) == 0
    check(database)
