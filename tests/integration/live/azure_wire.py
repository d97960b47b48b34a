"""Azure's wire as its SDK 1.53.0 speaks it: blocks of headers, a turn per request id, framed audio."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from live_server import LiveServer, Step, Vendor, words

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection

TICKS = 10_000_000


class AzureSpeech(Vendor):
    """Audio is framed with headers; the end is an empty piece, after which a turn ends."""

    system = "azure-live:conversation"
    variable = "AZURE_SPEECH_KEY"
    key = ("ocp-apim-subscription-key", "{key}")
    path = "/speech/recognition/conversation/cognitiveservices/v1"
    forced = False
    refusals = (401, 403, 429, 503)

    def begin(self) -> None:
        self.request, self.started, self.error_code = "", set[str](), 1011

    async def greet(self, there: ServerConnection) -> None:
        self.begin()

    def audio(self, message: str | bytes) -> bytes | None:
        if isinstance(message, str):
            return None
        size = int.from_bytes(message[:2], "big")
        head, body = message[2 : 2 + size].decode(), message[2 + size :]
        (self.request,) = (
            line.partition(":")[2].strip()
            for line in head.split("\r\n")
            if line.lower().startswith("x-requestid")
        )
        if body.startswith(b"RIFF"):
            return b""
        return body or None

    def is_finalize(self, message: Any) -> bool:
        return False

    def is_close(self, message: Any) -> bool:
        return isinstance(message, bytes) and self.audio(message) is None

    def said(self, path: str, body: Any) -> str:
        head = f"X-RequestId:{self.request}\r\nContent-Type:application/json; charset=utf-8"
        return f"{head}\r\nPath:{path}\r\n\r\n{json.dumps(body)}"

    def turn(self, *messages: str) -> list[str]:
        """Return messages in a turn, which begins once per request."""
        begins = [self.said("turn.start", {"context": {"serviceTag": "t"}})]
        fresh = self.request not in self.started
        self.started.add(self.request)
        return [*(begins if fresh else []), *messages]

    def partial(self, text: str, segment: int) -> list[str]:
        about = {"Text": text, "Offset": segment * TICKS, "Duration": TICKS // 2}
        return self.turn(self.said("speech.hypothesis", {"Id": "h", **about}))

    def final(self, text: str, segment: int) -> list[str]:
        heard = [
            {
                "Word": w,
                "Offset": round(TICKS * a),
                "Duration": round(TICKS * (b - a)),
                "Confidence": 0.9,
            }
            for w, a, b in words(text, segment)
        ]
        best = {"Confidence": 0.9, "Lexical": text, "ITN": text, "MaskedITN": text, "Display": text}
        about = {"Offset": segment * TICKS, "Duration": TICKS, "Channel": 0, "DisplayText": text}
        phrase = {"Id": "p", "RecognitionStatus": "Success", **about}
        return self.turn(
            self.said("speech.phrase", {**phrase, "NBest": [{**best, "Words": heard}]})
        )

    def error(self) -> list[str]:
        about = {"Offset": 0, "Duration": 0, "Channel": 0}
        return self.turn(self.said("speech.phrase", {"RecognitionStatus": "Error", **about}))

    def end(self) -> list[str]:
        about = {"Offset": 2 * TICKS, "Duration": 0, "Channel": 0}
        over = {"RecognitionStatus": "EndOfDictation", **about}
        return self.turn(
            self.said("speech.endDetected", {"Offset": 2 * TICKS}),
            self.said("speech.phrase", over),
            self.said("turn.end", {}),
        )


class AzureServer(LiveServer):
    """After each turn the SDK begins another one, which ends at once if there is no audio."""

    def _begin(self, what: str) -> None:
        again = what == "close" and "close" in self.moments
        super()._begin(what)
        if again:
            self._tasks.append(asyncio.create_task(self._answer()))

    async def _answer(self) -> None:
        for message in self.vendor.end():
            await self._there.send(message)  # type: ignore[union-attr]

    async def _do(self, step: Step, there: Any) -> None:
        if step.what == "end":
            await self._answer()
        else:
            await super()._do(step, there)
