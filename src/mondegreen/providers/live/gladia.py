"""Gladia, live."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.providers.dialled import Dialled
from mondegreen.providers.failure import ProviderError
from mondegreen.providers.wire import Said, Wire, broken, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["Gladia"]

_OK: Final = 400


class Gladia(Dialled):
    """``POST /v2/live`` returns the address of a WebSocket with a token in it; audio is binary."""

    name = "gladia-live"
    about = "Gladia, live; it ends the turns itself"
    variable = "GLADIA_API_KEY"
    address = "wss://api.gladia.io"
    documented = "types generated for the SDK, 23 Jul 2026; page Live, read 27 Nov 2026"
    default_model = "solaria-1"
    proven: ClassVar[bool] = True

    def _path(self) -> str:
        return "/v2/live"

    def _headers(self, key: str) -> dict[str, str]:  # noqa: ARG002 - the token in the address is enough
        return {}

    async def _dial(self) -> str:
        """Begin a session, and return its address.

        Raises:
            ProviderError: the server cannot be reached, or does not accept it.
        """
        import httpx  # of the extra bench

        from mondegreen.providers.exchange import usual  # loads httpx
        from mondegreen.providers.reading import said_in

        address = f"http{self.base.removeprefix('ws')}{self._path()}"
        headers = {"x-gladia-key": self._key()}
        try:
            async with httpx.AsyncClient(timeout=self.chosen.setup) as client:
                reply = await client.post(address, json=self._session(), headers=headers)
        except httpx.TimeoutException:
            reason = f"{self.host} did not respond within {self.chosen.setup:g} s"
            raise ProviderError("timeout", reason, again=True) from None
        except httpx.TransportError as error:
            reason = f"the connection to {self.host} failed: {error}"
            raise ProviderError("connection", reason, again=True) from None
        try:
            document = reply.json()
        except ValueError:
            document = None
        if reply.status_code >= _OK or not isinstance(document, dict):
            failure = usual(reply.status_code, said_in(document) or reply.text[:200])
            failure.http_status, failure.perhaps_paid = reply.status_code, False
            raise failure
        if not str(document.get("url", "")).startswith(("ws://", "wss://")):
            raise ProviderError("malformed", f"{self.system} returned no address of a WebSocket")
        return str(document["url"])

    def _session(self) -> dict[str, Any]:
        languages = [self.chosen.language] if self.chosen.language else []
        return {
            "encoding": "wav/pcm",
            "bit_depth": 16,
            "sample_rate": self.rate,
            "channels": 1,
            "model": self.model,
            "language_config": {"languages": languages},
            "messages_config": {"receive_partial_transcripts": True},
            **(self.chosen.parameters or {}),
        }

    def _wire(self) -> Wire:
        return _Utterances()


class _Utterances(Wire):
    """A segment is an utterance by its id; they are in the order in which they begin in the audio."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def close(self) -> Iterable[str]:
        return (json.dumps({"type": "stop_recording"}),)

    def is_end(self, said: Mapping[str, Any]) -> bool:
        return said.get("type") == "end_session"

    def read(self, said: Mapping[str, Any]) -> Iterator[Said]:
        match said.get("type"):
            case "transcript":
                data = said["data"]
                utterance = data["utterance"]
                kind = "final" if data["is_final"] else "partial"
                words = words_of(utterance.get("words") or (), text="word")
                yield Said(
                    kind, utterance["text"].strip(), self._place(data["id"], utterance), words
                )
            case "speech_start":
                yield Said("start-of-turn")
            case "speech_end":
                yield Said("end-of-turn")
            case "error":
                raise broken(said.get("error") or said.get("data") or said)

    def _place(self, name: str, utterance: Mapping[str, Any]) -> int:
        """Return milliseconds at which an utterance began when it was first heard of."""
        return self._places.setdefault(str(name), round(1000 * float(utterance["start"])))
