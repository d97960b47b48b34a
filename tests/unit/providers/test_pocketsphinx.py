"""pocketsphinx, with its real model."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from recordings import recorded

from mondegreen.errors import UsageError
from mondegreen.providers import Audio, ProviderError, Transcript, make

DOOR = Path(__file__).parents[2] / "audio" / "window_and_door.flac"


async def transcribed(*audios: Audio) -> list[Transcript]:
    async with make("pocketsphinx") as provider:
        return list(await asyncio.gather(*map(provider.transcribe, audios)))


def test_what_is_said_with_times() -> None:
    audio = Audio.open(DOOR)
    first, _, again = asyncio.run(transcribed(audio, Audio.of_bytes(recorded(), "tone.wav"), audio))
    assert first.text.endswith("window and close the door")
    assert [word.text for word in first.words] == first.text.split()
    times = [(word.start or 0, word.end or 0) for word in first.words]
    assert times == sorted(times)
    assert all(0 <= start < end <= audio.duration + 0.02 for start, end in times)
    assert all(0 <= (word.confidence or 0) <= 1 for word in first.words)
    assert len({word.confidence for word in first.words}) > 1
    assert first.language == "en"
    assert first == again  # nothing is left of what was transcribed before
    assert first.call.seconds > 0
    assert first.call.cpu_seconds
    assert (first.call.requests, first.call.host) == (0, None)


def test_too_little_to_hear_is_an_empty_text_and_no_failure() -> None:
    (found,) = asyncio.run(transcribed(Audio.of_bytes(bytes(1_600), "quiet.pcm")))
    assert (found.text, found.words) == ("", ())


def test_two_channels_are_no_text() -> None:
    with pytest.raises(ProviderError, match=r"call\.wav: has 2 channels") as found:
        asyncio.run(transcribed(Audio.of_bytes(recorded(channels=2), "call.wav")))
    assert found.value.status == "audio"


def test_what_speed_depends_on() -> None:
    async def conditions() -> object:
        provider = make("pocketsphinx")
        await provider.load()
        return provider.conditions()

    found = asyncio.run(conditions())
    assert isinstance(found, dict)
    assert found["load_seconds"] > 0
    assert found["model_bytes"] > 10_000_000


def test_models_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has only the model en-us; give the folder"):
        make("pocketsphinx:fr").check()
    with pytest.raises(UsageError, match=r"has 0 files \*\.dict, expected 1"):
        make("pocketsphinx:own", folder=tmp_path).check()
