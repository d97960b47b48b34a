"""Streaming models of the next-generation Kaldi, live, with the package sherpa-onnx."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.providers.engines import sherpa_onnx
from mondegreen.providers.hearing import RATE, Decoding, LocalLive

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.providers.listening import Heard

__all__ = ["SherpaOnnx"]

_TAIL: Final = int(0.66 * RATE)  # samples of silence, as the package's examples have it
_FULL: Final = 2**15


class SherpaOnnx(LocalLive, sherpa_onnx.SherpaOnnx):
    """The kind of a streaming model, as ``sherpa-onnx-live:transducer``, and its folder.

    Kinds are those of ``OnlineRecognizer.from_...``. Its rules of trailing silence end utterances, each
    of which is a segment; parameters such as ``rule2_min_trailing_silence`` change them. With
    ``finalize_after`` they are not asked before that moment. A model looks ahead, so text is made final
    with 0.66 s of silence, which takes no time.
    """

    name = "sherpa-onnx-live"
    about = (
        "streaming models of next-generation Kaldi on this machine, live; their rules end the turns"
    )
    takes_model = "transducer (or another kind), with folder=PATH"
    _recognizer: ClassVar[str] = "OnlineRecognizer"
    _always: ClassVar[dict[str, Any]] = {"enable_endpoint_detection": True}

    def _decoding(
        self, engine: Any, now: Callable[[], float], say: Callable[[Heard], None]
    ) -> Decoding:
        return _Utterances(engine, now, say)


class _Utterances(Decoding):
    def __init__(self, engine: Any, now: Callable[[], float], say: Callable[[Heard], None]) -> None:
        super().__init__(now, say)
        self._engine, self._stream = engine, engine.create_stream()

    def hear(self, pcm: bytes) -> None:
        import numpy as np  # of the extra bench

        self._accept(np.frombuffer(pcm, np.int16).astype(np.float32) / _FULL)
        self.show(self._text())
        if self.endpoints and self._engine.is_endpoint(self._stream):
            self.finish(self._text(), turn=True)
            self._engine.reset(self._stream)

    def finalize(self) -> None:
        self.end()
        self._stream = self._engine.create_stream()
        self.endpoints = True

    def end(self) -> None:
        import numpy as np  # as above

        self._accept(np.zeros(_TAIL, np.float32), last=True)
        self.finish(self._text())

    def _accept(self, samples: Any, *, last: bool = False) -> None:
        self._stream.accept_waveform(RATE, samples)
        if last:
            self._stream.input_finished()
        while self._engine.is_ready(self._stream):
            self._engine.decode_stream(self._stream)

    def _text(self) -> str:
        return str(self._engine.get_result(self._stream)).strip()
