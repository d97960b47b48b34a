"""The layer under all vendors: pace, budget, circuit breaker, limits, conversions, secrets."""

from __future__ import annotations

import asyncio
import io
import socket
import wave
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest
from vendor_scenarios import SCENARIOS, Raw, Scenario, Status
from vendor_wire import SAID
from wires_of_jobs import AssemblyAI
from wires_of_one_request import AssemblyAISync, Cartesia, Deepgram, Google, OpenAIText

from mondegreen.errors import UsageError
from mondegreen.providers import Audio, AudioError, ProviderError, Transcript, make
from mondegreen.services.breaker import Breaker
from mondegreen.services.budget import BUDGET, Budget

if TYPE_CHECKING:
    from vendor_server import Run, VendorServer

KEY = "a-key-0123456789-that-is-nowhere"
Outcome = Transcript | ProviderError


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for wire in (AssemblyAI, AssemblyAISync, Cartesia, Deepgram, Google, OpenAIText):
        monkeypatch.setenv(wire.variable, KEY)
    monkeypatch.setenv("GOOGLE_CLOUD_PROJECT", "some-project")


def clip(seconds: float = 2.0, channels: int = 1) -> Audio:
    made = io.BytesIO()
    with wave.open(made, "wb") as file:
        file.setparams((channels, 2, 16_000, 0, "NONE", ""))
        file.writeframes(b"\x10\x20" * int(16_000 * seconds) * channels)
    return Audio.of_bytes(made.getvalue(), "clip.wav")


def outcomes(
    run: Run, number: int = 1, audio: Audio | None = None, **options: Any
) -> list[Outcome]:
    """Transcribe so many recordings at a time, and return what came of each."""
    chosen = {"base_url": run.address, "first_wait": 0.01, "poll": 0.02, "timeout": 30, **options}

    async def each(provider: Any) -> Outcome:
        try:
            found: Transcript = await provider.transcribe(audio or clip())
        except ProviderError as error:
            return error
        return found

    async def every() -> list[Outcome]:
        async with make(run.wire.system, **chosen) as provider:
            provider.tell = lambda _line: None
            return list(await asyncio.gather(*(each(provider) for _ in range(number))))

    return asyncio.run(every())


def statuses(found: list[Outcome]) -> list[str]:
    return [each.status if isinstance(each, ProviderError) else "ok" for each in found]


@pytest.mark.parametrize("concurrency", [1, 3])
def test_so_many_are_in_flight(vendors: VendorServer, concurrency: int) -> None:
    run = vendors.begin(Deepgram(), SAID, delay=0.05)
    found = outcomes(run, 9, concurrency=concurrency)
    assert statuses(found) == ["ok"] * 9
    assert run.most_underway == concurrency
    reused = [each.call.reused for each in found if isinstance(each, Transcript)]
    assert reused.count(False) == concurrency


def test_requests_are_spread_over_the_minute(vendors: VendorServer) -> None:
    run = vendors.begin(Deepgram(), SAID)
    found = outcomes(run, 5, requests_per_minute=600)
    waited = sorted(each.call.waited for each in found if each.call is not None)
    assert waited[-1] >= 0.39
    assert all(each.call.seconds < 0.39 for each in found if each.call is not None)


def test_who_is_asked_to_wait_makes_all_wait(vendors: VendorServer) -> None:
    scenario = Scenario((Status(429, {"retry-after": "0.4"}),), for_ever=False)
    run = vendors.begin(Deepgram(), SAID, where="listen", scenario=scenario, delay=0.01)
    found = outcomes(run, 4, concurrency=1)
    assert statuses(found) == ["ok"] * 4
    assert sum(each.call is not None and each.call.waited >= 0.39 for each in found) >= 3


def test_after_failures_in_a_row_nothing_is_sent(vendors: VendorServer) -> None:
    run = vendors.begin(Deepgram(), SAID, where="listen", scenario=SCENARIOS["500 again and again"])
    found = outcomes(run, 9, concurrency=1, retries=0, failures=3)
    assert statuses(found) == ["server"] * 3 + ["not-called"] * 6
    assert len(run.got) == 3
    last = found[-1]
    assert isinstance(last, ProviderError)
    assert not last.called
    assert "the last 3 calls failed (the server failed: 500" in last.reason


@pytest.mark.parametrize("scenario", ["401", "402", "404", "302"])
def test_what_all_would_get_is_asked_once(vendors: VendorServer, scenario: str) -> None:
    run = vendors.begin(Deepgram(), SAID, where="listen", scenario=SCENARIOS[scenario])
    found = outcomes(run, 5, concurrency=1)
    assert statuses(found) == [*SCENARIOS[scenario].becomes, *["not-called"] * 4]
    assert len(run.got) == 1


def test_rejected_recordings_stop_nobody(vendors: VendorServer) -> None:
    wire = AssemblyAI()
    run = vendors.begin(wire, SAID, where="look", instead=wire.rejected["error"])
    assert statuses(outcomes(run, 5, concurrency=1, failures=2)) == ["rejected-job"] * 5


def test_a_breaker_lets_one_try_again() -> None:
    now = [0.0]
    breaker = Breaker(2, pause=10, clock=lambda: now[0])
    for _ in range(2):
        assert breaker.refusal() is None
        breaker.failed("no reply")
    assert breaker.refusal()
    now[0] = 10.5
    assert breaker.refusal() is None  # one tries
    assert breaker.refusal()  # the others wait
    breaker.failed("no reply")
    now[0] = 21
    assert breaker.refusal() is None
    breaker.succeeded()
    assert breaker.refusal() is None
    breaker.failed("the key is wrong", for_good=True)
    now[0] = 1e9
    assert "in a way that all would" in (breaker.refusal() or "")


def within(limit: str, run: Run, number: int, **options: Any) -> tuple[list[Outcome], Budget]:
    budget = Budget(Decimal(limit))
    token = BUDGET.set(budget)
    try:
        return outcomes(run, number, concurrency=1, **options), budget
    finally:
        BUDGET.reset(token)


def test_a_budget_is_kept(vendors: VendorServer) -> None:
    run = vendors.begin(Deepgram(), SAID)
    price = Decimal("0.258") * 2 / 3600  # for two seconds
    found, budget = within(str(price * Decimal("2.5")), run, 4)
    assert statuses(found) == ["ok", "ok", "budget", "budget"]
    assert budget.spent == 2 * price
    assert len(run.got) == 2


def test_failures_that_may_cost_count(vendors: VendorServer) -> None:
    scenario = SCENARIOS["500 again and again"]
    run = vendors.begin(Deepgram(), SAID, where="listen", scenario=scenario)
    found, budget = within("1", run, 1, retries=2)
    assert statuses(found) == ["server"]
    assert budget.spent == 3 * (Decimal("0.258") * 2 / 3600)
    assert found[0].call is not None
    assert found[0].call.charged == 3
    run = vendors.begin(Deepgram(), SAID, where="listen", scenario=SCENARIOS["400"])
    found, budget = within("1", run, 1)
    assert (statuses(found), budget.spent) == (["refused"], 0)


def test_a_price_that_nobody_knows_ends_a_budget(vendors: VendorServer) -> None:
    run = vendors.begin(Cartesia(), SAID)
    assert make(run.wire.system).capabilities.billing is None
    found, budget = within("5", run, 3)
    assert statuses(found)[0] == "ok"
    assert budget.why


def test_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
    provider = make("deepgram:nova-3", base_url=address, retries=1, first_wait=0.01)
    provider.tell = lambda _line: None
    with pytest.raises(ProviderError) as found:
        asyncio.run(provider.transcribe(clip()))
    assert found.value.status == "connection"
    assert not found.value.perhaps_paid
    assert found.value.call is not None
    assert (found.value.call.attempts, found.value.call.charged) == (2, 0)


def test_all_requests_together_have_a_deadline(vendors: VendorServer) -> None:
    scenario = SCENARIOS["500 again and again"]
    run = vendors.begin(Deepgram(), SAID, where="listen", scenario=scenario)
    found = outcomes(run, retries=100, first_wait=0.05, deadline=0.5)
    assert statuses(found) == ["server"]
    assert len(run.got) < 6


def test_raw_samples_and_single_channels_go_as_wav(vendors: VendorServer) -> None:
    run = vendors.begin(Deepgram(), SAID)
    raw = Audio.of_bytes(b"\x10\x20" * 8_000, "clip.pcm")
    (found,) = outcomes(run, audio=raw)
    assert isinstance(found, Transcript)
    assert found.call.sent == "wav, 16 bit, 16000 Hz, 1 channel"
    sent = Audio.of_bytes(run.got[0].body, "sent")
    assert (sent.format, sent.rate, sent.channels, sent.duration) == ("WAV", 16_000, 1, 0.5)
    assert run.got[0].headers["content-type"] == "audio/wav"
    (found,) = outcomes(run, audio=clip(channels=2), channel=1)
    assert Audio.of_bytes(run.got[1].body, "sent").channels == 1
    (found,) = outcomes(run, audio=clip(channels=2))
    assert isinstance(found, Transcript)
    assert (found.call.sent, run.got[2].body) == ("as stored", clip(channels=2).stored)


@pytest.mark.parametrize("wire", [AssemblyAISync(), Google()])
def test_what_is_too_long_is_not_sent(vendors: VendorServer, wire: Any) -> None:
    run = vendors.begin(wire, SAID)
    most = make(wire.system).capabilities.longest
    assert most is not None
    (found,) = outcomes(run, audio=clip(most + 1))
    assert isinstance(found, AudioError)
    assert f"clip.wav: is {most + 1:.1f} s long, expected {most:g} s at most" in found.reason
    assert run.got == []


def test_what_is_too_large_is_not_sent(vendors: VendorServer) -> None:
    run = vendors.begin(OpenAIText(), SAID)
    (found,) = outcomes(run, audio=clip(26_214_400 / 32_000))
    assert isinstance(found, AudioError)
    assert "expected 26,214,400 at most for openai:gpt-transcribe" in found.reason
    assert run.got == []


def test_a_key_that_comes_back_is_struck_out(vendors: VendorServer) -> None:
    body = f'{{"text": "so it goes", "echo": "{KEY}"}}'.encode()
    run = vendors.begin(OpenAIText(), SAID, where="transcribe", scenario=Scenario((Raw(body),)))
    (found,) = outcomes(run)
    assert isinstance(found, Transcript)
    assert found.text == "so it goes"
    assert KEY not in repr(found)
    assert found.raw["echo"].endswith("_API_KEY]")


def test_a_server_of_ones_own_needs_no_key(
    vendors: VendorServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    make("openai:my-model", base_url=vendors.address).check()
    with pytest.raises(UsageError, match="set OPENAI_API_KEY"):
        make("openai:my-model").check()
    monkeypatch.delenv("DEEPGRAM_API_KEY")
    with pytest.raises(UsageError, match="set DEEPGRAM_API_KEY"):
        make("deepgram", base_url=vendors.address).check()


def test_a_server_of_ones_own_has_no_list_price(vendors: VendorServer) -> None:
    assert make("openai:whisper-1").capabilities.billing is not None
    for vendors_own in ("https://api.openai.com/v1", "https://eu.api.openai.com/v1"):
        assert make("openai:whisper-1", base_url=vendors_own).capabilities.billing is not None
    for other in (vendors.address, "https://notopenai.com/v1", "http://openai.com.example.org/v1"):
        can = make("openai:whisper-1", base_url=other).capabilities
        assert (can.billing, can.word_times) == (None, True)
    assert make("deepgram", base_url=vendors.address).capabilities.billing is not None


def test_passwords_in_addresses_are_not_shown() -> None:
    provider = make("openai:m", base_url="https://me:secret@example.org/v1?key=secret")
    shown = f"{provider.host} {provider.settings()} {provider.conditions()}"
    assert "secret" not in shown
    assert "https://example.org/v1" in shown


def test_the_notice_is_shown_once(vendors: VendorServer) -> None:
    run, told = vendors.begin(Deepgram(), SAID), list[str]()

    async def several() -> None:
        async with make("deepgram", base_url=run.address) as provider:
            provider.tell = told.append
            provider.announce(3, "transcripts are kept in x.db")
            for _ in range(3):
                await provider.transcribe(clip())

    asyncio.run(several())
    host = run.address.removeprefix("http://").partition("/")[0]
    assert told == [
        f"mondegreen: sending 3 recordings to {host} (deepgram:nova-3); transcripts are kept in x.db"
    ]


def test_what_a_cancelled_run_made_is_deleted(vendors: VendorServer) -> None:
    wire = AssemblyAI()
    run = vendors.begin(wire, SAID, where="look", instead=wire.waiting)

    async def cancelled() -> None:
        async with make(wire.system, base_url=run.address, poll=0.02) as provider:
            provider.tell = lambda _line: None
            task = asyncio.create_task(provider.transcribe(clip()))  # type: ignore[arg-type]
            while run.counts["look"] < 2:  # noqa: ASYNC110 - the server is in another thread
                await asyncio.sleep(0.01)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    asyncio.run(cancelled())
    assert (run.counts["delete"], run.there) == (1, 0)
