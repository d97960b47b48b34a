"""What wires make of messages, without a connection: laws, and messages of any form."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from live_vendors import VENDORS

from mondegreen.bench.delays import churn
from mondegreen.providers import ProviderError, make
from mondegreen.providers.event import Event, said_finally
from mondegreen.providers.sockets import SocketLine

if TYPE_CHECKING:
    from mondegreen.providers.wire import Wire

BUSY = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
WORDS = st.lists(st.text("abcde'", min_size=1, max_size=6), min_size=1, max_size=8)


def wire_of(system: str, **options: Any) -> Wire:
    provider: Any = make(system, **options)
    provider._key = lambda: "key"
    made: Wire = provider._wire()
    return made


def events_of(wire: Wire, messages: list[dict[str, Any]]) -> list[Event]:
    line = SocketLine(None, wire, None, "x")  # type: ignore[arg-type]
    return [
        Event(at, at, *said) for at, message in enumerate(messages) for said in line._read(message)
    ]


def said_by(wire: Wire, messages: list[dict[str, Any]]) -> str:
    return said_finally(events_of(wire, messages))[0]


@BUSY
@given(WORDS, st.randoms())
def test_tokens_of_words_are_put_together_however_they_are_cut(
    words: list[str], random: Random
) -> None:
    text = " ".join(words)
    cuts = sorted({0, len(text), *(random.randrange(len(text) + 1) for _ in range(6))})
    pieces = [text[low:high] for low, high in pairwise(cuts)]
    tokens = [
        {"text": piece, "start_ms": at, "end_ms": at + 1, "is_final": True}
        for at, piece in enumerate(pieces)
    ]
    messages, at = [], 0
    while at < len(tokens):
        step = random.randrange(1, 4)
        later = [{**token, "is_final": False} for token in tokens[at + step : at + step + 2]]
        messages.append({"tokens": [*tokens[at : at + step], *later]})
        at += step
    assert said_by(wire_of("soniox-live"), messages) == text
    assert said_by(wire_of("cartesia-live"), [
        {"type": "transcript", "text": piece, "is_final": True} for piece in pieces
    ]) == text  # fmt: skip


@BUSY
@given(st.integers(1, 7), st.randoms())
def test_items_are_in_the_order_of_the_commits_whenever_they_are_complete(
    count: int, random: Random
) -> None:
    commits = [
        {
            "type": "input_audio_buffer.committed", "item_id": f"i{at}",
            "previous_item_id": f"i{at - 1}" if at else None,
        }
        for at in range(count)
    ]  # fmt: skip
    kind = "conversation.item.input_audio_transcription.completed"
    texts = [{"type": kind, "item_id": f"i{at}", "transcript": f"w{at}"} for at in range(count)]
    random.shuffle(texts)
    expected = " ".join(f"w{at}" for at in range(count))
    assert said_by(wire_of("openai-live"), [*commits, *texts]) == expected


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ([("so", None), (",", "previous"), ("it", None), (".", "previous")], "so, it."),
        ([("¿", "next"), ("qué", None), ("?", "previous")], "¿qué?"),
        ([("so", None), ("-", "both"), ("called", None)], "so-called"),
        ([], ""),
    ],
)
def test_marks_are_attached(results: list[tuple[str, str | None]], expected: str) -> None:
    made = [
        {
            "type": "word" if side is None else "punctuation", "start_time": 0.1, "end_time": 0.2,
            "alternatives": [{"content": text}], **({} if side is None else {"attaches_to": side}),
        }
        for text, side in results
    ]  # fmt: skip
    wire = wire_of("speechmatics-live")
    assert said_by(wire, [{"message": "AddTranscript", "results": made}]) == expected


def recognized(text: str, kind: str, since: float = 0.0) -> dict[str, Any]:
    """Return a message of Speechmatics: each word takes a second."""
    results = [
        {
            "type": "word", "start_time": since + at, "end_time": since + at + 0.9,
            "alternatives": [{"content": word}],
        }
        for at, word in enumerate(text.split())
    ]  # fmt: skip
    about = {"start_time": since, "end_time": since + len(results), "transcript": text}
    return {"message": kind, "metadata": about, "results": results}


PARTIAL, FINAL = "AddPartialTranscript", "AddTranscript"


@pytest.mark.parametrize(
    ("messages", "taken_back"),
    [
        ([("so it goes", PARTIAL, 0), ("so it", FINAL, 0), ("goes and on", PARTIAL, 2)], 0),
        ([("so it goes", PARTIAL, 0), ("so", FINAL, 0), ("", FINAL, 1), ("it", FINAL, 1)], 0),
        ([("so it goes", PARTIAL, 0), ("so it", FINAL, 0), ("going on", PARTIAL, 2)], 1),
        ([("so it goes", PARTIAL, 0), ("sew it", FINAL, 0), ("goes on", PARTIAL, 2)], 3),
        ([("so it goes", PARTIAL, 0), ("so it", FINAL, 0), ("", PARTIAL, 2)], 1),
    ],
)
def test_what_is_not_final_yet_is_not_taken_back(
    messages: list[tuple[str, str, float]], taken_back: int
) -> None:
    events = events_of(wire_of("speechmatics-live"), [recognized(*each) for each in messages])
    assert churn(events)[0] == taken_back


def test_a_mark_in_a_message_of_its_own_is_attached() -> None:
    mark = {"type": "punctuation", "start_time": 2, "end_time": 2, "attaches_to": "previous"}
    dot = {"message": FINAL, "results": [{**mark, "alternatives": [{"content": "."}]}]}
    events = events_of(wire_of("speechmatics-live"), [recognized("so it", FINAL), dot])
    text, words = said_finally(events)
    assert (text, [word.text for word in words]) == ("so it.", ["so", "it."])


@pytest.mark.parametrize(
    ("system", "messages"),
    [
        (
            "soniox-live",
            [
                {"tokens": [{"text": "so", "is_final": True}, {"text": " it", "is_final": False}]},
                {"tokens": []},
            ],
        ),
        (
            "speechmatics-live",
            [recognized("so it", PARTIAL), recognized("so", FINAL), recognized("", PARTIAL, 1)],
        ),
    ],
)
def test_text_that_is_taken_back_leaves_nothing_open(
    system: str, messages: list[dict[str, Any]]
) -> None:
    events = events_of(wire_of(system), messages)
    assert (events[-1].kind, events[-1].text) == ("final", "so")


def test_what_is_committed_at_the_end_of_speech_is_committed_once() -> None:
    wire = wire_of("openai-live", finalize_after=0)
    (opening,) = wire.opening()
    assert json.loads(opening)["session"]["audio"]["input"]["turn_detection"] is None
    assert [json.loads(each) for each in wire.finalize()] == [{"type": "input_audio_buffer.commit"}]
    assert (*wire.close(),) == ()  # what is in the buffer by now is silence
    assert not wire.has_all()
    assert said_by(wire, [{"type": "input_audio_buffer.committed", "item_id": "a"}]) == ""
    assert not wire.has_all()
    kind = "conversation.item.input_audio_transcription.completed"
    assert said_by(wire, [{"type": kind, "item_id": "a", "transcript": "so it"}]) == "so it"
    assert wire.has_all()


def test_a_model_without_turn_detection_is_committed_at_the_end() -> None:
    wire = wire_of("openai-live:gpt-realtime-whisper")
    (opening,) = wire.opening()
    assert json.loads(opening)["session"]["audio"]["input"]["turn_detection"] is None
    assert len([*wire.close()]) == 1
    found: Any = make("openai-live:gpt-realtime-whisper")
    assert [*found.conditions()["withheld"]] == ["ttfs"]
    assert "withheld" not in make("openai-live").conditions()


def test_an_empty_buffer_ends_the_stream() -> None:
    wire = wire_of("openai-live", finalize_after=0)
    assert ([*wire.finalize()][1:], [*wire.close()]) == ([], [])
    error = {"code": "input_audio_buffer_commit_empty", "message": "the buffer is empty"}
    assert said_by(wire, [{"type": "error", "error": error}]) == ""
    assert wire.has_all()


def test_a_turn_that_comes_again_with_punctuation_takes_the_place_of_the_plain_one() -> None:
    turn = {"type": "Turn", "turn_order": 0, "end_of_turn": True, "words": []}
    plain = {**turn, "transcript": "so it goes"}
    formatted = {**turn, "transcript": "So it goes.", "turn_is_formatted": True}
    assert said_by(wire_of("assemblyai-live"), [plain, formatted]) == "So it goes."


def test_two_commits_of_the_same_words_are_two() -> None:
    said = [{"message_type": "committed_transcript", "text": "yes"}] * 2
    assert said_by(wire_of("elevenlabs-live"), said) == "yes yes"
    timed = {"message_type": "committed_transcript_with_timestamps", "text": "yes", "words": []}
    pairs = [said[0], timed, said[0], timed]
    assert said_by(wire_of("elevenlabs-live"), pairs) == "yes yes"


def test_a_commit_of_the_detector_of_elevenlabs_ends_a_turn_once() -> None:
    plain = {"message_type": "committed_transcript", "text": "yes"}
    timed = {"message_type": "committed_transcript_with_timestamps", "text": "yes", "words": []}

    def ends(wire: Wire, messages: list[dict[str, Any]]) -> int:
        said = [each.kind for message in messages for each in wire.read(message)]
        return said.count("end-of-turn")

    assert ends(wire_of("elevenlabs-live"), [plain, timed]) == 1
    assert ends(wire_of("elevenlabs-live"), [timed, {**timed, "text": "no"}]) == 2
    assert ends(wire_of("elevenlabs-live"), [plain, timed, plain, timed]) == 2
    assert ends(wire_of("elevenlabs-live", finalize_after=0), [plain, timed]) == 0
    closing = wire_of("elevenlabs-live")
    closing.close()
    assert ends(closing, [plain, timed]) == 0


@BUSY
@given(st.lists(WORDS, min_size=1, max_size=4), st.booleans(), st.booleans(), st.booleans())
def test_what_is_flushed_counts_once_in_either_form(
    turns: list[list[str]],
    all_of_it: bool,  # noqa: FBT001 - drawn
    tokens: bool,  # noqa: FBT001
    ends: bool,  # noqa: FBT001
) -> None:
    """``done`` has the text since the last one, or all of it where tokens came before."""
    messages, before = [], list[str]()
    for words in turns:
        if tokens:
            messages += [{"type": "transcription.text.delta", "text": f" {word}"} for word in words]
        before += words
        text = before if all_of_it and tokens else words
        messages.append({"type": "transcription.done", "text": " ".join(text)})
    if ends:
        messages.append({"type": "transcription.done", "text": " ".join(before)})
    if not tokens and any(now == then for then, now in pairwise(turns)):
        return  # nobody can know whether it was said twice
    if not tokens and any(now == sum(turns[:at], []) for at, now in enumerate(turns) if at):  # noqa: RUF017
        return
    assert said_by(wire_of("mistral-live"), messages) == " ".join(before)


ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 10**30, 0.5, math.inf, math.nan, "", "x", "\ud83d", [], [1], {}, {"a": 1}),
)


@pytest.mark.parametrize("system", VENDORS)
def test_a_message_of_any_form_is_read_or_refused(system: str) -> None:
    """Messages as they should be, in which some values are others."""
    vendor: Any = VENDORS[system]
    vendor.begin()
    right = [
        json.loads(each)
        for each in (*vendor.partial("so it", 0), *vendor.final("so it goes", 0), *vendor.error())
    ]
    random = Random(system)
    for _ in range(400):
        bent = bend(random, random.choice(right))
        line = SocketLine(None, wire_of(system), None, "x")  # type: ignore[arg-type]
        try:
            said = [*line._read(bent)]
        except ProviderError:
            continue
        for each in said:
            assert isinstance(each.text, str)
            assert each.segment is None or abs(each.segment) < 2**31
            times = [time for word in each.words for time in (word.start, word.end)]
            assert all(time is None or math.isfinite(time) for time in times)
            assert all(isinstance(word.text, str) for word in each.words)


def bend(random: Random, document: Any) -> Any:
    """Return a document with one of its values, however deep, replaced by any other or left out."""
    if document and random.random() < 0.85:
        if isinstance(document, dict):
            name = random.choice(sorted(document))
            return {**document, name: bend(random, document[name])}
        if isinstance(document, list):
            at = random.randrange(len(document))
            return [*document[:at], bend(random, document[at]), *document[at + 1 :]]
    if isinstance(document, dict) and random.random() < 0.5:
        return {name: value for name, value in document.items() if random.random() < 0.7}
    return random.choice(ODD)


NOTHING = {"message_type": "insufficient_audio_activity"}
EMPTY = {"type": "error", "error": {"code": "input_audio_buffer_commit_empty"}}
CLEARED = {"type": "input_audio_buffer.cleared"}


@pytest.mark.parametrize(
    ("system", "options", "before", "after"),
    [
        ("elevenlabs-live", {}, None, NOTHING),
        ("elevenlabs-live", {}, None, {"message_type": "committed_transcript_with_timestamps", "text": ""}),
        ("elevenlabs-live", {"finalize_after": 0}, NOTHING, None),
        ("elevenlabs-live", {"finalize_after": 0}, None, NOTHING),
        ("openai-live:gpt-realtime-whisper", {}, None, EMPTY),
        ("openai-live", {}, None, CLEARED),
        ("openai-live", {"finalize_after": 0}, EMPTY, None),
        ("openai-live", {"finalize_after": 0}, None, EMPTY),
    ],
)  # fmt: skip
def test_nothing_is_heard_only_where_somebody_responded(
    system: str,
    options: dict[str, Any],
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> None:
    wire = wire_of(system, **options)
    if options:
        [*wire.finalize()]
    if before is not None:
        assert events_of(wire, [before]) == []
    [*wire.close()]
    if after is not None:
        assert not wire.has_all()
        assert said_by(wire, [after]) == ""
    assert wire.has_all() or (after is not None and wire.is_end(after))
