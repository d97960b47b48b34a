"""A store that fails while a run is under way: said once, and what is paid for still counts."""

from __future__ import annotations

import shutil
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest
from judge_fakes import FakeModel, question

import mondegreen as mg
from mondegreen.errors import UsageError
from mondegreen.judges import Answer, Settings, ask_all, run
from mondegreen.store import database, open_store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

COUNT = 30


class Meddling(FakeModel):
    """Lets something happen before its tenth answer."""

    meddle: Callable[[], object]

    async def ask(self, asked: Any) -> Answer[Any]:
        if len(self.asked) == COUNT // 3:
            self.meddle()
        return await super().ask(asked)


def ran(folder: Path, meddle: Callable[[Any], object]) -> tuple[list[str], list[str], Path]:
    """Ask, let something happen to the store on the way, and return statuses and what was said."""
    model = Meddling(settings=Settings(concurrency=1))
    told: list[str] = []
    questions = [question(f"pair {number} " + "x" * 3000) for number in range(COUNT)]
    with open_store(folder / "a.db") as store:
        model.meddle = lambda: meddle(store)
        answers = run(ask_all(questions, model, store=store.judgements, tell=told.append))
    assert "answers are kept in" in told[0]
    return [answer.status for answer in answers], told[1:], folder / "a.db"


def kept(where: Path) -> int:
    with open_store(where) as store:
        return len(store.judgements)


def test_a_file_that_is_deleted(tmp_path: Path) -> None:
    statuses, told, where = ran(tmp_path, lambda _: [f.unlink() for f in tmp_path.glob("a.db*")])
    assert statuses == ["ok"] * COUNT
    [line] = told
    assert "a.db: the file was deleted during the run; this run continues" in line
    assert "the next one asks again" in line
    assert not where.exists()


def test_a_file_that_is_replaced(tmp_path: Path) -> None:
    with open_store(tmp_path / "b.db"):
        pass

    def replace(_store: Any) -> None:
        (tmp_path / "b.db").rename(tmp_path / "a.db")

    statuses, [line], where = ran(tmp_path, replace)
    assert statuses == ["ok"] * COUNT
    assert "the file was replaced by another during the run" in line
    assert kept(where) < COUNT


def test_a_folder_that_is_deleted(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    statuses, [line], _ = ran(folder, lambda _: shutil.rmtree(folder))
    assert statuses == ["ok"] * COUNT
    assert "was deleted" in line


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    def fill(store: Any) -> None:
        with store.engine.connect() as connection:
            raw = connection.connection.cursor()
            pages = raw.execute("PRAGMA page_count").fetchone()[0]
            raw.execute(f"PRAGMA max_page_count={pages}")

    statuses, [line], where = ran(tmp_path, fill)
    assert statuses == ["ok"] * COUNT
    assert (
        "a.db: an answer cannot be stored: database or disk is full; make room on the disk; this run"
        in line
    )
    assert COUNT // 3 <= kept(where) < COUNT


def test_a_database_that_another_program_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_BUSY", 0.2)
    others = []

    def lock(_store: Any) -> None:
        other = sqlite3.connect(tmp_path / "a.db", isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        others.append(other)

    statuses, [line], where = ran(tmp_path, lock)
    assert statuses == ["ok"] * COUNT
    assert "a.db: an answer cannot be stored: database is locked; another program holds it" in line
    others[0].close()
    assert kept(where) == COUNT // 3


def test_a_database_that_is_locked_from_the_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is paid for yet, so nothing is."""
    monkeypatch.setattr(database, "_BUSY", 0.2)
    other = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
    other.execute("PRAGMA journal_mode=WAL")
    other.execute("BEGIN EXCLUSIVE")
    model = FakeModel()
    judging = mg.Judging(model, cache=tmp_path / "a.db", tell=lambda _line: None)
    with pytest.raises(UsageError, match=r"a\.db: cannot be used as a store: database is locked"):
        mg.score(["a car"], ["a cart"], metrics=["semantic-wer"], judge=judging)
    assert model.asked == []
    other.close()


def test_scored_samples_that_cannot_be_kept_lose_no_number(tmp_path: Path) -> None:
    told: list[str] = []

    def replace() -> None:
        for file in tmp_path.glob("a.db*"):
            file.unlink()
        (tmp_path / "a.db").mkdir()

    class Refusing(FakeModel):
        async def ask(self, asked: Any) -> Answer[Any]:
            self.asked.append(asked.prompt)
            replace()
            return Answer("refused", "the model refused")

    judging = mg.Judging(Refusing(), cache=tmp_path / "a.db", tell=told.append)
    result = mg.score(["a car", "a"], ["a cart", "a"], metrics=["semantic-wer"], judge=judging)
    assert result["semantic-wer"].utterances == 1
    assert [line for line in told if "scored samples are not kept" in line], told
