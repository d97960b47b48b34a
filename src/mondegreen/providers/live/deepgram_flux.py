"""Deepgram's Flux, which knows turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.providers.dialled import Dialled
from mondegreen.providers.wire import Said, Wire, broken

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["DeepgramFlux"]

_TURNS: Final = {
    "StartOfTurn": "start-of-turn",
    "EagerEndOfTurn": "eager-end-of-turn",
    "TurnResumed": "turn-resumed",
    "EndOfTurn": "end-of-turn",
}


class DeepgramFlux(Dialled):
    """``/v2/listen``: ``TurnInfo`` with the text of a turn up to now; only its end makes it final."""

    name = "deepgram-flux-live"
    about = "Deepgram Flux, live; it ends the turns itself"
    variable = "DEEPGRAM_API_KEY"
    address = "wss://api.deepgram.com"
    documented = "SDK 7.6.0 of 22 Jul 2026; page Flux, read 27 Nov 2026"
    default_model = "flux-general-en"
    proven: ClassVar[bool] = True

    def _path(self) -> str:
        return "/v2/listen"

    def _query(self) -> dict[str, Any]:
        hints = {"language_hint": self.chosen.language} if self.chosen.language else {}
        return {"model": self.model, "encoding": "linear16", "sample_rate": self.rate, **hints}

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Token {key}"}

    def _wire(self) -> Wire:
        return _Flux()


class _Flux(Wire):
    waits = True

    def is_ready(self, said: Mapping[str, Any]) -> bool:
        return said.get("type") == "Connected"

    def close(self) -> Iterable[str]:
        return ('{"type": "CloseStream"}',)

    def is_end(self, said: Mapping[str, Any]) -> bool:  # noqa: ARG002 - the connection is closed
        return False

    def read(self, said: Mapping[str, Any]) -> Iterator[Said]:
        match said.get("type"):
            case "TurnInfo":
                event, turn = said["event"], int(said["turn_index"])
                kind = "final" if event == "EndOfTurn" else "partial"
                if kind == "final" or said["transcript"]:
                    yield Said(kind, said["transcript"], turn)
                if event in _TURNS:
                    yield Said(_TURNS[event], segment=turn)
            case "Error":
                raise broken(said.get("description") or said)
