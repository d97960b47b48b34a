"""whisper.cpp, with the package pywhispercpp."""

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

__all__ = ["WhisperCpp"]

_RATE: Final = 16_000
_TICKS: Final = 100  # of 10 ms, per second


class WhisperCpp(Local):
    """A ggml file, as ``folder=ggml-base.en.bin``, or a model's name.

    A model that is named alone is fetched the first time, which ``MONDEGREEN_OFFLINE`` forbids. One
    segment per word is asked for, which gives the words their times.
    """

    name = "whisper-cpp"
    about = "Whisper on this machine, by whisper.cpp"
    package = "pywhispercpp"
    extra = "whisper-cpp"
    takes_model = "base.en"
    needs = "weights: folder=, or fetched once"

    def _find_model(self) -> Path | None:
        file = self.chosen.folder
        if file is None:
            refuse_offline(f"fetching the model of {self.system}", "give its file, as folder=PATH")
        elif not file.is_file():
            raise UsageError(f"{file}: no such file, expected a ggml model of whisper.cpp")
        return file

    def _load(self) -> Any:
        from pywhispercpp.model import Model  # of the extra whisper-cpp

        threads = {} if self.chosen.threads is None else {"n_threads": self.chosen.threads}
        return Model(
            self.model if self.chosen.folder is None else str(self.chosen.folder),
            redirect_whispercpp_logs_to=None,
            print_progress=False,
            print_realtime=False,
            temperature_inc=0.0,
            token_timestamps=True,
            max_len=1,
            split_on_word=True,
            language=self.chosen.language or "",
            **threads,
            **dict(self.chosen.parameters or {}),
        )

    def _run(self, engine: Any, audio: Audio) -> Transcript:
        found = engine.transcribe(audio.samples(_RATE, channel=self.chosen.channel))
        words = tuple(
            Word(each.text.strip(), each.t0 / _TICKS, each.t1 / _TICKS)
            for each in found
            if each.text.strip()
        )
        # Words of a language without spaces begin without one.
        text = " ".join("".join(str(each.text) for each in found).split())
        return Transcript(text, words, self.chosen.language, {"text": text})
