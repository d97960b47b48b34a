"""Models of the next-generation Kaldi, with the package sherpa-onnx."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.errors import UsageError
from mondegreen.providers.local import Local
from mondegreen.providers.transcript import Transcript

if TYPE_CHECKING:
    from pathlib import Path

    from mondegreen.providers.audio import Audio

__all__ = ["SherpaOnnx"]

_RATE: Final = 16_000
_SMALL: Final = "int8"
_PLACE: Final = re.compile(r"^/\S+?:\d+ ")  # where in the package's own source
_TRY: Final = (
    "import json, sys, sherpa_onnx; recognizer, kind, asked = json.load(sys.stdin); "
    "getattr(getattr(sherpa_onnx, recognizer), kind)(**asked)"
)


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
    _recognizer: ClassVar[str] = "OfflineRecognizer"
    _always: ClassVar[dict[str, Any]] = {}

    def _find_model(self) -> Path:
        folder = self.chosen.folder
        if folder is None:
            raise UsageError(f"{self.system}: no model; give its folder, as folder=PATH")
        if not folder.is_dir():
            raise UsageError(f"{folder}: no such folder, expected a model of sherpa-onnx")
        return folder

    def asked(self) -> tuple[str, dict[str, Any]]:
        """Return which function makes the recogniser, and with what.

        Raises:
            UsageError: there is no such kind, or the folder does not have its files.
        """
        import sherpa_onnx  # of the extra sherpa-onnx

        folder, kind = self._find_model(), self.model.replace("-", "_")
        recognizer = getattr(sherpa_onnx, self._recognizer)
        make = getattr(recognizer, f"from_{kind}", None)
        if make is None:
            kinds = [n.removeprefix("from_") for n in dir(recognizer) if n[:5] == "from_"]
            raise UsageError(f"{self.system}: expected {self.name}:KIND, of {', '.join(kinds)}")
        takes = signature(make).parameters
        needed = [n for n, each in takes.items() if each.default is Parameter.empty]
        chosen = {
            **self._always,
            "num_threads": self.chosen.threads,
            "provider": self.chosen.device,
            "language": self.chosen.language,
        }
        options = {n: each for n, each in chosen.items() if n in takes and each is not None}
        files = {name: str(self._file(folder, name)) for name in needed}
        return f"from_{kind}", {**files, **options, **(self.chosen.parameters or {})}

    def _load(self) -> Any:
        import sherpa_onnx  # as above

        kind, asked = self.asked()
        _try_to_load(self._find_model(), self._recognizer, kind, asked)
        return getattr(getattr(sherpa_onnx, self._recognizer), kind)(**asked)

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


def _try_to_load(folder: Path, recognizer: str, kind: str, asked: dict[str, Any]) -> None:
    """Load a model in a process of its own, since the package ends the process if it cannot.

    Raises:
        UsageError: it cannot; with the last line that it said.
    """
    given = json.dumps([recognizer, kind, asked], default=str)
    tried = subprocess.run(  # noqa: S603 - this Python, and nothing of the user's is run
        [sys.executable, "-c", _TRY], input=given, capture_output=True, text=True, check=False
    )
    if tried.returncode:
        said = [line.strip() for line in tried.stderr.splitlines() if line.strip()] or ["no reason"]
        reason = _PLACE.sub("", said[-1])
        raise UsageError(f"{folder}: sherpa-onnx cannot load this model ({kind}): {reason}")
