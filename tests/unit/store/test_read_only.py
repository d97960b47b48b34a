"""Answers are read out of a file that may only be read, and one line says that no new ones are kept."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from reader import read, sealed
from reading_client import main
from test_judgements import row

from mondegreen.errors import UsageError
from mondegreen.store import Store, database, open_store
from mondegreen.store.read_only import reading

CLIENT = str(Path(__file__).with_name("reading_client.py"))
WORDS = ["card", "house", "tree"]
READ_ONLY = "may only be read: its answers are used, and no new ones are kept"


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Return a folder with a store of three answers that was closed."""
    folder = tmp_path / "archive"
    assert main(str(folder / "a.db"), *WORDS)["asked"] == len(WORDS)
    assert [path.name for path in folder.iterdir()] == ["a.db"]
    return folder


def left(folder: Path, *, shared: bool) -> None:
    """Leave the files of the log next to a store, as a killed process does."""
    file = folder / "a.db"
    other = folder.with_name("live")
    shutil.copytree(folder, other)
    with open_store(other / "a.db") as store:
        store.judgements.put(row("late"))
        for path in other.iterdir():
            if shared or not path.name.endswith("-shm"):
                shutil.copy(path, file.with_name(path.name))


def digests(folder: Path) -> dict[str, str]:
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("a.db")
    }


def asked(folder: Path, *words: str) -> dict[str, Any]:
    done = read(CLIENT, str(folder / "a.db"), *words)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def command(*words: str) -> tuple[int, str, str]:
    done = read("-m", "mondegreen", *words)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("files", [True, False])
def test_an_archive_answers(archive: Path, files: bool) -> None:  # noqa: FBT001
    before = digests(archive)
    with sealed(archive, files=files):
        found = asked(archive, *WORDS)
    assert (found["errors"], found["asked"]) == (3, 0)
    assert [line for line in found["lines"] if READ_ONLY in line] == [
        f"mondegreen: {archive / 'a.db'} {READ_ONLY}; --cache names another place"
    ]
    assert digests(archive) == before
    assert [path.name for path in archive.iterdir()] == ["a.db"]


def test_a_file_that_may_be_read_alone_in_a_folder_that_may_be_written(archive: Path) -> None:
    (archive / "a.db").chmod(0o444)
    found = asked(archive, *WORDS, "river")
    assert (found["errors"], found["asked"]) == (4, 1)
    assert len([line for line in found["lines"] if READ_ONLY in line]) == 1


def test_what_is_not_there_is_asked_and_not_kept(archive: Path) -> None:
    with sealed(archive):
        for _ in range(2):
            found = asked(archive, *WORDS, "river", "river")
            assert (found["errors"], found["asked"]) == (5, 2)
            assert len([line for line in found["lines"] if READ_ONLY in line]) == 1
            sent = [line for line in found["lines"] if "sending" in line]
            assert len(sent) == 2
            assert all(line.endswith("answers are kept in memory alone") for line in sent)


def test_answers_in_the_log_are_read_where_its_files_are_there(archive: Path) -> None:
    left(archive, shared=True)
    with sealed(archive):
        found = asked(archive, *WORDS)
    assert (found["errors"], found["asked"]) == (3, 0)


def test_answers_in_the_log_are_never_passed_over(archive: Path) -> None:
    left(archive, shared=False)
    with sealed(archive):
        status, out, said = command("judge", "batches", "--cache", str(archive / "a.db"))
    assert (status, out) == (2, "")
    assert "some of its answers are in a.db-wal" in said
    assert said.endswith(
        "copy both to a place that can be written to, and name the copy (--cache)\n"
    )


def test_the_commands_that_look_work_and_the_one_that_deletes_says_why_not(archive: Path) -> None:
    with open_store(archive / "a.db") as store:
        key = store.judgements.beginning("")[0]["key"]
    with sealed(archive):
        cache = ("--cache", str(archive / "a.db"))
        assert command("judge", "show", key[:12], *cache)[0] == 0
        assert command("judge", "batches", *cache)[0] == 0
        status, out, said = command("judge", "purge", *cache)
    assert (status, out) == (2, "")
    assert said.endswith(
        "a.db is read-only, so nothing in it is deleted; copy it, or allow writing\n"
    )


def test_tables_of_another_release_cannot_be_brought_up_to_date(archive: Path) -> None:
    with sqlite3.connect(archive / "a.db") as raw:
        raw.execute("UPDATE alembic_version SET version_num = '0001'")
    with sealed(archive):
        status, _, said = command("judge", "batches", "--cache", str(archive / "a.db"))
    assert status == 2
    assert "was kept by another release of mondegreen; copy it to a place that can be" in said


def test_a_file_that_is_no_store_is_none_here_either(archive: Path) -> None:
    with sqlite3.connect(archive / "b.db") as raw:
        raw.execute("CREATE TABLE others (x)")
    raw.close()
    with sealed(archive):
        status, _, said = command("judge", "batches", "--cache", str(archive / "b.db"))
    assert status == 2
    assert "b.db may only be read, and holds no answers" in said


def test_a_folder_without_a_store_is_an_error_before_anybody_is_asked(archive: Path) -> None:
    (archive / "a.db").unlink()
    with sealed(archive):
        done = read(CLIENT, str(archive / "a.db"), *WORDS)
    assert done.returncode == 1
    assert "name a place that can be written to (--cache, MONDEGREEN_CACHE)" in done.stderr


@pytest.mark.parametrize("when", ["between", "within"])
def test_a_file_that_changes_while_it_is_read_gives_no_answer(
    archive: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """Who may not write cannot keep others from it, and SQLite was told that nobody does."""
    connect = sqlite3.connect

    def refusing(where: str, *rest: Any, **options: Any) -> Any:
        if where.endswith("mode=ro"):
            raise sqlite3.OperationalError("unable to open database file")
        return connect(where, *rest, **options)

    with open_store(archive / "a.db") as store:
        keys = [found["key"] for found in store.judgements.beginning("")]
    monkeypatch.setattr(sqlite3, "connect", refusing)
    with Store(reading(archive / "a.db", database._HEAD, 1), "a.db", read_only=True) as store:
        assert len(list(store.judgements.get(keys))) == len(WORDS)
        answers = store.judgements.get(keys)
        if when == "within":
            next(answers)
        with connect(archive / "a.db") as other:
            other.execute("DELETE FROM judgements")
        other.close()
        with pytest.raises(
            UsageError, match="the file was changed while it was read; run it again"
        ):
            list(answers)
