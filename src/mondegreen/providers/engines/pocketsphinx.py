"""CMU Sphinx's pocketsphinx; its English model is inside the package."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.errors import UsageError
from mondegreen.providers.local import Local
from mondegreen.providers.transcript import Transcript
from mondegreen.providers.word import Word

if TYPE_CHECKING:
    from mondegreen.providers.audio import Audio

__all__ = ["Pocketsphinx", "words_of"]

_RATE: Final = 16_000
_FRAMES: Final = 100  # per second
_FILLER: Final = re.compile(r"<.*>|\[.*\]|\+\+.*\+\+")
_VARIANT: Final = re.compile(r"\(\d+\)$")  # a second pronunciation, as read(2)


class Pocketsphinx(Local):
    """Decodes a recording as one utterance, with the cepstral mean of that recording alone.

    So a transcript does not depend on what was transcribed before. A model of your own is a folder with
    the acoustic model, one ``*.lm.bin`` or ``*.lm`` and one ``*.dict``.
    """

    name = "pocketsphinx"
    about = "CMU Sphinx on this machine, with an English model in its package"
    package = "pocketsphinx"
    default_model = "en-us"
    proven = True
    needs = "nothing"
    _BUILT_IN: ClassVar[str] = "en-us"
    _cepstral_mean: ClassVar[str] = "batch"

    def _find_model(self) -> Path:
        import pocketsphinx  # of the extra bench

        folder = self.chosen.folder
        if folder is not None:
            _only(folder, "*.dict")
            return folder
        if self.model != self._BUILT_IN:
            raise UsageError(
                f"{self.system}: the package has only the model {self._BUILT_IN}; give the folder of "
                "another one, as folder=PATH"
            )
        return Path(pocketsphinx.get_model_path()) / self._BUILT_IN

    def _load(self) -> Any:
        import pocketsphinx  # of the extra bench

        options: dict[str, Any] = {}
        if self.chosen.folder is not None:
            folder = self.chosen.folder
            grammar = [*folder.glob("*.lm.bin"), *folder.glob("*.lm")]
            if len(grammar) != 1:
                raise UsageError(f"{folder}: has {len(grammar)} files *.lm.bin or *.lm, expected 1")
            acoustic = next(folder.rglob("mdef")).parent if _has(folder, "mdef") else folder
            options = {
                "hmm": str(acoustic),
                "lm": str(grammar[0]),
                "dict": str(_only(folder, "*.dict")),
            }
        options |= dict(self.chosen.parameters or {})
        options = {"cmn": self._cepstral_mean, **options}
        return pocketsphinx.Decoder(loglevel="FATAL", samprate=_RATE, **options)

    def _run(self, engine: Any, audio: Audio) -> Transcript:
        samples = audio.samples(_RATE, kind="int16", channel=self.chosen.channel)
        engine.reinit_feat()  # else the noise of earlier recordings is taken off this one
        engine.start_utt()
        try:
            engine.process_raw(samples.tobytes(), no_search=False, full_utt=True)
        finally:
            engine.end_utt()
        found = engine.hyp()
        if found is None:
            return Transcript("", language="en" if self.chosen.folder is None else None, raw={})
        words = words_of(engine)
        language = "en" if self.chosen.folder is None else self.chosen.language
        raw = {"hypothesis": found.hypstr, "score": found.score}
        return Transcript(found.hypstr, words, language, raw)


def words_of(engine: Any, begun: float = 0.0) -> tuple[Word, ...]:
    """Return the words of the utterance that has ended, which began at a second of the recording."""
    return tuple(
        Word(
            _VARIANT.sub("", each.word),
            begun + each.start_frame / _FRAMES,
            begun + (each.end_frame + 1) / _FRAMES,
            each.prob,
        )
        for each in engine.seg()
        if not _FILLER.fullmatch(each.word)
    )


def _has(folder: Path, name: str) -> bool:
    return any(folder.rglob(name))


def _only(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise UsageError(f"{folder}: has {len(found)} files {pattern}, expected 1")
    return found[0]
