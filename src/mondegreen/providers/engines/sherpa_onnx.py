"""Models of the next-generation Kaldi, with the package sherpa-onnx."""

from __future__ import annotations

from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import UsageError
from mondegreen.providers.local import Local
from mondegreen.providers.provider import Transcript

if TYPE_CHECKING:
    from pathlib import Path

    from mondegreen.providers.audio import Audio

__all__ = ["SherpaOnnx"]

_RATE: Final = 16_000
_SMALL: Final = "int8"


class SherpaOnnx(Local):
    """The kind of the model, as ``sherpa-onnx:transducer``, and its folder.

    Kinds are those of ``OfflineRecognizer.from_...``. Each file that a kind needs is the one of the
    folder whose name begins with that of the parameter: ``encoder*.onnx``, ``tokens*.txt``; a single
    model may have any name. With ``precision="int8"`` the files with ``int8`` in their names are taken.
    """

    name = "sherpa-onnx"
    about = "models of next-generation Kaldi on this machine"
    package = "sherpa_onnx"
    extra = "sherpa-onnx"
    takes_model = "transducer (or another kind), with folder=PATH"
    needs = "weights: folder="

    def _find_model(self) -> Path:
        folder = self.chosen.folder
        if folder is None:
            raise UsageError(f"{self.system}: no model; give its folder, as folder=PATH")
        if not folder.is_dir():
            raise UsageError(f"{folder}: no such folder, expected a model of sherpa-onnx")
        return folder

    def _load(self) -> Any:
        from sherpa_onnx import OfflineRecognizer  # of the extra sherpa-onnx

        folder, kind = self._find_model(), self.model.replace("-", "_")
        make = getattr(OfflineRecognizer, f"from_{kind}", None)
        if make is None:
            kinds = [n.removeprefix("from_") for n in dir(OfflineRecognizer) if n[:5] == "from_"]
            raise UsageError(f"{self.system}: expected sherpa-onnx:KIND, of {', '.join(kinds)}")
        takes = signature(make).parameters
        needed = [n for n, each in takes.items() if each.default is Parameter.empty]
        chosen = {
            "num_threads": self.chosen.threads,
            "provider": self.chosen.device,
            "language": self.chosen.language,
        }
        options = {n: each for n, each in chosen.items() if n in takes and each is not None}
        files = {name: str(self._file(folder, name)) for name in needed}
        return make(**files, **options | dict(self.chosen.parameters or {}))

    def _file(self, folder: Path, part: str) -> Path:
        ending = ".txt" if part == "tokens" else ".onnx"
        every = sorted(path for path in folder.iterdir() if path.suffix == ending)
        own = [path for path in every if path.name.startswith(part)] or every
        if len(own) > 1:
            small = self.chosen.precision == _SMALL
            own = [path for path in own if (_SMALL in path.name) == small]
        if len(own) != 1:
            names = ", ".join(path.name for path in own) or "none"
            raise UsageError(f"{folder}: expected one file {part}*{ending}, got {names}")
        return own[0]

    def _run(self, engine: Any, audio: Audio) -> Transcript:
        stream = engine.create_stream()
        stream.accept_waveform(_RATE, audio.samples(_RATE, channel=self.chosen.channel))
        engine.decode_stream(stream)
        found = stream.result
        raw = {
            "text": found.text,
            "tokens": list(found.tokens),
            "timestamps": [float(time) for time in found.timestamps],
        }
        return Transcript(found.text.strip(), (), self.chosen.language, raw)
