"""ElevenLabs' Scribe, in real time."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.providers.dialled import Dialled
from mondegreen.providers.wire import Said, Wire, base64_of, broken, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["Elevenlabs"]

_ERRORS: Final = (
    *("error", "auth_error", "quota_exceeded", "rate_limited", "queue_overflow"),
    *("resource_exhausted", "session_time_limit_exceeded", "input_error", "chunk_size_exceeded"),
    *("transcriber_error", "unaccepted_terms"),
)
_NOTHING_TO_COMMIT: Final = ("commit_throttled", "insufficient_audio_activity")


class Elevenlabs(Dialled):
    """``/v1/speech-to-text/realtime``: audio in JSON; text is final once it is committed."""

    name = "elevenlabs-live"
    about = "ElevenLabs Scribe, live"
    variable = "ELEVENLABS_API_KEY"
    address = "wss://api.elevenlabs.io"
    documented = "Python SDK of 23 Jul 2026; pages of the real-time events, read 27 Nov 2026"
    default_model = "scribe_v2_realtime"
    proven: ClassVar[bool] = True

    def _path(self) -> str:
        return "/v1/speech-to-text/realtime"

    def _query(self) -> dict[str, Any]:
        return {
            "model_id": self.model,
            "audio_format": f"pcm_{self.rate}",
            "commit_strategy": "vad" if self.chosen.finalize_after is None else "manual",
            "include_timestamps": True,
            "language_code": self.chosen.language,
        }

    def _headers(self, key: str) -> dict[str, str]:
        return {"xi-api-key": key}

    def _wire(self) -> Wire:
        return _Commits(self.rate, turns=self.chosen.finalize_after is None)


class _Commits(Wire):
    """A segment is what one commit makes final. It comes twice, the second time with times.

    With ``commit_strategy=vad`` a commit is where the detector of voice found the end of a turn. The vendor
    never says that it has said all. So whoever has said nothing is asked to commit at the close: the
    response, even if it is that there is nothing to commit, shows that somebody heard the recording.
    """

    waits = True

    def __init__(self, rate: int, *, turns: bool = False) -> None:
        self._rate, self._segment, self._open, self._closing = rate, 0, False, False
        self._turns = turns
        self._last: str | None = None  # what was committed last
        self._awaited = False  # whether its times are to come
        self._asked = False  # whether a commit of ours has no response yet
        self._responded = False  # whether anything was said about the audio

    def is_ready(self, said: Mapping[str, Any]) -> bool:
        return said.get("message_type") == "session_started"

    def piece(self, pcm: bytes) -> str:
        return self._chunk(base64_of(pcm), commit=False)

    def finalize(self) -> Iterable[str]:
        self._asked = True
        return (self._chunk("", commit=True),)

    def close(self) -> Iterable[str]:
        self._closing = True
        return self.finalize() if self._open or not (self._responded or self._asked) else ()

    def has_all(self) -> bool:
        return self._closing and not (self._open or self._awaited or self._asked)

    def is_end(self, said: Mapping[str, Any]) -> bool:
        return self._closing and said.get("message_type") in _NOTHING_TO_COMMIT

    def read(self, said: Mapping[str, Any]) -> Iterator[Said]:
        kind = said["message_type"]
        self._asked &= not (kind.startswith("committed_") or kind in _NOTHING_TO_COMMIT)
        self._responded |= "transcript" in kind or kind in _NOTHING_TO_COMMIT
        match kind:
            case "partial_transcript":
                self._open = bool(said["text"].strip())
                yield Said("partial", said["text"], self._segment)
            case "committed_transcript":
                self._last, self._awaited, self._open = said["text"], True, False
                yield Said("final", said["text"], self._segment)
                if self._turns and not self._closing:
                    yield Said("end-of-turn", segment=self._segment)
                self._segment += 1
            case "committed_transcript_with_timestamps":
                words = [each for each in said.get("words") or () if each.get("type") == "word"]
                segment = self._segment - (self._last == said["text"])
                yield Said("final", said["text"], segment, words_of(words))
                if self._turns and not self._closing and segment == self._segment:
                    yield Said("end-of-turn", segment=segment)
                self._last, self._awaited, self._open = said["text"], False, False
                self._segment = segment + 1
            case _ if kind in _ERRORS or kind.endswith("_error"):
                stops = kind in ("auth_error", "scribe_auth_error")
                raise broken(said.get("error") or kind, stops=stops)

    def _chunk(self, audio: str, *, commit: bool) -> str:
        return json.dumps(
            {
                "message_type": "input_audio_chunk",
                "audio_base_64": audio,
                "commit": commit,
                "sample_rate": self._rate,
            }
        )
