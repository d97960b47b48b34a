"""The tables of batches that are under way."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

from test_judgements import row

from mondegreen.store import open_store

if TYPE_CHECKING:
    from pathlib import Path

    from mondegreen.store.batches import SentBatches

PLACE = ("anthropic", "api.example.org", "model")


def test_what_is_claimed_is_nobody_elses(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as store, open_store(tmp_path / "a.db") as other:
        first, taken, answered = store.judgements.batches.claim({"r1": "a1", "r2": "a2"}, PLACE)
        assert first is not None
        assert (first.requests, taken, answered) == (2, {}, set())
        second, taken, _ = other.judgements.batches.claim({"r2": "a2", "r3": "a3"}, PLACE)
        assert second is not None
        assert (second.requests, list(taken)) == (1, ["r2"])
        assert taken["r2"].id == first.id
        assert other.judgements.batches.claim({"r1": "a1"}, PLACE)[0] is None
        waiting = store.judgements.batches.waiting(["a1", "a3", "a9"])
        assert {answer: batch.id for answer, batch in waiting.items()} == {
            "a1": first.id,
            "a3": second.id,
        }


def test_a_batch_goes_with_its_last_answer(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as store:
        batches = store.judgements.batches
        batch, _, _ = batches.claim({"r1": "a1", "r2": "a2"}, PLACE)
        assert batch is not None
        batches.sent(batch.id, "batch_1")
        store.judgements.put(row("a1", status="unavailable", value=None))
        assert list(batches.of(["r1", "r2"])) == ["r1", "r2"]  # the batch may have an answer yet
        store.judgements.put(row("a1"))
        assert list(batches.of(["r1", "r2"])) == ["r2"]
        assert [each.batch for each in batches.all()] == ["batch_1"]
        batches.forget(["r2"])
        assert batches.all() == []


def test_what_was_answered_since_needs_no_request(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as store:
        store.judgements.put(row("a1"))
        store.judgements.put(row("a2", status="timeout", value=None))
        batches = store.judgements.batches
        asked = {"r1": "a1", "r2": "a2"}
        batch, _, answered = batches.claim(asked, PLACE, since="2000-01-01")
        assert batch is not None
        assert (batch.requests, answered) == (1, {"a1"})
        later, _, answered = batches.claim({"r9": "a1"}, PLACE, since="2999-01-01")
        assert later is not None  # it is asked again, as for again=True
        assert answered == set()


def test_who_is_sending_is_waited_for_and_who_is_dead_is_not(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as store:
        batches: SentBatches = store.judgements.batches
        batch, _, _ = batches.claim({"r1": "a1"}, PLACE)
        assert batch is not None
        assert batches.is_being_sent(batch)
        machine = batch.owner.rpartition(":")[0]

        def owned(owner: str, timestamp: str = batch.timestamp) -> bool:
            changed = type(batch)(**{**vars(batch), "owner": owner, "timestamp": timestamp})
            return batches.is_being_sent(changed)

        assert owned(f"{machine}:{os.getppid()}")
        assert not owned(f"{machine}:{os.getppid()}", "2020-01-01T00:00:00+00:00")
        assert not owned(f"{machine}:{os.getppid()}", "2999-01-01T00:00:00+00:00")  # a wrong clock
        assert not owned(f"{machine}:{2**22 + 1}")  # Linux has no such process
        assert owned("elsewhere:1")
        batches.sent(batch.id, "batch_1")
        sent = batches.get(batch.id)
        assert sent is not None
        assert not batches.is_being_sent(sent)


def test_many_at_once(tmp_path: Path) -> None:
    """Nobody waits for somebody who waits for them, and every request has one batch."""
    requests = {f"r{number}": f"a{number}" for number in range(40)}
    sent: list[int] = []
    failures: list[Exception] = []

    def work(turn: int) -> None:
        try:
            with open_store(tmp_path / "a.db") as store:
                batches = store.judgements.batches
                keys = list(requests)[turn:] + list(requests)[:turn]
                batch, _, _ = batches.claim({key: requests[key] for key in keys}, PLACE, since="2")
                if batch is not None:
                    sent.append(batch.requests)
                    batches.sent(batch.id, f"batch_{turn}")
                for key in keys:
                    store.judgements.put(row(requests[key]))
                    batches.forget([key])
        except Exception as error:  # noqa: BLE001 - shown below
            failures.append(error)

    with open_store(tmp_path / "a.db"):
        threads = [threading.Thread(target=work, args=(turn,)) for turn in range(6)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    assert failures == []
    assert sum(sent) == 40
    with open_store(tmp_path / "a.db") as store:
        assert store.judgements.batches.all() == []
        assert len(store.judgements) == 40
