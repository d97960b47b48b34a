"""The definitions against streams whose figures are worked out by hand."""

from __future__ import annotations

import math

import pytest

from mondegreen.bench import delays
from mondegreen.bench.delays import Ttfs
from mondegreen.providers.event import Event, joined, policy_of, said_finally
from mondegreen.providers.word import Word


def at(seconds: float, kind: str, text: str = "", segment: int = 0, *words: Word) -> Event:
    return Event(seconds, seconds, kind, text, segment, words)


def timed(*given: tuple[str, float]) -> tuple[Word, ...]:
    return tuple(Word(text, end - 0.2, end) for text, end in given)


# The speech ends at 1.6, the recording at 2.0.
ORDINARY = [
    at(0.0, "first-audio"),
    at(0.3, "partial"),  # empty: nothing was heard yet
    at(0.5, "partial", "the"),
    at(0.9, "partial", "the cat"),
    at(1.2, "partial", "the cap sat"),
    at(2.0, "audio-end"),
    at(2.1, "final", "the cat sat", 0, *timed(("the", 0.4), ("cat", 0.8), ("sat", 1.5))),
    at(2.4, "done"),
]
# A vendor that sends no partial texts, and two segments whose texts arrive in the other order.
OTHER_ORDER = [
    at(0.0, "first-audio"),
    at(1.9, "final", "and on", 1, *timed(("and", 1.2), ("on", 1.5))),
    at(2.3, "final", "so it goes", 0, *timed(("so", 0.3), ("it", 0.5), ("goes", 0.8))),
    at(2.5, "done"),
]
# The same turn again with punctuation, as AssemblyAI sends it.
FORMATTED = [
    at(0.4, "partial", "so"),
    at(1.8, "final", "so it goes"),
    at(2.0, "final", "So it goes."),
]
# The same text again with times, as ElevenLabs sends it.
AGAIN = [
    at(0.4, "partial", "so it"),
    at(1.8, "final", "so it goes"),
    at(2.0, "final", "so it goes", 0, *timed(("so", 0.3), ("it", 0.5), ("goes", 0.8))),
]
# Only partial texts: the last one has it all, and was never final.
NEVER_FINAL = [at(0.4, "partial", "so"), at(0.8, "partial", "so it goes"), at(9.0, "timeout")]
# Final texts of silence, as Deepgram sends them.
SILENCE_AFTER = [
    at(1.7, "final", "so it goes"),
    at(2.7, "final", "", 1),
    at(3.7, "final", "", 2),
]
EARLY = [at(0.4, "partial", "so"), at(1.1, "final", "so it goes")]
NOTHING: list[Event] = []


@pytest.mark.parametrize(
    ("events", "first", "partial", "final", "text"),
    [
        (ORDINARY, 0.5, 0.5, 2.1, "the cat sat"),
        (OTHER_ORDER, 1.9, None, 2.3, "so it goes and on"),
        (FORMATTED, 0.4, 0.4, 2.0, "So it goes."),
        (AGAIN, 0.4, 0.4, 1.8, "so it goes"),
        (NEVER_FINAL, 0.4, 0.4, None, ""),
        (SILENCE_AFTER, 1.7, None, 1.7, "so it goes"),
        (EARLY, 0.4, 0.4, 1.1, "so it goes"),
        (NOTHING, None, None, None, ""),
    ],
)
def test_first_and_final_texts(
    events: list[Event], first: float, partial: float, final: float, text: str
) -> None:
    assert delays.ttft(events) == first
    assert delays.first_partial(events) == partial
    assert delays.text_final_at(events) == final
    assert said_finally(events)[0] == text


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        (ORDINARY, Ttfs(2.1 - 1.6)),
        (OTHER_ORDER, Ttfs(2.3 - 1.6)),
        (FORMATTED, Ttfs(2.0 - 1.6)),
        (AGAIN, Ttfs(1.8 - 1.6)),
        (NEVER_FINAL, Ttfs(math.inf)),
        (SILENCE_AFTER, Ttfs(1.7 - 1.6)),
        (EARLY, Ttfs(0.0, clamped=True)),
        (NOTHING, Ttfs(math.inf)),
    ],
)
def test_time_to_the_final_segment(events: list[Event], expected: Ttfs) -> None:
    found = delays.ttfs(events, 1.6)
    assert found.seconds == pytest.approx(expected.seconds)
    assert found.clamped == expected.clamped


def test_exactly_at_the_end_of_speech_is_no_clamp() -> None:
    assert delays.ttfs([at(1.6, "final", "so")], 1.6) == Ttfs(0.0)


def test_losing_the_end_is_never_fast() -> None:
    assert delays.ttfs(EARLY, 1.6, end_lost=True) == Ttfs(math.inf)


def test_a_partial_text_is_never_a_final_one() -> None:
    for events in (ORDINARY, FORMATTED, AGAIN, EARLY):
        cut = [each for each in events if not each.final]
        assert said_finally(cut) == ("", ())
        assert delays.text_final_at(cut) is None


def test_audio_to_final_has_a_sign() -> None:
    assert delays.audio_to_final(ORDINARY, 2.0) == pytest.approx(0.1)
    assert delays.audio_to_final(EARLY, 2.0) == pytest.approx(-0.9)
    assert delays.audio_to_final(NEVER_FINAL, 2.0) is None


def test_emission_delay_of_each_word() -> None:
    # "the" stands since 0.5; "cat" was "cap" once, and stands since 2.1; "sat" since 1.2.
    expected = [0.5 - 0.4, 2.1 - 0.8, 1.2 - 1.5]
    assert delays.emission_delays(ORDINARY) == pytest.approx(expected)
    expected = [2.3 - 0.3, 2.3 - 0.5, 2.3 - 0.8, 1.9 - 1.2, 1.9 - 1.5]
    assert delays.emission_delays(OTHER_ORDER) == pytest.approx(expected)
    # The words stand where they are since 0.4 and 1.8; the times came later and move nothing.
    assert delays.emission_delays(AGAIN) == pytest.approx([0.4 - 0.3, 0.4 - 0.5, 1.8 - 0.8])
    assert delays.emission_delays(FORMATTED) == []  # no times
    assert delays.emission_delays(NEVER_FINAL) == []  # nothing final


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        (ORDINARY, (3, 3)),  # "cat" becomes "cap": 1; "cap sat" becomes "cat sat": 2
        (OTHER_ORDER, (2, 5)),  # the first segment is put before two words that were shown
        (FORMATTED, (3, 3)),
        (AGAIN, (0, 3)),
        (NEVER_FINAL, (0, 0)),
        (SILENCE_AFTER, (0, 3)),
        (NOTHING, (0, 0)),
        ([at(1, "partial", "a b"), at(2, "partial", ""), at(3, "final", "a b")], (2, 2)),
    ],
)
def test_churn(events: list[Event], expected: tuple[int, int]) -> None:
    assert delays.churn(events) == expected


def test_two_operating_points_after_the_end_of_speech() -> None:
    events = [
        at(0.5, "partial", "so"),
        at(1.0, "final", "so it"),
        at(1.7, "partial", "goose", 1),
        at(2.0, "final", "goes", 1),
        at(2.2, "final", "on", 2),
    ]
    assert delays.text_at(events, 1.6) == (1.7, "so it goose")
    assert delays.final_text_at(events, 1.6) == (2.0, "so it goes")
    assert delays.text_at(events, 2.5) is None
    assert delays.final_text_at(events, 2.5) is None


def test_percentiles_count_the_lost_as_slower_than_anybody_waited() -> None:
    clips = [*(Ttfs(0.01 * each) for each in range(57)), *[Ttfs(math.inf)] * 3]
    clips[0] = Ttfs(0.0, clamped=True)
    found = delays.ttfs_of_system("forced@0ms", clips)
    assert (found.name, found.clips, found.lost, found.clamped) == ("ttfs[forced@0ms]", 60, 3, 1)
    values = {each.percent: each.value for each in found.percentiles}
    assert values[50] == pytest.approx(0.295)  # between the 30th and the 31st
    assert values[90] == pytest.approx(0.531)
    assert values[95] == math.inf  # between the 57th, 0.56, and the first that was lost
    assert values[99] is None
    assert found.to_json()["percentiles"][2]["value"] == "inf"
    without = delays.ttfs_of_system("forced@0ms", clips[:57])
    for lost, kept in zip(found.percentiles, without.percentiles, strict=True):
        if lost.value is not None and kept.value is not None:
            assert lost.value > kept.value


def test_without_clips_or_with_a_reason_there_is_no_number() -> None:
    assert delays.ttfs_of_system("endpointed", []).reason == "no speech end"
    withheld = delays.ttfs_of_system("endpointed", [Ttfs(0.1)], "it cannot end a turn")
    assert (withheld.percentiles, withheld.reason) == ((), "it cannot end a turn")


def test_names() -> None:
    assert policy_of(None) == "endpointed"
    assert policy_of(0) == policy_of(0.0) == "forced@0ms"
    assert joined({3: "c", -1: "a", 0: ""}) == "a c"
