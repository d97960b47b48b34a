"""Mistral's Voxtral, in real time."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar, Final
from urllib.parse import quote

from mondegreen.providers.dialled import Dialled
from mondegreen.providers.wire import Said, Wire, base64_of, broken

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["Mistral"]

_UNAUTHORIZED: Final = 401


class Mistral(Dialled):
    """``/v1/audio/transcriptions/realtime``: audio in JSON; text is final once it is flushed.

    It finds the language by itself, and ``parameters`` are those of the session, as
    ``target_streaming_delay_ms``.
    """

    name = "mistral-live"
    about = "Mistral Voxtral, live; it never ends a turn"
    variable = "MISTRAL_API_KEY"
    address = "wss://api.mistral.ai"
    documented = "client-python and page Realtime transcription, read 27 and 29 Nov 2026"
    default_model = "voxtral-mini-transcribe-realtime-3"
    ends_turns: ClassVar[bool] = False
    proven: ClassVar[bool] = True

    def _path(self) -> str:
        return "/v1/audio/transcriptions/realtime"

    async def _dial(self) -> str:
        """Return the address; parameters are part of the first message."""
        return f"{self.base}{self._path()}?model={quote(self.model)}"

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"}

    def _wire(self) -> Wire:
        form = {"encoding": "pcm_s16le", "sample_rate": self.rate}
        return _Flushes({"audio_format": form, **(self.chosen.parameters or {})})


class _Flushes(Wire):
    """A segment is what comes up to one ``transcription.done``: of a flush, or of the end.

    Tokens are only added to the text. Clients of the vendor disagree whether ``done`` has the text since
    the last one or all of it, so both are understood.
    """

    waits = True

    def __init__(self, session: Mapping[str, Any]) -> None:
        self._session = session
        self._turns: list[str] = []  # final text up to each done
        self._segments: list[str] = []  # final text since then
        self._tokens = ""  # and text that is not final
        self._awaited = 0  # how many of our requests have no done yet
        self._closing = False

    def is_ready(self, said: Mapping[str, Any]) -> bool:
        return said.get("type") == "session.created"

    def answer(self, said: Mapping[str, Any]) -> Iterable[str]:
        """Set the session up once it is there, before any audio."""
        if not self.is_ready(said):
            return ()
        return (json.dumps({"type": "session.update", "session": self._session}),)

    def piece(self, pcm: bytes) -> str:
        return json.dumps({"type": "input_audio.append", "audio": base64_of(pcm)})

    def finalize(self) -> Iterable[str]:
        self._awaited += 1
        return ('{"type": "input_audio.flush"}',)

    def close(self) -> Iterable[str]:
        self._closing = True
        self._awaited += 1
        return ('{"type": "input_audio.end"}',)

    def is_end(self, said: Mapping[str, Any]) -> bool:
        return self._closing and said.get("type") == "transcription.done" and self._awaited <= 0

    def read(self, said: Mapping[str, Any]) -> Iterator[Said]:
        turn = len(self._turns)
        match said["type"]:
            case "transcription.text.delta":
                self._tokens += said["text"]
                yield Said("partial", self._shown(), turn)
            case "transcription.segment":
                self._segments.append(said["text"].strip())
                self._tokens = ""
                yield Said("final", self._shown(), turn)
            case "transcription.done":
                self._awaited -= 1
                text = self._new(said["text"].strip())
                if text:
                    yield Said("final", text, turn)
                    self._turns.append(text)
                    self._segments, self._tokens = [], ""
            case "error":
                error = said.get("error")
                plain = error if isinstance(error, dict) else {"message": error}
                stops = plain.get("code") == _UNAUTHORIZED
                raise broken(plain.get("message") or said, stops=stops)

    def _shown(self) -> str:
        return " ".join(filter(None, [*self._segments, self._tokens.strip()]))

    def _new(self, text: str) -> str:
        """Return what the text of a ``done`` has that is in no earlier one."""
        words, before, shown = text.split(), " ".join(self._turns).split(), self._shown().split()
        if before and words == [*before, *shown]:
            return " ".join(shown)
        return "" if self._turns and not shown and text == self._turns[-1] else text
