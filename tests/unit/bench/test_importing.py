"""A database with the tables that the benchmarks before us made, and their runs of references."""

from __future__ import annotations

import json
import math
import random
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from mondegreen.bench.ground_truth.exchange import import_run
from mondegreen.bench.importing import import_database
from mondegreen.bench.scoring import options_of
from mondegreen.bench.standings import standings
from mondegreen.cli.app import run
from mondegreen.errors import InputError, UsageError
from mondegreen.report.bench import render
from mondegreen.scoring.options import Options
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mondegreen.store import Store

pytest.importorskip("soundfile")
SCHEMA = """
CREATE TABLE samples (sample_id TEXT PRIMARY KEY, audio_path TEXT, duration_seconds REAL,
  language TEXT DEFAULT 'eng', dataset_index INTEGER);
CREATE TABLE results (id INTEGER PRIMARY KEY, sample_id TEXT, service_name TEXT, model_name TEXT,
  ttfb_seconds REAL, transcription TEXT, audio_duration_seconds REAL, timestamp TEXT, error TEXT,
  UNIQUE(sample_id, service_name, model_name));
CREATE TABLE runs (run_id TEXT PRIMARY KEY, started_at TEXT, completed_at TEXT, services TEXT,
  num_samples INTEGER, config_snapshot TEXT);
CREATE TABLE ground_truth (sample_id TEXT PRIMARY KEY, text TEXT, model_used TEXT,
  generated_at TEXT, verified_by TEXT, verified_at TEXT, original_text TEXT);
CREATE TABLE wer_metrics (id INTEGER PRIMARY KEY, sample_id TEXT, service_name TEXT,
  model_name TEXT, wer REAL, substitutions INTEGER, deletions INTEGER, insertions INTEGER,
  reference_words INTEGER, errors TEXT, normalized_reference TEXT, normalized_hypothesis TEXT,
  timestamp TEXT, UNIQUE(sample_id, service_name, model_name));
CREATE TABLE semantic_wer_traces (id INTEGER PRIMARY KEY, sample_id TEXT, service_name TEXT,
  model_name TEXT, session_id TEXT, conversation_trace TEXT, tool_calls TEXT,
  normalized_reference TEXT, normalized_hypothesis TEXT, wer REAL, substitutions INTEGER,
  deletions INTEGER, insertions INTEGER, reference_words INTEGER, errors TEXT,
  duration_ms INTEGER, num_turns INTEGER DEFAULT 1, model_used TEXT, timestamp TEXT,
  UNIQUE(sample_id, service_name, model_name));
"""
COUNT = 100


def seed(path: Path, *, metrics_model: str | None = None) -> list[tuple[int, int, int, int]]:
    """Make such a database; return the counts of its rows of ``wer_metrics``."""
    rows: list[tuple[int, int, int, int]] = []
    chance = random.Random(7)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(SCHEMA)
        for at in range(COUNT):
            name = f"s{at:03}"
            connection.execute(
                "INSERT INTO samples VALUES (?, ?, 4.0, 'eng', ?)", (name, f"audio/{name}.pcm", at)
            )
            connection.execute(
                "INSERT INTO ground_truth (sample_id, text, model_used) VALUES (?, ?, 'gemini')",
                (name, "pay the bill now please"),
            )
            error = "timeout" if at == 3 else None
            text = None if at == 3 else "" if at == 4 else "pay the bill please"
            connection.execute(
                "INSERT INTO results (sample_id, service_name, model_name, ttfb_seconds, "
                "transcription, audio_duration_seconds, timestamp, error) VALUES (?, 'deepgram', "
                "'nova', ?, ?, 4.0, '2026-01-02T03:04:05', ?)",
                (name, 0.1 + at / 1000, text, error),
            )
            if at in (3, 4):
                continue  # as the original does: neither is scored
            counts = chance.choice(
                [(0, 0, 0, 5), (0, 0, 0, 5), (1, 0, 0, 5), (0, 1, 2, 4), (0, 0, 1, 0)]
            )
            rows.append(counts)
            errors = sum(counts[:3])
            rate = errors / counts[3] if counts[3] else math.inf
            connection.execute(
                "INSERT INTO wer_metrics (sample_id, service_name, model_name, wer, substitutions, "
                "deletions, insertions, reference_words, errors) "
                "VALUES (?, 'deepgram', ?, ?, ?, ?, ?, ?, '[]')",
                (name, "nova" if metrics_model is None else metrics_model, rate, *counts),
            )
            connection.execute(
                "INSERT INTO semantic_wer_traces (sample_id, service_name, model_name, session_id, "
                "conversation_trace, wer, reference_words, model_used) "
                "VALUES (?, 'deepgram', 'nova', ?, '[]', ?, ?, 'claude')",
                (name, f"session-{at}", rate, counts[3]),
            )
    return rows


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "ours.db") as opened:
        yield opened


@pytest.mark.parametrize("metrics_model", [None, ""])
def test_numbers_come_out_as_its_rows_say(
    tmp_path: Path, store: Store, metrics_model: str | None
) -> None:
    counts = seed(tmp_path / "results.db", metrics_model=metrics_model)
    imported = import_database(store, tmp_path / "results.db", "seed")
    assert imported.left_out == {}
    assert imported.rows == {
        "samples": COUNT, "results": COUNT, "ground_truth": COUNT,
        "wer_metrics": len(counts), "semantic_wer_traces": len(counts),
    }  # fmt: skip
    assert imported.dataset is not None
    (found,) = standings(store, [imported.dataset.id], options_of(None, Options()), intervals=None)
    semantic = found.semantic
    assert semantic is not None
    errors, words = sum(sum(row[:3]) for row in counts), sum(row[3] for row in counts)
    assert semantic.rate == errors / words
    rates = [sum(row[:3]) / row[3] for row in counts if row[3]]
    assert semantic.mean == pytest.approx(sum(rates) / len(rates))
    assert semantic.perfect == sum(not sum(row[:3]) for row in counts)
    assert (found.coverage.failed, found.coverage.empty, found.coverage.total) == (1, 1, COUNT)
    assert found.system == "deepgram:nova"
    text = render([found])
    assert f"{100 * errors / words:.2f} % ({len(counts)} of {COUNT})" in text
    assert "semantic mean" in text
    rows = store.samples.wer()
    assert sum(row["wer"] is None for row in rows) == sum(not row[3] for row in counts)  # no inf
    assert store.samples.traces()[0]["session_id"] == "session-0"


def test_twice_is_refused_and_changes_nothing(tmp_path: Path, store: Store) -> None:
    seed(tmp_path / "results.db")
    import_database(store, tmp_path / "results.db", "seed")
    before = len(store.samples.wer())
    with pytest.raises(UsageError, match="results"):
        import_database(store, tmp_path / "results.db", "seed")
    assert len(store.samples.wer()) == before


@pytest.mark.parametrize(
    "table", ["samples", "results", "ground_truth", "wer_metrics", "semantic_wer_traces"]
)
def test_columns_of_its_own_are_no_hindrance(tmp_path: Path, store: Store, table: str) -> None:
    seed(tmp_path / "results.db")
    with closing(sqlite3.connect(tmp_path / "results.db")) as connection, connection:
        connection.execute(f"ALTER TABLE {table} ADD COLUMN mood TEXT DEFAULT 'good'")
    assert import_database(store, tmp_path / "results.db", "d").rows["results"] == COUNT


def test_what_is_no_such_database(tmp_path: Path, store: Store) -> None:
    (tmp_path / "text.db").write_text("hello " * 100, "utf-8")
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        connection.execute("CREATE TABLE letters (id INTEGER)")
    for name, problem in (
        ("none.db", "no such file"),
        ("text.db", "cannot be read as SQLite"),
        ("other.db", "has no table samples"),
        ("ours.db", "is a database of mondegreen; use it with --db"),
    ):
        with pytest.raises(InputError, match=problem):
            import_database(store, tmp_path / name, "x")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("UPDATE results SET ttfb_seconds = 'abc' WHERE id = 2", "ttfb_seconds is 'abc'"),
        ("UPDATE results SET audio_duration_seconds = 'x' WHERE id = 2", "seconds is 'x'"),
        ("UPDATE results SET ttfb_seconds = 9e999 WHERE id = 2", "ttfb_seconds is inf"),
        ("UPDATE results SET transcription = x'ff' WHERE id = 2", "transcription holds bytes"),
        ("UPDATE results SET sample_id = NULL WHERE id = 2", "row 2 of results has no sample_id"),
        ("UPDATE results SET service_name = NULL WHERE id = 2", "results has no service_name"),
        ("UPDATE samples SET dataset_index = 'x' WHERE rowid = 2", "dataset_index is 'x'"),
        (
            "UPDATE samples SET sample_id = NULL WHERE rowid = 2",
            "row 2 of samples has no sample_id",
        ),
        ("UPDATE wer_metrics SET deletions = 'x' WHERE id = 2", "row 2 of wer_metrics: deletions"),
        ("UPDATE wer_metrics SET wer = 'x' WHERE id = 2", "wer is 'x'"),
        (
            """CREATE TABLE s AS SELECT * FROM samples; DROP TABLE samples;
            ALTER TABLE s RENAME TO samples; INSERT INTO samples SELECT * FROM samples LIMIT 1""",
            "of samples is the second one of",
        ),
        (
            """CREATE TABLE s AS SELECT * FROM results; DROP TABLE results;
            ALTER TABLE s RENAME TO results; INSERT INTO results SELECT * FROM results LIMIT 1""",
            "of results is the second one of",
        ),
    ],
)
def test_rows_that_cannot_be_kept_are_named(
    tmp_path: Path, store: Store, change: str, problem: str
) -> None:
    seed(tmp_path / "results.db")
    with closing(sqlite3.connect(tmp_path / "results.db")) as connection, connection:
        connection.executescript(change)
    with pytest.raises(InputError) as raised:
        import_database(store, tmp_path / "results.db", "seed")
    assert problem in str(raised.value)
    assert not store.observations.datasets()


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("conditions", "[1]"),
        ("conditions", "null"),
        ("conditions", "{x"),
        ("conditions", "[" * 100_000),
        ("seconds", "abc"),
        ("seconds", math.inf),
        ("seconds", -1.0),
        ("audio_duration_seconds", "x"),
        ("ttfb_seconds", "x"),
        ("cpu_seconds", -math.inf),
        ("money", "abc"),
        ("money", "NaN"),
        ("repeat", "x"),
    ],
)
def test_a_database_with_odd_values_is_told_by_every_command(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    column: str,
    value: object,
) -> None:
    monkeypatch.chdir(tmp_path)
    seed(tmp_path / "results.db")
    assert run(["bench", "import", "results.db", "--name", "seed"]) == 0
    with closing(sqlite3.connect("mondegreen_data/results.db")) as connection, connection:
        connection.execute(f"UPDATE results SET seconds = 1, {column} = ?", (value,))
    for words in (["report"], ["report", "--to", "json"], ["leaderboard"], ["status"]):
        capsys.readouterr()
        status = run(["bench", *words])
        told = capsys.readouterr().err
        used = column != "ttfb_seconds" or words != ["status"]
        assert (status, f"{column} " in told.replace("conditions of", "conditions ")) == (
            (2, True) if used else (status, False)
        ), (words, told)


def records(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def test_runs_of_references_are_new_versions_with_their_edits(tmp_path: Path, store: Store) -> None:
    seed(tmp_path / "results.db")
    dataset = import_database(store, tmp_path / "results.db", "seed").dataset
    assert dataset is not None
    run_file = records(
        tmp_path / "2026-01-02_03-04-05.jsonl",
        {"type": "header", "run_id": "r", "model": "gemini-3", "prompt_hash": "abc"},
        {"type": "sample", "sample_id": "s000", "transcription": "pay the bill", "generated_at": "2026-01-02T03:04:05+00:00Z"},
        {"type": "sample", "sample_id": "s001", "transcription": "pay the bill now please"},
        {"type": "sample", "sample_id": "s002", "error": "quota"},
        {"type": "sample", "sample_id": "zzz", "transcription": "x"},
        {"type": "footer", "total_samples": 4},
    )  # fmt: skip
    records(
        tmp_path / "2026-01-02_03-04-05_notes.jsonl",
        {"type": "edit", "sample_id": "s000", "original_text": "pay the bill", "corrected_text": "pay a bill"},
        {"type": "review", "sample_id": "s000", "status": "approved"},
        {"type": "edit", "sample_id": "s000", "corrected_text": "pay that bill", "edited_at": "2026-01-04T09:00:00Z"},
    )  # fmt: skip
    imported = import_run(store, dataset.id, run_file)
    assert imported.rows == {"transcripts": 2, "edits": 2, "verified": 1, "new versions": 1}
    assert imported.left_out == {
        "failed: quota": ["s002"],
        "no sample of the dataset": ["zzz"],
    }
    assert store.observations.references(dataset.id)["s000"] == ("pay that bill", 2)
    with store.engine.connect() as connection:
        row = connection.exec_driver_sql(
            "SELECT original_text, model_used, verified_by FROM ground_truth "
            "WHERE sample_id = 's000' AND version = 2"
        ).one()
    assert tuple(row) == ("pay the bill", "gemini-3", "human")


def test_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "seed").mkdir()
    seed(tmp_path / "seed" / "results.db")
    assert run(["bench", "import", "seed/results.db"]) == 0
    assert "100 results" in capsys.readouterr().err
    assert run(["bench", "report"]) == 0
    out = capsys.readouterr().out
    assert "deepgram:nova  99 of 100      1" in out
    assert run(["bench", "status"]) == 0
    assert "1 failed (failed): timeout" in capsys.readouterr().out
    assert run(["bench", "import", "seed/results.db", "--db", "seed/results.db"]) == 2
    assert run(["bench", "export", "deepgram:nova"]) == 0
    exported = json.loads(
        (tmp_path / "export_deepgram_nova" / "deepgram_nova_results.json").read_text()
    )
    assert len(exported) == COUNT
    assert exported[0]["ttfb_seconds"] == 0.1


def test_an_export_of_an_import_has_the_scores_that_came_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    seed(tmp_path / "theirs.db")
    assert run(["bench", "import", "theirs.db", "--name", "old"]) == 0
    for words, folder in (([], "a"), (["-m", "semantic-wer"], "b"), (["-m", "wer"], "c")):
        assert run(["bench", "export", "deepgram:nova", "--to", "json", "-o", folder, *words]) == 0
    read = {
        folder: json.loads((tmp_path / folder / "deepgram_nova_results.json").read_text("utf-8"))
        for folder in "abc"
    }
    with closing(sqlite3.connect("theirs.db")) as connection:
        rows = connection.execute(
            "SELECT sample_id, wer, substitutions, deletions, insertions, reference_words "
            "FROM wer_metrics"
        ).fetchall()
    scored = {row[0]: row[1:] for row in rows}
    names = ("wer", "substitutions", "deletions", "insertions", "reference_words")
    for row in read["a"]:
        rate, *counts = scored.get(row["sample_id"], [None] * 5)
        wanted = [rate if rate is not None and math.isfinite(rate) else None, *counts]
        assert [row[name] for name in names] == wanted
    assert read["a"] == read["b"]
    assert read["c"] != read["a"]
    assert {row["reference_words"] for row in read["c"]} == {5}
    assert run(["bench", "report", "--system", "deepgram:nova", "-o", "v"]) == 0
    assert "semantic-wer|imported:" in (tmp_path / "v/validation_summary.txt").read_text("utf-8")
