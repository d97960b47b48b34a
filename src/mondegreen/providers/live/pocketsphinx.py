"""CMU Sphinx's pocketsphinx, live: it hears a recording while it is spoken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.providers.engines import pocketsphinx
from mondegreen.providers.hearing import RATE, Decoding, LocalLive
from mondegreen.providers.listening import CHUNK

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.providers.listening import Heard

__all__ = ["Pocketsphinx"]


class Pocketsphinx(LocalLive, pocketsphinx.Pocketsphinx):
    """Decodes pieces of 20 ms as they come, with the cepstral mean of what was heard so far.

    With ``finalize_after`` an utterance ends at that moment. Otherwise pocketsphinx's endpointer (the
    detector of voice of WebRTC, over 0.3 s) says where speech begins and ends. Each utterance is a
    segment.
    """

    name = "pocketsphinx-live"
    about = "CMU Sphinx on this machine, live; its endpointer ends the turns"
    _cepstral_mean = "live"

    def _language(self) -> str | None:
        return "en" if self.chosen.folder is None else self.chosen.language

    def _decoding(
        self, engine: Any, now: Callable[[], float], say: Callable[[Heard], None]
    ) -> Decoding:
        return _Utterances(engine, now, say)


class _Utterances(Decoding):
    """Where utterances begin and end, and what they say."""

    def __init__(self, engine: Any, now: Callable[[], float], say: Callable[[Heard], None]) -> None:
        super().__init__(now, say)
        self._engine = engine
        self._open, self._heard = False, 0.0
        self._begun = 0.0  # where the utterance begins in the recording
        self._ends: Any = None
        self._since = 0.0  # where the endpointer begins

    def begin(self) -> None:
        """Forget what earlier recordings sounded like."""
        self._engine.reinit_feat()
        if self.endpoints:
            self._endpoint()
        else:
            self._start(0.0)

    def hear(self, pcm: bytes) -> None:
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
            self._finish(turn=True)

    def finalize(self) -> None:
        if self._open:
            self._finish()
        self._endpoint()

    def end(self) -> None:
        if self._open:
            self._finish()

    def leave(self) -> None:
        """Leave no utterance open in the engine."""
        if self._open:
            self._open = False
            self._engine.end_utt()

    def _endpoint(self) -> None:
        import pocketsphinx as sphinx  # of the extra bench

        self._ends = sphinx.Endpointer(sample_rate=RATE, frame_length=CHUNK)
        self._since = self._heard

    def _start(self, at: float) -> None:
        self._engine.start_utt()
        self._open, self._begun = True, at

    def _decode(self, pcm: bytes) -> None:
        self._engine.process_raw(pcm, no_search=False, full_utt=False)
        found = self._engine.hyp()
        self.show(found.hypstr if found is not None else "")

    def _finish(self, *, turn: bool = False) -> None:
        self._open = False
        self._engine.end_utt()
        found = self._engine.hyp()
        words = pocketsphinx.words_of(self._engine, self._begun) if found is not None else ()
        self.finish(found.hypstr if found is not None else "", words, turn=turn)
