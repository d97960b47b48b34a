"""Live providers on this machine: an engine in a thread of its own, which takes audio as it comes."""

from __future__ import annotations

import asyncio
import threading
import time
from abc import ABC, abstractmethod
from dataclasses import replace
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.options.listening import Hearing
from mondegreen.providers.clock import Clock
from mondegreen.providers.failure import ProviderError
from mondegreen.providers.listening import Heard, Recital, recite
from mondegreen.providers.local import Local
from mondegreen.providers.streaming import collected, conditions_of, finalize_at
from mondegreen.providers.transcript import Call

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from mondegreen.providers.audio import Audio
    from mondegreen.providers.event import Event
    from mondegreen.providers.transcript import Transcript
    from mondegreen.providers.word import Word

__all__ = ["RATE", "Decoding", "LocalLive"]

RATE: Final = 16_000
"""Samples per second that engines get."""


class Decoding(ABC):
    """One recording in an engine; a subclass says how audio becomes text.

    Attributes:
        segment: the place of the utterance that is open, counted from 0.
        endpoints: whether the engine ends utterances by itself.
    """

    def __init__(self, now: Callable[[], float], say: Callable[[Heard], None]) -> None:
        self._now, self._say = now, say
        self._shown = ""
        self.segment = 0
        self.endpoints = True

    def begin(self) -> None:  # noqa: B027 - most engines need nothing
        """Prepare the engine for a recording."""

    @abstractmethod
    def hear(self, pcm: bytes) -> None:
        """Take one piece of audio, and say what is new."""

    @abstractmethod
    def finalize(self) -> None:
        """Make the text final now. What is said after that ends when the engine finds its end."""

    @abstractmethod
    def end(self) -> None:
        """End with the recording."""

    def leave(self) -> None:  # noqa: B027 - as `begin`
        """Leave the engine as it was, also after an error."""

    def show(self, text: str) -> None:
        """Say what is recognised so far, if that has changed."""
        if text != self._shown:
            self._shown = text
            self._say(Heard(self._now(), "partial", text, self.segment))

    def finish(self, text: str, words: tuple[Word, ...] = (), *, turn: bool = False) -> None:
        """Say that a text is final; the next one is another segment.

        Args:
            text: of the utterance.
            words: with their times, if they are known.
            turn: whether the engine found the end by itself.
        """
        if text or self._shown:
            self._say(Heard(self._now(), "final", text, self.segment, words))
            if turn:
                self._say(Heard(self._now(), "end-of-turn", segment=self.segment))
            self.segment += 1
        self._shown = ""


class LocalLive(Local):
    """A live provider whose engine runs here. A subclass says how it decodes."""

    options = Hearing
    live: ClassVar[bool] = True
    timed: ClassVar[bool] = False  # a stream takes as long as the recording
    chosen: Hearing

    def __init__(self, model: str, options: Hearing) -> None:
        super().__init__(model, options)
        self.clock = Clock()

    def conditions(self) -> Mapping[str, Any]:
        """Return what the delays depend on."""
        return {**super().conditions(), **conditions_of(self.chosen, RATE)}

    async def transcribe(self, audio: Audio) -> Transcript:
        """Return what was final in the stream of a recording.

        Raises:
            ProviderError: nothing was, or the recording cannot be used.
            UsageError: the package or the model is missing.
        """
        asked = time.perf_counter()
        begun = cpu = 0.0
        async with self._turn:
            await self._loaded()
            begun, cpu = time.perf_counter(), self._cpu_seconds()
        failure: ProviderError | None = None
        try:
            made = await collected(self.stream(audio), self.system, language=self._language())
        except ProviderError as error:
            failure = error
        # A stream takes as long as the recording, so its seconds say nothing of the speed.
        call = Call(0.0, begun - asked, cpu_seconds=self._cpu_seconds() - cpu)
        if failure is not None:
            failure.call = call
            raise failure
        return replace(made, call=call)

    async def stream(self, audio: Audio) -> AsyncIterator[Event]:
        """Yield partial text when it changes, and final text of each utterance.

        Raises:
            ProviderError: the engine failed, or the recording cannot be used.
            UsageError: the package or the model is missing.
        """
        async with self._turn:
            engine = await self._loaded()
            samples = audio.samples(RATE, kind="int16", channel=self.chosen.channel)
            at = finalize_at(audio, self.chosen)
            recital = Recital(samples.tobytes(), RATE, self.clock, self.chosen, finalize_at=at)
            line = _Line(self.system)
            decoding = self._decoding(engine, self.clock.now, line.say)
            decoding.endpoints = at is None
            line.start(decoding)
            try:
                async for event in recite(recital, line):
                    yield event
            finally:
                await line.leave()

    def _language(self) -> str | None:
        """Return the language of the transcripts, if it is known."""
        return self.chosen.language

    @abstractmethod
    def _decoding(
        self, engine: Any, now: Callable[[], float], say: Callable[[Heard], None]
    ) -> Decoding:
        """Return what decodes one recording."""


class _Line:
    """A decoder in a thread of its own, which takes pieces of audio one after the other."""

    def __init__(self, system: str) -> None:
        self._work: SimpleQueue[Any] = SimpleQueue()
        self._said: asyncio.Queue[Any] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._system = system
        self._thread: threading.Thread | None = None

    def start(self, decoding: Decoding) -> None:
        """Begin to decode."""
        self._thread = threading.Thread(target=self._run, args=[decoding], daemon=True)
        self._thread.start()

    async def send(self, pcm: bytes) -> None:
        self._work.put(pcm)

    async def finalize(self) -> None:
        self._work.put(_FINALIZE)

    async def close(self) -> None:
        self._work.put(_CLOSE)

    async def receive(self) -> AsyncIterator[Heard]:
        while (said := await self._said.get()) is not None:
            if isinstance(said, Exception):
                reason = f"{self._system}: {type(said).__name__}: {said}"
                raise ProviderError("engine", reason) from said
            yield said

    async def leave(self) -> None:
        """Let the thread end; the engine is free after that."""
        self._work.put(_LEAVE)
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)

    def say(self, said: Any) -> None:
        """Hand on what the engine says, from its thread."""
        self._loop.call_soon_threadsafe(self._said.put_nowait, said)

    def _run(self, decoding: Decoding) -> None:
        try:
            decoding.begin()
            while (piece := self._work.get()) not in (_CLOSE, _LEAVE):
                if piece == _FINALIZE:
                    decoding.finalize()
                else:
                    decoding.hear(piece)
            decoding.end()
        except Exception as error:  # noqa: BLE001 - any error of the engine is a failure
            self.say(error)
        finally:
            decoding.leave()
            self.say(None)


_FINALIZE: Final = "finalize"
_CLOSE: Final = "close"
_LEAVE: Final = "leave"
