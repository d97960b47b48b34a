"""A disk that is full half way: one clear line, nothing that was finished is lost, and a resume completes."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import wave
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text
from test_bench_killed import count
from test_wire_postgresql import sockets  # noqa: F401 - a fixture

from mondegreen.cli.app import run
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

pytest.importorskip("soundfile")
pytestmark = pytest.mark.slow
CLIPS, SYSTEMS, WORDS = 40, 2, 600
SCORED = ["score", "-m", "wer", "-m", "cer", "-m", "mer", "-m", "wil"]


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a bench of short recordings with long texts, which fill a disk soon."""
    monkeypatch.chdir(tmp_path)
    chance = random.Random(3)
    for at in range(CLIPS):
        said = " ".join(f"{chance.getrandbits(32):x}" for _ in range(WORDS))
        for folder in ("clips", *(f"t{system}" for system in range(SYSTEMS))):
            Path(folder).mkdir(exist_ok=True)
            Path(folder, f"c{at}.txt").write_text(said, "utf-8")
        with wave.open(f"clips/c{at}.wav", "wb") as file:
            file.setparams((1, 2, 16_000, 0, "NONE", ""))
            file.writeframes((at + 100).to_bytes(2, "little") * 800)
    names = ",".join(f"files:t{system}" for system in range(SYSTEMS))
    assert run(["bench", "init", "clips", "--systems", names]) == 0
    return tmp_path


@contextmanager
def small_disk(size: str, user: str | None = None) -> Iterator[Path]:
    """Mount a file system of so many bytes; its folder belongs to ``user``."""
    with tempfile.TemporaryDirectory(prefix="small") as folder:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=0777", "tmpfs", folder]
        if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
            pytest.skip("no file system can be mounted here")
        Path(folder).parent.chmod(0o1777)
        inner = Path(folder, "inner")
        inner.mkdir()
        if user is not None:
            subprocess.run(["chown", user, str(inner)], check=True)
        try:
            yield inner
        finally:
            subprocess.run(["umount", "-l", folder], check=True)


def resize(folder: Path, left: int) -> None:
    """Leave so many bytes for what comes."""
    there = os.statvfs(folder)
    size = (there.f_blocks - there.f_bfree) * there.f_frsize + left
    subprocess.run(["mount", "-o", f"remount,size={size}", str(folder.parent)], check=True)


def command(folder: Path, database: str, *words: str, largest: int | None = None) -> Any:
    def limit() -> None:
        if largest is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))

    done = subprocess.run(
        [sys.executable, "-m", "mondegreen", "bench", *words, "--db", database],
        cwd=folder, capture_output=True, text=True, preexec_fn=limit, check=False, timeout=300,
    )  # fmt: skip
    return done.returncode, done.stderr


def check(database: str) -> None:
    rows = kept(database)
    assert len(rows) == SYSTEMS * CLIPS
    for system, sample, attempt, status, heard in rows:
        assert (attempt, status) == (1, "ok")
        assert heard == Path(system.removeprefix("files:"), f"{sample}.txt").read_text("utf-8")


def kept(database: str) -> set[tuple[Any, ...]]:
    with open_store(database) as store, store.engine.connect() as connection:
        rows = connection.execute(
            text("SELECT system, sample_id, attempt, status, transcription FROM results")
        )
        return {tuple(row) for row in rows}


def refused(done: tuple[int, str], problem: str) -> None:
    status, said = done
    assert status == 2, said
    assert "Traceback" not in said
    line = said.splitlines()[-1]
    assert "cannot be stored" in line
    assert problem in line
    assert all(line.startswith("mondegreen: ") for line in said.splitlines())


def evaluated(database: str) -> int:
    with open_store(database) as store, store.engine.connect() as connection:
        return int(connection.execute(text("SELECT count(*) FROM evaluations")).scalar() or 0)


def completes(folder: Path, database: str, typed: str = "") -> None:
    before = kept(database)
    assert command(folder, typed or database, "run")[0] == 0
    assert kept(database) >= before
    check(database)
    assert command(folder, typed or database, *SCORED)[0] == 0
    assert evaluated(database) == 4 * SYSTEMS * CLIPS


def test_sqlite(bench: Path) -> None:
    with small_disk("20m") as disk:
        database = str(disk / "results.db")
        open_store(database).close()
        resize(disk, 700_000)
        refused(command(bench, database, "run"), "database or disk is full")
        resize(disk, 200_000)
        assert 0 < count(database) < SYSTEMS * CLIPS
        resize(disk, 20_000_000)
        assert command(bench, database, "run")[0] == 0
        resize(disk, 700_000)
        refused(command(bench, database, *SCORED), "database or disk is full")
        resize(disk, 40_000_000)
        completes(bench, database)


def test_a_file_that_may_not_grow(bench: Path) -> None:
    database = str(bench / "results.db")
    open_store(database).close()
    largest = Path(database).stat().st_size + 400_000
    refused(command(bench, database, "run", largest=largest), "disk I/O error")
    assert 0 < count(database) < SYSTEMS * CLIPS
    completes(bench, database)


def test_postgresql(bench: Path, sockets: str) -> None:  # noqa: F811 - fixtures
    import psycopg

    with small_disk("20m", user="nobody") as disk:
        where: dict[str, Any] = {"host": sockets, "user": "postgres", "dbname": "postgres"}
        with psycopg.connect(autocommit=True, **where) as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{disk}'".encode())
            connection.execute(b"CREATE DATABASE small TABLESPACE small")
        try:
            full = f"postgresql+psycopg://postgres@/small?host={sockets}"
            open_store(full).close()
            resize(disk, 600_000)
            database = f"postgresql://postgres@/small?host={sockets}"
            refused(command(bench, database, "run"), "Check free disk space")
            assert 0 < count(full) < SYSTEMS * CLIPS
            resize(disk, 20_000_000)
            completes(bench, full, database)
        finally:
            with psycopg.connect(autocommit=True, **where) as connection:
                connection.execute(b"DROP DATABASE small WITH (FORCE)")
                connection.execute(b"DROP TABLESPACE small")
