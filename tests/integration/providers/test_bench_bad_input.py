"""What bad input gets from a bench: one clear line each, the rest goes on, and coverage names it."""

from __future__ import annotations

import json
import math
import struct
import wave
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from vendor_scenarios import SCENARIOS
from vendor_wire import SAID
from wires_of_one_request import Deepgram

from mondegreen.cli.app import run

if TYPE_CHECKING:
    from vendor_server import VendorServer

pytest.importorskip("soundfile")


def write(name: str, *, rate: int = 16000, channels: int = 1, count: int = 8000) -> None:
    with wave.open(f"clips/{name}.wav", "wb") as file:
        file.setparams((channels, 2, rate, 0, "NONE", ""))
        tones = (struct.pack("<h", int(8000 * math.sin(at / 9))) * channels for at in range(count))
        file.writeframes(b"".join(tones))


@pytest.fixture
def clips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ELEVENLABS_API_KEY", raising=False)
    monkeypatch.setenv("DEEPGRAM_API_KEY", "some-key-0123456789")
    Path("clips").mkdir()
    Path("heard").mkdir()
    for at, name in enumerate(("good", "low", "two", "still")):
        write(
            name,
            rate=8000 if name == "low" else 16000,
            channels=1 + (name == "two"),
            count=8000 + at,
        )
    write("untold", count=9000)
    write("odd", rate=1000)
    Path("clips/empty.wav").write_bytes(b"")
    Path("clips/broken.wav").write_bytes(b"RIFF\x10\0\0\0WAVEjunk")
    Path("clips/page.wav").write_text("<html>no such page</html>", "utf-8")
    Path("clips/gone.wav").symlink_to("nowhere.wav")
    for name in ("good", "low", "two", "odd", "empty", "broken", "page", "gone"):
        Path(f"clips/{name}.txt").write_text("so it goes", "utf-8")
    Path("clips/still.txt").write_text(" \n", "utf-8")  # nothing is said in it
    for name in ("good", "low", "still", "untold"):
        Path(f"heard/{name}.txt").write_text("so it goes", "utf-8")


OUT = ["broken", "empty", "gone", "odd", "page"]


def report(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    capsys.readouterr()
    assert run(["bench", "report", "--to", "json"]) == 0
    return {each["system"]: each for each in json.loads(capsys.readouterr().out)}


@pytest.mark.usefixtures("clips")
def test_recordings(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "init", "clips", "--systems", "files:heard,pocketsphinx:en-us"]) == 0
    told = capsys.readouterr().err.splitlines()
    by_clip = {line.split(": ")[1]: line for line in told[:-2]}
    assert sorted(by_clip) == sorted([*OUT, "untold"])
    assert len(told) == len(by_clip) + 2  # one line each
    for name, problem in {
        "broken": "is a wav file that is damaged",
        "empty": "is empty (0 bytes)",
        "gone": "cannot be read: No such file",
        "odd": "1,000 samples per second, expected",
        "page": "looks like a page of HTML",
        "untold": "there is no reference (expected untold.txt",
    }.items():
        assert problem in by_clip[name]
    assert run(["bench", "run"]) == 0
    assert run(["bench", "run", "--fail-on-error", "--retry-failed"]) == 1
    found = report(capsys)
    for each in found.values():
        left_out = each["coverage"]["rows_left_out"]
        assert left_out["the recording cannot be used"] == OUT
        assert left_out["no reference"] == ["untold"]
        assert each["coverage"]["total"] == 4
    assert found["files:heard"]["coverage"]["failed"] == 1  # of "two" there is no transcript
    assert found["files:heard"]["metrics"][0]["value"] == (0 + 0 + 3 + 3) / 9  # "still" inserts
    assert found["pocketsphinx:en-us"]["coverage"]["failed"] == 1
    assert run(["bench", "status"]) == 0
    out = capsys.readouterr().out
    assert (
        "two.wav: has 2 channels, expected one: the model takes mono; choose one with channel = 0"
        in out
    )
    Path("clips/good.wav").unlink()
    Path("clips/low.wav").write_bytes(Path("clips/still.wav").read_bytes())
    text = Path("bench.toml").read_text("utf-8")
    again = '[systems]\nagain = { use = "pocketsphinx:en-us", channel = "mix" }'
    Path("bench.toml").write_text(text.replace("[systems]", again), "utf-8")
    assert run(["bench", "run", "--systems", "again", "--fail-on-error"]) == 1
    assert run(["bench", "status"]) == 0
    out = capsys.readouterr().out
    assert "low.wav: was changed after the dataset was frozen; restore it" in out
    assert "good.wav: cannot be read" in out
    assert report(capsys)["again"]["coverage"]["failed"] == 2


@pytest.mark.usefixtures("clips")
@pytest.mark.parametrize(
    ("scenario", "problem", "sent"),
    [
        ("404", "no such model or address: 404", 1),
        ("451", "not from this region: 451", 1),
        ("401", "the key is not accepted: 401", 1),
        ("402", "the account is used up: 402", 1),
        ("400", "the request is not accepted: 400", 5),
    ],
)
def test_systems(
    vendors: VendorServer,
    capsys: pytest.CaptureFixture[str],
    scenario: str,
    problem: str,
    sent: int,
) -> None:
    assert run(["bench", "init", "clips", "--systems", "files:heard"]) == 0
    wire = Deepgram()
    one = vendors.begin(wire, SAID, where=wire.steps[0].name, scenario=SCENARIOS[scenario])
    lines = (
        f'refuses = {{ use = "deepgram:nova-3", base_url = "{one.address}", concurrency = 1 }}',
        'keyless = { use = "elevenlabs:scribe_v2" }',
        '"faster-whisper:no-such-model" = {}',
    )
    text = Path("bench.toml").read_text("utf-8")
    lined = text.replace("[systems]", "[systems]\n" + "\n".join(lines))
    Path("bench.toml").write_text(lined, "utf-8")
    capsys.readouterr()
    assert run(["bench", "run", "--fail-on-error"]) == 1
    told = capsys.readouterr().err
    assert "keyless is skipped" in told
    assert "ELEVENLABS_API_KEY" in told
    assert "files:heard: 4 recordings transcribed" in told
    assert "Traceback" not in told
    assert len(one.got) == sent
    found = report(capsys)
    assert found["refuses"]["coverage"]["failed"] + found["refuses"]["coverage"]["missing"] == 4
    assert found["refuses"]["metrics"][0]["value"] == 1.0
    assert found["keyless"]["metrics"] == []
    assert "ELEVENLABS_API_KEY" in found["keyless"]["reason"]
    assert run(["bench", "status"]) == 0
    assert f"failed ({'refused' if scenario in {'404', '451', '400'} else 'unauthorized' if scenario == '401' else 'payment'}): {problem}" in capsys.readouterr().out  # fmt: skip
    assert run(["bench", "run"]) == 0


@pytest.mark.usefixtures("clips")
@pytest.mark.parametrize(
    "odd", ["files:nowhere", "pocketsphinx:no-such-model", "whisper-cpp:no-such-model", "vosk:en"]
)
def test_a_model_that_is_not_there_stops_no_other(
    capsys: pytest.CaptureFixture[str], odd: str
) -> None:
    assert run(["bench", "init", "clips", "--systems", f"{odd},files:heard"]) == 0
    capsys.readouterr()
    assert run(["bench", "run", "--fail-on-error"]) == 1
    told = capsys.readouterr().err
    assert f"{odd} is skipped: " in told
    assert "files:heard: 4 recordings transcribed" in told
    assert run(["bench", "run"]) == 0
    assert report(capsys)[odd]["metrics"] == []


@pytest.mark.usefixtures("clips")
@pytest.mark.parametrize(
    ("typed", "status", "problem"),
    [
        ("pocketsfinx:en-us", 2, "no provider is named 'pocketsfinx'"),
        ("nosuch:x", 2, "no provider is named 'nosuch'"),
        ("files:nowhere", 1, "files:nowhere: no such folder or file"),
        ("elevenlabs:scribe_v2", 1, "set ELEVENLABS_API_KEY"),
        ("pocketsphinx:no-such-model", 1, "no-such-model"),
        (",", 2, "expected names with commas between them"),
    ],
)
def test_names_of_systems(
    capsys: pytest.CaptureFixture[str], typed: str, status: int, problem: str
) -> None:
    assert run(["bench", "init", "clips", "--systems", "files:heard"]) == 0
    capsys.readouterr()
    assert run(["bench", "run", "--systems", typed]) == status
    told = capsys.readouterr().err
    assert problem in told
    assert "Traceback" not in told
