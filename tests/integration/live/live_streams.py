"""A stream of a live vendor that follows a script, through its real client."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from grpc_server import GoogleSpeech
from live_vendors import VENDORS
from virtual_clock import VirtualClock, run

from mondegreen.providers import Audio, ProviderError, Transcript, make

if TYPE_CHECKING:
    import pytest
    from live_server import LiveServer, Step

SYSTEMS = {**VENDORS, GoogleSpeech.system: GoogleSpeech()}
KEY = "a-key-0123456789-that-is-nowhere"
SECONDS = 2.0
SPEECH_END = 1.9
AUDIO = Audio.of_bytes(bytes(range(256)) * 250, "clip.pcm")


def set_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for vendor in SYSTEMS.values():
        monkeypatch.setenv(vendor.variable, KEY)
    monkeypatch.setenv("GOOGLE_CLOUD_PROJECT", "some-project")
    monkeypatch.delenv("MONDEGREEN_OFFLINE", raising=False)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "WS_PROXY", "WSS_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


def heard(
    system: str, *script: Step, speech_end: float | None = None, **more: Any
) -> tuple[Transcript | ProviderError, LiveServer]:
    """Return what comes of a stream that follows a script."""
    vendor, clock = SYSTEMS[system], VirtualClock()
    kept = {name: more.pop(name) for name in ("refuses", "set_up") if name in more}
    server = vendor.serving(clock, [*script], **kept)

    async def work(address: str) -> Transcript | ProviderError:
        provider: Any = make(system, base_url=address, **vendor.options, **more)
        provider.clock, provider.tell = clock, lambda _line: None
        server.watch(provider)
        audio = AUDIO if speech_end is None else spoken_until(speech_end)
        async with provider:
            try:
                found: Transcript = await provider.transcribe(audio)
            except ProviderError as error:
                return error
            return found

    return run(clock, server.during(work)), server


def spoken_until(seconds: float) -> Audio:
    return replace(AUDIO, speech_end=seconds)


def answered(found: Transcript | ProviderError) -> Transcript:
    assert isinstance(found, Transcript), found
    return found


def failed(found: Transcript | ProviderError) -> ProviderError:
    assert isinstance(found, ProviderError), found
    return found
