"""Systems of a bench of which nothing is stored, and what could not be transcribed: never left out."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg

pytest.importorskip("soundfile")
RECORDINGS = Path(mg.__path__[0]) / "examples" / "recordings"
ABSENT = "deepgram:nova-3"
WHY = "set DEEPGRAM_API_KEY in the environment"


@pytest.fixture
def bench(command: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A bench of one recording, one that cannot be read, and two systems, one of them without a key."""
    monkeypatch.delenv("DEEPGRAM_API_KEY", raising=False)
    for folder in ("clips", "heard"):
        Path(folder).mkdir()
    stem = min(path.stem for path in RECORDINGS.glob("*.txt"))
    shutil.copy(RECORDINGS / f"{stem}.flac", "clips")
    for folder in ("clips", "heard"):
        shutil.copy(RECORDINGS / f"{stem}.txt", folder)
    Path("clips", "broken.wav").write_bytes(b"RIFF")
    Path("clips", "broken.txt").write_text("so\n", "utf-8")
    done = command("bench", "init", "clips", "--systems", f"files:heard,{ABSENT}")
    assert done.status == 0, done.err
    assert command("bench", "run").status == 0
    return command


def test_they_are_in_every_report_and_in_the_status(bench: Any) -> None:
    table = bench("bench", "report")
    assert table.status == 0, table.err
    assert "RTFx" not in table.out  # reading a file is not a speed of a recogniser
    assert "core-hours" not in table.out
    for to in ("table", "markdown", "tsv"):
        done = bench("bench", "report", "--to", to)
        # a reader of Markdown sees no backslashes and no comments
        out = re.sub(r"\\|<!-- -->", "", done.out) if to == "markdown" else done.out
        lines = [line for line in out.splitlines() if ABSENT in line]
        assert "0 of 1" in lines[0], to
        assert WHY in out, to
        assert "broken" in out, to
        assert "normalizer:mondegreen-en" in out, to
    found = json.loads(bench("bench", "report", "--to", "json").out)
    assert [each["system"] for each in found] == ["files:heard", ABSENT]
    assert found[1]["metrics"] == []
    assert found[1]["coverage"]["missing"] == 1
    assert WHY in found[1]["reason"]
    assert all("broken" in str(each["coverage"]["rows_left_out"]) for each in found)
    assert f"{ABSENT}: 0 of 1 transcribed, 1 missing" in bench("bench", "status").out


def test_systems_of_a_second_init_are_added_and_unknown_ones_are_refused(bench: Any) -> None:
    before = Path("bench.toml").read_text("utf-8")
    done = bench("bench", "init", "clips", "--systems", "foo:bar")
    assert (done.status, "--systems foo:bar: no provider is named 'foo'" in done.err) == (2, True)
    assert Path("bench.toml").read_text("utf-8") == before
    done = bench("bench", "init", "clips", "--systems", f"{ABSENT},files:other")
    assert done.status == 0, done.err
    after = Path("bench.toml").read_text("utf-8")
    assert [after.count(name) for name in ('"files:heard"', f'"{ABSENT}"', '"files:other"')] == [
        1
    ] * 3
    done = bench("bench", "init", "clips", "-m", "cer")
    assert (done.status, "bench.toml" in done.err) == (2, True)
    assert Path("bench.toml").read_text("utf-8") == after


def test_the_status_says_whether_anything_was_transcribed(bench: Any) -> None:
    assert bench("bench", "run").status == 0  # all is there
    assert bench("bench", "run", "--fail-on-error").status == 1
    done = bench("bench", "run", "--systems", ABSENT)
    assert (done.status, "no recording was transcribed by any system" in done.err) == (1, True)
    done = bench("bench", "run", "--systems", "filse:heard")
    assert (done.status, "Did you mean 'files:heard'" in done.err) == (2, True)
    done = bench("bench", "run", "--systems", "files:hoard")
    assert (done.status, "files:hoard: no such folder or file" in done.err) == (1, True)
    done = bench("bench", "run", "--systems", "command:false")
    assert "command:false: 0 recordings transcribed, 1 failed" in done.err
    (why,) = [line for line in done.err.splitlines() if "first failure" in line]
    assert "command:false: first failure: " in why
    assert "1" in why.partition("first failure: ")[2]
    assert "mondegreen bench status" in why
    assert done.status == 1
    board = bench("bench", "leaderboard", "--without", "delay").out
    assert "command:false: every call failed, the first one: " in board


def test_the_help_shows_the_defaults_of_a_bench(command: Any) -> None:
    for name in ("score", "report", "export"):
        text = " ".join(command("bench", name, "--help").out.replace("│", " ").split())
        assert "Default: error" not in text, name


def test_what_failed_before_is_said_with_what_to_add(bench: Any) -> None:
    done = bench("bench", "run", "--systems", "command:false")
    assert "add --retry-failed" not in done.err
    done = bench("bench", "run", "--systems", "command:false,files:heard")
    assert "command:false: nothing is left to transcribe, 1 failed: add --retry-failed" in done.err
    assert "files:heard: nothing is left to transcribe\n" in done.err
    done = bench("bench", "run", "--systems", "command:false", "--retry-failed")
    assert "command:false: 0 recordings transcribed, 1 failed\n" in done.err


@pytest.mark.parametrize("words", [["run"], ["status"], ["report"]], ids=" ".join)
def test_a_folder_is_no_database(bench: Any, words: list[str]) -> None:
    Path("dir.db").mkdir()
    done = bench("bench", *words, "--db", "dir.db")
    assert done.status == 2
    assert "dir.db: is a folder, expected a file; name another (--db)" in done.err
    assert "--cache" not in done.err


def test_parameters_out_of_their_range_are_said_once(bench: Any) -> None:
    file = Path("bench.toml")
    system = 'slow = { use = "command:true {wav}", parameters = { rate = "x" } }'
    file.write_text(file.read_text("utf-8").replace("[systems]", f"[systems]\n{system}"), "utf-8")
    done = bench("bench", "run", "--systems", "slow")
    assert done.status == 1
    assert done.err.count("rate='x': expected samples per second") == 1
    assert "TypeError" not in done.err
