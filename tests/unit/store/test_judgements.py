from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from mondegreen.errors import UsageError
from mondegreen.store import open_store

if TYPE_CHECKING:
    from pathlib import Path


def row(key: str, **changes: Any) -> dict[str, Any]:
    return {
        "key": key, "judge": "demo", "protocol": "pair@1", "prompt_hash": "p" * 64,
        "instructions": "Compare.", "model": "fake:model", "address": None, "settings": "{}",
        "question": "q", "sample": 0, "status": "ok", "reason": None, "value": '{"same":true}',
        "requests": 1, "unmeasured": 0, "input_tokens": 1, "cache_read_tokens": 0,
        "cache_write_tokens": 0, "output_tokens": 1, "money": None, "model_returned": None,
        "sent": None, "trace": None, "seconds": 0.1, **changes,
    }  # fmt: skip


def test_many_keys_are_looked_up_at_once(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as store:
        for number in range(20):
            store.judgements.put(row(f"k{number}"))
        wanted = [f"k{number}" for number in range(2000)]
        found = {key: data for key, data, _ in store.judgements.get(wanted)}
    assert sorted(found) == sorted(wanted[:20])
    assert found["k1"]["value"] == {"same": True}
    assert found["k1"]["money"] is None


def test_a_later_answer_takes_the_place_of_an_earlier_one(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as store:
        store.judgements.put(row("k", status="timeout", value=None))
        store.judgements.put(row("k"))
        assert len(store.judgements) == 1
        assert [data["status"] for _, data, _ in store.judgements.get(["k"])] == ["ok"]


def test_a_database_that_does_not_take_an_answer(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as store:
        with store.engine.begin() as connection:
            connection.exec_driver_sql("DROP TABLE judgements")
        with pytest.raises(
            UsageError,
            match=r"(a\.db|host=.*): an answer cannot be stored: (no such table|relation)",
        ):
            store.judgements.put(row("k"))


def test_what_is_answered_after_another_process_has_purged_is_kept(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as store, open_store(tmp_path / "a.db") as other:
        store.judgements.put(row("k1"))
        assert other.purge() == 2  # the answer, and its prompt
        store.judgements.put(row("k2"))
        store.judgements.put(row("k1"))
        other.judgements.put(row("k3"))
        assert sorted(key for key, _, _ in other.judgements.get(["k1", "k2", "k3"])) == [
            "k1", "k2", "k3"
        ]  # fmt: skip


def test_two_processes_write_at_once(tmp_path: Path) -> None:
    failures: list[Exception] = []

    def work(name: str) -> None:
        try:
            with open_store(tmp_path / "a.db") as store:
                for number in range(30):
                    store.judgements.put(row(f"{name}{number}"))
                    store.judgements.put(row("same", seconds=float(number)))
        except Exception as error:  # noqa: BLE001 - shown below
            failures.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with open_store(tmp_path / "a.db") as store:
        assert len(store.judgements) == 121


def test_characters_that_no_database_takes_are_written_out(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as store:
        odd = "half \ud800, nothing \0"
        value = '{"because":"\ud800"}'
        store.judgements.put(row("k", reason=odd, model_returned=odd, trace=odd, value=value))
        ((_, data, trace),) = store.judgements.get(["k"])
        assert data["reason"] == data["model"] == trace == "half \\ud800, nothing \\u0000"
        assert data["value"] == {"because": "\ud800"}
        names = {"sample_id": "1\ud800", "service_name": "s", "normalized_reference": odd}
        store.samples.put_traces([names])
        assert store.samples.traces()[0]["sample_id"] == "1\\ud800"


@pytest.mark.parametrize("column", ["value", "sent"])
@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "nan,"])
def test_a_row_that_cannot_be_read_is_none(tmp_path: Path, column: str, text: str) -> None:
    with open_store(tmp_path / "a.db") as store:
        store.judgements.put(row("bad", **{column: text}))
        store.judgements.put(row("good"))
        assert [key for key, _, _ in store.judgements.get(["bad", "good"])] == ["good"]


def test_what_is_longer_than_its_column_is_cut_and_stays_distinct(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as store:
        for ending in "xy":
            long = "n" * 400 + ending
            store.judgements.put(row(f"k{ending}", model_returned=long, judge=long))
            store.samples.put_wer([{"sample_id": long, "service_name": long}])
        names = {data["model"] for _, data, _ in store.judgements.get(["kx", "ky"])}
        assert {len(name) for name in names} == {255}
        assert len(names) == 2
        assert len({each["sample_id"] for each in store.samples.wer()}) == 2
