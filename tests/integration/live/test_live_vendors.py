"""Every live vendor through its real client and a real WebSocket; the clock is ours on both sides."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest
from live_server import Step, Vendor, words
from live_streams import AUDIO, KEY, SECONDS, SPEECH_END, SYSTEMS, answered, failed, heard, set_keys

from mondegreen.bench import delays
from mondegreen.errors import UsageError
from mondegreen.providers import KINDS, PROVIDERS, make
from mondegreen.providers.event import said_finally
from mondegreen.providers.live_vendor import LiveVendor

if TYPE_CHECKING:
    from mondegreen.providers.event import Event

END = Step(0.1, "end", after="close")

systems = pytest.mark.parametrize("system", SYSTEMS)


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    set_keys(monkeypatch)


def ttfs(events: tuple[Event, ...]) -> float:
    return delays.ttfs(events, SPEECH_END).seconds


def closed_at(events: tuple[Event, ...]) -> float:
    return next(event.seconds for event in events if event.kind == "close")


@systems
def test_interim_then_final(system: str) -> None:
    vendor = SYSTEMS[system]
    found, server = heard(
        system,
        Step(0.5, "partial", "so"),
        Step(1.0, "partial", "sew it"),
        Step(2.3, "final", "so it goes"),
        END,
        set_up=0.8,
    )
    one = answered(found)
    assert one.text == "so it goes"
    assert delays.ttft(one.events) == pytest.approx(0.5)
    assert delays.first_partial(one.events) == pytest.approx(0.5)
    assert ttfs(one.events) == pytest.approx(0.4)
    # "so" became "sew it", and that "so it goes".
    assert delays.churn(one.events) == ((3, 3) if vendor.rewrites else (0, 3))
    assert one.events[0].kind == "connect"
    assert one.events[0].seconds == pytest.approx(-0.8)
    assert one.events[-1].kind == "done"
    if vendor.timed:
        expected = [(word, start, end) for word, start, end in words("so it goes", 0)]
        assert [(word.text, word.start, word.end) for word in one.words] == [
            (word, pytest.approx(start), pytest.approx(end)) for word, start, end in expected
        ]
    assert bool(one.words) == vendor.timed == make(system).capabilities.word_times
    sent = AUDIO.samples(rate_of(system), kind="int16").tobytes()
    assert bytes(server.heard[: len(sent)]) == sent
    assert not bytes(server.heard[len(sent) :]).strip(b"\0")
    assert server.request is not None
    assert server.request.path.partition("?")[0] == vendor.path
    assert vendor.key_of(server) == KEY
    assert KEY not in repr(one)


def rate_of(system: str) -> int:
    return int(PROVIDERS.get(system.partition(":")[0]).rate)


@systems
def test_the_same_final_text_twice_counts_once(system: str) -> None:
    found, _ = heard(
        system,
        Step(0.5, "partial", "so it"),
        Step(2.1, "final", "so it goes"),
        Step(2.4, "again", "so it goes"),
        END,
    )
    one = answered(found)
    assert one.text == "so it goes"
    assert ttfs(one.events) == pytest.approx(0.2)
    assert len(one.words) == (3 if SYSTEMS[system].timed else 0)


@pytest.mark.parametrize("system", [name for name, each in SYSTEMS.items() if each.ordered])
def test_segments_in_another_order(system: str) -> None:
    found, _ = heard(
        system,
        Step(0.5, "partial", "so", 0),
        Step(2.1, "final", "and on", 1),
        Step(2.5, "final", "so it goes", 0),
        END,
    )
    one = answered(found)
    assert one.text == "so it goes and on"
    assert ttfs(one.events) == pytest.approx(0.6)


@systems
@pytest.mark.parametrize("late", [0.3, 2.2])
def test_final_after_the_close(system: str, late: float) -> None:
    closed = SECONDS + (3.0 if SYSTEMS[system].turns else 2.0)
    found, _ = heard(
        system,
        Step(0.5, "partial", "so it"),
        Step(closed + late, "final", "so it goes"),
        Step(closed + late + 0.1, "end"),
        wait=3.0,
    )
    one = answered(found)
    assert closed_at(one.events) == pytest.approx(closed)
    assert one.text == "so it goes"
    assert ttfs(one.events) == pytest.approx(closed + late - SPEECH_END)


@systems
def test_no_final_text_is_a_failure_and_its_events_are_kept(system: str) -> None:
    found, _ = heard(
        system, Step(0.5, "partial", "so"), Step(1.5, "partial", "so it goes"), END, wait=2.0
    )
    error = failed(found)
    assert error.status == "no-final"
    assert "so it goes" in error.reason
    assert said_finally(error.events) == ("", ())
    assert delays.ttft(error.events) == pytest.approx(0.5)
    assert ttfs(error.events) == math.inf


@systems
def test_nothing_heard_is_an_empty_transcript(system: str) -> None:
    one = answered(heard(system, END)[0])
    assert (one.text, one.words) == ("", ())
    assert ttfs(one.events) == math.inf


@systems
def test_an_error_in_the_stream(system: str) -> None:
    found, _ = heard(system, Step(0.5, "partial", "so"), Step(1.0, "error"))
    error = failed(found)
    assert (error.status, "no more today" in error.reason) == ("server", True)
    assert delays.ttft(error.events) == pytest.approx(0.5)


REFUSALS = {401: "unauthorized", 402: "payment", 429: "rate-limited", 503: "server"}


@pytest.mark.parametrize(
    ("system", "status"),
    [(name, status) for name, each in SYSTEMS.items() for status in each.refusals],
)
def test_it_is_refused(system: str, status: int) -> None:
    found, server = heard(system, END, refuses=status)
    error = failed(found)
    assert error.status == REFUSALS[status], error
    assert error.stops == (status in (401, 402))
    assert KEY not in f"{error!r} {error} {error.__cause__!r}"
    assert not error.perhaps_paid or status == 503
    assert (error.events, server.connections) == ((), 0)


def test_a_call_that_is_refused_before_its_first_message(monkeypatch: pytest.MonkeyPatch) -> None:
    """Google's client waits for the connection: the refusal may come while it does."""
    exceptions = pytest.importorskip("google.api_core.exceptions")
    speech = pytest.importorskip("google.cloud.speech_v2")

    async def refused(*_: object, **__: object) -> None:
        raise exceptions.Unauthenticated(f"no: Bearer {KEY}")

    monkeypatch.setattr(speech.SpeechAsyncClient, "streaming_recognize", refused)
    found, _ = heard("google-live:chirp_3@us", END)
    error = failed(found)
    assert (error.status, error.stops, error.perhaps_paid) == ("unauthorized", True, False)
    assert KEY not in f"{error!r} {error} {error.__cause__!r}"


@systems
def test_cut_half_way(system: str) -> None:
    found, _ = heard(
        system, Step(0.5, "partial", "so"), Step(0.8, "final", "so it"), Step(1.0, "cut")
    )
    error = failed(found)
    assert error.status == "connection"
    assert delays.ttft(error.events) == pytest.approx(0.5)


@systems
def test_a_slow_drip_is_waited_for(system: str) -> None:
    said = ["so", "it", "goes", "and", "goes", "and", "goes"]
    script = [Step(0.9 * at, "partial", " ".join(said[:at])) for at in range(1, 8)]
    found, _ = heard(system, *script, Step(7.1, "final", " ".join(said)), END)
    one = answered(found)
    assert one.text == " ".join(said)
    assert ttfs(one.events) == pytest.approx(7.1 - SPEECH_END)
    assert closed_at(one.events) == pytest.approx(9.1, abs=0.021)


@systems
def test_what_cannot_be_read(system: str) -> None:
    error = failed(heard(system, Step(0.5, "partial", "so"), Step(1.0, "nonsense"))[0])
    assert error.status == "malformed"


@pytest.mark.parametrize("system", [name for name, each in SYSTEMS.items() if each.forced])
@pytest.mark.parametrize("after", [0, 200])
def test_asked_for_final_text_at_the_end_of_speech(system: str, after: int) -> None:
    found, server = heard(
        system,
        Step(0.5, "partial", "so it"),
        Step(0.15, "final", "so it goes", after="finalize"),
        Step(0.3, "end", after="close"),
        speech_end=1.5,
        finalize_after=after,
    )
    one = answered(found)
    asked = server.moments["finalize"] - server.moments["audio"]
    assert asked == pytest.approx(1.5 + after / 1000)
    assert delays.ttfs(one.events, 1.5).seconds == pytest.approx(0.15 + after / 1000)


@pytest.mark.parametrize("system", [name for name, each in SYSTEMS.items() if not each.forced])
def test_who_cannot_be_asked_says_so(system: str) -> None:
    with pytest.raises(UsageError, match="cannot be asked to make its text final"):
        make(system, finalize_after=0)


@systems
def test_a_time_to_the_final_segment_is_withheld_where_no_turn_ends(system: str) -> None:
    vendor = SYSTEMS[system]
    for options, withheld in (({}, not vendor.turns), ({"finalize_after": 0}, False)):
        if vendor.forced or not options:
            found = make(system, **options).conditions().get("withheld", {})
            assert [*found] == ["ttfs"] * withheld


@systems
def test_who_never_ends_is_given_up_for_its_text_may_be_cut(system: str) -> None:
    found, _ = heard(system, Step(1.0, "final", "so it goes"), wait=3.0)
    if not SYSTEMS[system].confirms:
        assert answered(found).text == "so it goes"
        return
    error = failed(found)
    assert (error.status, error.perhaps_paid) == ("timeout", True)
    assert "may be cut: so it goes" in error.reason
    assert said_finally(error.events)[0] == "so it goes"
    assert error.events[-1].kind == "timeout"


POLICIES = [
    (name, options)
    for name, each in SYSTEMS.items()
    for options in ({}, *[{"finalize_after": 0}] * each.forced)
]


@pytest.mark.parametrize(("system", "options"), POLICIES)
def test_a_silent_server_is_no_empty_transcript(system: str, options: dict[str, Any]) -> None:
    error = failed(heard(system, wait=3.0, **options)[0])
    assert (error.status, error.perhaps_paid) == ("timeout", True)
    assert "said nothing" in error.reason
    assert error.events[-1].kind == "timeout"


@pytest.mark.parametrize(
    ("system", "options"), [each for each in POLICIES if not SYSTEMS[each[0]].commits]
)
def test_nothing_heard_is_confirmed_with_any_policy(system: str, options: dict[str, Any]) -> None:
    assert answered(heard(system, END, **options)[0]).text == ""


@pytest.mark.parametrize("text", ["", "so it goes"])
@systems
def test_cut_after_the_close(system: str, text: str) -> None:
    script = [Step(1.0, "final", text)] if text else []
    found, _ = heard(system, *script, Step(0.3, "cut", after="close"), wait=3.0)
    if text and not SYSTEMS[system].confirms:
        assert answered(found).text == text
    else:
        assert failed(found).status in ("connection", "server")


def test_every_live_vendor_is_here() -> None:
    named = {system.partition(":")[0] for system in SYSTEMS}
    over_the_network = {
        name for name in KINDS["live"] if issubclass(PROVIDERS.get(name), LiveVendor)
    }
    by_a_real_clock = {"azure-live", "livekit-live"}  # which have tests of their own
    assert named == over_the_network - by_a_real_clock
    assert all(PROVIDERS.get(name).proven for name in named)


def test_vendors_are_what_they_say() -> None:
    for vendor in SYSTEMS.values():
        assert isinstance(vendor, Vendor)
        can = make(vendor.system).capabilities
        assert (can.partials, can.force_finalise) == (True, vendor.forced)
