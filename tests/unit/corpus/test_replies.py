"""Replies of recognisers, written by hand in the shapes that their makers document."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mondegreen.corpus.converting import read_transcript

WORDS = [{"word": "hi", "start": 0.0, "end": 0.4}, {"word": "you", "start": 0.5, "end": 1.25}]
SAMPLES: dict[str, tuple[str, Any, list[tuple[Any, ...]]]] = {
    "whisper": (
        "whisper",
        {
            "text": " Hi you.",
            "segments": [
                {
                    "id": 0, "seek": 0, "start": 0.0, "end": 1.25, "text": " Hi you.", "tokens": [1],
                    "temperature": 0.0, "avg_logprob": -0.2, "no_speech_prob": 0.01,
                    "words": [{"word": " Hi", "start": 0.0, "end": 0.4, "probability": 0.9}],
                }
            ],
            "language": "en",
        },
        [("Hi you.", None, None, "0.0", "1.25", ["Hi"])],
    ),
    "whisperx": (
        "whisperx",
        {
            "segments": [
                {
                    "start": 0.1, "end": 1.0, "text": " Hi you", "speaker": "SPEAKER_00",
                    "words": [
                        {"word": "Hi", "start": 0.1, "end": 0.2, "score": 0.8, "speaker": "SPEAKER_00"},
                        {"word": "2"},
                    ],
                }
            ],
            "word_segments": [],
        },
        [("Hi you", "SPEAKER_00", None, "0.1", "1.0", ["Hi", "2"])],
    ),
    "openai diarized": (
        "openai",
        {
            "task": "transcribe", "duration": 2.0, "text": "Hi. You.",
            "segments": [
                {"type": "transcript.text.segment", "id": "seg_1", "start": 0.0, "end": 1.0,
                 "text": "Hi.", "speaker": "A"},
                {"type": "transcript.text.segment", "id": "seg_2", "start": 1.0, "end": 2.0,
                 "text": "You.", "speaker": "B"},
            ],
        },
        [("Hi.", "A", None, "0.0", "1.0", []), ("You.", "B", None, "1.0", "2.0", [])],
    ),
    "openai words": (
        "openai",
        {"task": "transcribe", "language": "english", "duration": 1.3, "text": "Hi, you.", "words": WORDS},
        [("Hi, you.", None, None, "0.0", "1.25", ["hi", "you"])],
    ),
    "deepgram": (
        "deepgram",
        {
            "metadata": {"request_id": "r", "duration": 1.25, "channels": 1},
            "results": {
                "channels": [
                    {
                        "alternatives": [
                            {
                                "transcript": "Hi, you.", "confidence": 0.99,
                                "words": [
                                    {**WORDS[0], "confidence": 0.9, "speaker": 0, "punctuated_word": "Hi,"},
                                    {**WORDS[1], "confidence": 0.8, "speaker": 1, "punctuated_word": "you."},
                                ],
                            }
                        ]
                    }
                ]
            },
        },
        [("Hi,", "0", None, "0.0", "0.4", ["Hi,"]), ("you.", "1", None, "0.5", "1.25", ["you."])],
    ),
    "assemblyai": (
        "assemblyai",
        {
            "id": "1", "status": "completed", "audio_url": "https://example.org/a.mp3", "text": "Hi you.",
            "words": [], "utterances": [
                {"speaker": "A", "text": "Hi you.", "start": 250, "end": 1250, "confidence": 0.9,
                 "words": [{"text": "Hi", "start": 250, "end": 400, "confidence": 0.9, "speaker": "A"}]},
            ],
        },
        [("Hi you.", "A", None, "0.250", "1.250", ["Hi"])],
    ),
    "elevenlabs": (
        "elevenlabs",
        {
            "language_code": "eng", "language_probability": 0.98, "text": "Hi you (laughs)",
            "words": [
                {"text": "Hi", "start": 0.1, "end": 0.2, "type": "word", "speaker_id": "speaker_0", "logprob": -0.1},
                {"text": " ", "start": 0.2, "end": 0.3, "type": "spacing", "speaker_id": "speaker_0", "logprob": 0},
                {"text": "you", "start": 0.3, "end": 0.6, "type": "word", "speaker_id": "speaker_1", "logprob": -0.2},
                {"text": "(laughs)", "start": 0.6, "end": 0.9, "type": "audio_event", "logprob": -0.1},
            ],
        },
        [("Hi", "speaker_0", None, "0.1", "0.2", ["Hi"]), ("you", "speaker_1", None, "0.3", "0.6", ["you"])],
    ),
    "google 1 with speakers": (
        "google",
        {
            "results": [
                {"alternatives": [{"transcript": "hi you", "confidence": 0.9}], "resultEndTime": "1.250s"},
                {"alternatives": [{"words": [
                    {"endTime": "0.400s", "word": "hi", "speakerTag": 1},
                    {"startTime": "0.500s", "endTime": "1.250s", "word": "you", "speakerTag": 2},
                ]}]},
            ]
        },
        [("hi", "1", None, "0", "0.400", ["hi"]), ("you", "2", None, "0.500", "1.250", ["you"])],
    ),
    "google 2": (
        "google",
        {"results": [{"alternatives": [{"transcript": "hi", "words": [
            {"startOffset": "0.100s", "endOffset": "0.400s", "word": "hi"}]}], "languageCode": "en-us"}]},
        [("hi", None, None, "0.100", "0.400", ["hi"])],
    ),
    "azure fast": (
        "azure",
        {
            "durationMilliseconds": 1250, "combinedPhrases": [{"text": "Hi you."}],
            "phrases": [{"channel": 0, "speaker": 1, "offsetMilliseconds": 40, "durationMilliseconds": 960,
                         "text": "Hi you.", "words": [{"text": "Hi", "offsetMilliseconds": 40, "durationMilliseconds": 200}],
                         "locale": "en-US", "confidence": 0.9}],
        },
        [("Hi you.", "1", "0", "0.040", "1.000", ["Hi"])],
    ),
    "azure batch": (
        "azure",
        {"source": "https://example.org/a.wav", "recognizedPhrases": [
            {"recognitionStatus": "Success", "channel": 0, "offset": "PT0.04S", "duration": "PT1S",
             "offsetInTicks": 400000.0, "durationInTicks": 10000000.0,
             "nBest": [{"confidence": 0.9, "lexical": "hi you", "display": "Hi you."}]}]},
        [("Hi you.", None, "0", "0.04000000", "1.04000000", [])],
    ),
    "aws": (
        "aws",
        {
            "jobName": "job", "accountId": "1", "status": "COMPLETED",
            "results": {
                "transcripts": [{"transcript": "Hi, you"}],
                "items": [
                    {"id": 0, "type": "pronunciation", "start_time": "0.0", "end_time": "0.4", "speaker_label": "spk_0",
                     "alternatives": [{"confidence": "0.99", "content": "Hi"}]},
                    {"id": 1, "type": "punctuation", "speaker_label": "spk_0", "alternatives": [{"confidence": "0.0", "content": ","}]},
                    {"id": 2, "type": "pronunciation", "start_time": "0.5", "end_time": "1.25", "speaker_label": "spk_1",
                     "alternatives": [{"confidence": "0.9", "content": "you"}]},
                ],
            },
        },
        [("Hi,", "spk_0", None, "0.0", "0.4", ["Hi,"]), ("you", "spk_1", None, "0.5", "1.25", ["you"])],
    ),
    "speechmatics": (
        "speechmatics",
        {
            "format": "2.9", "job": {"id": "j", "data_name": "a.wav", "duration": 2},
            "metadata": {"type": "transcription"},
            "results": [
                {"type": "word", "start_time": 0.1, "end_time": 0.3,
                 "alternatives": [{"content": "Hi", "confidence": 1.0, "language": "en", "speaker": "S1"}]},
                {"type": "punctuation", "start_time": 0.3, "end_time": 0.3, "attaches_to": "previous", "is_eos": True,
                 "alternatives": [{"content": ".", "confidence": 1.0, "speaker": "S1"}]},
                {"type": "word", "start_time": 0.4, "end_time": 0.9,
                 "alternatives": [{"content": "You", "confidence": 0.9, "speaker": "S2"}]},
            ],
        },
        [("Hi.", "S1", None, "0.1", "0.3", ["Hi."]), ("You", "S2", None, "0.4", "0.9", ["You"])],
    ),
    "seglst": (
        "seglst",
        [{"session_id": "s", "speaker": "A", "start_time": "0.10", "end_time": 2, "words": "hi"}],
        [("hi", "A", None, "0.10", "2", [])],
    ),
}  # fmt: skip


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("indent", [None, 1])
def test_reply(write: Any, sample: str, indent: int | None) -> None:
    """Found by content, with every digit of the times."""
    name, reply, expected = SAMPLES[sample]
    found = read_transcript(write("reply.json", json.dumps(reply, indent=indent)))
    assert found.format == name
    assert [
        (
            each.text,
            each.speaker,
            each.channel,
            None if each.start is None else str(each.start),
            None if each.end is None else str(each.end),
            [word.text for word in each.words],
        )
        for each in found.segments
    ] == expected
