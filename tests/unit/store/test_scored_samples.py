from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest
from alembic import command
from sqlalchemy import select

from mondegreen import store as stores
from mondegreen.errors import UsageError
from mondegreen.store import Store, database, open_store
from mondegreen.store.tables import evaluations

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ROW = {
    "sample_id": "s1", "service_name": "deepgram", "model_name": "nova-3", "wer": 0.25,
    "substitutions": 1, "deletions": 0, "insertions": 0, "reference_words": 4,
    "errors": "[]", "signature_hash": "abc", "money": "0.001", "input_tokens": 900,
}  # fmt: skip


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "a.db") as opened:
        yield opened


def test_rows_come_back_as_they_were(store: Store) -> None:
    store.samples.put_wer([ROW])
    (row,) = store.samples.wer()
    assert {name: row[name] for name in ROW} == ROW
    assert row["status"] == "ok"
    assert row["timestamp"].endswith("+00:00")


def test_the_newest_row_of_a_sample_scored_the_same_way_is_shown_and_all_stay(store: Store) -> None:
    store.samples.put_wer([ROW, {**ROW, "wer": 0.5}, {**ROW, "signature_hash": "def"}])
    assert [(row["wer"], row["signature_hash"]) for row in store.samples.wer()] == [
        (0.5, "abc"),
        (0.25, "def"),
    ]
    kept = select(evaluations.c.wer).order_by(evaluations.c.id)
    with store.engine.connect() as connection:
        assert [*connection.execute(kept).scalars()] == [0.25, 0.5, 0.25]
    store.samples.put_wer([{**ROW, "wer": 0.5}, {**ROW, "signature_hash": "def"}])  # as they are
    with store.engine.connect() as connection:
        assert len([*connection.execute(kept)]) == 3


def test_samples_of_other_data_sets_systems_and_models_are_others(store: Store) -> None:
    others = [
        {"dataset": "a"},
        {"dataset": "b"},
        {"dataset": "b", "service_name": "whisper"},
        {"dataset": "b", "service_name": "whisper", "model_name": "tiny"},
        {"dataset": "b", "service_name": "whisper", "model_name": "tiny", "sample_id": "s2"},
    ]
    for put, kept in (
        (store.samples.put_wer, store.samples.wer),
        (store.samples.put_traces, store.samples.traces),
    ):
        put([{**ROW, **other, "wer": at} for at, other in enumerate(others)])
        assert [row["wer"] for row in kept()] == [0, 1, 2, 3, 4]
        put([{**ROW, **other, "wer": 10 * at} for at, other in enumerate(others)])
        assert [row["wer"] for row in kept()] == [0, 10, 20, 30, 40]


def test_no_data_set_is_one_data_set(store: Store) -> None:
    store.samples.put_wer([ROW, {**ROW, "dataset": None}, {**ROW, "dataset": ""}])
    assert [row["dataset"] for row in store.samples.wer()] == [""]


def test_rows_of_before_there_were_data_sets_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        upgrade = command.upgrade
        before.setattr(command, "upgrade", lambda config, _: upgrade(config, "0002"))
        before.setattr(database, "_HEAD", "0002")
        with stores.open_store(tmp_path / "old.db") as old, old.engine.begin() as connection:
            for table in ("wer_metrics", "semantic_wer_traces"):
                turns = ", num_turns" if table != "wer_metrics" else ""
                for at, name in enumerate(("s1", "s2")):
                    connection.exec_driver_sql(
                        f"INSERT INTO {table} (sample_id, service_name, model_name, wer, "
                        f"signature_hash, status, timestamp, errors{turns}) VALUES ('{name}', "
                        f"'hypothesis', '', 0.{at}, 'abc', 'ok', 'then', '[]'{', 1' if turns else ''})"
                    )
    with stores.open_store(tmp_path / "old.db") as store:
        for put, kept in (
            (store.samples.put_wer, store.samples.wer),
            (store.samples.put_traces, store.samples.traces),
        ):
            rows = kept()
            assert [row["sample_id"] for row in rows] == ["s1", "s2"]
            assert [row["wer"] for row in rows] == [0.0, 0.1]
            assert {row["dataset"] for row in rows} == {""}
            assert {row["errors"] for row in rows} == {"[]"}
            same = {**ROW, "service_name": "hypothesis", "model_name": ""}
            put([same, {**same, "dataset": "d"}])
            assert [(row["sample_id"], row["dataset"], row["wer"]) for row in kept()] == [
                ("s2", "", 0.1),
                ("s1", "", 0.25),
                ("s1", "d", 0.25),
            ]


def test_no_model_name_is_one_name(store: Store) -> None:
    bare = {name: value for name, value in ROW.items() if name != "model_name"}
    store.samples.put_wer([bare, {**ROW, "model_name": None}, {**ROW, "model_name": ""}])
    assert [row["model_name"] for row in store.samples.wer()] == [""]


@pytest.mark.parametrize("rate", [math.inf, math.nan])
def test_no_rate_is_null_and_never_infinite(store: Store, rate: float) -> None:
    store.samples.put_wer([{**ROW, "wer": rate, "insertions": 3, "reference_words": 0}])
    (row,) = store.samples.wer()
    assert row["wer"] is None
    assert row["insertions"] == 3


def test_an_unjudged_row_has_no_rate(store: Store) -> None:
    unjudged = {**ROW, "wer": None, "status": "timeout", "reason": "no reply in time"}
    store.samples.put_traces([unjudged])
    with pytest.raises(UsageError, match=r"'s1' is timeout and has a rate of 0\.0"):
        store.samples.put_traces([{**unjudged, "wer": 0.0}])
    assert [row["wer"] for row in store.samples.traces()] == [None]


def test_all_rows_or_none(store: Store) -> None:
    bad: list[dict[str, Any]] = [{**ROW, "sample_id": None}, {**ROW, "colour": 1}]
    for row in bad:
        with pytest.raises(UsageError, match=r"no sample_id|no column 'colour'"):
            store.samples.put_wer([ROW, row])
    assert store.samples.wer() == []


def test_a_database_that_does_not_take_rows(store: Store) -> None:
    with store.engine.begin() as connection:
        connection.exec_driver_sql("DROP VIEW wer_metrics")
        connection.exec_driver_sql("DROP VIEW semantic_wer_traces")
        connection.exec_driver_sql("DROP TABLE evaluations")
    with pytest.raises(
        UsageError, match=r"rows of wer_metrics cannot be stored: (no such table|relation)"
    ):
        store.samples.put_wer([ROW])


def test_traces_have_turns_and_sessions(store: Store) -> None:
    more = {"session_id": "u-1", "conversation_trace": "[]", "tool_calls": "[]", "duration_ms": 12}
    store.samples.put_traces([{**ROW, **more, "model_used": "claude"}])
    (row,) = store.samples.traces()
    assert (row["num_turns"], row["session_id"], row["model_used"]) == (1, "u-1", "claude")
