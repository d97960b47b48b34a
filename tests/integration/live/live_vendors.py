"""How each vendor speaks over its WebSocket, from its documents; the dates are in docs/live.md."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

from live_server import LiveServer, Vendor, words

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


class ElevenLabs(Vendor):
    system = "elevenlabs-live:scribe_v2_realtime"
    variable = "ELEVENLABS_API_KEY"
    key = ("xi-api-key", "{key}")
    path = "/v1/speech-to-text/realtime"
    commits = True
    confirms = False

    async def greet(self, there: ServerConnection) -> None:
        started = {"message_type": "session_started", "session_id": "s", "config": {}}
        await there.send(json.dumps(started))

    def audio(self, message: Any) -> bytes | None:
        said = json.loads(message)
        assert said["message_type"] == "input_audio_chunk"
        return None if said["commit"] else base64.b64decode(said["audio_base_64"])

    def is_finalize(self, message: Any) -> bool:
        return bool(json.loads(message)["commit"])

    def is_close(self, message: Any) -> bool:
        return False

    def partial(self, text: str, segment: int) -> list[str]:
        return [json.dumps({"message_type": "partial_transcript", "text": text})]

    def final(self, text: str, segment: int) -> list[str]:
        committed = {"message_type": "committed_transcript", "text": text}
        return [json.dumps(committed), *self.again(text, segment)]

    def again(self, text: str, segment: int) -> list[str]:
        said: list[Any] = []
        for word, start, end in words(text, segment):
            said.append({"text": word, "start": start, "end": end, "type": "word", "logprob": -0.1})
            said.append({"text": " ", "start": end, "end": end + 0.05, "type": "spacing"})
        kind = "committed_transcript_with_timestamps"
        timed = {"message_type": kind, "text": text, "language_code": "en", "words": said[:-1]}
        return [json.dumps(timed)]

    def error(self) -> list[str]:
        return [json.dumps({"message_type": "transcriber_error", "error": "no more today"})]

    def end(self) -> list[str]:
        said = {"message_type": "insufficient_audio_activity", "error": "nothing to commit"}
        return [json.dumps(said)]


class Speechmatics(Vendor):
    system = "speechmatics-live:enhanced"
    variable = "SPEECHMATICS_API_KEY"
    key = ("authorization", "Bearer {key}")
    path = "/v2"

    async def greet(self, there: ServerConnection) -> None:
        first = json.loads(await there.recv())
        assert first["message"] == "StartRecognition"
        assert first["audio_format"] == {
            "type": "raw", "encoding": "pcm_s16le", "sample_rate": 16000,
        }  # fmt: skip
        await there.send(json.dumps({"message": "Info", "type": "recognition_quality"}))
        await there.send(json.dumps({"message": "RecognitionStarted", "id": "r"}))

    def is_finalize(self, message: Any) -> bool:
        return of_type(message, "ForceEndOfUtterance", "message")

    def is_close(self, message: Any) -> bool:
        return of_type(message, "EndOfStream", "message")

    def said(self, kind: str, text: str, segment: int) -> str:
        results: list[dict[str, Any]] = [
            {
                "type": "word", "start_time": start, "end_time": end,
                "alternatives": [{"content": word, "confidence": 0.9, "language": "en"}],
            }
            for word, start, end in words(text, segment)
        ]  # fmt: skip
        about = {"start_time": 0.0, "end_time": 1.0, "transcript": text}
        return json.dumps({"message": kind, "metadata": about, "results": results})

    def partial(self, text: str, segment: int) -> list[str]:
        acknowledged = json.dumps({"message": "AudioAdded", "seq_no": 1})
        return [acknowledged, self.said("AddPartialTranscript", text, segment)]

    def final(self, text: str, segment: int) -> list[str]:
        ended = json.dumps({"message": "EndOfUtterance", "forced": True})
        return [self.said("AddTranscript", text, segment), ended]

    def again(self, text: str, segment: int) -> list[str]:
        return [self.said("AddTranscript", "", segment)]

    def error(self) -> list[str]:
        return [json.dumps({"message": "Error", "type": "job_error", "reason": "no more today"})]

    def end(self) -> list[str]:
        return [json.dumps({"message": "EndOfTranscript"})]


class Soniox(Vendor):
    """Each word is two tokens, so that words must be put together."""

    system = "soniox-live:stt-rt-v5"
    variable = "SONIOX_API_KEY"
    path = "/transcribe-websocket"

    async def greet(self, there: ServerConnection) -> None:
        self.first = json.loads(await there.recv())

    def key_of(self, server: LiveServer) -> str:
        assert "authorization" not in server.request.headers  # type: ignore[union-attr]
        return str(self.first["api_key"])

    def is_finalize(self, message: Any) -> bool:
        return of_type(message, "finalize")

    def is_close(self, message: Any) -> bool:
        return bool(message == "")

    def tokens(self, text: str, segment: int, *, final: bool) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for at, (word, start, end) in enumerate(words(text, segment)):
            half = (start + end) / 2
            for part, first, last in ((word[:1], start, half), (word[1:], half, end)):
                if part:
                    gap = " " if at and part == word[:1] and first == start else ""
                    times = {"start_ms": round(1000 * first), "end_ms": round(1000 * last)}
                    found.append({"text": gap + part, **times, "is_final": final})
        return found

    def message(self, tokens: list[dict[str, Any]], **more: Any) -> list[str]:
        done = {"final_audio_proc_ms": 1, "total_audio_proc_ms": 2}
        return [json.dumps({"tokens": tokens, **done, **more})]

    def partial(self, text: str, segment: int) -> list[str]:
        return self.message(self.tokens(text, segment, final=False))

    def final(self, text: str, segment: int) -> list[str]:
        mark = {"text": "<fin>", "is_final": True}
        return self.message([*self.tokens(text, segment, final=True), mark])

    def again(self, text: str, segment: int) -> list[str]:
        return self.message([{"text": "<end>", "is_final": True}])

    def error(self) -> list[str]:
        return [json.dumps({"tokens": [], "error_code": 503, "error_message": "no more today"})]

    def end(self) -> list[str]:
        return self.message([], finished=True)


class Cartesia(Vendor):
    system = "cartesia-live:ink-2"
    variable = "CARTESIA_API_KEY"
    key = ("authorization", "Bearer {key}")
    path = "/stt/websocket"

    def is_finalize(self, message: Any) -> bool:
        return bool(message == "finalize")

    def is_close(self, message: Any) -> bool:
        return bool(message == "close")

    def said(self, text: str, segment: int, *, final: bool) -> str:
        heard = [{"word": w, "start": start, "end": end} for w, start, end in words(text, segment)]
        more = {"duration": 1.0, "language": "en", "request_id": "r", "words": heard}
        return json.dumps({"type": "transcript", "text": text, "is_final": final, **more})

    def partial(self, text: str, segment: int) -> list[str]:
        return [self.said(text, segment, final=False)]

    def final(self, text: str, segment: int) -> list[str]:
        return [self.said(text, segment, final=True), json.dumps({"type": "flush_done"})]

    def again(self, text: str, segment: int) -> list[str]:
        return [self.said("", segment, final=True)]

    def error(self) -> list[str]:
        return [json.dumps({"type": "error", "message": "no more today"})]

    def end(self) -> list[str]:
        return [json.dumps({"type": "done"})]


class OpenAI(Vendor):
    """Partial texts are only added to; a text is of an item, and items are in the order of commits."""

    system = "openai-live:gpt-live-transcribe"
    variable = "OPENAI_API_KEY"
    key = ("authorization", "Bearer {key}")
    path = "/v1/realtime"
    timed = False
    ordered = True
    commits = True
    rewrites = False

    def begin(self) -> None:
        self.shown: dict[int, str] = {}
        self.committed: list[int] = []
        self.clears = False

    async def greet(self, there: ServerConnection) -> None:
        await there.send(json.dumps({"type": "session.created", "session": {}}))
        first = json.loads(await there.recv())
        assert first["session"]["audio"]["input"]["format"] == {"type": "audio/pcm", "rate": 24000}
        await there.send(json.dumps({"type": "session.updated", "session": first["session"]}))

    def audio(self, message: Any) -> bytes | None:
        said = json.loads(message)
        return base64.b64decode(said["audio"]) if said["type"].endswith(".append") else None

    def is_finalize(self, message: Any) -> bool:
        return of_type(message, "input_audio_buffer.commit")

    def is_close(self, message: Any) -> bool:
        self.clears |= of_type(message, "input_audio_buffer.clear")
        return self.clears

    def item(self, kind: str, segment: int, **more: Any) -> str:
        name = f"conversation.item.input_audio_transcription.{kind}"
        return json.dumps({"type": name, "item_id": f"item{segment}", "content_index": 0, **more})

    def partial(self, text: str, segment: int) -> list[str]:
        before = self.shown.get(segment, "")
        new = (
            text.removeprefix(before)
            if text.startswith(before)
            else f" {text.rsplit(maxsplit=1)[-1]}"
        )
        self.shown[segment] = before + new
        return [self.item("delta", segment, delta=new)]

    def final(self, text: str, segment: int) -> list[str]:
        commits = []
        for each in range(len(self.committed), segment + 1):
            before = f"item{each - 1}" if each else None
            commit = {"item_id": f"item{each}", "previous_item_id": before}
            commits.append(json.dumps({"type": "input_audio_buffer.committed", **commit}))
            self.committed.append(each)
        return [*commits, self.item("completed", segment, transcript=text)]

    def error(self) -> list[str]:
        return [json.dumps({"type": "error", "error": {"message": "no more today", "code": "x"}})]

    def end(self) -> list[str]:
        if self.clears:
            return ['{"type": "input_audio_buffer.cleared"}']
        empty = {"message": "buffer too small", "code": "input_audio_buffer_commit_empty"}
        return [json.dumps({"type": "error", "error": empty})]


class CartesiaTurns(Vendor):
    system = "cartesia-turns-live:ink-2"
    variable = "CARTESIA_API_KEY"
    key = ("authorization", "Bearer {key}")
    path = "/stt/turns/websocket"
    forced = False
    timed = False

    async def greet(self, there: ServerConnection) -> None:
        await there.send(json.dumps({"type": "connected", "request_id": "r"}))
        await there.send(json.dumps({"type": "turn.start"}))

    def is_finalize(self, message: Any) -> bool:
        return False

    def is_close(self, message: Any) -> bool:
        return of_type(message, "close")

    def partial(self, text: str, segment: int) -> list[str]:
        return [json.dumps({"type": "turn.update", "transcript": text})]

    def final(self, text: str, segment: int) -> list[str]:
        eager = json.dumps({"type": "turn.eager_end", "transcript": text})
        resumed = json.dumps({"type": "turn.resume"})
        return [eager, resumed, json.dumps({"type": "turn.end", "transcript": text})]

    def again(self, text: str, segment: int) -> list[str]:
        return [json.dumps({"type": "turn.start"})]  # a turn comes once

    def error(self) -> list[str]:
        return [json.dumps({"type": "error", "message": "no more today"})]


class Gladia(Vendor):
    system = "gladia-live:solaria-1"
    variable = "GLADIA_API_KEY"
    path = "/v2/live"
    forced = False
    ordered = True
    posts = True

    def key_of(self, server: LiveServer) -> str:
        assert server.posted is not None
        head, session = server.posted
        assert head.startswith("POST /v2/live ")
        assert session["messages_config"] == {"receive_partial_transcripts": True}
        assert session["sample_rate"] == 16000
        (line,) = (line for line in head.splitlines() if line.lower().startswith("x-gladia-key"))
        return line.partition(": ")[2]

    def is_finalize(self, message: Any) -> bool:
        return False

    def is_close(self, message: Any) -> bool:
        return of_type(message, "stop_recording")

    def said(self, text: str, segment: int, *, final: bool) -> str:
        heard = [
            {"word": f" {word}", "start": start, "end": end, "confidence": 0.9}
            for word, start, end in words(text, segment)
        ]
        about = {"start": float(segment), "end": segment + 1.0, "confidence": 0.9, "channel": 0}
        utterance = {"text": f" {text}", "language": "en", "words": heard, **about}
        data = {"id": f"00_0000000{segment}", "is_final": final, "utterance": utterance}
        return json.dumps({"type": "transcript", "session_id": "s", "data": data})

    def partial(self, text: str, segment: int) -> list[str]:
        acknowledged = json.dumps({"type": "audio_chunk", "acknowledged": True, "data": {}})
        return [acknowledged, self.said(text, segment, final=False)]

    def final(self, text: str, segment: int) -> list[str]:
        return [
            self.said(text, segment, final=True),
            json.dumps({"type": "speech_end", "data": {}}),
        ]

    def again(self, text: str, segment: int) -> list[str]:
        return [self.said(text, segment, final=True)]

    def error(self) -> list[str]:
        return [json.dumps({"type": "error", "error": {"message": "no more today"}})]

    def end(self) -> list[str]:
        return [json.dumps({"type": "end_session", "session_id": "s"})]


class Mistral(Vendor):
    """Tokens are only added; each flush, and the end, is answered by ``transcription.done``.

    The text of ``done`` is that since the last one, or all of it: documents differ, so both come.
    """

    system = "mistral-live:voxtral-mini-transcribe-realtime-3"
    variable = "MISTRAL_API_KEY"
    key = ("authorization", "Bearer {key}")
    path = "/v1/audio/transcriptions/realtime"
    timed = False
    rewrites = False
    turns = False

    def begin(self) -> None:
        self.shown, self.said = "", list[str]()

    async def greet(self, there: ServerConnection) -> None:
        await there.send(json.dumps({"type": "session.created", "session": {"request_id": "r"}}))
        first = json.loads(await there.recv())
        form = {"encoding": "pcm_s16le", "sample_rate": 16000}
        assert first == {"type": "session.update", "session": {"audio_format": form}}
        await there.send(json.dumps({"type": "session.updated", "session": first["session"]}))

    def audio(self, message: Any) -> bytes | None:
        said = json.loads(message)
        return base64.b64decode(said["audio"]) if said["type"] == "input_audio.append" else None

    def is_finalize(self, message: Any) -> bool:
        return of_type(message, "input_audio.flush")

    def is_close(self, message: Any) -> bool:
        return of_type(message, "input_audio.end")

    def done(self, text: str) -> str:
        usage = {"prompt_audio_seconds": 2, "total_tokens": 9}
        about = {"model": "m", "segments": [], "language": None, "usage": usage}
        return json.dumps({"type": "transcription.done", "text": text, **about})

    def partial(self, text: str, segment: int) -> list[str]:
        new = text.removeprefix(self.shown)
        new = new if text.startswith(self.shown) else f" {text.rsplit(maxsplit=1)[-1]}"
        self.shown += new
        language = json.dumps({"type": "transcription.language", "audio_language": "en"})
        return [language, json.dumps({"type": "transcription.text.delta", "text": new})]

    def final(self, text: str, segment: int) -> list[str]:
        self.shown = ""
        self.said.append(text)
        about = {"type": "transcription.segment", "text": f" {text}", "start": 0.0, "end": 1.0}
        return [json.dumps(about), self.done(f" {text}")]

    def again(self, text: str, segment: int) -> list[str]:
        return [self.done(" ".join(self.said))]

    def error(self) -> list[str]:
        return [json.dumps({"type": "error", "error": {"message": "no more today", "code": 500}})]

    def end(self) -> list[str]:
        return [self.done(" ".join(self.said))]


VENDORS = {
    kind.system: kind()
    for kind in (
        *(Nova, Flux, AssemblyAI, ElevenLabs, Speechmatics, Soniox, Cartesia, CartesiaTurns),
        *(OpenAI, Gladia, Mistral),
    )
}
