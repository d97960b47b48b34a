"""Transcripts in files: what changed, what fits no recording, what cannot be read, and what is not known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from bench_fakes import recordings

from mondegreen.cli.app import run
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable

pytest.importorskip("soundfile")
DATABASE = "mondegreen_data/results.db"


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    recordings(tmp_path / "clips", 3)
    folder = tmp_path / "heard"
    folder.mkdir()
    for at in range(3):
        (folder / f"r{at:03}.txt").write_text(f"text {at}", "utf-8")
    assert run(["bench", "init", "clips", "--systems", "files:heard"]) == 0
    return folder


@pytest.fixture
def bench_run(capsys: Any) -> Callable[..., tuple[int, str]]:
    def perform(*words: str) -> tuple[int, str]:
        capsys.readouterr()
        return run(["bench", "run", *words]), capsys.readouterr().err

    return perform


def texts() -> dict[str, list[str]]:
    with open_store(DATABASE) as store:
        (dataset,) = store.observations.datasets()
        found: dict[str, list[str]] = {}
        columns = ("sample_id", "transcription")
        for sample, text in store.observations.current(dataset["dataset"], columns):
            found.setdefault(sample, []).append(text)
        return found


def test_changed_transcripts_are_read_again_and_no_others(heard: Path, bench_run: Any) -> None:
    assert bench_run()[0] == 0
    (heard / "r001.txt").write_text("quite other\nlines", "utf-8")
    (heard / "r002.txt").unlink()  # what was read stays
    status, said = bench_run()
    assert status == 0
    assert "files:heard: 1 transcript changed since the last run, and read again" in said
    assert texts() == {"r000": ["text 0"], "r001": ["quite other lines"], "r002": ["text 2"]}
    assert "changed" not in bench_run()[1]


def test_a_transcript_that_came_later_is_read(heard: Path, bench_run: Any) -> None:
    (heard / "r001.txt").unlink()
    assert "1 failed" in bench_run()[1]
    (heard / "r001.txt").write_text("here it is", "utf-8")
    status, said = bench_run("--repeats", "2")
    assert status == 0
    assert "failed" not in said
    assert texts()["r001"] == ["here it is"] * 2


def test_texts_that_fit_no_recording_are_named_with_their_number(
    heard: Path, bench_run: Any
) -> None:
    for at in range(7):
        (heard / f"x{at}.txt").write_text("nobody", "utf-8")
    said = bench_run()[1]
    assert "files:heard: 7 transcripts fit no recording: x0, x1, x2, x3, x4, ..." in said
    for at in range(1, 7):
        (heard / f"x{at}.txt").unlink()
    (heard / "r000.txt").write_text("changed", "utf-8")
    assert "files:heard: 1 transcript fits no recording: x0" in bench_run()[1]
    (heard / "x0.txt").unlink()
    assert "no recording" not in bench_run("--retry-failed")[1]


def test_transcripts_with_limit_are_no_leftovers(heard: Path, bench_run: Any, capsys: Any) -> None:
    assert "fit" not in bench_run("--limit", "1")[1]
    assert heard.is_dir()
    assert run(["bench", "report"]) == 0
    shown = capsys.readouterr().out
    assert "files:heard: 2 missing, 0 failed" in shown
    assert (
        "missing: never sent, as after bench run --limit; this sends them: mondegreen bench run"
        in shown
    )


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
def test_other_encodings_are_named_as_they_are_written_here(
    heard: Path, bench_run: Any, capsys: Any, encoding: str
) -> None:
    for path in heard.iterdir():
        path.write_bytes("Grüße aus Köln, für alle schön".encode(encoding))
    toml = Path("bench.toml")
    status, said = bench_run()
    assert status == 1
    assert "--encoding" not in said
    assert 'parameters = { encoding = "' in said
    assert run(["bench", "report"]) == 2
    why = capsys.readouterr().err
    assert "nothing was transcribed: files:heard failed: " in why
    assert "is not UTF-8" in why
    entry = f'"files:heard" = {{ parameters = {{ encoding = "{encoding}" }} }}'
    toml.write_text(toml.read_text("utf-8").replace('"files:heard" = {}', entry), "utf-8")
    assert bench_run()[0] == 0
    assert texts()["r000"] == ["Grüße aus Köln, für alle schön"]


@pytest.mark.parametrize(
    ("system", "known"),
    [("files:heard", "format or column or encoding"), ("command:true", "rate or timeout")],
)
def test_unknown_parameters_are_named(heard: Path, bench_run: Any, system: str, known: str) -> None:
    toml = Path("bench.toml")
    entry = f'"{system}" = {{ parameters = {{ speed = 3 }} }}'
    toml.write_text(toml.read_text("utf-8").replace('"files:heard" = {}', entry), "utf-8")
    status, said = bench_run()
    assert status == 1
    assert f"\"{system}\": parameters: 'speed' is not known, expected {known}" in said
    assert heard.is_dir()


def test_a_system_that_failed_as_a_whole_says_why_in_the_report(
    heard: Path, bench_run: Any, capsys: Any
) -> None:
    other = heard.with_name("broken")
    other.mkdir()
    (other / "r000.txt").write_bytes("schöne Grüße".encode("latin-1"))
    toml = Path("bench.toml")
    text = toml.read_text("utf-8").replace(
        '"files:heard" = {}', '"files:heard" = {}\n"files:broken" = {}'
    )
    toml.write_text(text, "utf-8")
    assert bench_run()[0] == 0
    capsys.readouterr()
    assert run(["bench", "report"]) == 0
    shown = capsys.readouterr().out
    assert "files:broken: failed: " in shown
    assert "is not UTF-8" in shown
    assert "not run" not in shown
    assert run(["bench", "report", "--to", "json"]) == 0
    reasons = {row["system"]: row.get("reason", "") for row in json.loads(capsys.readouterr().out)}
    assert "is not UTF-8" in reasons["files:broken"]
    for each in (other / "r000.txt",):
        each.write_text("schöne Grüße", "utf-8")
    assert bench_run()[0] == 0
    assert run(["bench", "report"]) == 0
    assert "failed: broken" not in capsys.readouterr().out
