"""How each vendor speaks over its WebSocket, from its documents; the dates are in docs/live.md."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from live_server import Vendor, words

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection


def of_type(message: Any, kind: str, name: str = "type") -> bool:
    if not isinstance(message, str) or not message.startswith("{"):
        return False
    return bool(json.loads(message).get(name) == kind)


class Nova(Vendor):
    system = "deepgram-live:nova-3"
    variable = "DEEPGRAM_API_KEY"
    key = ("authorization", "Token {key}")
    path = "/v1/listen"
    ordered = True

    def is_finalize(self, message: Any) -> bool:
        return of_type(message, "Finalize")

    def is_close(self, message: Any) -> bool:
        return of_type(message, "CloseStream")

    def results(self, text: str, segment: int, **more: Any) -> list[str]:
        said = [
            {"word": word.lower(), "punctuated_word": word, "start": start, "end": end, "confidence": 0.9}
            for word, start, end in words(text, segment)
        ]  # fmt: skip
        best = {"transcript": text, "confidence": 0.9, "words": said}
        return [
            json.dumps(
                {
                    "type": "Results", "channel_index": [0, 1], "start": float(segment), "duration": 1.0,
                    "is_final": False, "speech_final": False, "from_finalize": False,
                    "channel": {"alternatives": [best]}, "metadata": {"request_id": "r"}, **more,
                }
            )
        ]  # fmt: skip

    def partial(self, text: str, segment: int) -> list[str]:
        return self.results(text, segment)

    def final(self, text: str, segment: int) -> list[str]:
        return self.results(text, segment, is_final=True, speech_final=True)

    def error(self) -> list[str]:
        return [json.dumps({"type": "Error", "description": "no more today", "variant": "x"})]

    def end(self) -> list[str]:
        return [json.dumps({"type": "Metadata", "request_id": "r", "duration": 2.0, "channels": 1})]


class Flux(Vendor):
    system = "deepgram-flux-live:flux-general-en"
    variable = "DEEPGRAM_API_KEY"
    key = ("authorization", "Token {key}")
    path = "/v2/listen"
    forced = False
    timed = False
    ordered = True

    async def greet(self, there: ServerConnection) -> None:
        await there.send(json.dumps({"type": "Connected", "request_id": "r", "sequence_id": 0}))

    def is_finalize(self, message: Any) -> bool:
        return False

    def is_close(self, message: Any) -> bool:
        return of_type(message, "CloseStream")

    def turn(self, event: str, text: str, segment: int) -> str:
        said = [{"word": word, "confidence": 0.9} for word in text.split()]
        return json.dumps(
            {
                "type": "TurnInfo", "event": event, "turn_index": segment, "transcript": text,
                "words": said, "end_of_turn_confidence": 0.5, "audio_window_start": float(segment),
                "audio_window_end": segment + 1.0, "request_id": "r", "sequence_id": 1,
            }
        )  # fmt: skip

    def partial(self, text: str, segment: int) -> list[str]:
        return [self.turn("Update", text, segment)]

    def final(self, text: str, segment: int) -> list[str]:
        return [self.turn("EagerEndOfTurn", text, segment), self.turn("EndOfTurn", text, segment)]

    def error(self) -> list[str]:
        return [json.dumps({"type": "Error", "code": "X", "description": "no more today"})]


class AssemblyAI(Vendor):
    system = "assemblyai-live:universal-3-5-pro"
    variable = "ASSEMBLYAI_API_KEY"
    path = "/v3/ws"
    ordered = True

    async def greet(self, there: ServerConnection) -> None:
        await there.send(json.dumps({"type": "Begin", "id": "s", "expires_at": 1}))

    def is_finalize(self, message: Any) -> bool:
        return of_type(message, "ForceEndpoint")

    def is_close(self, message: Any) -> bool:
        return of_type(message, "Terminate")

    def turn(self, text: str, segment: int, *, ended: bool, formatted: bool = False) -> list[str]:
        said = [
            {
                "text": word, "start": round(1000 * start), "end": round(1000 * end),
                "confidence": 0.9, "word_is_final": ended,
            }
            for word, start, end in words(text, segment)
        ]  # fmt: skip
        return [
            json.dumps(
                {
                    "type": "Turn", "turn_order": segment, "end_of_turn": ended,
                    "turn_is_formatted": formatted, "transcript": text if ended else "",
                    "utterance": "", "end_of_turn_confidence": 0.5, "words": said,
                }
            )
        ]  # fmt: skip

    def partial(self, text: str, segment: int) -> list[str]:
        return self.turn(text, segment, ended=False)

    def final(self, text: str, segment: int) -> list[str]:
        return self.turn(text, segment, ended=True)

    def again(self, text: str, segment: int) -> list[str]:
        return self.turn(text, segment, ended=True, formatted=True)

    def error(self) -> list[str]:
        return [json.dumps({"type": "Error", "error_code": 1, "error": "no more today"})]

    def end(self) -> list[str]:
        return [json.dumps({"type": "Termination", "audio_duration_seconds": 2})]


VENDORS = {vendor.system: vendor for vendor in (Nova(), Flux(), AssemblyAI())}
