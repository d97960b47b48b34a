"""Vosk, live: it hears a recording while it is spoken."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mondegreen.providers.engines import vosk
from mondegreen.providers.hearing import RATE, Decoding, LocalLive

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.providers.listening import Heard

__all__ = ["Vosk"]


class Vosk(LocalLive, vosk.Vosk):
    """Decodes pieces of 20 ms as they come; each utterance is a segment.

    Kaldi's endpointing, as the model's ``conf/model.conf`` sets it, ends utterances, with
    ``finalize_after`` too: nothing turns it off. At that moment what is open ends as well.
    """

    name = "vosk-live"
    about = "Vosk on this machine, live; its endpointing ends the turns"

    def _decoding(
        self, engine: Any, now: Callable[[], float], say: Callable[[Heard], None]
    ) -> Decoding:
        return _Utterances(vosk.recognizer_of(engine, RATE), now, say)


class _Utterances(Decoding):
    def __init__(
        self, recognizer: Any, now: Callable[[], float], say: Callable[[Heard], None]
    ) -> None:
        super().__init__(now, say)
        self._recognizer = recognizer

    def hear(self, pcm: bytes) -> None:
        if self._recognizer.AcceptWaveform(pcm):
            self._finish(self._recognizer.Result(), turn=True)
        else:
            self.show(json.loads(self._recognizer.PartialResult())["partial"])

    def finalize(self) -> None:
        self._finish(self._recognizer.FinalResult())

    def end(self) -> None:
        self._finish(self._recognizer.FinalResult())

    def _finish(self, result: str, *, turn: bool = False) -> None:
        found = json.loads(result)
        self.finish(found["text"], vosk.words_of(found), turn=turn)
