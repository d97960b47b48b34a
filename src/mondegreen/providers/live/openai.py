"""OpenAI's transcription in real time."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.providers.dialled import Dialled
from mondegreen.providers.wire import Said, Wire, base64_of, broken

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["Openai"]

_READY: Final = ("session.updated", "transcription_session.updated")
_ITEM: Final = "conversation.item.input_audio_transcription."
_EMPTY: Final = "input_audio_buffer_commit_empty"
_COMMITTED: Final = "input_audio_buffer.committed"
_CLEARED: Final = "input_audio_buffer.cleared"


class Openai(Dialled):
    """``/v1/realtime?intent=transcription``: audio of 24 kHz in JSON; each commit is an item."""

    name = "openai-live"
    about = "OpenAI, live"
    variable = "OPENAI_API_KEY"
    address = "wss://api.openai.com"
    documented = "openapi.yaml 2.3.0 of 21 Aug 2026; guide Realtime transcription"
    default_model = "gpt-live-transcribe"
    rate = 24_000
    proven: ClassVar[bool] = True

    @property
    def ends_turns(self) -> bool:  # type: ignore[override]
        """Whether the model can have its turns ended by the server."""
        return self.capabilities.turns

    def _path(self) -> str:
        return "/v1/realtime"

    def _query(self) -> dict[str, Any]:
        return {"intent": "transcription"}

    async def _dial(self) -> str:
        """Return the address; parameters are part of the first message."""
        return f"{self.base}{self._path()}?intent=transcription"

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"}

    def _wire(self) -> Wire:
        model = {"model": self.model}
        if self.chosen.language:
            model["language"] = self.chosen.language
        own = self.ends_turns and self.chosen.finalize_after is None
        turns = {"type": "server_vad"} if own else None
        heard = {
            "format": {"type": "audio/pcm", "rate": self.rate},
            "transcription": {**model, **(self.chosen.parameters or {})},
            "turn_detection": turns,
        }
        return _Items({"type": "transcription", "audio": {"input": heard}}, manual=turns is None)


class _Items(Wire):
    """A segment is an item; items are in the order of the commits, whenever their texts come.

    Without turn detection nothing but a commit of ours makes an item, so there is one in all: what is
    in the buffer after it is silence, which must become no text. The vendor never says that it has said all,
    so with turn detection the buffer is cleared at the close: the response shows that all audio before it
    was heard.
    """

    waits = True

    def __init__(self, session: Mapping[str, Any], *, manual: bool) -> None:
        self._session = session
        self._places: dict[str, int] = {}
        self._texts: dict[str, str] = {}
        self._open: set[str] = set()
        self._manual = manual
        self._speaking = manual  # whether there may be speech that nobody has committed
        self._awaited: set[str] = set()  # responses to come: to commits, and to the clearing
        self._closing = False

    def opening(self) -> Iterable[str]:
        return (json.dumps({"type": "session.update", "session": self._session}),)

    def is_ready(self, said: Mapping[str, Any]) -> bool:
        return said.get("type") in _READY

    def piece(self, pcm: bytes) -> str:
        return json.dumps({"type": "input_audio_buffer.append", "audio": base64_of(pcm)})

    def finalize(self) -> Iterable[str]:
        self._speaking = False
        self._awaited.add(_COMMITTED)
        return ('{"type": "input_audio_buffer.commit"}',)

    def close(self) -> Iterable[str]:
        self._closing = True
        if self._speaking or self._manual:
            return self.finalize() if self._speaking else ()
        self._awaited.add(_CLEARED)
        return ('{"type": "input_audio_buffer.clear"}',)

    def has_all(self) -> bool:
        return self._closing and not self._awaited and not self._open

    def is_end(self, said: Mapping[str, Any]) -> bool:  # noqa: ARG002 - it never says so
        return False

    def read(self, said: Mapping[str, Any]) -> Iterator[Said]:
        kind = said["type"]
        match kind.removeprefix(_ITEM):
            case "input_audio_buffer.speech_started":
                self._speaking = True
                yield Said("start-of-turn")
            case "input_audio_buffer.speech_stopped":
                yield Said("end-of-turn")
            case "input_audio_buffer.cleared":
                self._awaited.discard(_CLEARED)
            case "input_audio_buffer.committed":
                self._place(said["item_id"], said.get("previous_item_id"))
                self._open.add(said["item_id"])
                self._speaking = False
                self._awaited.discard(_COMMITTED)
            case "delta":
                item = said["item_id"]
                self._texts[item] = self._texts.get(item, "") + said["delta"]
                self._open.add(item)
                yield Said("partial", self._texts[item].strip(), self._place(item))
            case "completed":
                item = said["item_id"]
                self._open.discard(item)
                yield Said("final", said["transcript"].strip(), self._place(item))
            case "failed":
                raise broken(_reason(said))
            case "error":
                if _code(said) != _EMPTY:
                    raise broken(_reason(said), stops=_code(said) == "invalid_api_key")
                self._speaking = False
                self._awaited.discard(_COMMITTED)

    def _place(self, item: str, before: str | None = None) -> int:
        """Return the place of an item, which comes right after another one if that is known."""
        if item not in self._places:
            if before is not None and before not in self._places:
                self._places[before] = max(self._places.values(), default=-1) + 1
            last = (
                max(self._places.values(), default=-1) if before is None else self._places[before]
            )
            self._places[item] = last + 1
        return self._places[item]


def _code(said: Mapping[str, Any]) -> str:
    error = said.get("error")
    return str(error.get("code") or "") if isinstance(error, dict) else ""


def _reason(said: Mapping[str, Any]) -> Any:
    error = said.get("error")
    return error.get("message") or error if isinstance(error, dict) else said
