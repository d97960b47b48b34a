"""Cartesia's Ink with turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.providers.live.cartesia import Cartesia
from mondegreen.providers.wire import Said, Wire, broken

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["CartesiaTurns"]

_TURNS: Final = {
    "turn.start": "start-of-turn",
    "turn.eager_end": "eager-end-of-turn",
    "turn.resume": "turn-resumed",
    "turn.end": "end-of-turn",
}


class CartesiaTurns(Cartesia):
    """``/stt/turns/websocket``: the text of a turn up to now; only its end makes it final."""

    name = "cartesia-turns-live"
    about = "Cartesia Ink with turns, live; it ends them itself"
    documented = "Python SDK 4.0.1 of 14 Aug 2026; page STT turns, read 27 Nov 2026"
    path = "/stt/turns/websocket"

    def _wire(self) -> Wire:
        return _Turns()


class _Turns(Wire):
    """A segment is a turn; they are counted here, for the messages have no number."""

    waits = True

    def __init__(self) -> None:
        self._turn = 0

    def is_ready(self, said: Mapping[str, Any]) -> bool:
        return said.get("type") == "connected"

    def close(self) -> Iterable[str]:
        return ('{"type": "close"}',)

    def is_end(self, said: Mapping[str, Any]) -> bool:
        return said.get("type") == "done"

    def read(self, said: Mapping[str, Any]) -> Iterator[Said]:
        kind = said["type"]
        if kind == "error":
            raise broken(said.get("message") or said.get("error") or said)
        if kind == "turn.end":
            yield Said("final", said["transcript"], self._turn)
        elif kind.startswith("turn.") and said.get("transcript"):
            yield Said("partial", said["transcript"], self._turn)
        if kind in _TURNS:
            yield Said(_TURNS[kind], segment=self._turn)
        self._turn += kind == "turn.end"
