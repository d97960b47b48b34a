"""Deepgram's Nova, live."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen.providers.dialled import Dialled
from mondegreen.providers.wire import Said, Wire, broken, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["Deepgram"]


class Deepgram(Dialled):
    """``/v1/listen``: binary audio, ``Results`` with interim and final text, ``Finalize``."""

    name = "deepgram-live"
    about = "Deepgram Nova, live"
    variable = "DEEPGRAM_API_KEY"
    address = "wss://api.deepgram.com"
    documented = "SDK 7.6.0 of 22 Jul 2026; pages Finalize and Errors, read 27 Nov 2026"
    default_model = "nova-3"
    proven: ClassVar[bool] = True

    def _path(self) -> str:
        return "/v1/listen"

    def _query(self) -> dict[str, Any]:
        return {
            "model": self.model,
            "language": self.chosen.language,
            "encoding": "linear16",
            "sample_rate": self.rate,
            "interim_results": True,
        }

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Token {key}"}

    def _wire(self) -> Wire:
        return _Nova()


class _Nova(Wire):
    """A segment is what begins at one moment of the audio: its final text has the same beginning."""

    def finalize(self) -> Iterable[str]:
        return ('{"type": "Finalize"}',)

    def close(self) -> Iterable[str]:
        return ('{"type": "CloseStream"}',)

    def is_end(self, said: Mapping[str, Any]) -> bool:
        return said.get("type") == "Metadata"

    def read(self, said: Mapping[str, Any]) -> Iterator[Said]:
        match said.get("type"):
            case "Results":
                best = said["channel"]["alternatives"][0]
                words = [
                    {"text": each.get("punctuated_word") or each["word"], **each}
                    for each in best.get("words") or ()
                ]
                kind = "final" if said.get("is_final") else "partial"
                yield Said(kind, best["transcript"], round(1000 * said["start"]), words_of(words))
                if said.get("speech_final"):
                    yield Said("end-of-turn")
            case "SpeechStarted":
                yield Said("start-of-turn")
            case "UtteranceEnd":
                yield Said("end-of-turn")
            case "Error":
                raise broken(said.get("description") or said.get("message") or said)
