"""Vendors that answer in one request, as their public references say."""

from __future__ import annotations

import base64
import json
import math
from typing import Any, ClassVar

from vendor_wire import Got, Said, Step, Wire
from wires_of_jobs import assembly_words

__all__ = ["WIRES"]


class Deepgram(Wire):
    system = "deepgram:nova-3"
    form = "deepgram"
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
                **({"speaker": int(word.speaker)} if word.speaker else {}),
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
    form = "openai"
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
    form = "openai"
    times = False

    def reply(self, got: Got, said: Said, number: int, address: str) -> Any:
        assert "response_format" not in got.form
        return {"text": said.text, "usage": {"type": "duration", "seconds": 2}}


class Groq(OpenAI):
    system = "groq:whisper-large-v3-turbo"
    form = "openai"
    variable = "GROQ_API_KEY"


class AssemblyAISync(Wire):
    system = "assemblyai-sync:universal-3-5-pro"
    form = "assemblyai"
    variable = "ASSEMBLYAI_API_KEY"
    key = "authorization", "{key}"
    steps = (Step("transcribe", "POST", "/v1/transcribe"),)

    def reply(self, got: Got, said: Said, number: int, address: str) -> Any:
        assert got.headers["x-aai-model"] == "universal-3-5-pro"
        assert json.loads(got.form["config"][0]) == {"timestamps": True}
        assert got.files["audio"][1] == "audio/wav"
        return {"text": said.text, "words": assembly_words(said), "confidence": 0.9}

    def error(self, status: int, message: str) -> Any:
        return {"status": status, "title": "Some error", "detail": message}


class ElevenLabs(Wire):
    """Spaces and events are items of their own; the confidence is a logarithm."""

    system = "elevenlabs:scribe_v2"
    form = "elevenlabs"
    variable = "ELEVENLABS_API_KEY"
    key = "xi-api-key", "{key}"
    steps = (Step("transcribe", "POST", "/v1/speech-to-text"),)

    def reply(self, got: Got, said: Said, number: int, address: str) -> Any:
        assert got.form["model_id"] == ["scribe_v2"]
        words: list[dict[str, Any]] = []
        for word in said.words:
            if words:
                words.append({"text": " ", "type": "spacing", "start": 0.0, "end": 0.0})
            words.append(
                {
                    "text": word.text,
                    "start": word.start,
                    "end": word.end,
                    "type": "word",
                    "speaker_id": f"speaker_{word.speaker or 0}",
                    "logprob": math.log(word.confidence),
                }
            )
        return {
            "language_code": "eng",
            "language_probability": 0.98,
            "text": said.text,
            "words": words,
        }

    def error(self, status: int, message: str) -> Any:
        return {"detail": {"status": "some_error", "message": message}}


class Mistral(Wire):
    system = "mistral:voxtral-mini-transcribe-3"
    form = "mistral"
    variable = "MISTRAL_API_KEY"
    key = "authorization", "Bearer {key}"
    steps = (Step("transcribe", "POST", "/v1/audio/transcriptions"),)
    times = False

    def reply(self, got: Got, said: Said, number: int, address: str) -> Any:
        # This model gives the times of segments alone, and refuses the granularity word.
        assert "timestamp_granularities[]" not in got.form
        return {
            "model": "voxtral-mini-transcribe-3",
            "text": said.text,
            "language": None,
            "segments": [],
            "usage": {"prompt_audio_seconds": 2},
        }

    def error(self, status: int, message: str) -> Any:
        return {"object": "error", "message": message, "type": "some_error", "code": str(status)}


class MistralWords(Mistral):
    """The model before gives words, as segments of one word each."""

    system = "mistral:voxtral-mini-2602"
    form = "mistral"
    times = True
    confidences = False

    def reply(self, got: Got, said: Said, number: int, address: str) -> Any:
        assert got.form["timestamp_granularities[]"] == ["word"]
        words = [{"text": f" {w.text}", "start": w.start, "end": w.end} for w in said.words]
        return {"model": "x", "text": said.text, "language": None, "segments": words, "usage": {}}


class Cartesia(Wire):
    system = "cartesia:ink-whisper"
    form = "openai"
    variable = "CARTESIA_API_KEY"
    key = "authorization", "Bearer {key}"
    steps = (Step("transcribe", "POST", "/stt"),)
    confidences = False

    def reply(self, got: Got, said: Said, number: int, address: str) -> Any:
        assert got.headers["cartesia-version"]
        assert got.form["timestamp_granularities[]"] == ["word"]
        words = [{"word": w.text, "start": w.start, "end": w.end} for w in said.words]
        return {"text": said.text, "language": "en", "duration": 2.0, "words": words}

    def error(self, status: int, message: str) -> Any:
        return {"type": "error", "title": "Some error", "message": message}


class Azure(Wire):
    """Milliseconds as an offset and a length; the preview named them in another way."""

    system = "azure:fast"
    form = "azure"
    variable = "AZURE_SPEECH_KEY"
    key = "ocp-apim-subscription-key", "{key}"
    steps = (Step("transcribe", "POST", "/speechtotext/transcriptions:transcribe"),)
    confidences = False
    ending: ClassVar[str] = "Milliseconds"

    def reply(self, got: Got, said: Said, number: int, address: str) -> Any:
        assert got.query == {"api-version": ["2025-10-15"]}
        asked = json.loads(got.form["definition"][0])
        assert ("enhancedMode" in asked) == (self.system != "azure:fast")
        phrases = [
            {
                **self.span(words[0].start, words[-1].end),
                "text": " ".join(word.text for word in words),
                "locale": "en-US",
                "confidence": 0.9,
                "words": [{"text": w.text, **self.span(w.start, w.end)} for w in words],
                **({"speaker": int(speaker)} if speaker else {}),
            }
            for speaker, words in said.turns
        ]
        return {
            f"duration{self.ending}": 2000,
            "combinedPhrases": [{"text": said.text}],
            "phrases": phrases,
        }

    def span(self, start: float, end: float) -> dict[str, int]:
        first, last = round(start * 1000), round(end * 1000)
        return {f"offset{self.ending}": first, f"duration{self.ending}": last - first}

    def error(self, status: int, message: str) -> Any:
        return {"error": {"code": "SomeError", "message": message}}


class AzurePreview(Azure):
    system = "azure:mai-transcribe-1.5"
    form = "azure"
    ending = ""


class Google(Wire):
    """Times are texts of seconds, and are left out where they are 0."""

    system = "google:chirp_3"
    form = "google"
    variable = "GOOGLE_ACCESS_TOKEN"
    key = "authorization", "Bearer {key}"
    steps = (
        Step("recognize", "POST", "/v2/projects/some-project/locations/us/recognizers/_:recognize"),
    )

    def audio(self, got: Got) -> bytes | None:
        return base64.b64decode(got.json["content"])

    def reply(self, got: Got, said: Said, number: int, address: str) -> Any:
        assert got.json["config"]["model"] == "chirp_3"
        assert got.json["config"]["features"]["enableWordTimeOffsets"] is True
        words = [
            {
                "word": w.text,
                "startOffset": f"{w.start:.3f}s",
                "endOffset": f"{w.end}s",
                "confidence": w.confidence,
                **({"speakerLabel": w.speaker} if w.speaker else {}),
            }
            for w in said.words
        ]
        metadata = {"totalBilledDuration": "2s", "requestId": "r-1"}
        if not words:
            return {"metadata": metadata}
        best = {"transcript": said.text, "confidence": 0.9, "words": words}
        return {"results": [{"alternatives": [best], "languageCode": "en"}], "metadata": metadata}

    def error(self, status: int, message: str) -> Any:
        return {"error": {"code": status, "message": message, "status": "SOME_ERROR"}}


class Gemini(Wire):
    system = "gemini:gemini-3.5-flash"
    form = "openai"
    variable = "GOOGLE_API_KEY"
    key = "x-goog-api-key", "{key}"
    steps = (Step("generate", "POST", "/v1beta/models/gemini-3.5-flash:generateContent"),)
    times = False
    looks = ""

    def audio(self, got: Got) -> bytes | None:
        return base64.b64decode(got.json["contents"][0]["parts"][1]["inlineData"]["data"])

    def reply(self, got: Got, said: Said, number: int, address: str) -> Any:
        text = json.dumps({"text": said.text}, ensure_ascii=False)
        thought = {"text": "Let me listen.", "thought": True}
        parts = [thought, {"text": text[:5]}, {"text": text[5:]}]
        return {
            "candidates": [{"content": {"parts": parts, "role": "model"}, "finishReason": "STOP"}],
            "usageMetadata": {"totalTokenCount": 100},
        }

    def error(self, status: int, message: str) -> Any:
        return {"error": {"code": status, "message": message, "status": "SOME_ERROR"}}


WIRES: list[Wire] = [
    Deepgram(), OpenAI(), OpenAIText(), Groq(), AssemblyAISync(), ElevenLabs(), Mistral(),
    MistralWords(), Cartesia(), Azure(), AzurePreview(), Google(), Gemini(),
]  # fmt: skip
