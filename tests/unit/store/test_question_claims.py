"""Claims of questions: one process asks, others wait, and a process that is gone holds nobody up."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from test_judgements import row

from mondegreen.errors import UsageError
from mondegreen.store import open_store
from mondegreen.store.owners import has_ended, this_process
from mondegreen.store.question_claims import SILENT, QuestionClaims


class Watch:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def owned(path: Path, key: str, owner: str) -> None:
    with open_store(path) as store:
        assert store.judgements.claims.take(key)
        with store.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE judge_claims SET owner = ?", (owner,))


def test_a_question_is_asked_by_one_and_free_once_it_is_answered(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as one, open_store(tmp_path / "a.db") as other:
        mine, theirs = one.judgements.claims, other.judgements.claims
        assert [mine.take("a"), mine.take("a"), theirs.take("a")] == [True, True, False]
        assert theirs.free(["a", "b"]) == ["b"]
        one.judgements.put(row("a"))
        assert theirs.free(["a", "b"]) == ["a", "b"]
        assert mine.take("b")
        mine.drop("b")
        assert theirs.take("b")
        assert mine.take("c")
        mine.release()
        assert theirs.take("c")
        mine.drop("c")  # it has ended already, and another has it
        assert not mine.take("c")
        assert one.purge() == 2  # an answer and its prompt
        assert not mine.take("c")  # it is still being asked


def test_the_claim_of_a_process_that_has_ended_is_taken_over(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", "from mondegreen.store.owners import *; print(this_process(), flush=True); input()"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert child.stdout is not None
    owner = child.stdout.readline().strip()
    owned(tmp_path / "a.db", "a", owner)
    with open_store(tmp_path / "a.db") as store:
        claims = store.judgements.claims
        assert has_ended(owner) is False
        assert not claims.take("a")
        child.kill()
        while not has_ended(owner):  # before anybody has waited for it
            time.sleep(0.01)
        assert claims.free(["a"]) == ["a"]
        assert claims.take("a")
    child.communicate()
    assert has_ended(owner) is True


def test_who_is_silent_is_given_up_and_no_clock_on_the_wall_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owned(tmp_path / "a.db", "a", "elsewhere:1:1.0")
    watch = Watch()
    with open_store(tmp_path / "a.db") as store:
        claims = QuestionClaims(store.engine, store.where, watch)
        for jump in (1e9, -1e9):
            monkeypatch.setattr(time, "time", lambda jump=jump: 1.8e9 + jump)
            assert not claims.take("a")
        watch.now = SILENT - 1
        assert not claims.take("a")
        with store.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE judge_claims SET beat = beat + 1")
        watch.now = SILENT + 1
        assert not claims.take("a")  # it was heard of
        watch.now = 2 * SILENT + 2
        assert claims.free(["a"]) == ["a"]
        assert claims.take("a")
        claims.beat()
        with store.engine.connect() as connection:
            found = connection.exec_driver_sql("SELECT owner, beat FROM judge_claims").one()
        assert (has_ended(found[0]), found[1]) == (False, 1)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="nothing says when it began")
def test_another_process_with_the_same_number_is_another() -> None:
    here = this_process("x")
    machine, number, begun = here.rsplit(":", 2)
    assert number == str(os.getpid())
    assert has_ended(here) is False
    assert has_ended(f"{machine}:{number}:1.x") is True
    assert has_ended(f"{machine}:{number}") is False
    assert has_ended(f"elsewhere:{number}:{begun}") is None
    for odd in ("", ":", f"{machine}:", f"{machine}:x:y", f"{machine}:-1:1.0"):
        assert has_ended(odd) is None
    assert has_ended(f"{machine}:{2**22 + 1}:1.0") is True
    assert has_ended(f"{machine}:{10**30}") is True


def test_a_table_that_is_lost_is_named(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as store:
        claims = store.judgements.claims
        assert claims.take("b")
        with store.engine.begin() as connection:
            connection.exec_driver_sql("DROP TABLE judge_claims")
        for ask in (lambda: claims.take("a"), lambda: claims.free(["a"]), claims.beat):
            with pytest.raises(UsageError, match=r"a\.db"):
                ask()
