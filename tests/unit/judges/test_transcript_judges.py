"""Canonical transcripts and conversational differences: the model writes, code checks and counts."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from judge_scripts import ScriptedModel

from mondegreen.judges import ask_all, run
from mondegreen.judges.canonical_transcripts import CanonicalEntity, canonical_transcripts
from mondegreen.judges.conversational import conversational_differences

TEXT = "Hello John Smith, please call five five five one two three four at five oh five."
CANONICAL = {
    "canonical_transcript": "hello john smith please call 5551234 at 5:05",
    "entities": [
        {"value": "John Smith", "type": "person"},
        {"value": "5551234", "type": "phone"},
        {"value": "5:05", "type": "time"},
    ],
}


def canonical(answer: Any, text: str = TEXT) -> Any:
    return run(
        canonical_transcripts([text], partial(ask_all, model=ScriptedModel(lambda _: answer)))
    )[0]


def test_a_canonical_transcript_with_places_from_code() -> None:
    found = canonical(CANONICAL)
    assert found.status == "ok"
    assert found.entities == (
        CanonicalEntity(1, "John Smith", "person"),
        CanonicalEntity(5, "5551234", "phone"),
        CanonicalEntity(7, "5:05", "time"),
    )
    assert set(found.to_json()) == {"canonical_transcript", "entities"}


def test_entities_said_twice_and_listed_thrice() -> None:
    entity = {"value": "London", "type": "location"}
    answer = {"canonical_transcript": "london or london", "entities": [entity] * 3}
    assert [e.index for e in canonical(answer, "London or London").entities] == [0, 2]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"canonical_transcript": ""}, "canonical_transcript is empty"),
        ({"canonical_transcript": " ... "}, "canonical_transcript is empty"),
        ({"entities": [{"value": "Jane", "type": "person"}]}, "entity 1: 'Jane' is not in"),
        ({"entities": [{"value": "john", "type": "ORG"}]}, "entities.0.type"),
        ({"entities": [{"value": "", "type": "person"}]}, "entity 1: '' is not in"),
        ({"canonical_transcript": "hello john smith " * 9}, "canonical_transcript has 27 words"),
    ],
)  # fmt: skip
def test_a_canonical_transcript_that_does_not_pass(change: dict[str, Any], reason: str) -> None:
    found = canonical({**CANONICAL, **change})
    assert (found.status, found.text) == ("invalid", None)
    assert found.reason.startswith(reason)


def test_a_shortened_transcript_is_sent_back() -> None:
    words = [f"word{chr(97 + n % 26)}" for n in range(1047)]
    answer = {"canonical_transcript": " ".join(words[:703]), "entities": []}
    found = canonical(answer, " ".join(words))
    assert found.status == "invalid"
    assert "has 703 words where the text has 1047" in found.reason


def test_texts_without_words_and_equal_texts_are_not_asked() -> None:
    model = ScriptedModel(lambda _: CANONICAL)
    found = run(canonical_transcripts(["", TEXT, "...", TEXT], partial(ask_all, model=model)))
    assert [each.text == "" for each in found] == [True, False, True, False]
    assert len(model.asked) == 1


REFERENCE, HYPOTHESIS = "please cancel my card now", "please cancel my car now sir"
LISTED = {
    "normalized_reference": "please cancel my card now",
    "normalized_hypothesis": "please cancel my car now sir",
    "substitution_pairs": [{"reference": "card", "hypothesis": "car"}],
    "deletion_words": [],
    "insertion_words": ["sir"],
    "substitutions": 1,
    "deletions": 0,
    "insertions": 1,
    "explanation": "card became car",
}


def conversational(answer: Any, pair: tuple[str, str] = (REFERENCE, HYPOTHESIS)) -> Any:
    return run(
        conversational_differences([pair], partial(ask_all, model=ScriptedModel(lambda _: answer)))
    )[0]


def test_what_is_listed_is_counted() -> None:
    found = conversational(LISTED)
    assert found.counts == (4, 1, 0, 1)
    assert found.reference_words == 5
    assert found.to_json()["conversational_wer"] == 0.4


def test_what_does_not_matter_need_not_be_listed() -> None:
    found = conversational({**LISTED, "insertion_words": [], "insertions": 0})
    assert found.counts == (4, 1, 0, 0)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"substitutions": 2}, "substitutions is 2, but substitution_pairs has 1"),
        ({"insertion_words": []}, "insertions is 1, but insertion_words has 0"),
        ({"insertion_words": ["madam"]}, "'madam' is not in normalized_hypothesis"),
        ({"insertion_words": ["now", "now"], "insertions": 2}, "'now' is not in normalized_hypothesis so often"),
        ({"insertion_words": ["now sir"]}, "'now sir' is not one word"),
        ({"deletion_words": ["card"], "deletions": 1}, "'card' is not in normalized_reference so often"),
        ({"substitution_pairs": [{"reference": "my", "hypothesis": "my"}]}, "substitution pair 1: 'my' is not an error"),
        ({"deletion_words": ["please"], "deletions": 1, "insertion_words": ["please"], "substitution_pairs": [{"reference": "card", "hypothesis": "car"}]}, "the lists have 3 differences, but 2 are enough"),
        ({"normalized_reference": ""}, "normalized_reference is empty"),
        ({"normalized_hypothesis": "please " * 30}, "normalized_hypothesis has 30 words"),
        ({"substitutions": -1}, "substitutions: "),
    ],
)  # fmt: skip
def test_lists_that_do_not_pass(change: dict[str, Any], reason: str) -> None:
    found = conversational({**LISTED, **change})
    assert found.status == "invalid"
    assert found.reason.startswith(reason)
    assert found.to_json()["conversational_wer"] is None


def test_words_are_counted_by_code_whatever_a_model_claims() -> None:
    words = [f"w{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}" for n in range(862)]
    text, other = " ".join(words), " ".join([*words[:-1], "other"])
    answer = {
        **LISTED, "normalized_reference": text, "normalized_hypothesis": other,
        "substitution_pairs": [{"reference": words[-1], "hypothesis": "other"}],
        "insertion_words": [], "insertions": 0, "total_reference_words": 368,
    }  # fmt: skip
    found = conversational(answer, (text, other))
    assert found.status == "ok"
    assert found.to_json()["total_reference_words"] == 862
    assert found.counts == (861, 1, 0, 0)


def test_what_needs_no_model() -> None:
    model = ScriptedModel(lambda _: LISTED)
    pairs = [("", ""), ("", "two words"), ("two words", ""), ("The card.", "the card")]
    counts = [
        each.counts
        for each in run(conversational_differences(pairs, partial(ask_all, model=model)))
    ]
    assert counts == [(0, 0, 0, 0), (0, 0, 0, 2), (0, 0, 2, 0), (2, 0, 0, 0)]
    assert model.asked == []
