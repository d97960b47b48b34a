"""What holds of forgiveness whatever the texts are."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen._kernel import forgiving
from mondegreen._kernel.forgiven import NATIVE
from mondegreen.forgive import Reason, forgive, forgive_many
from mondegreen.forgive.choosing import Forgiving

pytest.importorskip("mondegreen._kernel._native")

WORDS = (  # noqa: SIM905 - as texts are
    "the a an um uh I i I'm am can't can not cannot no yes twenty one 21 five 5 $5 dollars and "
    "data base database colour color Colour Dr. doctor & % percent th- the the, The café cafe "
    "- — five-five mm-hmm few so so, he's he is has 5:05 oh zero first 1st a.m. am e-mail email"
).split()
texts = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
chosen = st.lists(st.sampled_from(NATIVE), max_size=6, unique=True)


class Vowels:
    """Forgives words with the same consonants; a forgiver outside of the kernel."""

    name, version, one_sided = "vowels", "1", True

    def __init__(self) -> None:
        self.asked: list[tuple[Any, Any]] = []

    def forgives(self, difference: mg.Difference) -> Reason | None:
        self.asked.append((difference.reference, difference.hypothesis))
        sides = (difference.reference, difference.hypothesis)
        bare = ["".join(c for c in " ".join(side).lower() if c not in "aeiou ") for side in sides]
        if bare[0] != bare[1] or not all(sides):
            return None
        return Reason(forgiver="vowels", version="1", why=f"both are {bare[0]}")


def row(result: mg.Result) -> dict[str, int]:
    return result["wer"].counts


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=4), chosen, st.randoms())
@settings(max_examples=150, deadline=None)
def test_the_order_of_naming_changes_nothing(
    pairs: list[tuple[str, str]], names: list[str], random: Random
) -> None:
    said, written = map(list, zip(*pairs, strict=True))
    forgivers: list[Any] = [*names, Vowels()]
    first = mg.score(said, written, forgive=forgivers)
    random.shuffle(forgivers)
    second = mg.score(said, written, forgive=forgivers, threads=2)
    assert first.rows == second.rows
    assert first.signature == second.signature
    assert list(map(str, first.forgiven())) == list(map(str, second.forgiven()))
    for severities in ({name: 250 * at for at, name in enumerate(NATIVE[:5])}, "reader", "strict"):
        assert first.rate(severities=severities) == second.rate(severities=severities)


@given(texts, texts, chosen, st.sampled_from([*NATIVE, "vowels"]))
@settings(max_examples=300, deadline=None)
def test_one_more_never_leaves_more(said: str, written: str, names: list[str], more: str) -> None:
    extra: Any = Vowels() if more == "vowels" else more
    fewer = forgive(said, written, forgive=names)
    found = forgive(said, written, forgive=[*names, extra])
    assert found.errors <= fewer.errors
    strict = forgiving.distance(said.split(), written.split())
    assert found.strict == fewer.strict == strict


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=5))
@settings(max_examples=100, deadline=None)
def test_steps_sum_and_pieces_cover(pairs: list[tuple[str, str]]) -> None:
    said, written = map(list, zip(*pairs, strict=True))
    result = mg.score(said, written, forgive="agent")
    strict, *steps, remaining = result.waterfall()
    assert strict.errors + sum(step.errors for step in steps) == remaining.errors
    plain = mg.score(said, written)
    assert strict.errors == plain["wer"].errors
    for name in NATIVE:
        spans = [span for span in result.forgiven() if span.reason and span.reason.forgiver == name]
        assert sum(span.words for span in spans) == row(result).get(f"{name}_errors", 0)
        assert sum(span.letters for span in spans) == row(result).get(f"{name}_letters", 0)
    assert sum(found.errors for found in result.differences()) == remaining.errors
    alone = [mg.score([a], [b], forgive="agent") for a, b in pairs]
    assert [found["wer"].counts for found in alone] == [
        dict(zip(result.metrics["wer"].statistics, result.counts(at, "wer"), strict=True))
        for at in range(len(pairs))
    ]


@given(texts, texts)
@settings(max_examples=100, deadline=None)
def test_a_forgiver_outside_is_asked_each_thing_once(said: str, written: str) -> None:
    asked = Vowels()
    chosen = Forgiving.choose([asked, "spacing"])
    for _ in range(2):
        chosen.run([said, said], [written, written])
    assert len(asked.asked) == len(set(asked.asked))
    for reference, hypothesis in asked.asked:
        whole = max(len(reference), len(hypothesis))
        assert whole <= forgiving.MOST_WORDS
        assert reference != hypothesis


def long_text(random: Random, length: int) -> list[str]:
    return random.choices(WORDS, k=length)


@pytest.mark.parametrize(
    "make",
    [
        lambda random: (long_text(random, 10_000), long_text(random, 10_000)),
        lambda random: ([], long_text(random, 10_000)),
        lambda random: (long_text(random, 3), long_text(random, 10_000)),
        lambda random: (["the"] * 10_000, ["a"] * 9_000),
        lambda random: (["um"] * 10_000, ["word"] * 10_000),
        lambda random: (["one"] * 10_000, ["1"] * 9_990),
        lambda random: (["i", "i"] * 5_000, ["x"] * 10_000),
        lambda random: (["data", "base"] * 5_000, ["database"] * 5_000),
        lambda random: (["a" * 50] * 10_000, ["a"] * 10_000),
        lambda random: (["can't"] * 10_000, ["can", "not"] * 5_000),
        lambda random: (["x" * 100_000, "b"], ["x" * 99_999, "xb"]),
        lambda random: (["twenty"] * 10_000, ["20", "-"] * 5_000),
    ],
)
def test_ten_thousand_words(make: Any) -> None:
    said, written = make(Random(3))
    started = time.process_time()
    (found,) = forgive_many([said], [written], forgive=NATIVE)
    assert time.process_time() - started < 8
    assert found.strict == mg.align(said, written).errors


def test_ten_thousand_words_outside() -> None:
    random = Random(3)
    said, written = long_text(random, 10_000), long_text(random, 10_000)
    asked = Vowels()
    (found,) = forgive_many([said], [written], forgive=[asked])
    assert found.spans
    fewer = Vowels()
    forgive_many([said[:1000]], [written[:1000]], forgive=[fewer])
    assert len(asked.asked) < 12 * len(fewer.asked), "with the length, and not its square"
