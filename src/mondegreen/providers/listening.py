"""A recording that is sent at its own pace, and the events that come back meanwhile."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from mondegreen.providers.event import Event

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from mondegreen.options.listening import Listening
    from mondegreen.providers.clock import Clock
    from mondegreen.providers.word import Word

__all__ = ["CHUNK", "CHUNKS", "Heard", "Line", "Recital", "recite"]

CHUNKS: Final = 50
"""How many pieces of audio are sent per second."""
CHUNK: Final = 1 / CHUNKS
_WIDTH: Final = 2  # bytes of a sample
_TEXTS: Final = ("partial", "final")


class Heard(NamedTuple):
    """What a system said, and when it arrived by the clock."""

    at: float
    kind: str
    text: str = ""
    segment: int | None = None
    words: tuple[Word, ...] = ()


class Line(Protocol):
    """A system that listens, connected and set up."""

    async def send(self, pcm: bytes) -> None:
        """Send one piece of audio: samples of 16 bits."""

    async def finalize(self) -> None:
        """Ask for what is final now."""

    async def close(self) -> None:
        """Say that no more audio comes."""

    def receive(self) -> AsyncIterator[Heard]:
        """Yield what the system says, until it has said all.

        Raises:
            ProviderError: it breaks off, or says that it failed.
        """


@dataclass
class Recital:
    """A recording on its way to a line.

    Each piece is sent at its own moment, counted from the first one: a piece that is late does not make
    the next one late. After the recording silence is sent, since a system that hears nothing at all
    cannot know that a turn has ended.

    Args:
        pcm: samples of 16 bits, one channel.
        rate: samples per second, a multiple of 50.
        clock: that it is sent by.
        chosen: the options.
        finalize_at: second of the recording at which the line is asked for final text; ``None`` for never.
        setup: when connecting began, by the clock.
        ends_turns: whether text that is not final may become so before the close; it is not waited for
            otherwise.

    Attributes:
        start: when the first piece was sent, by the clock: t0.
        sent: how many pieces were.
    """

    pcm: bytes
    rate: int
    clock: Clock
    chosen: Listening
    finalize_at: float | None = None
    setup: float | None = None
    ends_turns: bool = True
    start: float = 0.0
    sent: int = 0
    events: asyncio.Queue[Event | None] = field(default_factory=asyncio.Queue)
    _open: dict[int, bool] = field(default_factory=dict)  # segments whose last text is not final
    _newest: float = 0.0  # when the last text arrived
    _closed: bool = False

    @property
    def seconds(self) -> float:
        """The length of the recording."""
        return len(self.pcm) / _WIDTH / self.rate

    def note(self, kind: str) -> None:
        """Keep what we do ourselves, with the moment."""
        self._put(Heard(self.clock.now(), kind))

    async def speak(self, line: Line) -> None:
        """Send the recording, the silence after it, and the end."""
        size = _WIDTH * (self.rate // CHUNKS)
        pieces = -(-len(self.pcm) // size)
        self.start = self.clock.now()
        if self.setup is not None:
            self._put(Heard(self.setup, "connect"))
        self.note("first-audio")
        while True:
            due = self.sent / CHUNKS
            if self.finalize_at is not None and self.finalize_at <= due:
                await self.clock.sleep_until(self.start + self.finalize_at)
                await line.finalize()
                self.note("finalize")
                self._newest, self.finalize_at = self.finalize_at, None
            await self.clock.sleep_until(self.start + due)
            if self.sent >= pieces and self._is_over(due):
                break
            piece = self.pcm[self.sent * size : (self.sent + 1) * size]
            await line.send(piece.ljust(size, b"\0"))
            self.sent += 1
            if self.sent == pieces:
                self.note("audio-end")
        self._closed = True
        self.note("close")
        await line.close()
        await self.clock.sleep_until(self.clock.now() + self.chosen.wait)
        self.note("timeout")

    async def hear(self, line: Line) -> None:
        """Keep what comes back, until it ends."""
        async for each in line.receive():
            self._put(each)
            if each.kind in _TEXTS and each.text.strip():
                self._newest = each.at - self.start
            if each.segment is not None and each.kind in _TEXTS:
                self._open[each.segment] = each.kind == "partial" and bool(each.text.strip())
        self.note("done")

    def _is_over(self, now: float) -> bool:
        """Return whether nothing more is to be expected of silence."""
        if self.finalize_at is not None:
            return False
        if now >= self.seconds + self.chosen.wait:
            return True
        quiet = now - max(self._newest, self.seconds) >= self.chosen.quiet
        return quiet and not (self.ends_turns and any(self._open.values()))

    def _put(self, heard: Heard) -> None:
        cursor = self.sent / CHUNKS
        self.events.put_nowait(Event(heard.at - self.start, cursor, *heard[1:]))


async def recite(recital: Recital, line: Line) -> AsyncIterator[Event]:
    """Yield the events of a recording that is sent to a line, as they come.

    The last one is ``done``, or ``timeout`` if the line does not end in time.

    Raises:
        ProviderError: the line breaks off, or says that it failed; after all events before it.
    """
    tasks = {
        asyncio.create_task(recital.speak(line)),
        asyncio.create_task(recital.hear(line)),
    }
    for task in tasks:
        task.add_done_callback(lambda _done: recital.events.put_nowait(None))
    try:
        while (event := await recital.events.get()) is not None:
            yield event
        failed = [task for task in tasks if task.done() and task.exception() is not None]
        for task in failed:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError, Exception):
                await task
