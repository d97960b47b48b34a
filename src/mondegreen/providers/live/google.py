"""Google Cloud Speech, version 2, while it is spoken: gRPC, by the client of Google."""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, ClassVar, Final
from urllib.parse import urlsplit

from mondegreen.errors import UsageError
from mondegreen.providers.failure import ProviderError
from mondegreen.providers.listening import Heard
from mondegreen.providers.live_vendor import LiveVendor
from mondegreen.providers.vendors.google import InGoogleCloud
from mondegreen.providers.word import Word

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from datetime import timedelta

    from mondegreen.providers.clock import Clock
    from mondegreen.providers.listening import Line

__all__ = ["Google"]

_SECURE: Final = ("https", "wss")
_TO_REFUSE: Final = 0.5  # seconds, before any audio
_TURNS: Final = {
    "SPEECH_ACTIVITY_BEGIN": "start-of-turn",
    "SPEECH_ACTIVITY_END": "end-of-turn",
}


class Google(InGoogleCloud, LiveVendor):
    """``StreamingRecognize``: half-closing the stream is the one way to ask for final text.

    So with ``finalize_after`` the recording ends there: what is said after it is not heard.
    """

    name = "google-live"
    about = "Google Cloud Speech, version 2, live"
    documented = (
        "google-cloud-speech 2.41.0; pages Quotas and Voice activity events, read 29 Nov 2026"
    )
    needs = f"`mondegreen[google]`, {InGoogleCloud.needs}"
    package = "google.cloud.speech_v2"
    extra = "google"
    proven: ClassVar[bool] = True

    @asynccontextmanager
    async def _line(self) -> AsyncIterator[Line]:
        os.environ.setdefault(
            "GRPC_VERBOSITY", "ERROR"
        )  # it would tell the terminal of connections
        import grpc.aio  # of the extra google

        parts = urlsplit(self.base)
        secure = parts.scheme in _SECURE
        target = parts.netloc if parts.port else f"{parts.netloc}:{443 if secure else 80}"
        if secure:
            channel = grpc.aio.secure_channel(target, grpc.ssl_channel_credentials())
        else:
            channel = grpc.aio.insecure_channel(target)
        try:
            async with asyncio.timeout(self.chosen.setup):
                await _reach(channel, self.host)
                line = _Stream(await self._open(channel), self.clock, self.system)
                await line.set_up(self._first())
        except TimeoutError:
            await channel.close()
            reason = f"{self.host} was not set up within {self.chosen.setup:g} s"
            raise ProviderError("timeout", reason, again=True) from None
        except BaseException:
            await channel.close()
            raise
        try:
            yield line
        finally:
            await channel.close()

    async def _open(self, channel: Any) -> Any:
        """Return a call without a message in it.

        Raises:
            ProviderError: the server refused it before it was given one.
        """
        from google.api_core.exceptions import GoogleAPICallError  # of the extra google
        from google.cloud import speech_v2
        from google.cloud.speech_v2.services.speech.transports import SpeechGrpcAsyncIOTransport

        client = speech_v2.SpeechAsyncClient(transport=SpeechGrpcAsyncIOTransport(channel=channel))
        key = ("authorization", f"Bearer {self._key()}")
        try:
            return await client.streaming_recognize(
                requests=None, metadata=(key,), retry=None, timeout=None
            )
        except GoogleAPICallError as error:
            raise _failure(error, self.system, heard=False) from None

    def _first(self) -> Any:
        """Return the message that comes before audio.

        Raises:
            UsageError: there is no such parameter.
        """
        from google.cloud import speech_v2  # of the extra google
        from google.protobuf.json_format import ParseError

        form = {"encoding": "LINEAR16", "sampleRateHertz": self.rate, "audioChannelCount": 1}
        config = self._config({"explicitDecodingConfig": form})
        features = {"interimResults": True, "enableVoiceActivityEvents": True}
        first = {"config": config, "streamingFeatures": features}
        try:
            made = speech_v2.StreamingRecognitionConfig.from_json(json.dumps(first))
        except ParseError as error:
            raise UsageError(f"{self.system}: parameters: {error}") from None
        return speech_v2.StreamingRecognizeRequest(
            recognizer=self._recognizer, streaming_config=made
        )


async def _reach(channel: Any, host: str) -> None:
    """Wait until a channel is connected.

    Raises:
        ProviderError: it cannot be.
    """
    from grpc import ChannelConnectivity  # of the extra google

    state = channel.get_state(try_to_connect=True)
    while state is not ChannelConnectivity.READY:
        await channel.wait_for_state_change(state)
        state = channel.get_state(try_to_connect=True)
        if state is ChannelConnectivity.TRANSIENT_FAILURE:
            raise ProviderError("connection", f"the connection to {host} failed", again=True)


class _Stream:
    """One call. A segment is what comes up to one final result; its number counts them."""

    def __init__(self, call: Any, clock: Clock, system: str) -> None:
        self._call, self._clock, self._system = call, clock, system
        self._ends: list[float] = []  # of final results, in seconds of the recording
        self._closed = self._heard = False

    async def set_up(self, first: Any) -> None:
        """Send what comes before audio, and give the server the time to refuse it.

        Raises:
            ProviderError: it does.
        """
        await self.write(first)
        with suppress(TimeoutError):  # nothing says that it is accepted before there are results
            await asyncio.wait_for(self._call.initial_metadata(), _TO_REFUSE)
        if self._call.done():
            async for _ in self.receive():
                pass

    async def write(self, request: Any) -> None:
        """Send a message; whoever receives says what failed."""
        from google.api_core.exceptions import GoogleAPICallError  # of the extra google

        with suppress(GoogleAPICallError, asyncio.InvalidStateError):
            await self._call.write(request)

    async def send(self, pcm: bytes) -> None:
        """Send one piece of audio, unless final text was asked for."""
        from google.cloud import speech_v2  # of the extra google

        if not self._closed:
            await self.write(speech_v2.StreamingRecognizeRequest(audio=pcm))

    async def finalize(self) -> None:
        """Half-close the stream."""
        from google.api_core.exceptions import GoogleAPICallError  # of the extra google

        self._closed = True
        with suppress(GoogleAPICallError, asyncio.InvalidStateError):
            await self._call.done_writing()

    async def close(self) -> None:
        """Half-close the stream, if it is open."""
        if not self._closed:
            await self.finalize()

    async def receive(self) -> AsyncIterator[Heard]:
        """Yield what is said, with the moment at which it arrived.

        Raises:
            ProviderError: the stream ends before it should, or with an error.
        """
        from google.api_core.exceptions import GoogleAPICallError  # of the extra google
        from google.cloud import speech_v2

        try:
            async for said in self._call:
                at = self._clock.now()
                self._heard = True
                if not isinstance(said, speech_v2.StreamingRecognizeResponse):
                    reason = f"{self._system} sent what cannot be read"
                    raise ProviderError("malformed", reason, perhaps_paid=True)
                for each in self._read(said):
                    yield each._replace(at=at)
        except GoogleAPICallError as error:
            raise _failure(error, self._system, heard=self._heard) from None
        if not self._closed:
            reason = f"{self._system} ended the stream before its audio was heard"
            raise ProviderError("connection", reason, perhaps_paid=True)

    def _read(self, said: Any) -> Iterator[Heard]:
        event = said.speech_event_type.name
        if event in _TURNS:
            yield Heard(0.0, _TURNS[event])
        finals = [each for each in said.results if each.is_final]
        for result in finals:
            best = next(iter(result.alternatives), None)
            text, words = (best.transcript.strip(), tuple(_words(best))) if best else ("", ())
            yield Heard(0.0, "final", text, self._place(result), words)
        parts = [each for each in said.results if not each.is_final and each.alternatives]
        if parts and not 0 < _end(parts[-1]) <= max(self._ends, default=0.0):  # that is a stale one
            shown = "".join(each.alternatives[0].transcript for each in parts)
            yield Heard(0.0, "partial", shown.strip(), len(self._ends))

    def _place(self, result: Any) -> int:
        """Return the number of a final result; one that comes again has the end that it had."""
        end = _end(result)
        if end and end in self._ends:
            return self._ends.index(end)
        self._ends.append(end)
        return len(self._ends) - 1


def _end(result: Any) -> float:
    return _seconds(result.result_end_offset) or 0.0


def _words(best: Any) -> Iterator[Word]:
    for each in best.words:
        start, end = _seconds(each.start_offset), _seconds(each.end_offset)
        yield Word(each.word, start, end, round(each.confidence, 6) or None)


def _seconds(offset: timedelta | None) -> float | None:
    return None if offset is None else offset.total_seconds()


def _failure(error: Any, system: str, *, heard: bool) -> ProviderError:
    """Return what an error of Google's client means; ``heard``: whether anything came before it."""
    from google.api_core.exceptions import ServiceUnavailable  # of the extra google

    from mondegreen.providers.exchange import usual  # loads httpx

    if heard and isinstance(error, ServiceUnavailable):
        reason = f"the connection to {system} broke off: {error.message}"
        return ProviderError("connection", reason, perhaps_paid=True)
    made = usual(error.code or 500, error.message)
    made.perhaps_paid = heard
    return made
