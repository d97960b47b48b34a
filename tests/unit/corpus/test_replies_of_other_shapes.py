"""Replies as their makers write them less often: old, silent, long, in several channels."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.corpus.converting import read_transcript
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.json_document import FailedReplyError
from mondegreen.corpus.reply import WrittenReply

WORDS = ["so", "it", "goes", "on"]


def aws_item(at: int, **others: Any) -> dict[str, Any]:
    return {
        "type": "pronunciation", "alternatives": [{"confidence": "0.9", "content": WORDS[at]}],
        "start_time": f"{at}.0", "end_time": f"{at}.5", **others,
    }  # fmt: skip


DOT = {"type": "punctuation", "alternatives": [{"confidence": "0.0", "content": "."}]}


def aws(**results: Any) -> dict[str, Any]:
    items = [*map(aws_item, range(4)), DOT]
    whole = {"transcripts": [{"transcript": "so it goes on."}], "items": items, **results}
    return {"jobName": "job", "accountId": "1", "results": whole, "status": "COMPLETED"}


def speechmatics(*results: Any, delimiter: str = " ") -> dict[str, Any]:
    pack = {"word_delimiter": delimiter, "writing_direction": "left-to-right"}
    metadata = {"type": "transcription", "language_pack_info": pack}
    return {"format": "2.9", "job": {"id": "j"}, "metadata": metadata, "results": list(results)}


def spoken(text: str, at: int) -> dict[str, Any]:
    best = {"content": text, "confidence": 1.0, "speaker": "UU"}
    return {"type": "word", "start_time": at, "end_time": at + 0.5, "alternatives": [best]}


def azure_ticks(start: Any) -> dict[str, Any]:
    word = {"word": "so", "offsetInTicks": start, "durationInTicks": 5000000.0}
    best = {"display": "So.", "words": [word]}
    phrase = {"recognitionStatus": "Success", "channel": 0, "offsetInTicks": start,
              "durationInTicks": 5000000.0, "nBest": [best]}  # fmt: skip
    return {"recognizedPhrases": [phrase]}


GOOGLE_WORDS = [
    {"startTime": {"seconds": "1", "nanos": 500000000}, "endTime": {"seconds": "2"}, "word": "so"},
    {"start_offset": "2s", "end_offset": "2.500s", "word": "on", "speaker_label": ""},
]
SHAPES: dict[str, tuple[str, Any, list[tuple[Any, ...]]]] = {
    "aws channels": (
        "aws",
        aws(channel_labels={
            "number_of_channels": 2,
            "channels": [
                {"channel_label": "ch_0", "items": [aws_item(0), aws_item(2), DOT]},
                {"channel_label": "ch_1", "items": [aws_item(1), aws_item(3)]},
            ],
        }),
        [("so goes.", None, "ch_0", "0.0", "2.5"), ("it on", None, "ch_1", "1.0", "3.5")],
    ),
    "aws speakers next to the items": (
        "aws",
        aws(speaker_labels={
            "speakers": 2,
            "segments": [
                {"speaker_label": f"spk_{at // 3}", "items": [
                    {"start_time": f"{at}.0", "end_time": f"{at}.5", "speaker_label": f"spk_{at // 3}"}
                ]}
                for at in range(4)
            ],
        }),
        [("so it goes", "spk_0", None, "0.0", "2.5"), ("on.", "spk_1", None, "3.0", "3.5")],
    ),
    "speechmatics speaker change": (
        "speechmatics",
        speechmatics(spoken("so", 0), {"type": "speaker_change", "start_time": 1, "end_time": 1}, spoken("on", 1)),
        [("so on", "UU", None, "0", "1.5")],
    ),
    "speechmatics without spaces": (
        "speechmatics", speechmatics(spoken("你好", 0), spoken("世界", 1), delimiter=""),
        [("你好世界", "UU", None, "0", "1.5")],
    ),
    "azure after a hundred seconds": (
        "azure", azure_ticks(36000000000.0), [("So.", None, "0", "3600.00000000", "3600.50000000")],
    ),
    "azure short audio": (
        "azure",
        {"RecognitionStatus": "Success", "DisplayText": "So.", "Offset": "12000000000", "Duration": "5000000"},
        [("So.", None, None, "1200.0000000", "1200.5000000")],
    ),
    "azure preview": (
        "azure",
        {"duration": 500, "combinedPhrases": [{"text": "So."}], "phrases": [{"offset": 0, "duration": 500, "text": "So."}]},
        [("So.", None, None, "0.000", "0.500")],
    ),
    "google of libraries": (
        "google",
        {"results": [{"alternatives": [{"transcript": "so on", "words": GOOGLE_WORDS}], "channelTag": 0}]},
        [("so on", None, "0", "1.500000000", "2.500")],
    ),
    "google batch": (
        "google",
        {"name": "p", "done": True, "response": {"@type": "BatchRecognizeResponse", "results": {
            "gs://b/a.wav": {"inlineResult": {"transcript": {"results": [{"alternatives": [{"transcript": "so"}]}]}}},
            "gs://b/b.wav": {"transcript": {"results": [{"alternatives": [{"transcript": "on"}]}]}},
        }}},
        [("so", None, None, None, None), ("on", None, None, None, None)],
    ),
    "elevenlabs events": (
        "elevenlabs",
        {"language_probability": 1, "text": "(laughs) so on", "words": [
            {"text": "(laughs)", "type": "audio_event"}, {"text": " ", "type": "spacing"},
            {"text": "so", "type": "word"}, {"text": " ", "type": "spacing"}, {"text": "on", "type": "word"},
        ]},
        [("so on", None, None, None, None)],
    ),
    "whisper.cpp": (
        "whisper",
        {"model": {}, "result": {"language": "en"}, "transcription": [
            {"timestamps": {"from": "00:00:00,000", "to": "00:00:01,250"}, "offsets": {"from": 0, "to": 1250}, "text": " So on."}
        ]},
        [("So on.", None, None, "0.000", "1.250")],
    ),
    "transformers": (
        "whisper",
        {"text": " So on. And on.", "chunks": [
            {"timestamp": [0.0, 1.5], "text": " So on."}, {"timestamp": [1.5, None], "text": " And on."}
        ]},
        [("So on.", None, None, "0.0", "1.5"), ("And on.", None, None, None, None)],
    ),
    "transformers words": (
        "whisper",
        {"text": " So on.", "chunks": [{"timestamp": [0.0, 0.5], "text": " So"}, {"timestamp": [0.5, 1.5], "text": " on."}]},
        [("So on.", None, None, "0.0", "1.5")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("indent", [None, 1])
def test_shape(write: Any, shape: str, indent: int | None) -> None:
    name, reply, expected = SHAPES[shape]
    found = read_transcript(write("reply.json", json.dumps(reply, indent=indent)))
    assert found.format == name
    assert [
        (
            each.text,
            each.speaker,
            each.channel,
            None if each.start is None else str(each.start),
            None if each.end is None else str(each.end),
        )
        for each in found.segments
    ] == expected


SILENCE: dict[str, Any] = {
    "deepgram": {"results": {"channels": [{"alternatives": [{"transcript": ""}]}], "utterances": []}},
    "azure": {"durationMilliseconds": 9, "combinedPhrases": [], "phrases": []},
    "azure batch": {"combinedRecognizedPhrases": [], "recognizedPhrases": []},
    "aws": {"jobName": "j", "results": {"transcripts": [], "items": []}},
    "google": {"totalBilledTime": "15s", "requestId": "1"},
    "google operation": {"done": True, "response": {"@type": "LongRunningRecognizeResponse"}},
    "speechmatics": speechmatics(),
    "whisper": {"text": "", "segments": [], "language": "en"},
    "whisperx": {"segments": [], "word_segments": []},
    "elevenlabs": {"language_probability": 1, "text": "", "words": []},
}  # fmt: skip


@pytest.mark.parametrize("kind", SILENCE)
def test_a_reply_to_silence_is_the_empty_text(write: Any, kind: str) -> None:
    reference = write("said.txt", "so it goes\n")
    corpus = mg.read(reference, write("reply.json", json.dumps(SILENCE[kind])))
    assert list(corpus.hypotheses) == [""]


def test_azure_heard_nothing(write: Any) -> None:
    path = write("r.json", json.dumps({"RecognitionStatus": "NoMatch", "Offset": 0, "Duration": 1}))
    with pytest.raises(FailedReplyError, match="NoMatch"):
        read_transcript(path)


LONG = " ".join(["so it goes on"] * 9000)
SEGMENTS = [{"start": 0, "end": 1, "text": LONG}]


@pytest.mark.parametrize(
    ("kind", "reply"),
    [
        ("whisper", {"text": LONG, "segments": SEGMENTS, "language": "en"}),
        ("openai", {"task": "transcribe", "text": LONG, "segments": SEGMENTS}),
        ("elevenlabs", {"language_probability": 1, "text": LONG, "words": []}),
        (
            "azure",
            {
                "combinedPhrases": [{"text": LONG}],
                "phrases": [{"text": LONG, "offsetMilliseconds": 0, "durationMilliseconds": 1000}],
            },
        ),
    ],
)
def test_keys_after_a_long_text(write: Any, kind: str, reply: Any) -> None:
    """A text of hours is before the keys that tell whose reply it is."""
    found = read_transcript(write("reply.json", json.dumps(reply)))
    assert found.format == kind
    assert found.segments[0].text == LONG


def test_long_lines_of_objects_stay_jsonl(write: Any) -> None:
    row = json.dumps({"id": "a", "text": LONG, "segments": SEGMENTS})
    found = read_transcript(write("rows.jsonl", f"{row}\n{row.replace('a', 'b', 1)}\n"))
    assert (found.format, len(found.segments)) == ("jsonl", 2)


CHINESE = ["你好", "世界", "今天", "很", "好。"]
TIMED = [{"start": at, "end": at + 0.5, "confidence": 0.9} for at in range(len(CHINESE))]


@pytest.mark.parametrize(
    "reply",
    [
        {"language_probability": 1, "text": "".join(CHINESE), "words": [
            {**time, "text": word, "type": "word"} for word, time in zip(CHINESE, TIMED, strict=True)
        ]},
        {"results": {"channels": [{"alternatives": [{"transcript": "".join(CHINESE), "words": [
            {**time, "word": word} for word, time in zip(CHINESE, TIMED, strict=True)
        ]}]}]}},
        {"text": "".join(CHINESE), "segments": [
            {**time, "text": word} for word, time in zip(CHINESE, TIMED, strict=True)
        ]},
        speechmatics(*map(spoken, CHINESE, range(len(CHINESE))), delimiter=""),
    ],
)  # fmt: skip
def test_words_of_a_script_without_spaces_get_none(write: Any, reply: Any) -> None:
    said = write("said.txt", "".join(CHINESE) + "\n")
    corpus = mg.read(said, write("reply.json", json.dumps(reply, ensure_ascii=False)))
    assert list(corpus.hypotheses) == ["".join(CHINESE)]


@pytest.mark.parametrize("kind", ["ctm", "speechmatics", "elevenlabs"])
@pytest.mark.parametrize("silent", [0, 1, 2])
def test_segments_without_words_are_lost_and_said(write: Any, kind: str, silent: int) -> None:
    said = [("so it goes", "A"), *[("", "B")] * silent, ("and on", "C")]
    rows = [
        {"session_id": "s", "speaker": speaker, "start_time": at, "end_time": at + 1, "words": text}
        for at, (text, speaker) in enumerate(said)
    ]
    losses = Counter[str]()
    transcript = read_transcript(write("said.json", json.dumps(rows)))
    FORMATS.get(kind)().write(transcript, losses)  # type: ignore[union-attr]
    assert losses["segments without words"] == silent


SEGMENTED = [name for name in FORMATS.names() if issubclass(FORMATS.get(name), WrittenReply)]


@pytest.mark.parametrize("kind", SEGMENTED)
def test_what_is_written_is_found_by_content(write: Any, kind: str) -> None:
    rows = [
        {"session_id": "s", "speaker": "A", "start_time": 0, "end_time": 2, "words": "so it goes"}
    ]
    transcript = read_transcript(write("said.json", json.dumps(rows)))
    written = FORMATS.get(kind)().write(transcript, Counter[str]())  # type: ignore[union-attr]
    found = read_transcript(write("written.json", written))
    assert (found.format, [each.text for each in found.segments]) == (kind, ["so it goes"])


def cpp(*tokens: tuple[str, int, int, float], text: str) -> dict[str, Any]:
    found = [
        {"text": said, "offsets": {"from": start, "to": end}, "id": 1, "p": p}
        for said, start, end, p in tokens
    ]
    times = {
        "offsets": {"from": 0, "to": 900},
        "timestamps": {"from": "00:00:00,000", "to": "00:00:00,900"},
    }
    return {"transcription": [{**times, "text": text, "tokens": found}]}


CONFIDENCES: dict[str, Any] = {
    "whisper.cpp": cpp(
        ("[_BEG_]", 0, 0, 0.99), (" so", 0, 300, 0.9), (" be", 300, 400, 0.5), ("ware", 400, 500, 0.7), (",", 500, 500, 0.3),
        (" go", 500, 900, 0.8), ("[_TT_45]", 900, 900, 0.1), text=" so beware, go",
    ),
    "whisper-timestamped": {"text": "so beware, go", "segments": [{"id": 0, "start": 0, "end": 0.9, "text": " so beware, go", "confidence": 0.1, "words": [
        {"text": "so", "start": 0, "end": 0.3, "confidence": 0.9}, {"text": "beware,", "start": 0.3, "end": 0.5, "confidence": 0.5},
        {"text": "go", "start": 0.5, "end": 0.9, "confidence": 0.8}]}]},
    "azure": {"RecognitionStatus": "Success", "Offset": 0, "Duration": 9000000, "DisplayText": "So beware, go.", "NBest": [{"Confidence": 0.1, "Display": "so beware, go", "Words": [
        {"Word": "so", "Offset": 0, "Duration": 3000000, "Confidence": 0.9}, {"Word": "beware,", "Offset": 3000000, "Duration": 2000000, "Confidence": 0.5},
        {"Word": "go", "Offset": 5000000, "Duration": 4000000, "Confidence": 0.8}]}]},
}  # fmt: skip


@pytest.mark.parametrize("kind", CONFIDENCES)
def test_words_keep_their_confidences_and_times(write: Any, kind: str) -> None:
    found = read_transcript(write("reply.json", json.dumps(CONFIDENCES[kind])))
    words = [word for segment in found.segments for word in segment.words]
    assert [(word.text, float(word.confidence), float(word.start), float(word.end)) for word in words] == [
        ("so", 0.9, 0.0, 0.3), ("beware,", 0.5, 0.3, 0.5), ("go", 0.8, 0.5, 0.9),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "tokens",
    [(("你", 0, 1, 0.9), ("好", 1, 2, 0.8)), ((" so", 0, 1, 0.9), (" \ufffd", 1, 2, 0.8)), ()],
)
def test_tokens_that_are_not_the_words_are_no_words(write: Any, tokens: Any) -> None:
    reply = cpp(*tokens, text="so 你好")
    found = read_transcript(write("reply.json", json.dumps(reply)))
    assert [(segment.text, segment.words) for segment in found.segments] == [("so 你好", ())]
