"""A gRPC server on this machine that speaks as Google does, by a script and a clock of ours."""

from __future__ import annotations

import asyncio
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import grpc
from google.cloud import speech_v2 as speech
from grpc import aio
from live_server import LiveServer, Step, Vendor, words

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

METHOD = "/google.cloud.speech.v2.Speech/StreamingRecognize"
CODES = {
    401: grpc.StatusCode.UNAUTHENTICATED,
    429: grpc.StatusCode.RESOURCE_EXHAUSTED,
    503: grpc.StatusCode.UNAVAILABLE,
}
LONGEST = 5  # seconds on a real clock until a message has surely arrived


class GoogleSpeech(Vendor):
    """Final results in their order, each with its end in the audio; interim ones in two parts."""

    system = "google-live:chirp_3@us"
    variable = "GOOGLE_ACCESS_TOKEN"
    key = ("authorization", "Bearer {key}")
    path = METHOD
    refusals = (401, 429, 503)

    def serving(self, *about: Any, **more: Any) -> LiveServer:
        return GrpcServer(self, *about, **more)

    def first(self, said: Any) -> None:
        """Look at the message that comes before audio."""
        assert said.recognizer == "projects/some-project/locations/us/recognizers/_"
        config = said.streaming_config.config
        assert (config.model, list(config.language_codes)) == ("chirp_3", ["auto"])
        form = config.explicit_decoding_config
        assert (form.encoding.name, form.sample_rate_hertz) == ("LINEAR16", 16000)
        assert said.streaming_config.streaming_features.interim_results

    def response(self, results: list[Any], **more: Any) -> bytes:
        made = speech.StreamingRecognizeResponse(results=results, **more)
        data: bytes = speech.StreamingRecognizeResponse.serialize(made)
        return data

    def partial(self, text: str, segment: int) -> list[bytes]:
        sure, _, new = text.rpartition(" ")
        parts = [(f"{sure} ", 0.9), (new, 0.1)] if sure else [(new, 0.1)]
        end = {"seconds": segment, "nanos": 100_000_000 * len(text.split())}
        results = [
            {
                "alternatives": [{"transcript": part}],
                "stability": stability,
                "result_end_offset": end,
            }
            for part, stability in parts
        ]
        begin = speech.StreamingRecognizeResponse.SpeechEventType.SPEECH_ACTIVITY_BEGIN
        return [self.response([], speech_event_type=begin), self.response(results)]

    def final(self, text: str, segment: int) -> list[bytes]:
        said = [
            {
                "word": word,
                "start_offset": offset(start),
                "end_offset": offset(end),
                "confidence": 0.9,
            }
            for word, start, end in words(text, segment)
        ]
        best = {"transcript": text, "confidence": 0.9, "words": said}
        end = {"seconds": segment + 1}
        said_all = speech.StreamingRecognizeResponse.SpeechEventType.SPEECH_ACTIVITY_END
        result = {"alternatives": [best], "is_final": True, "result_end_offset": end}
        return [self.response([], speech_event_type=said_all), self.response([result])]


def offset(seconds: float) -> dict[str, int]:
    return {"seconds": int(seconds), "nanos": round(1e9 * (seconds % 1))}


class There:
    """A call, as the server that follows a script uses a connection."""

    def __init__(self, server: GrpcServer, context: Any) -> None:
        self.server, self.context, self.transport = server, context, self
        self.over, self.error = asyncio.Event(), ""

    async def send(self, message: bytes) -> None:
        self.server.written += 1
        with self.server.busy():
            await self.context.write(message)

    async def close(self) -> None:
        self.server.over = True
        self.over.set()

    def abort(self) -> None:
        self.server.over = True
        self.server.cut = asyncio.create_task(self.server.serving.stop(0))


@dataclass
class GrpcServer(LiveServer):
    """One call. How many messages each side has sent and received is counted."""

    got: int = 0
    written: int = 0
    sent: int = 0
    read: int = 0
    writing: int = 0
    welcomes: bool = True
    over: bool = False
    ended: bool = False
    serving: Any = None
    cut: Any = None
    watching: Any = field(default=None, repr=False)

    async def call(self, requests: AsyncIterator[Any], context: Any) -> None:
        listening = asyncio.create_task(self.listen(requests))
        try:
            await self.speak(context)
        finally:
            for task in (listening, *self._tasks):
                task.cancel()
            await asyncio.gather(listening, *self._tasks, return_exceptions=True)

    async def speak(self, context: Any) -> None:
        headers = dict(context.invocation_metadata())
        self.request = SimpleNamespace(path=METHOD, headers=headers)  # type: ignore[assignment]
        await self.clock.sleep_until(self.clock.now() + self.set_up)
        if self.refuses:
            self.over = True
            await context.abort(CODES[self.refuses], f"no: {headers.get('authorization', '')}")
        self.connections += 1
        if self.welcomes:
            await context.send_initial_metadata(())
        there: Any = There(self, context)
        self._there = there
        await there.over.wait()
        if there.error:
            await context.abort(grpc.StatusCode.INTERNAL, there.error)

    async def listen(self, requests: AsyncIterator[Any]) -> None:
        async for message in requests:
            self.got += 1
            self._frames += 1
            if message.audio:
                assert len(message.audio) <= 25_600
                self.heard += message.audio
                self._begin("audio")
            else:
                self.vendor.first(message)  # type: ignore[attr-defined]
        self.got += 1
        asked = any(step.after == "finalize" for step in self.script)
        if asked:
            self._begin("finalize")
        self._begin("close")

    async def _do(self, step: Step, there: Any) -> None:
        if step.what == "error":
            there.error = "no more today"
            await there.close()
        elif step.what == "nonsense":
            await there.send(b"\xff\xff\xff")
        else:
            await super()._do(step, there)

    async def settle(self) -> bool:
        """Wait until all that was sent has arrived, on both sides."""
        latest = time.monotonic() + LONGEST
        while self.is_on_its_way() and time.monotonic() < latest:  # noqa: ASYNC110 - of another thread
            await asyncio.sleep(0.001)
        seen, self._seen = self._seen, self.got + self.written + self.sent + self.read
        return seen != self._seen

    def is_on_its_way(self) -> bool:
        if self.over:
            return not self.ended
        return self.writing > 0 or self.got < self.sent or self.read < self.written

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Let the clock wait while a message is written."""
        self.writing += 1
        try:
            yield
        finally:
            self.writing -= 1

    def watch(self, provider: Any) -> None:
        opened = provider._open

        async def watched(channel: Any) -> Counted:
            return Counted(await opened(channel), self)

        provider._open = watched

    async def during(self, work: Callable[[str], Awaitable[Any]]) -> Any:
        """Serve while something is done with the address."""
        self.clock.settle.append(self.settle)
        self.serving = aio.server()
        handler = grpc.stream_stream_rpc_method_handler(
            self.call, request_deserializer=speech.StreamingRecognizeRequest.deserialize
        )
        service, _, method = METHOD[1:].partition("/")
        self.serving.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler(service, {method: handler}),)
        )
        port = self.serving.add_insecure_port("127.0.0.1:0")
        await self.serving.start()
        try:
            return await work(f"http://127.0.0.1:{port}")
        finally:
            for task in self._tasks:
                task.cancel()
            await self.serving.stop(0)


class Counted:
    """The call of the client, whose messages are counted."""

    def __init__(self, call: Any, server: GrpcServer) -> None:
        self.call, self.server = call, server

    def __getattr__(self, name: str) -> Any:
        return getattr(self.call, name)

    async def write(self, message: Any) -> None:
        self.server.sent += 1
        with self.server.busy():
            await self.call.write(message)

    async def done_writing(self) -> None:
        self.server.sent += 1
        with self.server.busy():
            await self.call.done_writing()

    async def __aiter__(self) -> AsyncIterator[Any]:
        try:
            async for message in self.call:
                self.server.read += 1
                yield message
        finally:
            self.server.ended = True
