"""The same sounds and no others, over word borders too."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from word_differences import between, why

from mondegreen.errors import UsageError
from mondegreen.forgive.guarded import is_guarded
from mondegreen.forgive.homophone import Homophone, homophone_pairs
from mondegreen.forgive.pronunciation import ARPABET, LETTERS, _table, pronunciations, same_sounds
from mondegreen.text.numbers import read

SAME = [
    *("their / there", "they're / there", "knight / night", "its / it's", "your / you're"),
    *("ice cream / i scream", "ice cream / eye scream", "some time / sometime", "May be / maybe"),
    *("a lot / allot", "everyday / every day", "knight rider / night rider", "ann / anne"),
    *("two / to", "no / know", "one / won", "eight / ate", "it’s / its", "I / eye"),
]
OTHER = [
    *("card / cart", "fifteen / fifty", "then / than", "a / uh", "accept / except", "can / can't"),
    *("There / there", "ICE cream / ice CREAM", "there / ", " / there", "mondegreen / mondegreens"),
    *("AM / a.m.", "A.M. / am", "U.S. / us"),
    *("knight x5 / night x5", "their, / there,", "ice cream / i scream and", "not / need"),
]


@pytest.mark.parametrize("pair", SAME)
def test_the_same_sounds(pair: str) -> None:
    assert why(Homophone(), pair)
    reference, _, hypothesis = pair.partition(" / ")
    keys = [Homophone.keys(side.split()) for side in (reference, hypothesis)]
    assert keys[0] & keys[1]


@pytest.mark.parametrize("pair", OTHER)
def test_other_sounds_or_no_sounds(pair: str) -> None:
    assert why(Homophone(), pair) is None


def test_the_reason_names_the_phonemes() -> None:
    assert why(Homophone(), "knight / night") == "the same sounds: N AY T"


words = st.lists(
    st.sampled_from(
        ["a", "an", "i", "ice", "cream", "scream", "the", "read", "red", "to", "nope9"]
    ),
    max_size=5,
)


@given(words, words)
@settings(max_examples=300)
def test_spans_are_those_of_all_combinations(first: list[str], second: list[str]) -> None:
    ways = [
        {"".join(one) for one in product(*map(pronunciations, side))} if side else set()
        for side in (first, second)
    ]
    found = same_sounds(first, second)
    assert (found is not None) == bool(ways[0] & ways[1])
    assert found is None or found in ways[0] & ways[1]


def test_many_ways_to_speak_take_no_time() -> None:
    many = ["read", "the", "to", "a", "our"] * 400
    assert same_sounds(many, [*many[:-1], "are"])
    assert same_sounds(many, [*many, "x5"]) is None
    assert len(Homophone.keys(many[:100])) == 64


def test_pairs_of_a_vocabulary() -> None:
    said, heard = ["their", "no", "two", "red", "Read"], ["there", "know", "to", "read", "Read"]
    pairs = homophone_pairs(said, heard)
    assert pairs == {("their", "there"), ("red", "read"), ("red", "Read"), ("Read", "read")}


@pytest.mark.parametrize(
    "word", ["two", "Two", "2", "4th", "first", "oh", "half", "no", "not", "can't", "CAN’T", "yes"]
)
def test_words_that_decide_are_guarded(word: str) -> None:
    assert is_guarded(word)


@pytest.mark.parametrize("word", ["to", "know", "can", "card", "won", "", "a", "for"])
def test_other_words_are_not_guarded(word: str) -> None:
    assert not is_guarded(word)


def test_every_word_that_is_read_as_a_number_is_guarded() -> None:
    assert not [word for word in _table() if read(word, "en") and not is_guarded(word)]


def test_another_language_is_refused() -> None:
    with pytest.raises(UsageError, match="sounds of English only, not of 'de'"):
        Homophone("de")
    assert Homophone("en-GB").forgives(between("their", "there"))


def test_the_table_is_whole() -> None:
    assert len(_table()) > 125_000
    assert len(ARPABET) == len(LETTERS) == len(set(LETTERS)) == 40
    assert set("".join(_table().values())) == {*LETTERS, " "}
