"""Vendors that answer in one request, as their public references say."""

from __future__ import annotations

from typing import Any

from vendor_wire import Got, Said, Step, Wire

__all__ = ["WIRES"]


class Deepgram(Wire):
    system = "deepgram:nova-3"
    variable = "DEEPGRAM_API_KEY"
    key = "authorization", "Token {key}"
    steps = (Step("listen", "POST", "/v1/listen"),)

    def reply(self, got: Got, said: Said, number: int, address: str) -> Any:
        assert got.query["model"] == ["nova-3"]
        words = [
            {
                "word": word.text.lower().strip(",."),
                "punctuated_word": word.text,
                "start": word.start,
                "end": word.end,
                "confidence": word.confidence,
            }
            for word in said.words
        ]
        best = {"transcript": said.text, "confidence": 0.9, "words": words}
        return {
            "metadata": {"request_id": "r-1", "duration": 2.0, "channels": 1},
            "results": {"channels": [{"alternatives": [best]}]},
        }

    def error(self, status: int, message: str) -> Any:
        return {"err_code": "ERROR", "err_msg": message, "request_id": "r-1"}


class OpenAI(Wire):
    """With ``verbose_json``, as servers with Whisper have it."""

    system = "openai:whisper-1"
    variable = "OPENAI_API_KEY"
    key = "authorization", "Bearer {key}"
    steps = (Step("transcribe", "POST", "/audio/transcriptions"),)
    confidences = False

    def reply(self, got: Got, said: Said, number: int, address: str) -> Any:
        assert got.form["response_format"] == ["verbose_json"]
        assert got.form["timestamp_granularities[]"] == ["word", "segment"]
        words = [{"word": w.text, "start": w.start, "end": w.end} for w in said.words]
        segments = [{"id": 0, "start": 0.0, "end": 2.0, "text": f" {said.text}"}]
        return {
            "task": "transcribe",
            "language": "english",
            "duration": 2.0,
            "text": said.text,
            "words": words,
            "segments": segments if words else [],
        }


class OpenAIText(OpenAI):
    """A model that gives the text alone."""

    system = "openai:gpt-transcribe"
    times = False

    def reply(self, got: Got, said: Said, number: int, address: str) -> Any:
        assert "response_format" not in got.form
        return {"text": said.text, "usage": {"type": "duration", "seconds": 2}}


class Groq(OpenAI):
    system = "groq:whisper-large-v3-turbo"
    variable = "GROQ_API_KEY"


WIRES: list[Wire] = [Deepgram(), OpenAI(), OpenAIText(), Groq()]
