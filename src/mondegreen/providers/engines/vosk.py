"""Vosk, Kaldi on this machine."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import UsageError
from mondegreen.providers.local import Local
from mondegreen.providers.transcript import Transcript
from mondegreen.providers.word import Word

if TYPE_CHECKING:
    from pathlib import Path

    from mondegreen.providers.audio import Audio

__all__ = ["Vosk", "recognizer_of", "words_of"]

_RATE: Final = 16_000
_CHUNK: Final = 8_000  # samples


class Vosk(Local):
    """A folder with a model of Vosk, as its pages offer them."""

    name = "vosk"
    about = "Vosk on this machine"
    package = "vosk"
    extra = "vosk"
    takes_model = "NAME, with folder=PATH"
    needs = "weights: folder="
    proven = True

    def _find_model(self) -> Path:
        folder = self.chosen.folder
        if folder is None:  # it would fetch one unasked
            raise UsageError(f"{self.system}: no model; give its folder, as folder=PATH")
        if not (folder / "am").is_dir() and not (folder / "final.mdl").is_file():
            raise UsageError(f"{folder}: has no am and no final.mdl, expected a model of Vosk")
        return folder

    def _load(self) -> Any:
        import vosk  # of the extra vosk

        vosk.SetLogLevel(-1)
        folder = self._find_model()
        try:
            return vosk.Model(model_path=str(folder))
        except Exception as error:  # it raises nothing else
            raise UsageError(f"{folder}: Vosk cannot load this model: {error}") from error

    def _run(self, engine: Any, audio: Audio) -> Transcript:
        recognizer = recognizer_of(engine, _RATE)
        samples = audio.samples(_RATE, kind="int16", channel=self.chosen.channel)
        parts = [
            json.loads(recognizer.Result())
            for at in range(0, len(samples), _CHUNK)
            if recognizer.AcceptWaveform(samples[at : at + _CHUNK].tobytes())
        ]
        parts.append(json.loads(recognizer.FinalResult()))
        words = tuple(word for part in parts for word in words_of(part))
        text = " ".join(part["text"] for part in parts if part["text"])
        return Transcript(text, words, self.chosen.language, {"text": text, "parts": parts})


def recognizer_of(engine: Any, rate: int) -> Any:
    """Return a recogniser for one recording, which gives words with their times."""
    from vosk import KaldiRecognizer  # of the extra vosk

    recognizer = KaldiRecognizer(engine, float(rate))
    recognizer.SetWords(True)
    return recognizer


def words_of(result: dict[str, Any]) -> tuple[Word, ...]:
    """Return the words of one result; times are those of the recording."""
    return tuple(
        Word(each["word"], each["start"], each["end"], each["conf"])
        for each in result.get("result", ())
    )
