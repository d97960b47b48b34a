"""A database that the first step made is brought up to date, and keeps all that it held."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from alembic import command

from mondegreen.store import database, open_store

if TYPE_CHECKING:
    from pathlib import Path

JUDGEMENT = {
    "key": "k1", "judge": "semantic-wer@1", "protocol": "p@1", "prompt_hash": "h", "model": "m",
    "settings": "{}", "question": "q", "sample": 0, "status": "ok", "value": "{}", "timestamp": "then",
}  # fmt: skip
SCORED = {
    "service_name": "hypothesis", "model_name": "", "substitutions": 1, "deletions": 2,
    "insertions": 3, "reference_words": 9, "errors": "[]", "normalized_reference": "a b",
    "normalized_hypothesis": "a c", "signature_hash": "abc", "status": "ok", "money": "0.01",
    "input_tokens": 7, "timestamp": "then",
}  # fmt: skip
TRACE = {"session_id": "s", "conversation_trace": "[1]", "tool_calls": "[]", "duration_ms": 5}


def insert(connection: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    places = ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})", [*row.values()])


@pytest.mark.parametrize("step", ["0001", "0002", "0003"])
def test_a_store_of_an_earlier_step_keeps_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "old.db"
    with monkeypatch.context() as before:
        upgrade = command.upgrade
        before.setattr(command, "upgrade", lambda config, _: upgrade(config, step))
        before.setattr(database, "_HEAD", step)
        open_store(path).close()
    count = 1000
    with closing(sqlite3.connect(path)) as connection, connection:
        insert(connection, "judge_prompts", {"prompt_hash": "h", "instructions": "do"})
        insert(connection, "judgements", JUDGEMENT)
        for at in range(count):
            row = {**SCORED, "sample_id": f"s{at}", "wer": at / count}
            insert(connection, "wer_metrics", row)
            if at % 2:
                more = {**TRACE, "num_turns": at, "model_used": "claude"}
                insert(connection, "semantic_wer_traces", {**row, **more})
        unjudged = {**SCORED, "sample_id": "u", "wer": None, "status": "timeout", "reason": "late"}
        insert(connection, "wer_metrics", unjudged)
    with open_store(path) as store:
        assert len(store.judgements) == 1
        rows, traces = store.samples.wer(), store.samples.traces()
    with open_store(path) as store:  # nothing is moved twice
        assert store.samples.wer() == rows
    assert [row["wer"] for row in rows] == [*(at / count for at in range(count)), None]
    assert {name: rows[7][name] for name in SCORED} == SCORED
    assert (rows[-1]["status"], rows[-1]["reason"]) == ("timeout", "late")
    assert [row["num_turns"] for row in traces] == [*range(1, count, 2)]
    assert {name: traces[3][name] for name in (*SCORED, *TRACE)} == {**SCORED, **TRACE}
    assert {row["dataset"] for row in [*rows, *traces]} == {""}


def test_what_seed_programs_ask_is_answered(tmp_path: Path) -> None:
    """Statements that name tables and columns as the benchmarks before us did."""
    with open_store(tmp_path / "a.db") as store, store.engine.connect() as connection:
        for statement in (
            "SELECT sample_id, audio_path, duration_seconds, language, dataset_index FROM samples",
            "SELECT id, sample_id, service_name, model_name, ttfb_seconds, transcription FROM results",
            "SELECT audio_duration_seconds, timestamp, error FROM results",
            "SELECT run_id, started_at, completed_at, services, num_samples, config_snapshot FROM runs",
            "SELECT sample_id, text, model_used, generated_at, original_text FROM ground_truth",
            "SELECT verified_by, verified_at FROM ground_truth",
            "SELECT service_name, AVG(wer) FROM wer_metrics GROUP BY service_name",
            "SELECT session_id, conversation_trace, num_turns FROM semantic_wer_traces",
        ):
            assert [*connection.exec_driver_sql(statement)] == []
