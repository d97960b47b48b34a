"""Engines whose weights no test can have: what they are asked for, and what is made of the answer.

Each stands for the package with the same functions, as its own documentation names them. So these tests show how
the package is called; that a real model comes out right they cannot show, and the engines are *unproven*.
"""

from __future__ import annotations

import asyncio
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
NEED_WEIGHTS = ("sherpa-onnx", "transformers", "vosk", "whisper-cpp")


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


@pytest.mark.parametrize("name", NEED_WEIGHTS)
def test_a_package_that_is_not_installed(
    monkeypatch: pytest.MonkeyPatch, name: str, tmp_path: Path
) -> None:
    monkeypatch.setattr("mondegreen.providers.local.find_spec", lambda _name: None)
    with pytest.raises(MissingDependencyError, match=rf"pip install '.\[{name}\]'"):
        make(f"{name}:some-model", folder=tmp_path).check()


@pytest.mark.parametrize("name", NEED_WEIGHTS)
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


def test_the_files_of_sherpa_onnx(tmp_path: Path) -> None:
    for name in ("encoder-epoch-99", "decoder-epoch-99", "joiner-epoch-99"):
        (tmp_path / f"{name}.onnx").touch()
        (tmp_path / f"{name}.int8.onnx").touch()
    (tmp_path / "tokens.txt").touch()
    for system in ("sherpa-onnx:transducer", "sherpa-onnx-live:transducer"):
        pytest.importorskip("sherpa_onnx")
        _, asked = make(system, folder=tmp_path, threads=2).asked()
        assert Path(asked["encoder"]).name == "encoder-epoch-99.onnx"
        assert (Path(asked["tokens"]).name, asked["num_threads"]) == ("tokens.txt", 2)
        assert ("enable_endpoint_detection" in asked) == ("live" in system)
        _, asked = make(system, folder=tmp_path, precision="int8").asked()
        assert Path(asked["joiner"]).name == "joiner-epoch-99.int8.onnx"
        more = make(system, folder=tmp_path, parameters={"decoding_method": "greedy_search"})
        assert more.asked()[1]["decoding_method"] == "greedy_search"
    with pytest.raises(UsageError, match=r"expected one file model\*\.onnx, got decoder"):
        make("sherpa-onnx:nemo-ctc", folder=tmp_path).asked()
    with pytest.raises(UsageError, match=r"expected sherpa-onnx:KIND, of .*nemo_ctc.*transducer"):
        make("sherpa-onnx:none", folder=tmp_path).asked()


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
