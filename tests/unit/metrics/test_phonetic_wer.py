"""Words that sound alike cost nothing, and nothing else changes."""

from __future__ import annotations

import random
import sys
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.errors import UnknownNameError, UsageError
from mondegreen.forgive.pronunciation import _table
from mondegreen.metrics.batch import Batch
from mondegreen.metrics.phonetic_wer import LoosePhoneticWordErrorRate, PhoneticWordErrorRate

LOOSE = "phonetic-wer[seed-004]"


@pytest.mark.parametrize(
    ("reference", "hypothesis", "row"),
    [
        ("the knight rode", "the night rode", (3, 0, 0, 0)),
        ("their keys are here", "there keys our hear", (4, 0, 0, 0)),
        ("The Night", "the knight", (2, 0, 0, 0)),
        ("zoomify This", "Zoomify this", (2, 0, 0, 0)),
        ("pay the card", "pay the cart", (2, 1, 0, 0)),
        ("two", "to", (0, 1, 0, 0)),
        ("to two too", "two two to", (2, 1, 0, 0)),
        ("no", "know", (0, 1, 0, 0)),
        ("not now", "knot now", (1, 1, 0, 0)),
        ("i won one", "eye one one", (2, 1, 0, 0)),
        ("", "", (0, 0, 0, 0)),
        ("", "night", (0, 0, 0, 1)),
        ("night", "", (0, 0, 1, 0)),
        ("read", "red", (1, 0, 0, 0)),
        ("red", "reed", (0, 1, 0, 0)),
        ("a night in rome", "in a knight at rome", (3, 1, 0, 1)),
    ],
)
def test_by_hand(reference: str, hypothesis: str, row: tuple[int, ...]) -> None:
    assert PhoneticWordErrorRate().row(reference, hypothesis) == row
    words = reference.split(), hypothesis.split()
    assert PhoneticWordErrorRate().row(*words) == row


def test_the_loose_rules_are_the_ones_of_their_origin() -> None:
    heard = mg.phonetic_wer("do not pay the card", "do need pay the cart", matching="seed-004")
    assert heard == 0
    assert mg.phonetic_wer("do not pay the card", "do need pay the cart") == 0.4
    with pytest.raises(UnknownNameError, match="no matching is named 'soundex'"):
        mg.phonetic_wer("a", "a", matching="soundex")


words = st.lists(
    st.sampled_from(["their", "there", "no", "know", "two", "to", "red", "read", "x"]), max_size=9
).map(" ".join)


@given(words, words)
def test_it_lies_between_nothing_and_wer(reference: str, hypothesis: str) -> None:
    names = ("wer", "phonetic-wer", LOOSE)
    strict, exact, loose = (
        result.errors for result in mg.score([reference], [hypothesis], metrics=names)
    )
    assert strict >= exact >= loose >= 0


def test_the_signature_names_what_decides() -> None:
    result = mg.score("a", "a", metrics=["phonetic-wer", LOOSE])
    signature = result.signature
    assert signature.startswith(
        "phonetic-wer@1-cmudict1.1.3+phonetic-wer[seed-004]@1-cmudict1.1.3-g2pen2.1.0|"
    )
    again = mg.score("a", "a", recipe=signature)
    assert again.signature == signature


@pytest.mark.parametrize("options", [{"ties": "jiwer"}, {"edit_weights": "sclite"}])
def test_it_has_one_rule_for_ties(options: dict[str, str]) -> None:
    with pytest.raises(UsageError, match="phonetic-wer takes the alignment of fewest errors"):
        mg.score("a b", "a", metrics="phonetic-wer", **options)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rapidfuzz.process", None)
    monkeypatch.setitem(sys.modules, "rapidfuzz.distance", None)
    with pytest.raises(mg.MissingDependencyError, match=r"pip install '.\[phonetic\]'"):
        mg.phonetic_wer("orchid", "orchard", matching="seed-004")


def spoken(chance: random.Random, count: int, length: int, names: list[str]) -> list[str]:
    return [" ".join(chance.choices(names, k=length)) for _ in range(count)]


def misheard(chance: random.Random, texts: list[str], names: list[str]) -> list[str]:
    return [
        " ".join(w if chance.random() < 0.85 else chance.choice(names) for w in text.split())
        for text in texts
    ]


@pytest.mark.slow
@pytest.mark.parametrize("kind", [PhoneticWordErrorRate, LoosePhoneticWordErrorRate])
def test_the_scale_of_a_thousand_calls(kind) -> None:
    """1,000 calls of 500 words over 10,000 different words."""
    chance = random.Random(4)
    names = chance.sample(sorted(_table()), 10_000)
    said = spoken(chance, 1000, 500, names)
    batch = Batch(said, misheard(chance, said, names), threads=2)
    started = process_time()
    rows = kind().rows(batch)
    assert sum(rows.sums[:3]) == 500_000
    assert process_time() - started < 15  # a third of it on a machine that is not shared


def test_the_scale_of_a_long_recording() -> None:
    chance = random.Random(5)
    names = chance.sample(sorted(_table()), 3000)
    said = spoken(chance, 1, 13_000, names)
    heard = misheard(chance, said, names)
    PhoneticWordErrorRate().row(said[0], heard[0])  # the words are known from now on
    started = process_time()
    PhoneticWordErrorRate().row(said[0], heard[0])
    assert process_time() - started < 2
