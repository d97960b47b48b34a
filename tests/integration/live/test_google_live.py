"""What only Google's live recogniser does: half-closing, stale interim results, a project, a limit."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from grpc_server import GoogleSpeech, GrpcServer
from live_server import Step
from live_streams import AUDIO, SYSTEMS, answered, failed, heard, set_keys

from mondegreen.errors import MissingDependencyError, UsageError
from mondegreen.providers import Audio, AudioError, MissingKeyError, ProviderError, make
from mondegreen.providers import vendor as base

if TYPE_CHECKING:
    from mondegreen.providers.event import Event

SYSTEM = GoogleSpeech.system
END = Step(0.1, "end", after="close")


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    set_keys(monkeypatch)


def texts(events: tuple[Event, ...]) -> list[tuple[str, str, int | None]]:
    return [(each.kind, each.text, each.segment) for each in events if each.text]


def test_an_interim_result_that_comes_after_its_final_one_says_nothing() -> None:
    found, _ = heard(
        SYSTEM,
        Step(0.5, "partial", "so it", 0),
        Step(1.0, "final", "so it goes", 0),
        Step(1.1, "partial", "so it go", 0),
        Step(1.5, "partial", "and on", 1),
        Step(2.2, "final", "and on and on", 1),
        END,
    )
    one = answered(found)
    assert one.text == "so it goes and on and on"
    kinds = [each.kind for each in one.events]
    assert (kinds.count("start-of-turn"), kinds.count("end-of-turn")) == (3, 2)
    assert texts(one.events) == [
        ("partial", "so it", 0),
        ("final", "so it goes", 0),
        ("partial", "and on", 1),
        ("final", "and on and on", 1),
    ]


def test_nothing_is_sent_after_final_text_was_asked_for() -> None:
    found, server = heard(
        SYSTEM,
        Step(0.2, "final", "so it goes", after="finalize"),
        Step(0.3, "end", after="finalize"),
        speech_end=1.5,
        finalize_after=0,
    )
    one = answered(found)
    assert bytes(server.heard) == AUDIO.samples(16_000, kind="int16").tobytes()[: 32_000 * 3 // 2]
    assert (one.text, one.events[-1].kind) == ("so it goes", "done")
    assert one.events[-1].seconds == pytest.approx(1.8)


def test_a_server_that_says_nothing_at_first_is_not_waited_for() -> None:
    class Silent(GoogleSpeech):
        def serving(self, *about: Any, **more: Any) -> GrpcServer:
            return GrpcServer(self, *about, welcomes=False, **more)

    known, SYSTEMS[SYSTEM] = SYSTEMS[SYSTEM], Silent()
    try:
        found, _ = heard(SYSTEM, Step(2.1, "final", "so it goes"), END)
    finally:
        SYSTEMS[SYSTEM] = known
    assert answered(found).text == "so it goes"


def test_a_stream_that_ends_before_its_audio_is_a_failure() -> None:
    error = failed(heard(SYSTEM, Step(0.5, "final", "so"), Step(1.0, "end"))[0])
    assert (error.status, error.perhaps_paid) == ("connection", True)
    assert "before its audio was heard" in error.reason


def asked(audio: Audio = AUDIO, **options: Any) -> Any:
    async def one() -> Any:
        async with make(SYSTEM, **options) as provider:
            provider.tell = lambda _line: None
            return await provider.transcribe(audio)

    return asyncio.run(one())


def test_a_server_that_is_not_there() -> None:
    with pytest.raises(ProviderError) as failure:
        asked(base_url="http://127.0.0.1:1")
    assert (failure.value.status, failure.value.perhaps_paid) == ("connection", False)


def test_a_recording_that_is_too_long() -> None:
    long = Audio.of_bytes(bytes(2 * 16_000 * 301), "long.pcm")
    with pytest.raises(
        AudioError, match=r"is 301\.0 s long, expected 300 s at most for google-live"
    ):
        asked(long, base_url="http://127.0.0.1:1")


def test_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    make(SYSTEM).check()
    monkeypatch.delenv("GOOGLE_CLOUD_PROJECT")
    with pytest.raises(MissingKeyError, match="GOOGLE_CLOUD_PROJECT"):
        make(SYSTEM).check()
    monkeypatch.setattr(base, "is_installed", lambda _package: False)
    with pytest.raises(
        MissingDependencyError, match=r"needs google\.cloud\.speech_v2: .*\[google\]"
    ):
        make(SYSTEM).check()


def test_a_parameter_that_there_is_not() -> None:
    found: Any = make(SYSTEM, parameters={"features": {"enableNothing": True}})
    with pytest.raises(UsageError, match="enableNothing"):
        found._first()


def test_parameters_are_those_of_the_recorded_one() -> None:
    found: Any = make(
        "google-live:chirp_2@eu",
        language="de-DE",
        parameters={"features": {"profanityFilter": True}},
    )
    config = found._first().streaming_config.config
    assert (config.model, list(config.language_codes)) == ("chirp_2", ["de-DE"])
    assert config.features.profanity_filter
    assert found.base == "https://eu-speech.googleapis.com"
