"""Google's Gemini, asked for a transcript."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mondegreen.providers.failure import ProviderError
from mondegreen.providers.reading import transcript_of
from mondegreen.providers.remote import Remote

if TYPE_CHECKING:
    from mondegreen.providers.exchange import Exchange, Reply
    from mondegreen.providers.remote import Recording
    from mondegreen.providers.transcript import Transcript

__all__ = ["Gemini"]

_PROMPT: Final = Path(__file__).parents[1] / "data" / "gemini_prompt.txt"
_SCHEMA: Final = {
    "type": "OBJECT",
    "properties": {"text": {"type": "STRING"}},
    "required": ["text"],
}
_ENDED: Final = "STOP"


class Gemini(Remote):
    """``models/M:generateContent``: a language model that is given the recording.

    It fills in a form with one text, so that an empty one is an answer and a missing one is not.
    A transcript that was cut short or refused is a failure. It has no times.
    """

    name = "gemini"
    about = "Google's Gemini, a language model that hears"
    variable = "GOOGLE_API_KEY"
    address = "https://generativelanguage.googleapis.com"
    documented = "page Audio understanding, read 27 Nov 2026"
    takes_model = "gemini-3.5-flash"
    proven = True

    def _headers(self, key: str) -> dict[str, str]:
        return {"x-goog-api-key": key}

    async def _ask(self, recording: Recording, exchange: Exchange) -> Transcript:
        data = base64.b64encode(recording.data).decode()
        parts: list[dict[str, Any]] = [
            {"text": _PROMPT.read_text("utf-8").strip()},
            {"inlineData": {"mimeType": recording.media_type, "data": data}},
        ]
        form = {"responseMimeType": "application/json", "responseSchema": _SCHEMA, "temperature": 0}
        reply = await exchange.send(
            "POST",
            f"{self.base}/v1beta/models/{self.model}:generateContent",
            json={"contents": [{"parts": parts}], "generationConfig": form | self._parameters},
        )
        return transcript_of(_said(reply), "openai", self.system, language=self.chosen.language)


def _said(reply: Reply) -> str:
    """Return the form that the model filled in.

    Raises:
        ProviderError: the model refused, or was cut short.
    """
    document = reply.json
    feedback = document.get("promptFeedback") if isinstance(document, dict) else None
    if isinstance(feedback, dict) and feedback.get("blockReason"):
        raise ProviderError("refused", f"the model refuses it: {feedback['blockReason']}")
    best = reply.at("candidates", 0)
    ended = best.get("finishReason") if isinstance(best, dict) else None
    if ended != _ENDED:
        reason = f"the model did not end by itself but by {ended!r}"
        raise ProviderError("rejected-job", reason, perhaps_paid=True)
    texts = [
        part["text"]
        for part in reply.at("candidates", 0, "content", "parts")
        if isinstance(part, dict) and isinstance(part.get("text"), str) and not part.get("thought")
    ]
    return "".join(texts) or json.dumps(None)
