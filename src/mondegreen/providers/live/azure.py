"""Azure Speech, live, by the SDK of Microsoft: its wire has no public description."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.providers.failure import MissingKeyError, ProviderError
from mondegreen.providers.listening import Heard
from mondegreen.providers.live_vendor import LiveVendor
from mondegreen.providers.word import Word
from mondegreen.services.secrets import key_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping

    from mondegreen.providers.clock import Clock
    from mondegreen.providers.listening import Line

__all__ = ["Azure"]

_PATH: Final = "/speech/recognition/conversation/cognitiveservices/v1"
_WHY: Final = 0.3  # seconds in which the SDK says why a connection ended
_TICKS: Final = 10_000_000  # per second
_STATUS: Final = {
    "AuthenticationFailure": 401,
    "Forbidden": 403,
    "BadRequest": 400,
    "TooManyRequests": 429,
    "ServiceError": 500,
    "ServiceUnavailable": 503,
    "ServiceTimeout": 504,
}


class Azure(LiveVendor):
    """The model is ``conversation``, or the id of an endpoint of your own.

    The address is that of a region, which ``AZURE_SPEECH_REGION`` or ``base_url`` names. The SDK sends
    pieces of 100 ms, which is part of every delay; ``parameters`` go into the query.
    """

    name = "azure-live"
    about = "Azure Speech, live, by Microsoft's SDK"
    variable = "AZURE_SPEECH_KEY"
    documented = "azure-cognitiveservices-speech 1.53.0, tried 29 Nov 2026"
    default_model = "conversation"
    needs = "`mondegreen[azure]`, AZURE_SPEECH_KEY and AZURE_SPEECH_REGION"
    package = "azure.cognitiveservices.speech"
    extra = "azure"
    proven: ClassVar[bool] = True

    @property
    def address(self) -> str:  # type: ignore[override]
        """The address of the region."""
        region = key_of("AZURE_SPEECH_REGION")
        return f"wss://{region}.stt.speech.microsoft.com" if region else ""

    @property
    def base(self) -> str:
        """The address of the server, without a slash at the end."""
        given = super().base
        return "ws" + given.removeprefix("http") if given.startswith("http") else given

    def check(self) -> None:
        """See whether it can be asked; the region is needed as well as the key."""
        super().check()
        if not self.base:
            raise MissingKeyError(self.system, "AZURE_SPEECH_REGION")

    def conditions(self) -> Mapping[str, Any]:
        """Return what the delays depend on: the SDK is in every one."""
        return {**super().conditions(), "through": "azure-cognitiveservices-speech"}

    @asynccontextmanager
    async def _line(self) -> AsyncIterator[Line]:
        line = _Recognition(self._recognizer(), self.clock, self.system)
        try:
            try:
                async with asyncio.timeout(self.chosen.setup):
                    await line.set_up()
            except TimeoutError:
                reason = f"{self.host} was not set up within {self.chosen.setup:g} s"
                raise ProviderError("timeout", reason, again=True) from None
            yield line
        finally:
            await line.leave()

    def _recognizer(self) -> tuple[Any, Any]:
        """Return a recognizer, and the stream from which it takes audio."""
        from azure.cognitiveservices import speech  # of the extra azure

        config = speech.SpeechConfig(endpoint=f"{self.base}{_PATH}", subscription=self._key())
        config.speech_recognition_language = self.chosen.language or "en-US"
        config.output_format = speech.OutputFormat.Detailed
        config.request_word_level_timestamps()
        if self.model != self.default_model:
            config.endpoint_id = self.model
        in_query = speech.ServicePropertyChannel.UriQueryParameter
        for name, value in (self.chosen.parameters or {}).items():
            config.set_service_property(name, str(value), in_query)
        form = speech.audio.AudioStreamFormat(self.rate, bits_per_sample=16, channels=1)
        stream = speech.audio.PushAudioInputStream(form)
        audio = speech.audio.AudioConfig(stream=stream)
        return speech.SpeechRecognizer(speech_config=config, audio_config=audio), stream


class _Recognition:
    """One stream. The SDK calls from threads of its own; a segment is one phrase, by its number."""

    def __init__(self, made: tuple[Any, Any], clock: Clock, system: str) -> None:
        from azure.cognitiveservices import speech  # of the extra azure

        self._recognizer, self._stream = made
        self._clock, self._system = clock, system
        self._said: asyncio.Queue[Any] = asyncio.Queue()
        self._loop, self._connected = asyncio.get_running_loop(), asyncio.Event()
        self._begins: list[int] = []  # of phrases, in ticks
        self._closed = self._sent = False
        self._line = speech.Connection.from_recognizer(self._recognizer)
        self._line.connected.connect(lambda _: self._call(self._connected.set))
        self._line.disconnected.connect(self._disconnected)
        self._recognizer.recognizing.connect(lambda event: self._hear("partial", event))
        self._recognizer.recognized.connect(lambda event: self._hear("final", event))
        self._recognizer.canceled.connect(self._canceled)
        self._recognizer.session_stopped.connect(lambda _: self._put(None))

    async def set_up(self) -> None:
        """Connect, and begin to recognise.

        Raises:
            ProviderError: the server cannot be reached, or refuses.
        """
        self._line.open(for_continuous_recognition=True)
        refused = asyncio.create_task(self._said.get())
        connected = asyncio.create_task(self._connected.wait())
        try:
            await asyncio.wait({refused, connected}, return_when=asyncio.FIRST_COMPLETED)
            if refused.done():
                raise refused.result() or self._broken()
        finally:
            refused.cancel()
            connected.cancel()
        await asyncio.to_thread(self._recognizer.start_continuous_recognition_async().get)

    async def send(self, pcm: bytes) -> None:
        """Send one piece of audio."""
        self._sent = True
        self._stream.write(pcm)

    async def finalize(self) -> None:
        """Do nothing: it cannot be asked for final text."""

    async def close(self) -> None:
        """Say that no more audio comes."""
        self._closed = True
        self._stream.close()

    async def receive(self) -> AsyncIterator[Heard]:
        """Yield what is said, with the moment at which the SDK had it.

        Raises:
            ProviderError: the stream ends before it should, or with an error.
        """
        while (said := await self._said.get()) is not None:
            if isinstance(said, ProviderError):
                raise said
            at, kind, text, begin, words = said
            if begin not in self._begins and kind == "final":
                self._begins.append(begin)
            known = begin in self._begins
            if kind == "final" or not known:  # a partial text after the final one says nothing
                place = self._begins.index(begin) if known else len(self._begins)
                yield Heard(at, kind, text, place, words)
        if not self._closed:
            reason = f"{self._system} ended the stream before its audio was heard"
            raise ProviderError("connection", reason, perhaps_paid=True)

    async def leave(self) -> None:
        """Let the threads of the SDK end."""
        self._closed = True
        self._stream.close()
        await asyncio.to_thread(self._recognizer.stop_continuous_recognition_async().get)
        with suppress(RuntimeError):  # it may be closed, or be connecting again
            self._line.close()

    def _hear(self, kind: str, event: Any) -> None:
        at, result = self._clock.now(), event.result
        if result.text or kind == "partial":
            self._put((at, kind, result.text, result.offset, tuple(_words(result.json))))

    def _canceled(self, event: Any) -> None:
        details = event.cancellation_details
        if details.reason.name != "Error":
            return  # the end of the audio
        said = details.error_details.partition("SessionId:")[0].partition("[CALL STACK")[0]
        failure = _failure(details.code.name, said.strip(), paid=self._sent)
        if not self._closed or failure.status != "connection":
            self._put(failure)

    def _disconnected(self, _event: Any) -> None:
        """Fail, even if the SDK connects again: half of the stream would be another one."""
        if not self._closed:
            self._call(self._loop.call_later, _WHY, self._said.put_nowait, self._broken())

    def _broken(self) -> ProviderError:
        reason = f"the connection to {self._system} broke off"
        return ProviderError("connection", reason, perhaps_paid=self._sent)

    def _put(self, said: Any) -> None:
        self._call(self._said.put_nowait, said)

    def _call(self, what: Any, *about: Any) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(what, *about)


def _failure(code: str, said: str, *, paid: bool) -> ProviderError:
    """Return what an error of the SDK means."""
    from mondegreen.providers.exchange import usual  # loads httpx

    status = _STATUS.get(code)
    if status is None:
        return ProviderError("connection", f"{code}: {said}", again=True, perhaps_paid=paid)
    made = usual(status, said)
    made.perhaps_paid = paid
    return made


def _words(document: str) -> Iterator[Word]:
    """Yield the words of a detailed result; partial ones have none."""
    best: Any = next(iter(json.loads(document or "{}").get("NBest") or ()), {})
    for each in best.get("Words") or ():
        start, length = each["Offset"] / _TICKS, each["Duration"] / _TICKS
        yield Word(each["Word"], start, start + length, each.get("Confidence"))
