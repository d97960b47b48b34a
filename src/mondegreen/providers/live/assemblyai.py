"""AssemblyAI's streaming, version 3."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen.providers.dialled import Dialled
from mondegreen.providers.wire import Said, Wire, broken, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["Assemblyai"]


class Assemblyai(Dialled):
    """``/v3/ws``: one ``Turn`` per change; with ``format_turns`` a turn that has ended comes again."""

    name = "assemblyai-live"
    about = "AssemblyAI, live"
    variable = "ASSEMBLYAI_API_KEY"
    address = "wss://streaming.assemblyai.com"
    documented = "Python SDK of 14 Aug 2026; page Streaming API, read 27 Nov 2026"
    default_model = "universal-3-5-pro"
    proven: ClassVar[bool] = True

    def _path(self) -> str:
        return "/v3/ws"

    def _query(self) -> dict[str, Any]:
        return {"speech_model": self.model, "sample_rate": self.rate, "encoding": "pcm_s16le"}

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": key, "AssemblyAI-Version": "2025-05-12"}

    def _wire(self) -> Wire:
        return _Turns()


class _Turns(Wire):
    """A segment is a turn; what comes of it later takes its place. Times are milliseconds."""

    waits = True

    def is_ready(self, said: Mapping[str, Any]) -> bool:
        return said.get("type") == "Begin"

    def finalize(self) -> Iterable[str]:
        return ('{"type": "ForceEndpoint"}',)

    def close(self) -> Iterable[str]:
        return ('{"type": "Terminate"}',)

    def is_end(self, said: Mapping[str, Any]) -> bool:
        return said.get("type") == "Termination"

    def read(self, said: Mapping[str, Any]) -> Iterator[Said]:
        if said.get("type") == "Turn":
            turn, words = (
                int(said["turn_order"]),
                words_of(said.get("words") or (), per_second=1000),
            )
            if said["end_of_turn"]:
                yield Said("final", said["transcript"], turn, words)
                yield Said("end-of-turn", segment=turn)
            else:  # words that may still change are in none of its texts
                shown = " ".join(word.text for word in words)
                yield Said("partial", shown or said["transcript"], turn, words)
        elif said.get("type") == "SpeechStarted":
            yield Said("start-of-turn")
        elif said.get("type") == "Error" or "error" in said:
            raise broken(said.get("error") or said)
