"""Any speech recogniser of Hugging Face's Transformers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import UsageError
from mondegreen.offline import refuse_offline
from mondegreen.providers.local import Local
from mondegreen.providers.transcript import Transcript
from mondegreen.providers.word import Word

if TYPE_CHECKING:
    from pathlib import Path

    from mondegreen.providers.audio import Audio

__all__ = ["Transformers"]

_RATE: Final = 16_000


class Transformers(Local):
    """A model's name at Hugging Face, or its folder; by the pipeline for speech recognition.

    ``parameters`` go to the pipeline's call, as ``{"return_timestamps": "word"}`` for models that give
    times. A model that is named alone is fetched the first time, which ``MONDEGREEN_OFFLINE`` forbids.
    """

    name = "transformers"
    about = "models of Hugging Face's Transformers on this machine"
    package = "transformers"
    extra = "transformers"
    takes_model = "openai/whisper-tiny.en"
    needs = "weights: folder=, or fetched once"

    def _find_model(self) -> Path | None:
        folder = self.chosen.folder
        if folder is None:
            refuse_offline(
                f"fetching the model of {self.system}", "give its folder, as folder=PATH"
            )
        elif not (folder / "config.json").is_file():
            raise UsageError(f"{folder}: has no config.json, expected a model of Transformers")
        return folder

    def _load(self) -> Any:
        from transformers import pipeline  # of the extra transformers; takes seconds to load

        folder = self._find_model()
        precision = {} if self.chosen.precision is None else {"dtype": self.chosen.precision}
        return pipeline(
            "automatic-speech-recognition",
            model=self.model if folder is None else str(folder),
            device=self.chosen.device,
            **precision,
        )

    def _run(self, engine: Any, audio: Audio) -> Transcript:
        samples = audio.samples(_RATE, channel=self.chosen.channel)
        asked = dict(self.chosen.parameters or {})
        if self.chosen.language is not None:
            asked["generate_kwargs"] = {
                "language": self.chosen.language,
                **asked.get("generate_kwargs", {}),
            }
        found = engine({"raw": samples, "sampling_rate": _RATE}, **asked)
        words: tuple[Word, ...] = ()
        if asked.get("return_timestamps") == "word":
            words = tuple(
                Word(part["text"].strip(), *part["timestamp"]) for part in found.get("chunks", ())
            )
        raw = {"text": found["text"], "chunks": found.get("chunks")}
        return Transcript(found["text"].strip(), words, self.chosen.language, raw)
