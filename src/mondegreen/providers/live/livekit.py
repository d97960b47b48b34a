"""Vendors that have no live provider of their own, through the plugins of livekit-agents."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.providers.failure import ProviderError
from mondegreen.providers.listening import Heard
from mondegreen.providers.live_vendor import LiveVendor
from mondegreen.providers.vendors.livekit import ByPlugin, failure_of, words_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from mondegreen.providers.clock import Clock
    from mondegreen.providers.listening import Line

__all__ = ["Livekit"]

_TO_CONNECT: Final = 1.0  # seconds before any audio
_HTTP: Final = range(1, 1000)  # others are codes of WebSocket, or none
_KINDS: Final = {
    "interim_transcript": "partial",
    "preflight_transcript": "partial",
    "final_transcript": "final",
    "start_of_speech": "start-of-turn",
    "end_of_speech": "end-of-turn",
}


class Livekit(ByPlugin, LiveVendor):
    """``livekit-live:VENDOR/MODEL``: the stream of a plugin, whose events are those of livekit-agents.

    A plugin connects when it likes, and does not say when. So it gets a second before the first audio,
    which is no part of any delay. The plugin itself is in every one.
    """

    name = "livekit-live"
    about = "other vendors, live, by the plugins of livekit-agents"
    documented = "livekit-agents 1.8.9 and its plugin for Deepgram, tried 29 Nov 2026"
    needs = ByPlugin.needs
    proven: ClassVar[bool] = True
    _lacks = "takes recordings alone, and no streams"

    def _fits(self, can: Any) -> bool:
        return bool(can.streaming)

    @asynccontextmanager
    async def _line(self) -> AsyncIterator[Line]:
        from livekit.agents import APIConnectOptions  # of the extra livekit

        options = APIConnectOptions(max_retry=0, timeout=self.chosen.setup)
        line = _Stream(self._speaks.stream(conn_options=options), self)
        try:
            await line.set_up()
            yield line
        finally:
            await line.leave()


class _Stream:
    """The stream of a plugin; a segment is what comes up to one final text."""

    def __init__(self, stream: Any, provider: Livekit) -> None:
        self._stream, self._said = stream, aiter(stream)
        self._clock: Clock = provider.clock
        self._system, self._rate = provider.system, provider.rate
        self._timeout = provider.chosen.setup
        self._next: asyncio.Task[Any] | None = None
        self._segment, self._sent, self._closed = 0, False, False

    async def set_up(self) -> None:
        """Give the plugin the time to connect, or to fail.

        Raises:
            ProviderError: it does.
        """
        self._next = asyncio.ensure_future(anext(self._said))
        await asyncio.wait({self._next}, timeout=_TO_CONNECT)
        if self._next.done() and self._next.exception() is not None:
            await self._event()

    async def send(self, pcm: bytes) -> None:
        """Send one piece of audio."""
        from livekit import rtc  # of the extra livekit

        self._sent = True
        if not self._is_over():
            self._stream.push_frame(rtc.AudioFrame(pcm, self._rate, 1, len(pcm) // 2))

    async def finalize(self) -> None:
        """Do nothing: few plugins can be asked for final text."""

    async def close(self) -> None:
        """Say that no more audio comes."""
        self._closed = True
        if not self._is_over():
            self._stream.end_input()

    async def receive(self) -> AsyncIterator[Heard]:
        """Yield what is said, with the moment at which the plugin said it.

        Raises:
            ProviderError: the stream ends before it should, or with an error.
        """
        while (event := await self._event()) is not None:
            at, kind = self._clock.now(), _KINDS.get(str(event.type.value), "")
            best = next(iter(event.alternatives or ()), None)
            if kind not in ("partial", "final"):
                if kind:
                    yield Heard(at, kind)
            elif best is not None:
                yield Heard(at, kind, best.text.strip(), self._segment, words_of(best))
                self._segment += kind == "final"
        if not self._closed:
            reason = f"{self._system} ended the stream before its audio was heard"
            raise ProviderError("connection", reason, perhaps_paid=True)

    async def leave(self) -> None:
        """Close the stream."""
        if self._next is not None:
            self._next.cancel()
            await asyncio.wait({self._next})
        await self._stream.aclose()

    def _is_over(self) -> bool:
        return self._next is not None and self._next.done() and self._next.exception() is not None

    async def _event(self) -> Any:
        """Return what the plugin says next; ``None`` at the end."""
        if self._next is None:
            self._next = asyncio.ensure_future(anext(self._said))
        try:
            event = await asyncio.shield(self._next)
        except StopAsyncIteration:
            return None
        except Exception as error:
            raise _failure(error, self._timeout, sent=self._sent) from error
        self._next = None
        return event


def _failure(error: Exception, timeout: float, *, sent: bool) -> ProviderError:
    """Return what an exception of a plugin means; one without a status is a broken connection."""
    from livekit.agents import APIStatusError  # of the extra livekit

    if isinstance(error, APIStatusError) and error.status_code not in _HTTP:
        made = ProviderError("connection", f"the connection broke off: {error.message}")
    else:
        made = failure_of(error, timeout)
    made.perhaps_paid = sent
    return made
