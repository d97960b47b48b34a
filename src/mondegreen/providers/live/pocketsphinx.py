"""CMU Sphinx's pocketsphinx, live: it hears a recording while it is spoken."""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import replace
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.options.listening import Hearing
from mondegreen.providers.clock import Clock
from mondegreen.providers.engines import pocketsphinx
from mondegreen.providers.failure import ProviderError
from mondegreen.providers.listening import CHUNK, Heard, Recital, recite
from mondegreen.providers.provider import Call
from mondegreen.providers.streaming import collected, conditions_of, finalize_at

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from mondegreen.providers.audio import Audio
    from mondegreen.providers.event import Event
    from mondegreen.providers.provider import Transcript

__all__ = ["Pocketsphinx"]

_RATE: Final = 16_000


class Pocketsphinx(pocketsphinx.Pocketsphinx):
    """Decodes pieces of 20 ms as they come, with the cepstral mean of what was heard so far.

    With ``finalize_after`` an utterance ends at that moment. Otherwise pocketsphinx's endpointer (the
    detector of voice of WebRTC, over 0.3 s) says where speech begins and ends. Each utterance is a
    segment.
    """

    name = "pocketsphinx-live"
    about = "CMU Sphinx on this machine, live; its endpointer ends the turns"
    options = Hearing
    live: ClassVar[bool] = True
    timed: ClassVar[bool] = False  # a stream takes as long as the recording
    _cepstral_mean = "live"
    chosen: Hearing

    def __init__(self, model: str, options: Hearing) -> None:
        super().__init__(model, options)
        self.clock = Clock()

    def conditions(self) -> Mapping[str, Any]:
        """Return what the delays depend on."""
        return {**super().conditions(), **conditions_of(self.chosen, _RATE)}

    async def transcribe(self, audio: Audio) -> Transcript:
        """Return what was final in the stream of a recording.

        Raises:
            ProviderError: nothing was, or the recording cannot be used.
            UsageError: the package or the model is missing.
        """
        asked = time.perf_counter()
        language = "en" if self.chosen.folder is None else self.chosen.language
        begun = cpu = 0.0
        async with self._turn:
            await self._loaded()
            begun, cpu = time.perf_counter(), self._cpu_seconds()
        failure: ProviderError | None = None
        try:
            made = await collected(self.stream(audio), self.system, language=language)
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
            samples = audio.samples(_RATE, kind="int16", channel=self.chosen.channel)
            at = finalize_at(audio, self.chosen)
            recital = Recital(samples.tobytes(), _RATE, self.clock, self.chosen, finalize_at=at)
            line = _Line(engine, self.clock, endpoints=at is None, system=self.system)
            try:
                async for event in recite(recital, line):
                    yield event
            finally:
                await line.leave()


class _Line:
    """A decoder in a thread of its own, which takes pieces of audio one after the other."""

    def __init__(self, engine: Any, clock: Clock, *, endpoints: bool, system: str) -> None:
        self._work: SimpleQueue[Any] = SimpleQueue()
        self._said: asyncio.Queue[Any] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._decoding = _Decoding(engine, clock, self._say, endpoints=endpoints)
        self._system = system
        self._thread = threading.Thread(target=self._run, daemon=True)
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
        await asyncio.to_thread(self._thread.join)

    def _say(self, said: Any) -> None:
        self._loop.call_soon_threadsafe(self._said.put_nowait, said)

    def _run(self) -> None:
        try:
            self._decoding.begin()
            while (piece := self._work.get()) not in (_CLOSE, _LEAVE):
                if piece == _FINALIZE:
                    self._decoding.finalize()
                else:
                    self._decoding.hear(piece)
            self._decoding.end()
        except Exception as error:  # noqa: BLE001 - any error of the engine is a failure
            self._say(error)
        finally:
            self._decoding.leave()
            self._say(None)


_FINALIZE: Final = "finalize"
_CLOSE: Final = "close"
_LEAVE: Final = "leave"


class _Decoding:
    """One recording in a decoder: where utterances begin and end, and what they say."""

    def __init__(self, engine: Any, clock: Clock, say: Any, *, endpoints: bool) -> None:
        self._engine, self._clock, self._say = engine, clock, say
        self._segment, self._open, self._shown, self._heard = 0, False, "", 0.0
        self._begun = 0.0  # where the utterance begins in the recording
        self._ends: Any = None
        self._since = 0.0  # where the endpointer begins
        if endpoints:
            self._endpoint()

    def begin(self) -> None:
        """Forget what earlier recordings sounded like."""
        self._engine.reinit_feat()
        if self._ends is None:
            self._start(0.0)

    def hear(self, pcm: bytes) -> None:
        """Take one piece, and say what is new."""
        self._heard += CHUNK
        if self._ends is None:
            self._decode(pcm)
            return
        speech = self._ends.process(pcm)
        if speech is None:
            return
        if not self._open:
            self._start(self._since + self._ends.speech_start)
        self._decode(speech)
        if not self._ends.in_speech:
            self._finish()
            self._say(Heard(self._clock.now(), "end-of-turn", segment=self._segment - 1))

    def finalize(self) -> None:
        """End the utterance now; if there is speech after it, the endpointer ends that."""
        if self._open:
            self._finish()
        self._endpoint()

    def end(self) -> None:
        """End with the recording."""
        if self._open:
            self._finish()

    def leave(self) -> None:
        """Leave no utterance open in the engine."""
        if self._open:
            self._open = False
            self._engine.end_utt()

    def _endpoint(self) -> None:
        import pocketsphinx as sphinx  # of the extra bench

        self._ends = sphinx.Endpointer(sample_rate=_RATE, frame_length=CHUNK)
        self._since = self._heard

    def _start(self, at: float) -> None:
        self._engine.start_utt()
        self._open, self._begun, self._shown = True, at, ""

    def _decode(self, pcm: bytes) -> None:
        self._engine.process_raw(pcm, no_search=False, full_utt=False)
        found = self._engine.hyp()
        text = found.hypstr if found is not None else ""
        if text != self._shown:
            self._shown = text
            self._say(Heard(self._clock.now(), "partial", text, self._segment))

    def _finish(self) -> None:
        self._open = False
        self._engine.end_utt()
        found = self._engine.hyp()
        words = pocketsphinx.words_of(self._engine, self._begun) if found is not None else ()
        text = found.hypstr if found is not None else ""
        if text or self._shown:
            self._say(Heard(self._clock.now(), "final", text, self._segment, words))
        self._segment += 1
