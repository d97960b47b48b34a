"""All calls as one text: counted by code for every method, or a reason."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from call_makers import RuledModel, call, plainly
from hypothesis import given
from hypothesis import strategies as st

from mondegreen import _kernel
from mondegreen.calls.artifacts import artifacts
from mondegreen.calls.joined import as_listed, as_one
from mondegreen.calls.method import METHODS
from mondegreen.calls.outcome import Outcome
from mondegreen.calls.scoring_calls import score_calls
from mondegreen.metrics.phonetic_wer import PhoneticWordErrorRate
from mondegreen.options.judging import Judging

TEXT = st.lists(st.sampled_from("abcd"), min_size=1, max_size=5).map(" ".join)


def strictly(said: str, heard: str, name: str) -> Outcome:
    hits, substituted, deleted, inserted = _kernel.count([said], [heard], unit="word").sums
    counts = hits, substituted, deleted, inserted
    return Outcome(name, counts=counts, reference=said, hypothesis=heard)


@given(st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=4))
def test_lists_of_all_differences_have_the_counts_of_the_joined_texts(
    pairs: list[tuple[str, str]],
) -> None:
    outcomes = [strictly(*pair, str(n)) for n, pair in enumerate(pairs)]
    joined, _ = as_one(outcomes, PhoneticWordErrorRate())
    listed, why = as_listed(outcomes)
    assert (listed is None) == bool(why)
    assert joined is not None
    if listed is not None:
        assert sum(listed[1:]) == sum(joined[1:])
        assert sum(listed[:3]) == sum(joined[:3])
    else:
        assert sum(joined[1:]) < sum(outcome.errors for outcome in outcomes)


def test_what_cannot_be_joined_has_a_reason() -> None:
    failed, bare = Outcome("a", "refused", "no"), Outcome("b", counts=(1, 0, 0, 0))
    for of in (as_listed, lambda found: as_one(found, PhoneticWordErrorRate())):
        assert of([failed]) == (None, "no call was scored")
        assert of([failed, bare]) == (None, "no text was kept")
        counts, why = of([strictly("word " * 200_000 + "word", "word", "c")])
        assert counts is None
        assert "200,001 words" in why


def judged(texts: dict[str, str]) -> Any:
    found = plainly(texts)
    if "transcript" not in texts and "three" in texts["reference"]:
        found |= {"deletion_words": ["three"], "deletions": 1}
    return found


CALLS = [call("one two three.", "one two", "a"), call("Yes, it is", "yes it was", "b")]


@pytest.mark.parametrize("keep", [True, False])
def test_every_method_has_it_in_its_files(*, keep: bool) -> None:
    judging = Judging(RuledModel(judged), cache=False, keep_texts=keep, tell=lambda _: None)
    (side,) = score_calls(CALLS, methods=METHODS, judging=judging)
    conversational = side.methods[2]
    assert conversational.counts == (5, 0, 1, 0)
    assert conversational.concatenated == (conversational.counts if keep else None)
    found = json.loads(artifacts(side, conversational)["", "global_wer_gpt_llm.json"])
    rate = found["global_metrics"]["global_conversational_wer_concatenated"]
    assert rate == (pytest.approx(1 / 6) if keep else None)
    assert side.methods[1].concatenated == ((4, 1, 1, 0) if keep else None)
    assert all(bool(m.not_concatenated) == (m.concatenated is None) for m in side.methods)


SAID = "This is [NAME], your card ****1234 is here."
HEARD = "this is Quentin Q. Smith your card four three two one is near"


@pytest.mark.parametrize("method", METHODS)
def test_redactions_are_not_counted_and_nobody_is_asked_about_them(method: str) -> None:
    asked: list[str] = []

    def rule(texts: dict[str, str]) -> Any:
        asked.extend(texts.values())
        found = plainly(texts)
        if "transcript" not in texts:
            pair = {"reference": "here", "hypothesis": "near"}
            found |= {"substitution_pairs": [pair], "substitutions": 1}
        return found

    judging = Judging(RuledModel(rule), cache=False, tell=lambda _: None)
    calls = [call(SAID, HEARD), call("[NAME]", "ann", "b"), call("Hello", "hello", "c")]
    (side,) = score_calls(calls, methods=(method,), judging=judging)
    (found,) = side.methods
    assert found.counts == (6, 1, 0, 0)
    assert found.redacted[0] == 2
    assert found.redacted[1] in {6, 7}  # "Q." is a word or two
    assert "dont-care:redactions@1" in found.signature
    assert (found.outcomes[1].status, found.outcomes[1].reason) == (
        "emptied",
        "the reference is redacted as a whole",
    )
    assert not [text for text in asked if "[NAME]" in text or "Quentin" in text or "four" in text]
    files = artifacts(side, found)
    report = next(text for (of, name), text in files.items() if not of and name.endswith(".json"))
    assert '"redacted_spans": 2' in report
    (plain,) = score_calls(calls[2:], methods=(method,), judging=judging)
    assert "dont-care" not in plain.methods[0].signature


def test_where_nothing_is_left_to_ask_about_each_call_is_named() -> None:
    judging = Judging(RuledModel(plainly), cache=False, tell=lambda _: None)
    calls = [call("[NAME]", "ann", "a"), call("<PII>", "bo", "b")]
    (side,) = score_calls(calls, methods=METHODS, judging=judging)
    (other,) = score_calls([call("hello", "hello")], methods=METHODS, judging=judging)
    for found, usual in zip(side.methods, other.methods, strict=True):
        assert (found.rate, found.counts) == (None, (0, 0, 0, 0))
        assert [(each.call, each.status) for each in found.outcomes] == [
            ("a", "emptied"),
            ("b", "emptied"),
        ]
        assert found.signature == usual.signature


class Slow(RuledModel):
    """A model that takes its time, or says so."""

    async def ask(self, question: Any) -> Any:
        return replace(await super().ask(question), seconds=2.5)


def test_times_of_calls_are_there_with_timings_alone() -> None:
    for timings in (True, False):
        judging = Judging(Slow(judged), cache=False, tell=lambda _: None)
        (side,) = score_calls(CALLS, methods=METHODS, judging=judging, timings=timings)
        taken = json.loads(artifacts(side, side.methods[1])["a", "wer+eer_gpt_lib.json"])
        assert taken["time_taken"] == (5.0 if timings else None)
        conversational = [outcome.seconds for outcome in side.methods[2].outcomes]
        assert conversational == ([2.5, 2.5] if timings else [None, None])
        assert [outcome.seconds for outcome in side.methods[0].outcomes] == [None, None]
