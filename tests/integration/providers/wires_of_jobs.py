"""Vendors that take a recording, work on it, and are asked again and again."""

from __future__ import annotations

import json
from typing import Any, ClassVar

from vendor_wire import Got, Said, Step, Wire

__all__ = ["WIRES"]

WHY = "no speech model for this"


def milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


class AssemblyAI(Wire):
    system = "assemblyai:universal-3-5-pro"
    form = "assemblyai"
    variable = "ASSEMBLYAI_API_KEY"
    key = "authorization", "{key}"
    steps = (
        Step("upload", "POST", "/v2/upload"),
        Step("job", "POST", "/v2/transcript", adds=True),
        Step("look", "GET", "/v2/transcript/job-1"),
        Step("delete", "DELETE", "/v2/transcript/job-1", reads=False, removes=True),
    )
    looks = "look"
    waiting: ClassVar = {"id": "job-1", "status": "queued", "text": None}
    rejected: ClassVar = {"error": {"id": "job-1", "status": "error", "error": WHY, "text": None}}

    def audio(self, got: Got) -> bytes | None:
        return got.body if got.step == "upload" else None

    def reply(self, got: Got, said: Said, number: int, address: str) -> Any:
        if got.step == "upload":
            return {"upload_url": f"{address}/file-1"}
        if got.step == "job":
            assert got.json == {
                "audio_url": f"{address}/file-1",
                "speech_models": ["universal-3-5-pro"],
            }
            return {**self.waiting, "audio_url": "x"}
        if got.step == "look" and number < 2:
            return {**self.waiting, "status": ("queued", "processing")[number]}
        return {
            "id": "job-1",
            "audio_url": f"{address}/file-1",
            "status": "completed",
            "language_code": "en_us",
            "text": said.text,
            "words": assembly_words(said),
            "audio_duration": 2,
            "utterances": None,
            "error": None,
        }

    def error(self, status: int, message: str) -> Any:
        return {"error": message}


def assembly_words(said: Said) -> list[dict[str, Any]]:
    return [
        {
            "text": word.text,
            "start": milliseconds(word.start),
            "end": milliseconds(word.end),
            "confidence": word.confidence,
            "speaker": word.speaker,
        }
        for word in said.words
    ]


class Gladia(Wire):
    system = "gladia:solaria-1"
    form = "gladia"
    variable = "GLADIA_API_KEY"
    key = "x-gladia-key", "{key}"
    steps = (
        Step("upload", "POST", "/v2/upload"),
        Step("job", "POST", "/v2/pre-recorded", adds=True),
        Step("look", "GET", "/v2/pre-recorded/job-1"),
        Step("delete", "DELETE", "/v2/pre-recorded/job-1", reads=False, removes=True),
    )
    looks = "look"
    waiting: ClassVar = {
        "id": "job-1",
        "status": "processing",
        "result_url": "x",
        "request_params": {},
    }
    rejected: ClassVar = {
        "error": {"id": "job-1", "status": "error", "error_code": 400, "message": WHY}
    }

    def reply(self, got: Got, said: Said, number: int, address: str) -> Any:
        if got.step == "upload":
            assert set(got.files) == {"audio"}
            return {"audio_url": f"{address}/file-1", "audio_metadata": {"audio_duration": 2.0}}
        if got.step == "job":
            assert got.json == {"audio_url": f"{address}/file-1"}
            # The real one names the vendor's host; another one must not get the key.
            return {"id": "job-1", "result_url": "http://localhost:9/v2/pre-recorded/job-1"}
        if got.step == "look" and number < 1:
            return {**self.waiting, "status": "queued"}
        utterances = [
            {
                "text": " ".join(word.text for word in turn),
                "start": turn[0].start,
                "end": turn[-1].end,
                "confidence": 0.9,
                "channel": 0,
                "speaker": int(speaker or 0),
                "words": [
                    {
                        "word": f" {w.text}",
                        "start": w.start,
                        "end": w.end,
                        "confidence": w.confidence,
                    }
                    for w in turn
                ],
            }
            for speaker, turn in said.turns
        ]
        return {
            **self.waiting,
            "status": "done",
            "error_code": None,
            "result": {
                "metadata": {"audio_duration": 2.0, "billing_time": 2.0},
                "transcription": {
                    "full_transcript": said.text,
                    "languages": ["en"],
                    "utterances": utterances,
                },
            },
        }

    def error(self, status: int, message: str) -> Any:
        return {"timestamp": "x", "path": "/v2", "statusCode": status, "message": message}


class Soniox(Wire):
    """Tokens are parts of words, and an end of speech is a token that is no word."""

    system = "soniox:stt-async-v4"
    form = "soniox"
    variable = "SONIOX_API_KEY"
    key = "authorization", "Bearer {key}"
    steps = (
        Step("upload", "POST", "/v1/files", adds=True),
        Step("job", "POST", "/v1/transcriptions", adds=True),
        Step("look", "GET", "/v1/transcriptions/job-1"),
        Step("transcript", "GET", "/v1/transcriptions/job-1/transcript"),
        Step("delete job", "DELETE", "/v1/transcriptions/job-1", reads=False, removes=True),
        Step("delete file", "DELETE", "/v1/files/file-1", reads=False, removes=True),
    )
    looks = "look"
    waiting: ClassVar = {"id": "job-1", "status": "processing", "filename": "audio.wav"}
    rejected: ClassVar = {
        "error": {"id": "job-1", "status": "error", "error_message": WHY},
        "failed": {"id": "job-1", "status": "failed", "error_message": WHY},
    }

    def reply(self, got: Got, said: Said, number: int, address: str) -> Any:
        match got.step:
            case "upload":
                return {"id": "file-1", "filename": "audio.wav", "size": 1}
            case "job":
                assert got.json == {"model": "stt-async-v4", "file_id": "file-1"}
                return {**self.waiting, "status": "queued"}
            case "look":
                return {**self.waiting, "status": "processing" if number < 1 else "completed"}
        return {"id": "job-1", "text": said.text, "tokens": [*tokens(said)]}

    def error(self, status: int, message: str) -> Any:
        return {
            "status_code": status, "error_type": "some_error", "message": message,
            "request_id": "r-1",
        }  # fmt: skip


def tokens(said: Said) -> Any:
    for at, word in enumerate(said.words):
        cut = max(1, len(word.text) // 2)
        middle = (milliseconds(word.start) + milliseconds(word.end)) // 2
        space = " " if at else ""
        first = {
            "text": space + word.text[:cut],
            "start_ms": milliseconds(word.start),
            "end_ms": middle,
        }
        second = {"text": word.text[cut:], "start_ms": middle, "end_ms": milliseconds(word.end)}
        for part in (first, second):
            if part["text"]:
                more = {"speaker": word.speaker} if word.speaker else {}
                yield {**part, **more, "confidence": word.confidence, "is_audio_event": False}
    if said.words:
        yield {"text": " (laughter)", "start_ms": 1999, "end_ms": 2000, "confidence": 1.0,
               "is_audio_event": True}  # fmt: skip
        yield {"text": "<end>", "start_ms": 2000, "end_ms": 2000, "confidence": 1.0}


class Speechmatics(Wire):
    system = "speechmatics:enhanced"
    form = "speechmatics"
    variable = "SPEECHMATICS_API_KEY"
    key = "authorization", "Bearer {key}"
    steps = (
        Step("job", "POST", "/v2/jobs/", adds=True),
        Step("look", "GET", "/v2/jobs/job-1"),
        Step("transcript", "GET", "/v2/jobs/job-1/transcript"),
        Step("delete", "DELETE", "/v2/jobs/job-1", reads=False, removes=True),
    )
    looks = "look"
    waiting: ClassVar = {"job": {"id": "job-1", "status": "running", "created_at": "x"}}
    rejected: ClassVar = {
        "rejected": {"job": {"id": "job-1", "status": "rejected", "errors": [{"message": WHY}]}},
        "deleted": {"job": {"id": "job-1", "status": "deleted", "errors": [{"message": WHY}]}},
    }

    def reply(self, got: Got, said: Said, number: int, address: str) -> Any:
        match got.step:
            case "job":
                asked = json.loads(got.form["config"][0])
                assert asked == {
                    "type": "transcription",
                    "transcription_config": {"language": "auto", "model": "enhanced"},
                }
                return {"id": "job-1"}
            case "look":
                state = "running" if number < 1 else "done"
                return {"job": {"id": "job-1", "status": state, "created_at": "x"}}
            case "delete":
                assert got.query == {"force": ["true"]}
                return self.waiting
        assert got.query == {"format": ["json-v2"]}
        results = []
        for word in said.words:
            plain = word.text.rstrip(",.")
            best = {
                "content": plain,
                "confidence": word.confidence,
                "speaker": word.speaker or "UU",
                "language": "en",
            }
            times = {"start_time": word.start, "end_time": word.end}
            results.append({"type": "word", **times, "alternatives": [best]})
            if plain != word.text:
                mark = {
                    "content": word.text[len(plain) :],
                    "confidence": 1.0,
                    "speaker": word.speaker or "UU",
                }
                times = {"start_time": word.end, "end_time": word.end}
                results.append(
                    {
                        "type": "punctuation",
                        "attaches_to": "previous",
                        **times,
                        "alternatives": [mark],
                    }
                )
        return {"format": "2.9", "job": {"id": "job-1"}, "metadata": {}, "results": results}

    def error(self, status: int, message: str) -> Any:
        return {"code": status, "error": "Some error", "detail": message}


class Rev(Wire):
    """Words and what stands between them are elements of monologues."""

    system = "rev:machine"
    form = "rev"
    apart = True
    variable = "REV_ACCESS_TOKEN"
    key = "authorization", "Bearer {key}"
    steps = (
        Step("job", "POST", "/jobs", adds=True),
        Step("look", "GET", "/jobs/job-1"),
        Step("transcript", "GET", "/jobs/job-1/transcript"),
        Step("delete", "DELETE", "/jobs/job-1", reads=False, removes=True),
    )
    looks = "look"
    waiting: ClassVar = {"id": "job-1", "status": "in_progress", "type": "async"}
    rejected: ClassVar = {
        "failed": {
            "id": "job-1", "status": "failed", "failure": "invalid_media", "failure_detail": WHY,
        }
    }  # fmt: skip

    def reply(self, got: Got, said: Said, number: int, address: str) -> Any:
        match got.step:
            case "job":
                assert json.loads(got.form["options"][0]) == {"transcriber": "machine"}
                assert set(got.files) == {"media"}
                return self.waiting
            case "look":
                return {**self.waiting, "status": "in_progress" if number < 1 else "transcribed"}
            case "delete":
                return None
        assert got.headers["accept"] == "application/vnd.rev.transcript.v1.0+json"
        monologues = []
        for speaker, words in said.turns:
            elements: list[dict[str, Any]] = []
            for word in words:
                plain = word.text.rstrip(",.?")
                if elements:
                    elements.append({"type": "punct", "value": " "})
                times = {"ts": word.start, "end_ts": word.end, "confidence": word.confidence}
                elements.append({"type": "text", "value": plain, **times})
                if plain != word.text:
                    elements.append({"type": "punct", "value": word.text[len(plain) :]})
            monologues.append({"speaker": int(speaker or 0), "elements": elements})
        return {"monologues": monologues}

    def error(self, status: int, message: str) -> Any:
        return {"type": "x", "title": "Some error", "detail": message, "status": status}


class Aws(Wire):
    """Two services at one address here; times and confidences are texts, and marks are items."""

    system = "aws:general"
    form = "aws"
    apart = False
    variable = "AWS_SECRET_ACCESS_KEY"
    key = "authorization", "AWS4-HMAC-SHA256 Credential=some-id/"
    steps = (
        Step("upload", "PUT", "/some-bucket/mondegreen-[0-9a-f]+", reads=False, adds=True),
        Step("start", "POST", "/", target="StartTranscriptionJob", reads=False, adds=True),
        Step("look", "POST", "/", target="GetTranscriptionJob"),
        Step("transcript", "GET", "/some-bucket/mondegreen-[0-9a-f]+[.]json"),
        Step("delete job", "POST", "/", target="DeleteTranscriptionJob", reads=False, removes=True),
        Step("delete", "DELETE", "/some-bucket/mondegreen-[0-9a-f]+", reads=False, removes=True),
        Step("delete output", "DELETE", "/some-bucket/mondegreen-[0-9a-f]+[.]json", reads=False),
    )
    looks = "look"
    waiting: ClassVar = {"TranscriptionJob": {"TranscriptionJobStatus": "IN_PROGRESS"}}
    rejected: ClassVar = {
        "FAILED": {"TranscriptionJob": {"TranscriptionJobStatus": "FAILED", "FailureReason": WHY}}
    }

    def audio(self, got: Got) -> bytes | None:
        return got.body if got.step == "upload" else None

    def reply(self, got: Got, said: Said, number: int, address: str) -> Any:
        service = "transcribe" if "x-amz-target" in got.headers else "s3"
        assert f"/eu-west-1/{service}/aws4_request, SignedHeaders=" in got.headers["authorization"]
        if got.step == "start":
            asked = json.loads(got.body)
            name = asked["TranscriptionJobName"]
            assert asked["Media"] == {"MediaFileUri": f"s3://some-bucket/{name}"}
            assert (asked["MediaFormat"], asked["IdentifyLanguage"]) == ("wav", True)
            assert asked["OutputKey"] == f"{name}.json"
            return self.waiting
        if got.step == "look":
            state = "QUEUED" if number < 1 else "COMPLETED"
            return {"TranscriptionJob": {"TranscriptionJobStatus": state}}
        if got.step != "transcript":
            return None
        items: list[dict[str, Any]] = []
        for word in said.words:
            plain = word.text.rstrip(",.?")
            best = {"confidence": str(word.confidence), "content": plain}
            times = {"start_time": str(word.start), "end_time": str(word.end)}
            more = {"speaker_label": f"spk_{word.speaker}"} if word.speaker else {}
            items.append({"type": "pronunciation", **times, **more, "alternatives": [best]})
            if plain != word.text:
                mark = {"confidence": "0.0", "content": word.text[len(plain) :]}
                items.append({"type": "punctuation", **more, "alternatives": [mark]})
        results = {"transcripts": [{"transcript": said.text}], "items": items}
        return {"jobName": "x", "accountId": "1", "status": "COMPLETED", "results": results}

    def error(self, status: int, message: str) -> Any:
        return {"__type": "SomeException", "Message": message}


WIRES: list[Wire] = [AssemblyAI(), Gladia(), Soniox(), Speechmatics(), Rev(), Aws()]
