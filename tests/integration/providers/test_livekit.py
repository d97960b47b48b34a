"""Real plugins of livekit-agents against servers that speak as their vendors do; skipped without them."""

from __future__ import annotations

import asyncio
import io
import wave
from typing import TYPE_CHECKING, Any

import pytest
from vendor_scenarios import SCENARIOS
from vendor_wire import NOTHING, SAID, Got, Said
from wires_of_one_request import Deepgram, OpenAI

from mondegreen.providers import Audio, MissingKeyError, ProviderError, Transcript, make

if TYPE_CHECKING:
    from vendor_server import Run, VendorServer

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of what plugins use
for needed in ("livekit.agents", "livekit.plugins.openai", "livekit.plugins.deepgram"):
    pytest.importorskip(needed)
KEY = "a-key-0123456789-that-is-nowhere"


class OpenAIByPlugin(OpenAI):
    system = "livekit:openai/whisper-1"

    def reply(self, got: Got, said: Said, number: int, address: str) -> Any:
        assert got.form["model"] == ["whisper-1"]
        return {"text": said.text, "language": "en", "duration": 2.0, "segments": [], "words": []}


class DeepgramByPlugin(Deepgram):
    system = "livekit:deepgram/nova-3"


WIRES = [OpenAIByPlugin(), DeepgramByPlugin()]


def asked(run: Run, **more: Any) -> Transcript:
    made = io.BytesIO()
    with wave.open(made, "wb") as file:
        file.setparams((1, 2, 16_000, 0, "NONE", ""))
        file.writeframes(b"\x10\x20" * 32_000)
    listen = "/v1/listen" if isinstance(run.wire, Deepgram) else ""
    options = {"base_url": run.address + listen, "first_wait": 0.01, "retries": 2, **more}

    async def one() -> Transcript:
        async with make(run.wire.system, **options) as provider:
            provider.tell = lambda _line: None
            return await provider.transcribe(Audio.of_bytes(made.getvalue(), "clip.wav"))

    return asyncio.run(one())


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for wire in WIRES:
        monkeypatch.setenv(wire.variable, KEY)


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("said", [SAID, NOTHING])
def test_success(vendors: VendorServer, wire: Any, said: Said) -> None:
    run = vendors.begin(wire, said)
    found = asked(run)
    assert found.text == said.text
    assert len(run.got) == 1
    assert 0 < found.call.seconds < 30


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("name", ["401", "400", "429 again and again", "500 again and again"])
def test_failures(vendors: VendorServer, wire: Any, name: str) -> None:
    scenario = SCENARIOS[name]
    run = vendors.begin(wire, SAID, where=wire.steps[0].name, scenario=scenario)
    with pytest.raises(ProviderError) as failed:
        asked(run)
    if isinstance(wire, Deepgram):  # its plugin looks for a transcript in every JSON
        assert failed.value.status == "malformed"
    else:
        assert failed.value.status in scenario.becomes, failed.value
        assert len(run.got) == scenario.requests
    assert KEY not in f"{failed.value!r}"


@pytest.mark.parametrize("wire", WIRES)
def test_a_failure_and_then_success(vendors: VendorServer, wire: Any) -> None:
    name = "reset half way then success" if isinstance(wire, Deepgram) else "500 then success"
    run = vendors.begin(wire, SAID, where=wire.steps[0].name, scenario=SCENARIOS[name])
    assert asked(run).text == SAID.text


@pytest.mark.parametrize("wire", WIRES)
def test_without_a_key(wire: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(wire.variable)
    with pytest.raises(MissingKeyError) as missing:
        make(wire.system).check()
    assert missing.value.variable == wire.variable
