"""Ends of speech: found where they were put, imported, and kept without another id of the dataset."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bench_fakes import recordings, write_wav

import mondegreen as mg
from mondegreen.bench.clips import Clip
from mondegreen.bench.speech_ends import detector, ends_in, energy, with_ends, with_given
from mondegreen.cli.app import run
from mondegreen.errors import InputError, UsageError
from mondegreen.store import open_store

pytest.importorskip("soundfile")
RATE = 16_000
RECORDINGS = Path(mg.__path__[0]) / "examples" / "recordings"


def speech(seconds: float, level: float = 0.3, seed: int = 0) -> np.ndarray[Any, Any]:
    """Noise whose loudness goes up and down about four times per second, as syllables do."""
    at = np.arange(int(seconds * RATE)) / RATE
    voice = np.random.default_rng(seed).standard_normal(len(at))
    return (level * (0.55 + 0.45 * np.sin(2 * np.pi * 4 * at)) * voice / 3).astype(np.float32)


def silence(seconds: float, level: float = 0.0, seed: int = 1) -> np.ndarray[Any, Any]:
    noise = np.random.default_rng(seed).standard_normal(int(seconds * RATE))
    return (level * noise).astype(np.float32)


@pytest.mark.parametrize("before", [0.0, 0.4])
@pytest.mark.parametrize("after", [0.0, 0.05, 0.7, 3.0])
@pytest.mark.parametrize("level", [0.05, 0.3, 0.9])
@pytest.mark.parametrize("noise", [0.0, 1e-4, 0.001])
def test_energy_finds_the_end(before: float, after: float, level: float, noise: float) -> None:
    spoken = speech(1.5, level)
    made = np.concatenate([silence(before), spoken, silence(after)])
    made = made + silence(len(made) / RATE, noise * level / 0.3)[: len(made)]
    found = energy(made)
    assert found == pytest.approx(before + 1.5, abs=0.03)


def test_pauses_do_not_end_it_and_clicks_do_not_prolong_it() -> None:
    pause = np.concatenate([speech(1), silence(1.2), speech(0.5), silence(0.8)])
    assert energy(pause) == pytest.approx(2.7, abs=0.03)
    click = np.concatenate([speech(1), silence(1)])
    click[int(1.7 * RATE) : int(1.7 * RATE) + 160] = 0.9
    assert energy(click) == pytest.approx(1.0, abs=0.03)


@pytest.mark.parametrize("samples", [silence(2), silence(2, 1e-4), silence(0.01), silence(0)])
def test_silence_has_no_end(samples: np.ndarray[Any, Any]) -> None:
    assert energy(samples) is None


def test_silero_and_energy_agree_on_speech() -> None:
    pytest.importorskip("faster_whisper")
    name, silero = detector()
    assert name.startswith("silero-vad (faster-whisper ")
    assert detector("energy")[0] == "energy@1"
    clips = [Clip(path.stem, str(path)) for path in sorted(RECORDINGS.glob("*.flac"))]
    ends = [
        [clip.speech_end_ms for clip in with_ends(clips, each, find, say=print)]
        for each, find in ((name, silero), detector("energy"))
    ]
    for first, second in zip(*ends, strict=True):
        assert first is not None
        assert second is not None
        assert first == pytest.approx(second, abs=150)
    assert silero(silence(2)) is None
    with pytest.raises(UsageError, match="--detector x: expected silero or energy"):
        detector("x")


def test_clips_are_looked_at_once(tmp_path: Path) -> None:
    write_wav(tmp_path / "a.wav", seconds=0.5)
    changed = Clip("b", str(write_wav(tmp_path / "b.wav")), sha256="0" * 64)
    clips = [Clip("a", str(tmp_path / "a.wav")), changed, Clip("c", "", reason="is empty")]
    said: list[str] = []
    found = with_ends(clips, "d@1", lambda samples: len(samples) / RATE / 2, say=said.append)
    assert [(clip.speech_end_ms, clip.speech_end_detector) for clip in found] == [
        (250.0, "d@1"), (None, ""), (None, ""),
    ]  # fmt: skip
    (line,) = said
    assert line.startswith("b: ")
    assert line.endswith("was changed after the dataset was frozen; its speech end stays as it is")
    assert with_ends(found[:1], "e@1", lambda _: None, say=said.append) == found[:1]
    (none,) = with_ends(found[:1], "e@1", lambda _: None, again=True, say=said.append)
    assert (none.speech_end_ms, none.speech_end_detector) == (None, "e@1")


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.jsonl", '{"sample_id": "r0", "speech_end_ms": 12.5}\n\n{"id": "r1", "speech_end_ms": null, "speech_end_detector": "x@2"}', {"r0": (12.5, "file a.jsonl"), "r1": (None, "x@2")}),
        ("a.csv", "id,speech_end_ms\nr0,100\nr1,\n", {"r0": (100.0, "file a.csv"), "r1": (None, "file a.csv")}),
        ("a.tsv", "sample_id\tspeech_end_ms\tspeech_end_detector\nr0\t7\tme\n", {"r0": (7.0, "me")}),
        ("a.jsonl", '{"sample_id": "r0"}', "a.jsonl:1: has no speech_end_ms; null says that"),
        ("a.csv", "name,speech_end_ms\nr0,1\n", "a.csv:2: has no sample_id"),
        ("a.jsonl", '{"id": "r0", "speech_end_ms": -1}', "a.jsonl:1: speech_end_ms is -1, expected milli"),
        ("a.jsonl", '{"id": "r0", "speech_end_ms": true}', "speech_end_ms is True, expected milli"),
        ("a.csv", "id,speech_end_ms\nr0,soon\n", "a.csv:2: speech_end_ms is 'soon', expected milli"),
        ("a.csv", "id,speech_end_ms\nr0,1\nr0,2\n", "a.csv:3: 'r0' occurs twice"),
        ("a.jsonl", "[1]", "a.jsonl:1: expected an object of JSON"),
    ],
)  # fmt: skip
def test_ends_from_a_file(tmp_path: Path, name: str, text: str, expected: Any) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    if isinstance(expected, str):
        with pytest.raises(InputError) as caught:
            ends_in(path)
        assert expected in str(caught.value)
    else:
        assert ends_in(path) == expected


def test_ends_that_do_not_fit() -> None:
    clips = [Clip("r0", "", duration=1.0)]
    with pytest.raises(InputError, match="1 id is no clip of the dataset: x"):
        with_given(clips, {"x": (None, "")})
    with pytest.raises(
        InputError, match="is 1500, expected no more than the length of the recording, 1000 ms"
    ):
        with_given(clips, {"r0": (1500.0, "")})


def test_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    recordings(Path("set"), 2)
    Path("heard").mkdir()
    for path in Path("set").glob("*.txt"):
        (Path("heard") / path.name).write_bytes(path.read_bytes())
    assert run(["bench", "init", "set", "--systems", "files:heard"]) == 0
    assert run(["bench", "run"]) == 0
    before = Path("bench.toml").read_text("utf-8")
    assert run(["bench", "speech-ends", "--detector", "energy"]) == 0
    assert "2 clips changed by energy@1; 2 speech ends, 0 without" in capsys.readouterr().err
    rows = [json.loads(line) for line in Path("set.manifest.jsonl").read_text().splitlines()]
    assert [row["audio"] for row in rows] == ["set/r000.wav", "set/r001.wav"]
    assert [row["speech_end_ms"] for row in rows] == [pytest.approx(100, abs=16)] * 2
    Path("ends.csv").write_text("id,speech_end_ms\nr000,\n", "utf-8")
    assert run(["bench", "speech-ends", "--from", "ends.csv"]) == 0
    assert "1 clip changed by ends.csv; 1 speech end, 1 without" in capsys.readouterr().err
    assert run(["bench", "speech-ends", "--from", "ends.csv", "--again"]) == 2
    assert Path("bench.toml").read_text("utf-8") == before
    assert run(["bench", "report"]) == 0  # the manifest is that of the dataset
    with open_store("mondegreen_data/results.db") as store:
        (dataset,) = store.observations.datasets()
        found = store.observations.samples(dataset["dataset"])
    assert [(row["speech_end_ms"], row["speech_end_detector"]) for row in found] == [
        (None, "file ends.csv"), (rows[1]["speech_end_ms"], "energy@1"),
    ]  # fmt: skip
