"""The method ``library``: what agrees, what survives, and what may not be taken for the same."""

from __future__ import annotations

import pytest
from call_makers import call
from hypothesis import given, settings
from hypothesis import strategies as st

from mondegreen.calls.folding import Folding, normalized
from mondegreen.calls.joined import _MOST_WORDS
from mondegreen.calls.library import library
from mondegreen.calls.roles import AGENT
from mondegreen.calls.scoring_calls import score_calls
from mondegreen.calls.side import sides_of
from mondegreen.metrics.phonetic_wer import PhoneticWordErrorRate
from mondegreen.text.normalizers import normalizer


def counts(said: str, heard: str, *, loose: bool = False) -> tuple[int, ...] | None:
    (outcome,) = library(AGENT, sides_of([call(said, heard)], AGENT), loose=loose).outcomes
    return outcome.counts


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("one of them", "1 of them"),
        ("Press 1!", "press one"),
        ("the twenty first", "the 21st"),
        ("the knight rode", "the night road"),
        ("Your card, please.", "your card please"),
    ],
)
def test_these_agree(said: str, heard: str) -> None:
    found = counts(said, heard)
    assert found is not None
    assert found[1:] == (0, 0, 0)


@pytest.mark.parametrize(
    "sentence", ["मेरा कार्ड खो गया है", "నా కార్డు పోయింది", "我的卡丢了", "بطاقتي ضاعت"]
)
def test_every_script_survives(sentence: str) -> None:
    assert normalized([sentence])[0].split() == sentence.split()
    assert counts(sentence, sentence) == (len(sentence.split()), 0, 0, 0)
    assert counts(sentence, "something else")[1] >= 1


PAIRS = ["card/cart", "not/need", "no/now", "bad/bat", "buy/pay", "fifteen/fifty", "accept/except",
         "three/tree", "refund/refunded"]  # fmt: skip


@pytest.mark.parametrize("pair", PAIRS)
def test_sounds_explain_nothing_that_matters(pair: str) -> None:
    said, heard = pair.split("/")
    assert counts(f"please {said} it", f"please {heard} it") == (2, 1, 0, 0)


def test_the_rules_of_the_seed_are_a_recipe() -> None:
    said, heard = "do not pay the card", "do need pay the cart"
    assert counts(said, heard) == (3, 2, 0, 0)
    assert counts(said, heard, loose=True) == (5, 0, 0, 0)
    (strict,), (loose,) = (
        score_calls([call(said, heard)], loose=way)[0].methods for way in (False, True)
    )
    assert strict.signature != loose.signature
    assert "seed-004" in loose.signature


def test_nothing_said_is_no_rate() -> None:
    for said, heard, status in (("...", "hello", "emptied"), ("", "hello", "missing")):
        (outcome,) = library(AGENT, sides_of([call(said, heard)], AGENT)).outcomes
        assert (outcome.status, outcome.counts, outcome.rate) == (status, None, None)
        assert outcome.reason


@pytest.mark.parametrize("heard", ["", " ", "...", "\u2014 ?"])
def test_nothing_heard_is_empty_and_all_deletions(heard: str) -> None:
    (outcome,) = library(AGENT, sides_of([call("hello there", heard)], AGENT)).outcomes
    assert (outcome.status, outcome.counts, outcome.rate) == ("empty", (0, 0, 2, 0), 1.0)
    assert outcome.reason
    assert [each.operation for each in outcome.differences] == ["delete", "delete"]


def test_all_calls_as_one_text() -> None:
    calls = [call("a b", "a c", "1"), call("d e", "d", "2")]
    found = library(AGENT, sides_of(calls, AGENT))
    assert found.concatenated is not None
    assert sum(found.concatenated[:3]) == sum(found.counts[:3]) == 4
    assert not found.not_concatenated
    long = "word " * (_MOST_WORDS + 1)
    found = library(AGENT, sides_of([call(long, long)], AGENT))
    assert found.concatenated is None
    assert "200,001 words" in found.not_concatenated


@given(st.lists(st.one_of(st.text(), st.text("ab1,.-'% :amp\u0301०½", max_size=6)), max_size=4))
@settings(max_examples=600, deadline=None)
def test_turns_together_are_normalized_as_one_text(texts: list[str]) -> None:
    together = Folding().together(texts)
    assert together == normalizer("calls")(" ".join(" ".join(text.split()) for text in texts))
    assert normalized(texts) == [normalizer("calls")(text) for text in texts]


WORDS = st.lists(
    st.sampled_from(["knight", "night", "not", "need", "one", "1", "card", "cart", "कार्ड"]),
    max_size=9,
)


@given(WORDS.filter(bool), WORDS)
@settings(max_examples=200, deadline=None)
def test_counts_are_those_of_the_metric_and_of_the_differences(
    said: list[str], heard: list[str]
) -> None:
    texts = normalized([" ".join(said), " ".join(heard) or "."])
    (outcome,) = library(
        AGENT, sides_of([call(" ".join(said), " ".join(heard) or ".")], AGENT)
    ).outcomes
    assert outcome.counts == PhoneticWordErrorRate().row(*texts)
    listed = [difference.operation for difference in outcome.differences]
    assert [listed.count(name) for name in ("substitute", "delete", "insert")] == list(
        outcome.counts[1:]
    )
    for each in outcome.differences:  # the words shown are those that are there
        if each.reference:
            assert texts[0].split()[each.reference_place] == each.reference
        if each.hypothesis:
            assert texts[1].split()[each.hypothesis_place] == each.hypothesis
