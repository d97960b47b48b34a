"""The stream of a real plugin of livekit-agents, against a server on this machine, by a real clock.

They need more than 400 MB, so they are no part of what is installed for tests; without them these are skipped.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytest.importorskip("livekit.agents")
pytest.importorskip("livekit.plugins.deepgram")
from live_server import LiveServer, Step
from live_streams import AUDIO, KEY, answered, failed
from live_vendors import Nova

from mondegreen.bench import delays
from mondegreen.errors import UsageError
from mondegreen.providers import MissingKeyError, ProviderError, Transcript, make
from mondegreen.providers.clock import Clock

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::DeprecationWarning")]
SYSTEM = "livekit-live:deepgram/nova-3"
END = Step(0.1, "end", after="close")
LATE = 0.4  # seconds: of the plugin, and of a busy machine


class RealClock(Clock):
    """As servers of tests want one."""

    def __init__(self) -> None:
        self.settle: list[Any] = []


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEPGRAM_API_KEY", KEY)
    monkeypatch.delenv("MONDEGREEN_OFFLINE", raising=False)


def heard(*script: Step, refuses: int = 0, **more: Any) -> Transcript | ProviderError:
    clock: Any = RealClock()
    server = LiveServer(Nova(), clock, [*script], refuses)

    async def work(address: str) -> Transcript | ProviderError:
        where = f"http{address.removeprefix('ws')}/v1/listen"
        provider: Any = make(SYSTEM, base_url=where, **{"quiet": 0.5, "wait": 3.0, **more})
        provider.tell = lambda _line: None
        async with provider:
            try:
                found: Transcript = await provider.transcribe(AUDIO)
            except ProviderError as error:
                return error
            return found

    return asyncio.run(server.during(work))


def test_interim_then_final() -> None:
    one = answered(
        heard(Step(0.5, "partial", "so"), Step(1.0, "partial", "sew it"), Step(2.1, "final", "so it goes"), END)
    )  # fmt: skip
    assert one.text == "so it goes"
    found = delays.ttft(one.events)
    assert found is not None
    assert 0.49 < found < 0.5 + LATE
    assert 0.19 < delays.ttfs(one.events, 1.9).seconds < 0.2 + LATE
    assert one.events[0].kind == "connect"
    assert make(SYSTEM).conditions()["through"] == "livekit-plugins-deepgram"


def test_no_final_text_is_a_failure() -> None:
    error = failed(heard(Step(0.5, "partial", "so it"), END, wait=1.0))
    assert (error.status, delays.ttft(error.events) is not None) == ("no-final", True)


def test_it_is_refused() -> None:
    error = failed(heard(END, refuses=401))
    assert (error.events, error.perhaps_paid) == ((), False)
    assert error.status in ("unauthorized", "connection")
    assert KEY not in f"{error!r}"


def test_cut_half_way() -> None:
    error = failed(heard(Step(0.5, "partial", "so"), Step(1.0, "cut")))
    assert (error.status, error.perhaps_paid) == ("connection", True)


def test_a_silent_server_is_no_empty_transcript() -> None:
    assert failed(heard(wait=1.0)).status in ("timeout", "connection")


def test_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    make(SYSTEM).check()
    with pytest.raises(UsageError, match="cannot be asked to make its text final"):
        make(SYSTEM, finalize_after=0)
    monkeypatch.delenv("DEEPGRAM_API_KEY")
    with pytest.raises(MissingKeyError, match="DEEPGRAM_API_KEY"):
        make(SYSTEM).check()
