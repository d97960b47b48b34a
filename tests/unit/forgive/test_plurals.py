"""The table of plurals against the package it was made with, and what is never asked for it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from mondegreen import score
from mondegreen.forgive.data_tables import rows
from mondegreen.forgive.inflection import (
    Inflection,
    _differ_in_number,
    _english,
    _english_endings,
    regular_plural,
)

if TYPE_CHECKING:
    from mondegreen.forgive.base import Reason

PAIRS = [(first, second) for first, second in rows("plurals.en.tsv")]


@pytest.fixture(scope="module")
def compare() -> Any:
    """Return what inflect says of two words."""
    import inflect  # two seconds, which only these tests should take

    return inflect.engine().compare


@pytest.mark.parametrize("pair", random.Random(5).sample(PAIRS, 40), ids="/".join)
def test_inflect_says_the_same_of_a_pair_of_the_table(pair: tuple[str, str], compare: Any) -> None:
    assert compare(*pair) in {"s:p", "p:s", "p:p"}
    assert not regular_plural(*pair)
    assert _differ_in_number(*pair)
    assert _differ_in_number(*pair[::-1])


@pytest.mark.parametrize(
    "pair", ["card/cards", "pity/pities", "day/days", "die/dies", "boss/bosss"]
)
def test_the_rule_for_regular_plurals_agrees_with_inflect(pair: str, compare: Any) -> None:
    words = pair.split("/")
    assert regular_plural(*words) is (compare(*words) in {"s:p", "p:s"})


def test_no_pair_that_is_forgiven_is_kept_from_being_asked() -> None:
    for first, second in PAIRS:
        if _english(first, second) is not None:
            common = next(
                (at for at, two in enumerate(zip(first, second, strict=False)) if len({*two}) > 1),
                min(len(first), len(second)),
            )
            ends = sorted((first[common:], second[common:]))
            assert tuple(ends) in _english_endings(), (first, second)


class Everything(Inflection):
    """The same rule, asked about everything."""

    name = "everything"
    most_words = 12
    guarded = True
    endings: Any = None


class Counting:
    """Says no, and counts how often."""

    name, version, most_words = "counting", "1", 1
    endings = frozenset({("", "s")})

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def forgives(self, difference: Any) -> Reason | None:
        self.asked.append((" ".join(difference.reference), " ".join(difference.hypothesis)))
        return None


def test_what_the_endings_leave_out_changes_nothing() -> None:
    chooser = random.Random(11)
    words = [word for pair in chooser.sample(PAIRS, 60) for word in pair]
    words += ["card", "cards", "is", "are", "was", "were", "go", "went", "the", "Mouse's", "mice"]
    words += ["co-box", "co-boxes", "don't"]
    said = [" ".join(chooser.choices(words, k=6)) for _ in range(400)]
    written = [" ".join(chooser.choices(words, k=6)) for _ in range(400)]
    some = score(said, written, forgive=[Inflection()])
    every = score(said, written, forgive=[Everything()])
    assert some.rows["wer"].columns[0] == every.rows["wer"].columns[0]
    assert some.rows["wer"].sums[4]


def test_a_forgiver_is_asked_only_about_its_endings_and_odd_words() -> None:
    counting = Counting()
    score("the Cards then fell, and co-op", "the card then fell and coop", forgive=[counting])
    score("ten pigs", "ten cows", forgive=[counting])
    assert counting.asked == [("Cards", "card"), ("fell,", "fell"), ("co-op", "coop")]
