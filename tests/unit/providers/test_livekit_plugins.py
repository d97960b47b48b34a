"""Vendors through plugins of livekit-agents; the packages are stood for, as their sources have them.

The same with the real packages is in ``tests/integration/providers/test_livekit.py``.
"""

from __future__ import annotations

import asyncio
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from recordings import recorded

from mondegreen.errors import MissingDependencyError, UsageError
from mondegreen.providers import Audio, AudioError, MissingKeyError, ProviderError, Transcript, make

AUDIO = Audio.of_bytes(recorded("FLAC", seconds=1, rate=8_000), "clip.flac")


class APIError(Exception):
    pass


class APIStatusError(APIError):
    def __init__(self, message: str, *, status_code: int = -1) -> None:
        super().__init__(message)
        self.message, self.status_code = message, status_code


class APIConnectionError(APIError):
    pass


class APITimeoutError(APIConnectionError):
    pass


class Timed(str):
    __slots__ = ("confidence", "end_time", "speaker_id", "start_time")

    def __new__(cls, text: str, *times: Any, speaker: str | None = None) -> Timed:  # noqa: PYI034
        made = super().__new__(cls, text)
        made.start_time, made.end_time, made.confidence = times
        made.speaker_id = speaker
        return made


UNREAD = APIConnectionError("Connection error.")
UNREAD.__cause__ = KeyError("metadata")  # as plugins put it that find no transcript
NOT_GIVEN = SimpleNamespace()
WORDS = [Timed("so", 0.1, 0.5, 0.9, speaker="A"), Timed("it ", NOT_GIVEN, NOT_GIVEN, NOT_GIVEN)]


class Stream:
    """What a plugin says of a recording: events in their order, once the input has ended; or an error."""

    def __init__(self, says: Any) -> None:
        self.says, self.pushed, self.ended = iter(says), 0, asyncio.Event()

    def push_frame(self, _frame: Any) -> None:
        assert not self.ended.is_set()
        self.pushed += 1

    def end_input(self) -> None:
        self.ended.set()

    def __aiter__(self) -> Stream:
        return self

    async def __anext__(self) -> Any:
        if (said := next(self.says, None)) is None:
            await self.ended.wait()
            raise StopAsyncIteration
        if isinstance(said, Exception):
            raise said
        while not self.pushed:  # noqa: ASYNC110 - until there is audio
            await asyncio.sleep(0.001)
        kind, text = said
        best = SimpleNamespace(text=text, speaker_id=None, words=WORDS if text == "so it" else None)
        return SimpleNamespace(type=SimpleNamespace(value=kind), alternatives=[best])

    async def aclose(self) -> None:
        self.ended.set()


class STT:
    """What the plugin of a vendor has."""

    says: Any = "so it"
    needs: str = ""
    can: dict[str, Any] = {}  # noqa: RUF012
    made: list[dict[str, Any]] = []  # noqa: RUF012
    heard: list[Any] = []  # noqa: RUF012

    def __init__(
        self, *, model: str = "m", language: str = "en", base_url: str = "", tier: int = 0,
        http_session: Any = None,
    ) -> None:  # fmt: skip
        if self.needs:
            raise ValueError(self.needs)
        self.made.append(
            {"model": model, "language": language, "tier": tier, "session": http_session}
        )
        has = {"streaming": True, "interim_results": True, "diarization": False, **self.can}
        self.capabilities = SimpleNamespace(**has)

    async def recognize(self, frame: Any, *, conn_options: Any) -> Any:
        assert conn_options.max_retry == 0
        self.heard.append(frame)
        said = (
            self.says[min(len(self.heard), len(self.says)) - 1]
            if isinstance(self.says, list)
            else self.says
        )
        if isinstance(said, Exception):
            raise said
        best = SimpleNamespace(text=said, language="en", speaker_id=None, words=WORDS)
        return SimpleNamespace(request_id="r-1", alternatives=[best] if said is not None else [])

    def stream(self, *, conn_options: Any) -> Stream:
        assert conn_options.max_retry == 0
        return Stream(self.says)

    async def aclose(self) -> None:
        self.made.append({"closed": True})


class Session:
    closed = 0

    async def close(self) -> None:
        Session.closed += 1


@pytest.fixture
def plugin(monkeypatch: pytest.MonkeyPatch) -> type[STT]:
    kind = type("STT", (STT,), {"made": [], "heard": []})
    frame = lambda *about: SimpleNamespace(about=about)  # noqa: E731
    errors = {each.__name__: each for each in (APIStatusError, APIConnectionError, APITimeoutError)}
    agents = {**errors, "APIConnectOptions": SimpleNamespace}
    for name, has in {
        "livekit": {"rtc": SimpleNamespace(AudioFrame=frame)},
        "livekit.agents": agents,
        "livekit.plugins": {},
        "livekit.plugins.some_vendor": {"STT": kind},
        "livekit.plugins.mute": {},
        "aiohttp": {"ClientSession": Session},
    }.items():
        module = ModuleType(name)
        module.__spec__ = SimpleNamespace(name=name)  # type: ignore[assignment]
        vars(module).update(has)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr("mondegreen.providers.vendors.livekit.is_installed", lambda _name: True)
    monkeypatch.delenv("MONDEGREEN_OFFLINE", raising=False)
    return kind


def transcribed(system: str, audio: Audio = AUDIO, **options: Any) -> Transcript:
    async def one() -> Transcript:
        async with make(system, first_wait=0.01, **options) as provider:
            provider.tell = lambda _line: None
            return await provider.transcribe(audio)

    return asyncio.run(one())


def test_what_is_sent_and_what_comes_back(plugin: type[STT]) -> None:
    found = transcribed("livekit:some-vendor/big", language="de", parameters={"tier": 2})
    assert (found.text, found.language) == ("so it", "en")
    assert [(w.text, w.start, w.end, w.confidence, w.speaker) for w in found.words] == [
        ("so", 0.1, 0.5, 0.9, "A"),
        ("it", None, None, None, None),
    ]
    assert isinstance(plugin.made[-2]["session"], Session)
    assert {**plugin.made[-2], "session": 0} == {
        "model": "big", "language": "de", "tier": 2, "session": 0,
    }  # fmt: skip
    assert plugin.made[-1] == {"closed": True}
    data, rate, channels, count = plugin.heard[0].about
    assert (rate, channels, len(data)) == (16_000, 1, 2 * count)
    assert abs(count - 16_000) < 3
    assert (found.call.sent, found.call.request_id) == (
        "samples, 16 bit, 16000 Hz, 1 channel",
        "r-1",
    )
    assert found.call.host is None


@pytest.mark.parametrize("said", ["", None])
def test_nothing_understood_is_an_answer(plugin: type[STT], said: str | None) -> None:
    plugin.says = said
    assert transcribed("livekit:some-vendor").text == ""


@pytest.mark.parametrize(
    ("error", "status", "calls"),
    [
        (APIStatusError("who?", status_code=401), "unauthorized", 1),
        (APIStatusError("no funds", status_code=402), "payment", 1),
        (APIStatusError("odd", status_code=400), "refused", 1),
        (APIStatusError("slow down", status_code=429), "rate-limited", 3),
        (APIStatusError("oops", status_code=500), "server", 3),
        (APITimeoutError(), "timeout", 3),
        (APIConnectionError("reset"), "connection", 3),
        (KeyError("text"), "malformed", 1),
        (UNREAD, "malformed", 1),
        (APIStatusError("closed"), "malformed", 1),
    ],
)
def test_failures(plugin: type[STT], error: Exception, status: str, calls: int) -> None:
    plugin.says = error
    with pytest.raises(ProviderError) as failed:
        transcribed("livekit:some-vendor", retries=2)
    assert (failed.value.status, len(plugin.heard)) == (status, calls)
    assert failed.value.call is not None
    assert failed.value.call.attempts == calls


def test_a_call_that_is_repeated(plugin: type[STT]) -> None:
    plugin.says = [APIStatusError("oops", status_code=503), "so it goes"]
    found = transcribed("livekit:some-vendor")
    assert (found.text, found.call.attempts, found.call.charged) == ("so it goes", 2, 2)


def test_what_cannot_be_used(plugin: type[STT], monkeypatch: pytest.MonkeyPatch) -> None:
    for system, options, problem in (
        (
            "livekit:some-vendor",
            {"parameters": {"speed": 3}},
            "has no option 'speed', it has model,",
        ),
        ("livekit:mute", {}, "does not recognise speech"),
        ("livekit:../x", {}, "expected livekit:VENDOR/MODEL"),
    ):
        with pytest.raises(UsageError, match=problem):
            make(system, **options).check()
    with pytest.raises(MissingDependencyError, match="livekit-plugins-no-such"):
        make("livekit:no-such").check()
    plugin.needs = "an API key is required: pass one, or set SOME_API_KEY"
    with pytest.raises(MissingKeyError) as missing:
        make("livekit:some-vendor").check()
    assert missing.value.variable == "SOME_API_KEY"
    plugin.needs = "tier must be 0"
    with pytest.raises(UsageError, match="tier must be 0"):
        make("livekit:some-vendor").check()
    plugin.needs, plugin.can = "", {"offline_recognize": False}
    with pytest.raises(UsageError, match="takes streams alone"):
        make("livekit:some-vendor").check()
    plugin.can = {}
    with pytest.raises(AudioError, match="channel"):
        transcribed("livekit:some-vendor", Audio.of_bytes(recorded(channels=2), "two.wav"))
    assert transcribed(
        "livekit:some-vendor", Audio.of_bytes(recorded(channels=2), "two.wav"), channel=1
    ).text
    monkeypatch.setenv("MONDEGREEN_OFFLINE", "1")
    with pytest.raises(UsageError, match="MONDEGREEN_OFFLINE"):
        make("livekit:some-vendor").check()


def test_what_the_plugin_declares(plugin: type[STT]) -> None:
    plugin.can = {"aligned_transcript": "word", "diarization": True, "manual_flush": True}

    async def declared() -> Any:
        async with make("livekit:some-vendor") as provider:
            await provider.load()
            return provider.capabilities

    can = asyncio.run(declared())
    assert (can.word_times, can.partials, can.force_finalise, can.speakers) == (True,) * 4
    told = make("livekit:some-vendor").conditions()
    assert told["through"] == "livekit-plugins-some_vendor"
    assert "endpoint" not in told


def test_without_the_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MONDEGREEN_OFFLINE", raising=False)
    monkeypatch.setattr("mondegreen.providers.vendors.livekit.is_installed", lambda _name: False)
    with pytest.raises(MissingDependencyError, match=r"pip install '\.\[livekit\]'"):
        make("livekit:some-vendor").check()


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mondegreen.providers.live.livekit._TO_CONNECT", 0.01)


def spoken(plugin: type[STT], *says: Any, **options: Any) -> Transcript:
    plugin.says = list(says)

    async def one() -> Transcript:
        system = "livekit-live:some-vendor/big"
        async with make(system, quiet=0.05, wait=0.2, **options) as provider:
            provider.tell = lambda _line: None
            return await provider.transcribe(AUDIO)

    return asyncio.run(one())


@pytest.mark.usefixtures("at_once")
def test_a_stream_has_a_segment_per_final_text(plugin: type[STT]) -> None:
    found = spoken(
        plugin,
        ("start_of_speech", ""),
        ("interim_transcript", "so"),
        ("final_transcript", "so it"),
        ("recognition_usage", ""),
        ("preflight_transcript", "goes"),
        ("final_transcript", "goes on"),
        ("end_of_speech", ""),
    )
    assert (found.text, [word.text for word in found.words]) == ("so it goes on", ["so", "it"])
    said = [(each.kind, each.text, each.segment) for each in found.events if each.kind in SAYS]
    assert said == [
        ("start-of-turn", "", None),
        ("partial", "so", 0),
        ("final", "so it", 0),
        ("partial", "goes", 1),
        ("final", "goes on", 1),
        ("end-of-turn", "", None),
    ]


SAYS = ("partial", "final", "start-of-turn", "end-of-turn")


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("error", "status"),
    [
        (APIStatusError("no", status_code=401), "unauthorized"),
        (APIStatusError("it closed", status_code=1006), "connection"),
        (APIStatusError("it closed"), "connection"),
        (APITimeoutError("slow"), "timeout"),
        (KeyError("metadata"), "malformed"),
    ],
)
@pytest.mark.parametrize("shown", [False, True])
def test_a_stream_that_fails(plugin: type[STT], error: Any, status: str, shown: bool) -> None:  # noqa: FBT001
    before = [("interim_transcript", "so")] if shown else []
    with pytest.raises(ProviderError) as failed:
        spoken(plugin, *before, error)
    assert (failed.value.status, failed.value.perhaps_paid) == (status, shown)
    assert any(each.text for each in failed.value.events) == shown


@pytest.mark.usefixtures("at_once")
def test_a_plugin_that_takes_no_streams(plugin: type[STT]) -> None:
    plugin.can = {"streaming": False}
    with pytest.raises(UsageError, match="takes recordings alone, and no streams"):
        spoken(plugin)
