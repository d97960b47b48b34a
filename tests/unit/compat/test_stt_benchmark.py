"""The two scripts: same options and layouts, on a store of ours and on a database of theirs."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.cli.app import run

pytest.importorskip("soundfile")
RECORDINGS = Path(mg.__path__[0]) / "examples" / "recordings"
THEIRS = """
CREATE TABLE samples (sample_id TEXT PRIMARY KEY, audio_path TEXT, duration_seconds REAL,
  language TEXT DEFAULT 'eng', dataset_index INTEGER);
CREATE TABLE results (id INTEGER PRIMARY KEY, sample_id TEXT, service_name TEXT, model_name TEXT,
  ttfb_seconds REAL, transcription TEXT, audio_duration_seconds REAL, timestamp TEXT, error TEXT);
CREATE TABLE ground_truth (sample_id TEXT PRIMARY KEY, text TEXT);
CREATE TABLE wer_metrics (id INTEGER PRIMARY KEY, sample_id TEXT, service_name TEXT,
  model_name TEXT, wer REAL, substitutions INTEGER, deletions INTEGER, insertions INTEGER,
  reference_words INTEGER, errors TEXT, normalized_reference TEXT, normalized_hypothesis TEXT,
  timestamp TEXT);
INSERT INTO samples VALUES ('b', 'audio/b.pcm', 1, 'eng', 1), ('a', 'audio/a.pcm', 1, 'eng', 0),
  ('c', 'audio/c.pcm', 1, 'eng', 2), ('d', 'audio/d.pcm', 1, 'eng', 3);
INSERT INTO ground_truth VALUES ('a', 'I''m here.'), ('b', 'Pay	$5'), ('c', 'so'), ('d', 'no');
INSERT INTO results (sample_id, service_name, model_name, transcription, error) VALUES
  ('a', 'deepgram', 'nova', 'im here', NULL), ('b', 'deepgram', 'nova', 'pay five dollars', NULL),
  ('c', 'deepgram', 'nova', '', NULL), ('d', 'deepgram', 'nova', NULL, 'timeout'),
  ('a', 'azure', 'x', 'i am', NULL), ('a', 'azure', 'y', 'i', NULL);
INSERT INTO wer_metrics (sample_id, service_name, model_name, wer, substitutions, deletions,
  insertions, reference_words, normalized_reference, normalized_hypothesis) VALUES
  ('a', 'deepgram', 'nova', 0, 0, 0, 0, 3, 'i am here', 'i am here'),
  ('b', 'deepgram', 'nova', 0, 0, 0, 0, 3, 'pay five dollars', 'pay five dollars');
"""


def script(name: str, *words: str) -> Any:
    command = [sys.executable, "-m", f"mondegreen.compat.stt_benchmark.{name}", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    with closing(sqlite3.connect("theirs.db")) as connection:
        connection.executescript(THEIRS)
    return tmp_path


def test_a_database_of_theirs() -> None:
    done = script("export_tsv", "--service", "deepgram", "--db", "theirs.db")
    assert (done.returncode, done.stderr) == (0, "")
    assert (
        "Wrote 2 rows to deepgram_transcripts.tsv, 2 without a transcript left out" in done.stdout
    )
    assert Path("deepgram_transcripts.tsv").read_text("utf-8").splitlines() == [
        "file_path\ttarget\tprediction",
        "audio/a.pcm\tI'm here.\tim here",
        "audio/b.pcm\tPay $5\tpay five dollars",
    ]
    done = script(
        *("export_tsv", "--service", "deepgram:nova", "--db", "theirs.db", "--normalized"),
        *("-o", "n.tsv"),
    )
    assert done.returncode == 0, done.stderr
    assert Path("n.tsv").read_text("utf-8").splitlines()[1:] == [
        "audio/a.pcm\ti am here\ti am here",
        "audio/b.pcm\tpay five dollars\tpay five dollars",
    ]
    assert Path("theirs.db").stat().st_size  # which is only read
    with closing(sqlite3.connect("theirs.db")) as connection:
        assert not connection.execute(
            "SELECT 1 FROM sqlite_master WHERE name = 'systems'"
        ).fetchall()


def test_a_store_of_ours() -> None:
    shutil.copytree(RECORDINGS, "clips")
    Path("heard").mkdir()
    for path in RECORDINGS.glob("*.txt"):
        shutil.copy(path, "heard")
    Path("heard/bank.txt").write_text("please cancel the card", "utf-8")
    for words in (
        ["init", "clips", "--systems", "files:heard"],
        ["run"],
        ["score", "-m", "semantic-wer", "--protocol", "rules"],
    ):
        assert run(["bench", *words]) == 0
    assert script("export_tsv", "--service", "files").returncode == 0
    rows = Path("files_transcripts.tsv").read_text("utf-8").splitlines()
    assert rows[1].endswith("please cancel my card and send me a new one\tplease cancel the card")
    assert (
        script("export_tsv", "--service", "files:heard", "--normalized", "-o", "n.tsv").stderr == ""
    )
    by = mg.normalizer("semantic")
    texts = [path.read_text("utf-8") for path in sorted(RECORDINGS.glob("*.txt"))]
    rows = [line.split("\t")[1:] for line in Path("n.tsv").read_text("utf-8").splitlines()[1:]]
    heard = ["please cancel the card", *texts[1:]]
    assert rows == [[by(a), by(b)] for a, b in zip(texts, heard, strict=True)]
    done = script("calc_wer", "--tsvfile", "files_transcripts.tsv", "--outputfile", "new/out.txt")
    assert done.returncode == 0, done.stderr
    said = [path.read_text("utf-8").strip() for path in sorted(RECORDINGS.glob("*.txt"))]
    heard = ["please cancel the card", *said[1:]]
    rate = mg.wer(said, heard, normalizer="whisper-basic")
    words = sum(len(text.split()) for text in said)
    assert done.stdout == f"WER: {100 * rate:.1f}% ({words} words) -> new/out.txt\n"
    lines = Path("new/out.txt").read_text("utf-8").splitlines()
    assert lines[-3:] == ["(Average)", f"Word count: {words}", f"WER: {100 * rate:.1f}%"]
    own = mg.wer(said[0], heard[0])
    assert lines[1:4] == [f"WER: {100 * own:.1f}%", "", lines[3]]
    assert lines[3].startswith("REF: please cancel ")


@pytest.mark.parametrize(
    ("kind", "rate"), [("None", "100.0%"), ("Whisper", "50.0%"), ("English", "0.0%")]
)
def test_normalizers(kind: str, rate: str) -> None:
    Path("a.tsv").write_text(
        "\ufefffile_path\ttarget\tmine\nx.wav\t“Colour” one\tcolor One\n", "utf-8"
    )
    options = ("--tsvfile", "a.tsv", "--outputfile", "o.txt", "--hypothesis_column_name", "mine")
    done = script("calc_wer", *options, "--text_normalizer", kind)
    assert done.returncode == 0, done.stderr
    assert f"WER: {rate} " in done.stdout


def test_errors_against_no_words_are_no_rate() -> None:
    Path("a.tsv").write_text("file_path\ttarget\tprediction\nx\t\tso\ny\t\t\n", "utf-8")
    done = script("calc_wer", "--tsvfile", "a.tsv", "--outputfile", "o.txt")
    assert "WER: n/a (no reference words) (0 words)" in done.stdout
    assert "WER: 0.0%" in Path("o.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["export_tsv"], "Missing option"),
        (["export_tsv", "--service", "x"], "results.db: no such file"),
        (["export_tsv", "--service", "x", "--db", "a.tsv"], "cannot be read as SQLite"),
        (["export_tsv", "--service", "deepgrm", "--db", "theirs.db"], "is not there; name one of"),
        (["export_tsv", "--service", "azure", "--db", "theirs.db"], "azure:x, azure:y"),
        (
            ["export_tsv", "--service", "azure:x", "--db", "theirs.db", "--normalized"],
            "mondegreen bench score -m semantic-wer",
        ),
        (["calc_wer", "--tsvfile", "none.tsv", "--outputfile", "o"], "none.tsv: cannot be read"),
        (["calc_wer", "--tsvfile", "a.tsv", "--outputfile", "o"], "has no column prediction"),
        (
            ["calc_wer", "--tsvfile", "b.tsv", "--outputfile", "o"],
            "b.tsv:3: got 2 cells, expected 3",
        ),
        (
            ["calc_wer", "--tsvfile", "b.tsv", "--outputfile", "o", "--text_normalizer", "whisper"],
            "expected None, Whisper, English",
        ),
    ],
)
def test_wrong_usage_is_one_line(words: list[str], problem: str) -> None:
    Path("a.tsv").write_text("file_path\ttarget\nx\ty\n" * 20, "utf-8")
    Path("b.tsv").write_text("file_path\ttarget\tprediction\nx\ty\tz\nx\ty\n", "utf-8")
    done = script(*words)
    assert done.returncode == 2
    assert problem in done.stderr
    assert done.stderr.count("\n") == 1
    assert not Path("o").exists()
