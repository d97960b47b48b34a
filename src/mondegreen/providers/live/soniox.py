"""Soniox, in real time."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.providers.dialled import Dialled
from mondegreen.providers.wire import Said, Wire, broken, seconds_of
from mondegreen.providers.word import Word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

__all__ = ["Soniox"]

_MARKS: Final = ("<fin>", "<end>")
_UNAUTHORIZED: Final = 401
_REQUEST: Final = range(400, 500)


class Soniox(Dialled):
    """``/transcribe-websocket``: the key in the first message; a final token is sent once."""

    name = "soniox-live"
    about = "Soniox, live"
    variable = "SONIOX_API_KEY"
    address = "wss://stt-rt.soniox.com"
    documented = "soniox-js of 10 Aug 2026; page WebSocket API, read 27 Nov 2026"
    default_model = "stt-rt-v5"
    proven: ClassVar[bool] = True

    def _path(self) -> str:
        return "/transcribe-websocket"

    async def _dial(self) -> str:
        """Return the address; parameters are part of the first message."""
        return f"{self.base}{self._path()}"

    def _headers(self, key: str) -> dict[str, str]:  # noqa: ARG002 - it is part of the first message
        return {}

    def _wire(self) -> Wire:
        hints = {"language_hints": [self.chosen.language]} if self.chosen.language else {}
        return _Tokens(
            {
                "api_key": self._key(),
                "model": self.model,
                "audio_format": "pcm_s16le",
                "sample_rate": self.rate,
                "num_channels": 1,
                "enable_endpoint_detection": self.chosen.finalize_after is None,
                **hints,
                **(self.chosen.parameters or {}),
            }
        )


class _Tokens(Wire):
    """One segment: final tokens are added to it, others are replaced with each message."""

    def __init__(self, first: Mapping[str, Any]) -> None:
        self._first = first
        self._finals: list[Mapping[str, Any]] = []
        self._shown = ""

    def opening(self) -> Iterable[str]:
        return (json.dumps(self._first),)

    def finalize(self) -> Iterable[str]:
        return ('{"type": "finalize"}',)

    def close(self) -> Iterable[str]:
        return ("",)  # an empty binary frame would be ignored

    def is_end(self, said: Mapping[str, Any]) -> bool:
        return bool(said.get("finished"))

    def read(self, said: Mapping[str, Any]) -> Iterator[Said]:
        if said.get("error_code") or said.get("error_message"):
            code = int(said.get("error_code") or 0)
            reason = f"{code} {said.get('error_message', '')}".strip()
            raise broken(reason, refused=code in _REQUEST, stops=code == _UNAUTHORIZED)
        tokens = said.get("tokens") or []
        heard = [each for each in tokens if each["text"] not in _MARKS]
        new = [each for each in heard if each.get("is_final")]
        self._finals += new
        text = _text(self._finals)
        whole = _text([*self._finals, *(each for each in heard if not each.get("is_final"))])
        if new or text == whole != self._shown:
            yield Said("final", text, 0, tuple(_words(self._finals)))
        if text != whole and (new or whole != self._shown):
            yield Said("partial", whole, 0)
        self._shown = whole
        if len(heard) < len(tokens):
            yield Said("end-of-turn")


def _text(tokens: Sequence[Mapping[str, Any]]) -> str:
    return "".join(each["text"] for each in tokens).strip()


def _words(tokens: Sequence[Mapping[str, Any]]) -> Iterator[Word]:
    """Yield words: a token that begins with a space begins one."""
    word: list[Mapping[str, Any]] = []
    for each in [*tokens, {"text": " "}]:
        if each["text"].startswith(" ") and word:
            text = "".join(part["text"] for part in word).strip()
            start = seconds_of(word[0].get("start_ms"), 1000)
            yield Word(text, start, seconds_of(word[-1].get("end_ms"), 1000))
            word = []
        word.append(each)
