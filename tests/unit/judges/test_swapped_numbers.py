"""What a model forgives must be the difference whose number it writes: each names its words."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.judges import differences
from mondegreen.judges.answer import read
from mondegreen.judges.differences import Harmless, Place, Rulings

PLACES = [
    Place(("buy", "licenses", "now"), ("buy", "license", "now"), end=False),
    Place(("to my", "card", "please"), ("to my", "car", "please"), end=False),
    Place(("i can", "not", "come"), ("i can", "", "come"), end=False),
    Place(("on", "", "monday"), ("on", "a", "monday"), end=False),
]
FOURTH = '{"number":4,"words":"a","because":"same"}'
NAMES = ["license", "car", "not", "a"]


def complaints(rulings: Rulings, places: list[Place] = PLACES) -> list[str]:
    (question,) = differences.questions([places])
    return list(question.check(rulings))


def ruled(forgiven: dict[int, int]) -> Rulings:
    """Return rulings that write each difference under a number: number → place that is meant."""
    numbers = range(1, len(PLACES) + 1)
    harmless = [Harmless(number, NAMES[meant - 1], "same") for number, meant in forgiven.items()]
    return Rulings([number for number in numbers if number not in forgiven], harmless)


@pytest.mark.parametrize("order", list(permutations(range(1, 5))))
@pytest.mark.parametrize("forgives", [{1}, {1, 4}, {1, 2, 3}])
def test_numbers_that_change_places_are_seen_unless_the_ruling_is_the_same(
    order: tuple[int, ...], forgives: set[int]
) -> None:
    """A model that rules rightly and mixes its numbers up; what matters alone may be mixed freely."""
    written = {order[meant - 1]: meant for meant in forgives}
    moved = [number for number, meant in written.items() if number != meant]
    found = complaints(ruled(written))
    assert len(found) == len(moved)
    for number, complaint in zip(moved, found, strict=True):
        assert complaint.startswith(f"Difference {number} is ")


@pytest.mark.parametrize(
    "words",
    ["license", "licenses", "License.", " “licenses” ", "licenses / license", "licenses → license"],
)
def test_words_may_be_those_of_either_side(words: str) -> None:
    harmless = [Harmless(1, words, "one or many")]
    assert complaints(Rulings([2, 3, 4], harmless)) == []


@pytest.mark.parametrize("words", ["buy", "now", "lic", "licenses now", "car", "-", " "])
def test_other_words_are_not_taken(words: str) -> None:
    (found,) = complaints(Rulings([2, 3, 4], [Harmless(1, words, "one or many")]))
    assert "'licenses' heard as 'license'" in found
    assert repr(words) in found


def test_of_many_words_the_first_are_enough() -> None:
    said = " ".join(f"word{number}" for number in range(40))
    places = [Place(("", said, ""), ("", "noise", ""), end=True)]
    for count, good in ((7, False), (8, True), (20, True), (40, True)):
        words = " ".join(said.split()[:count])
        found = complaints(Rulings([], [Harmless(1, words, "cut")]), places)
        assert (found == []) is good, (count, found)


@pytest.mark.parametrize(
    ("said", "heard"), [("今天", "今日"), ("ఒకటి", "రెండు"), ("", "₹"), ("$", "€"), ("wi fi", "wifi")]
)
def test_words_of_any_script_are_named_as_they_stand(said: str, heard: str) -> None:
    places = [Place(("", said, ""), ("", heard, ""), end=False)]
    for words in filter(None, (said, heard)):
        assert complaints(Rulings([], [Harmless(1, words, "same")]), places) == []
    assert complaints(Rulings([], [Harmless(1, "other", "same")]), places)


words = st.lists(st.sampled_from(["car", "card", "a", "the", "not", "twenty"]), max_size=3)
sides = st.tuples(words, words).filter(lambda pair: pair[0] != pair[1])


@given(st.lists(sides, min_size=1, max_size=6))
def test_an_answer_that_copies_its_lines_passes(pairs: list[tuple[list[str], list[str]]]) -> None:
    places = [
        Place(("", " ".join(said), ""), ("", " ".join(heard), ""), end=False)
        for said, heard in pairs
    ]
    harmless = [
        Harmless(number, place.heard[1] or place.said[1], "same")
        for number, place in enumerate(places, 1)
    ]
    assert complaints(Rulings([], harmless), places) == []


@pytest.mark.parametrize(
    "text",
    [
        '{"matter":[2,3,4],"harmless":[{"number":1,"because":"same"}]}',
        '{"matter":[2,3,4],"harmless":[{"number":1,"words":"","because":"same"}]}',
        '{"matter":[2,3,4],"harmless":[{"number":"1","words":"license","because":"same"}]}',
        '{"matter":[2,3,4],"harmless":[{"number":1.0,"words":"license","because":"same"}]}',
        '{"matter":[true,2,3,4],"harmless":[]}',
        '{"matter":["1","2","3","4"],"harmless":[]}',
        '{"matter":[1,2,3,4,5],"harmless":[]}',
        '{"matter":[0,1,2,3,4],"harmless":[]}',
        '{"matter":[1,2,3,4,-1],"harmless":[]}',
        '{"matter":[1,2,3,4,4],"harmless":[]}',
        '{"matter":[1,2,3],"harmless":[]}',
        '{"matter":[1,2,3,4],"harmless":[{"number":1,"words":"license","because":"same"}]}',
        f'{{"matter":[1,2,3],"harmless":[{FOURTH},{FOURTH}]}}',
        '{"matter":[2,3,4],"matter":[1],"harmless":[{"number":1,"words":"license","because":"x"}]}',
    ],
)
def test_numbers_that_are_not_those_that_were_asked_are_no_answer(text: str) -> None:
    (question,) = differences.questions([PLACES])
    found, value = read(text, question, text=True)
    assert found
    assert value is None


def test_differences_of_the_same_words_are_told_apart_by_nothing() -> None:
    """The limit of it: the words are the same, so only the number says which is meant."""
    places = [PLACES[1], PLACES[1]._replace(said=("with my", "card", "on"))]
    assert complaints(Rulings([1], [Harmless(2, "car", "same")]), places) == []


def test_without_texts_the_words_are_not_kept() -> None:
    (question,) = differences.questions([PLACES])
    assert question.kept is not None
    kept = question.kept.of(ruled({1: 1, 4: 4}))
    assert kept == Rulings([2, 3], [Harmless(1, "-", "-"), Harmless(4, "-", "-")])
    assert not question.kept.check(kept)
