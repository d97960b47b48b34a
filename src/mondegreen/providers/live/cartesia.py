"""Cartesia's Ink, in real time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen.providers.dialled import Dialled
from mondegreen.providers.wire import Said, Wire, broken, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from mondegreen.providers.word import Word

__all__ = ["Cartesia"]


class Cartesia(Dialled):
    """``/stt/websocket``: text since the last final one; ``finalize`` and ``close`` are plain texts."""

    name = "cartesia-live"
    about = "Cartesia Ink, live"
    variable = "CARTESIA_API_KEY"
    address = "wss://api.cartesia.ai"
    documented = "Python SDK 4.0.1 of 14 Aug 2026; page STT WebSocket, read 27 Nov 2026"
    default_model = "ink-2"
    path: ClassVar[str] = "/stt/websocket"
    proven: ClassVar[bool] = True

    def _path(self) -> str:
        return self.path

    def _query(self) -> dict[str, Any]:
        return {
            "model": self.model,
            "encoding": "pcm_s16le",
            "sample_rate": self.rate,
            "language": self.chosen.language,
        }

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}", "Cartesia-Version": "2026-03-01"}

    def _wire(self) -> Wire:
        return _Deltas()


class _Deltas(Wire):
    """One segment: each final text is added to it as it is, spaces included."""

    def __init__(self) -> None:
        self._final = ""
        self._words: tuple[Word, ...] = ()

    def finalize(self) -> Iterable[str]:
        return ("finalize",)

    def close(self) -> Iterable[str]:
        return ("close",)

    def is_end(self, said: Mapping[str, Any]) -> bool:
        return said.get("type") == "done"

    def read(self, said: Mapping[str, Any]) -> Iterator[Said]:
        match said["type"]:
            case "transcript" if said["is_final"]:
                if said["text"]:
                    self._final += said["text"]
                    self._words += words_of(said.get("words") or (), text="word")
                    yield Said("final", self._final.strip(), 0, self._words)
            case "transcript":
                yield Said("partial", (self._final + said["text"]).strip(), 0)
            case "error":
                raise broken(said.get("message") or said.get("error") or said)
