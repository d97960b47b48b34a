"""Azure's live recogniser through Microsoft's SDK, against a server on this machine, by a real clock.

The SDK is not free software, so it is no part of what is installed for tests; without it these are skipped.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("azure.cognitiveservices.speech")
from azure_wire import AzureServer, AzureSpeech
from live_server import Step
from live_streams import AUDIO, KEY, answered, failed

from mondegreen.bench import delays
from mondegreen.errors import MissingDependencyError, UsageError
from mondegreen.providers import MissingKeyError, ProviderError, Transcript, make
from mondegreen.providers import vendor as base
from mondegreen.providers.clock import Clock

if TYPE_CHECKING:
    from mondegreen.providers.event import Event

SYSTEM = AzureSpeech.system
END = Step(0.1, "end", after="close")
LATE = 0.4  # seconds: the SDK sends pieces of 100 ms, and a busy machine is late

pytestmark = pytest.mark.slow


class RealClock(Clock):
    """As servers of tests want one."""

    def __init__(self) -> None:
        self.settle: list[Any] = []


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AZURE_SPEECH_KEY", KEY)
    monkeypatch.setenv("AZURE_SPEECH_REGION", "westeurope")
    monkeypatch.delenv("MONDEGREEN_OFFLINE", raising=False)


def heard(*script: Step, refuses: int = 0, **more: Any) -> Transcript | ProviderError:
    clock: Any = RealClock()
    server = AzureServer(AzureSpeech(), clock, [*script], refuses)

    async def work(address: str) -> Transcript | ProviderError:
        provider: Any = make(SYSTEM, base_url=address, **{"quiet": 0.5, "wait": 3.0, **more})
        provider.tell = lambda _line: None
        async with provider:
            try:
                found: Transcript = await provider.transcribe(AUDIO)
            except ProviderError as error:
                return error
            sent = AUDIO.samples(16_000, kind="int16").tobytes()
            assert bytes(server.heard[: len(sent)]) == sent
            assert server.request is not None
            assert server.request.path.partition("?")[0] == AzureSpeech.path
            assert server.request.headers["ocp-apim-subscription-key"] == KEY
            return found

    return asyncio.run(server.during(work))


def text_at(events: tuple[Event, ...], text: str) -> float:
    return next(each.seconds for each in events if each.text == text)


def test_interim_then_final() -> None:
    one = answered(
        heard(
            Step(0.5, "partial", "so"),
            Step(1.0, "partial", "sew it"),
            Step(2.1, "final", "so it goes"),
            END,
        )
    )
    assert one.text == "so it goes"
    assert [(word.text, word.start) for word in one.words] == [
        ("so", 0.0),
        ("it", 0.3),
        ("goes", 0.6),
    ]
    for text, at in (("so", 0.5), ("sew it", 1.0), ("so it goes", 2.1)):
        assert at - 0.001 <= text_at(one.events, text) < at + LATE
    assert delays.churn(one.events) == (3, 3)
    assert (one.events[0].kind, one.events[-1].kind) == ("connect", "done")


def test_phrases_are_segments_and_one_that_comes_again_counts_once() -> None:
    one = answered(
        heard(
            Step(0.5, "final", "so it goes", 0),
            Step(0.6, "final", "so it goes", 0),
            Step(1.2, "partial", "and", 1),
            Step(1.5, "final", "and on", 1),
            END,
        )
    )
    assert one.text == "so it goes and on"


def test_final_after_the_close() -> None:
    one = answered(
        heard(
            Step(0.5, "partial", "so it"),
            Step(0.3, "final", "so it goes", after="close"),
            Step(0.4, "end", after="close"),
        )
    )
    closed = next(each.seconds for each in one.events if each.kind == "close")
    assert text_at(one.events, "so it goes") >= closed + 0.299
    assert one.text == "so it goes"


def test_no_final_text_and_nothing_heard() -> None:
    error = failed(heard(Step(0.5, "partial", "so it"), END, wait=1.0))
    assert (error.status, delays.ttft(error.events) is not None) == ("no-final", True)
    assert answered(heard(END)).text == ""


@pytest.mark.parametrize(("status", "becomes"), [(401, "unauthorized"), (403, "unauthorized"), (429, "rate-limited"), (503, "server")])  # fmt: skip
def test_it_is_refused(status: int, becomes: str) -> None:
    error = failed(heard(END, refuses=status))
    assert (error.status, error.stops, error.events) == (becomes, status in (401, 403), ())
    assert KEY not in f"{error!r}"
    assert not error.perhaps_paid


@pytest.mark.parametrize("step", ["cut", "error"])
def test_it_fails_half_way(step: str) -> None:
    """After either the SDK would connect again, and half of the stream would be another one."""
    error = failed(heard(Step(0.5, "partial", "so"), Step(1.0, step)))
    assert (error.status, error.perhaps_paid) == ("connection", True), error.reason
    assert delays.ttft(error.events) is not None


def test_a_slow_drip_is_waited_for() -> None:
    script = [Step(0.6 * at, "partial", " ".join(["so"] * at)) for at in range(1, 6)]
    one = answered(heard(*script, Step(3.4, "final", " ".join(["so"] * 6)), END))
    assert one.text == " ".join(["so"] * 6)


def test_a_server_that_is_not_there() -> None:
    async def one() -> None:
        provider: Any = make(SYSTEM, base_url="ws://127.0.0.1:1")
        provider.tell = lambda _line: None
        await provider.transcribe(AUDIO)

    with pytest.raises(ProviderError) as failure:
        asyncio.run(one())
    assert (failure.value.status, failure.value.perhaps_paid) == ("connection", False)


def test_a_silent_server_is_no_empty_transcript() -> None:
    assert failed(heard(wait=1.0)).status in ("timeout", "connection")


def test_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    make(SYSTEM).check()
    with pytest.raises(UsageError, match="cannot be asked to make its text final"):
        make(SYSTEM, finalize_after=0)
    monkeypatch.delenv("AZURE_SPEECH_REGION")
    with pytest.raises(MissingKeyError, match="AZURE_SPEECH_REGION"):
        make(SYSTEM).check()
    monkeypatch.setattr(base, "is_installed", lambda _package: False)
    with pytest.raises(MissingDependencyError, match=r"\[azure\]"):
        make(SYSTEM).check()
