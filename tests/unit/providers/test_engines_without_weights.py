"""Engines whose weights no test can have: what they are asked for, and what is made of the answer.

Each stands for the package with the same functions, as its own documentation names them. So these tests show how
the package is called; that a real model comes out right they cannot show, and the engines are *unproven*.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from recordings import recorded

from mondegreen.errors import MissingDependencyError, UsageError
from mondegreen.providers import Audio, ProviderError, Transcript, make

AUDIO = Audio.of_bytes(recorded("FLAC", seconds=1, rate=8_000), "clip.flac")
UNPROVEN = ("sherpa-onnx", "transformers", "vosk", "whisper-cpp")


def install(monkeypatch: pytest.MonkeyPatch, name: str, **has: Any) -> None:
    module = ModuleType(name)
    module.__spec__ = SimpleNamespace(name=name)  # type: ignore[assignment]
    vars(module).update(has)
    monkeypatch.setitem(sys.modules, name, module)


def transcribed(system: str, audio: Audio = AUDIO, **options: Any) -> Transcript:
    async def one() -> Transcript:
        async with make(system, **options) as provider:
            return await provider.transcribe(audio)

    return asyncio.run(one())


def check_samples(samples: Any, kind: Any = np.float32) -> None:
    assert samples.dtype == kind
    assert abs(len(samples) - 16_000) < 3


@pytest.mark.parametrize("name", UNPROVEN)
def test_a_package_that_is_not_installed(
    monkeypatch: pytest.MonkeyPatch, name: str, tmp_path: Path
) -> None:
    monkeypatch.setattr("mondegreen.providers.local.find_spec", lambda _name: None)
    with pytest.raises(MissingDependencyError, match=rf"pip install '.\[{name}\]'"):
        make(f"{name}:some-model", folder=tmp_path).check()


@pytest.mark.parametrize("name", UNPROVEN)
def test_a_model_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, name: str, tmp_path: Path
) -> None:
    monkeypatch.setattr("mondegreen.providers.local.find_spec", lambda _name: True)
    with pytest.raises(UsageError, match=r"expected|is not|no such"):
        make(f"{name}:some-model", folder=tmp_path / "none").check()
    monkeypatch.setenv("MONDEGREEN_OFFLINE", "1")
    with pytest.raises(UsageError, match="folder"):
        make(f"{name}:some-model").check()


def test_whisper_cpp(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made: dict[str, Any] = {}

    class Model:
        def __init__(self, model: str, **options: Any) -> None:
            made.update(options, model=model)

        def transcribe(self, media: Any) -> list[Any]:
            check_samples(media)
            parts = [(10, 50, " So"), (50, 70, " it"), (70, 70, " "), (70, 120, " goes.")]
            return [SimpleNamespace(t0=t0, t1=t1, text=text) for t0, t1, text in parts]

    install(monkeypatch, "pywhispercpp")
    install(monkeypatch, "pywhispercpp.model", Model=Model)
    file = tmp_path / "ggml-tiny.en.bin"
    file.write_bytes(b"weights")
    found = transcribed(
        "whisper.cpp:tiny.en", folder=file, threads=2, language="en", parameters={"max_tokens": 9}
    )
    assert found.text == "So it goes."
    assert [(w.text, w.start, w.end) for w in found.words] == [
        ("So", 0.1, 0.5),
        ("it", 0.5, 0.7),
        ("goes.", 0.7, 1.2),
    ]
    assert (made["model"], made["n_threads"], made["max_tokens"]) == (str(file), 2, 9)
    assert (made["max_len"], made["split_on_word"], made["temperature_inc"]) == (1, True, 0.0)


def test_vosk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Recognizer:
        """Ends an utterance after each half second."""

        def __init__(self, model: Any, rate: float) -> None:
            assert rate == 16_000
            self.number, self.words = 0, False

        def SetWords(self, wanted: bool) -> None:  # noqa: N802, FBT001
            self.words = wanted

        def AcceptWaveform(self, data: bytes) -> int:  # noqa: N802
            self.number += 1
            assert len(data) <= 16_000
            return int(self.number == 1)

        def Result(self) -> str:  # noqa: N802
            words = [{"word": "so", "start": 0.1, "end": 0.25, "conf": 0.75}]
            return json.dumps({"text": "so", "result": words if self.words else []})

        def FinalResult(self) -> str:  # noqa: N802
            words = [{"word": "it", "start": 0.5, "end": 0.75, "conf": 1.0}]
            return json.dumps({"text": "it", "result": words})

    install(
        monkeypatch,
        "vosk",
        KaldiRecognizer=Recognizer,
        SetLogLevel=lambda _level: None,
        Model=lambda model_path: SimpleNamespace(path=model_path),
    )
    (tmp_path / "am").mkdir()
    found = transcribed("vosk:small", folder=tmp_path)
    assert found.text == "so it"
    assert [(w.text, w.start, w.end, w.confidence) for w in found.words] == [
        ("so", 0.1, 0.25, 0.75),
        ("it", 0.5, 0.75, 1.0),
    ]


class _Sherpa:
    """Kinds of models with the parameters that they need."""

    made: dict[str, Any]

    @classmethod
    def from_transducer(  # noqa: PLR0917 - as the package has it
        cls, encoder: str, decoder: str, joiner: str, tokens: str, num_threads: int = 1,
        provider: str = "cpu",
    ) -> _Sherpa:  # fmt: skip
        cls.made = {**locals()}
        return cls()

    @classmethod
    def from_sense_voice(cls, model: str, tokens: str, language: str = "") -> _Sherpa:
        cls.made = {**locals()}
        return cls()

    def create_stream(self) -> Any:
        def accept(rate: int, samples: Any) -> None:
            assert rate == 16_000
            check_samples(samples)

        return SimpleNamespace(accept_waveform=accept, result=None)

    def decode_stream(self, stream: Any) -> None:
        stream.result = SimpleNamespace(
            text=" so it goes", tokens=[" so", " it", " goes"], timestamps=np.array([0.1, 0.5, 0.7])
        )


def test_sherpa_onnx(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install(monkeypatch, "sherpa_onnx", OfflineRecognizer=_Sherpa)
    for name in ("encoder-epoch-99", "decoder-epoch-99", "joiner-epoch-99"):
        (tmp_path / f"{name}.onnx").touch()
        (tmp_path / f"{name}.int8.onnx").touch()
    (tmp_path / "tokens.txt").touch()
    found = transcribed("sherpa-onnx:transducer", folder=tmp_path, threads=2)
    assert found.text == "so it goes"
    assert found.raw["timestamps"] == [0.1, 0.5, 0.7]
    made = _Sherpa.made
    assert Path(made["encoder"]).name == "encoder-epoch-99.onnx"
    assert (Path(made["tokens"]).name, made["num_threads"]) == ("tokens.txt", 2)
    transcribed("sherpa-onnx:transducer", folder=tmp_path, precision="int8")
    assert Path(_Sherpa.made["joiner"]).name == "joiner-epoch-99.int8.onnx"
    with pytest.raises(UsageError, match=r"expected one file model\*\.onnx, got decoder"):
        transcribed("sherpa-onnx:sense-voice", folder=tmp_path)
    with pytest.raises(UsageError, match="of sense_voice, transducer"):
        transcribed("sherpa-onnx:whisper", folder=tmp_path)


def test_transformers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    calls: list[Any] = []

    def pipeline(task: str, **options: Any) -> Any:
        assert task == "automatic-speech-recognition"
        calls.append(options)

        def engine(audio: Any, **asked: Any) -> Any:
            assert audio["sampling_rate"] == 16_000
            check_samples(audio["raw"])
            calls.append(asked)
            chunks = [
                {"text": " So", "timestamp": (0.1, 0.5)},
                {"text": " it", "timestamp": (0.5, None)},
            ]
            return {"text": " So it", "chunks": chunks}

        return engine

    install(monkeypatch, "transformers", pipeline=pipeline)
    (tmp_path / "config.json").write_text("{}")
    found = transcribed(
        "transformers:openai/whisper-tiny",
        folder=tmp_path,
        language="fr",
        parameters={"return_timestamps": "word"},
    )
    assert found.text == "So it"
    assert [(w.text, w.start, w.end) for w in found.words] == [("So", 0.1, 0.5), ("it", 0.5, None)]
    assert calls[0] == {"model": str(tmp_path), "device": "cpu"}
    assert calls[1] == {"return_timestamps": "word", "generate_kwargs": {"language": "fr"}}
    assert transcribed("transformers:openai/whisper-tiny", folder=tmp_path).words == ()


def test_an_engine_that_fails_is_no_text(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def engine(_audio: Any, **_asked: Any) -> Any:
        raise RuntimeError("CUDA out of memory")

    install(monkeypatch, "transformers", pipeline=lambda *_a, **_o: engine)
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(ProviderError, match="RuntimeError: CUDA out of memory") as found:
        transcribed("transformers:m", folder=tmp_path)
    assert found.value.status == "engine"
    assert found.value.call is not None
