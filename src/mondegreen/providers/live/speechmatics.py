"""Speechmatics, in real time."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen.providers.dialled import Dialled
from mondegreen.providers.wire import Said, Wire, broken, seconds_of
from mondegreen.providers.word import Word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

__all__ = ["Speechmatics"]


class Speechmatics(Dialled):
    """``/v2``: ``StartRecognition``, binary audio, ``AddPartialTranscript`` and ``AddTranscript``."""

    name = "speechmatics-live"
    about = "Speechmatics, live"
    variable = "SPEECHMATICS_API_KEY"
    address = "wss://eu.rt.speechmatics.com"
    documented = "real-time API reference, read 27 Nov 2026"
    default_model = "enhanced"
    proven: ClassVar[bool] = True

    def _path(self) -> str:
        return "/v2"

    async def _dial(self) -> str:
        """Return the address; parameters are part of the first message."""
        return f"{self.base}{self._path()}"

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"}

    def _wire(self) -> Wire:
        config = {
            "language": self.chosen.language or "en",
            "operating_point": self.model,
            "enable_partials": True,
            **(self.chosen.parameters or {}),
        }
        return _Recognition(self.rate, config)


class _Recognition(Wire):
    """One segment: final results are added to it, and partial ones are what comes after them."""

    waits = True

    def __init__(self, rate: int, config: Mapping[str, Any]) -> None:
        self._rate, self._config, self._pieces = rate, config, 0
        self._finals: list[Mapping[str, Any]] = []
        self._tail: list[Mapping[str, Any]] = []  # results that are not final
        self._shown = ""

    def opening(self) -> Iterable[str]:
        form = {"type": "raw", "encoding": "pcm_s16le", "sample_rate": self._rate}
        start = {"message": "StartRecognition", "audio_format": form}
        return (json.dumps({**start, "transcription_config": self._config}),)

    def is_ready(self, said: Mapping[str, Any]) -> bool:
        return said.get("message") == "RecognitionStarted"

    def piece(self, pcm: bytes) -> bytes:
        self._pieces += 1
        return pcm

    def finalize(self) -> Iterable[str]:
        return ('{"message": "ForceEndOfUtterance"}',)

    def close(self) -> Iterable[str]:
        return (json.dumps({"message": "EndOfStream", "last_seq_no": self._pieces}),)

    def is_end(self, said: Mapping[str, Any]) -> bool:
        return said.get("message") == "EndOfTranscript"

    def read(self, said: Mapping[str, Any]) -> Iterator[Said]:
        match said["message"]:
            case "AddPartialTranscript":
                self._tail = [*said["results"]]
                yield from self._changed(new=False)
            case "AddTranscript":
                new = said["results"]
                end = max((float(each["end_time"]) for each in new), default=-math.inf)
                self._tail = [each for each in self._tail if float(each["end_time"]) > end]
                self._finals += new
                yield from self._changed(new=bool(new))
            case "EndOfUtterance":
                yield Said("end-of-turn")
            case "Error":
                kind = said.get("type")
                reason = f"{kind}: {said.get('reason')}"
                raise broken(reason, stops=kind == "not_authorised")

    def _changed(self, *, new: bool) -> Iterator[Said]:
        """Yield what is final and what is shown, where that is not what was shown before."""
        text, whole = _text(self._finals), _text([*self._finals, *self._tail])
        if new or text == whole != self._shown:
            yield Said("final", text, 0, tuple(_words(self._finals)))
        if text != whole and (new or whole != self._shown):
            yield Said("partial", whole, 0)
        self._shown = whole


def _text(results: Sequence[Mapping[str, Any]]) -> str:
    """Return the text of results: a mark is attached to the word before or after it."""
    text, attached = "", True
    for each in results:
        side = each.get("attaches_to", "none")
        glued = attached or side in ("previous", "both")
        text += ("" if glued else " ") + each["alternatives"][0]["content"]
        attached = side in ("next", "both")
    return text


def _words(results: Sequence[Mapping[str, Any]]) -> Iterator[Word]:
    """Yield words with the marks that are attached to them, as the text has them."""
    group: list[Mapping[str, Any]] = []
    attached = True
    for each in results:
        side = each.get("attaches_to", "none")
        if group and not attached and side not in ("previous", "both"):
            yield from _word(group)
            group = []
        group.append(each)
        attached = side in ("next", "both")
    yield from _word(group)


def _word(group: Sequence[Mapping[str, Any]]) -> Iterator[Word]:
    spoken = [each for each in group if each["type"] == "word"]
    if spoken:
        best = spoken[0]["alternatives"][0]
        start, end = seconds_of(spoken[0]["start_time"]), seconds_of(spoken[-1]["end_time"])
        yield Word(_text(group), start, end, best.get("confidence"), best.get("speaker"))
