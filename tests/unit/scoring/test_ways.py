"""`align` of references that leave a choice."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.alignment import align_many
from mondegreen.errors import InputError, InputTypeError, UsageError
from mondegreen.forgive import forgive
from mondegreen.types import AnyOf

words = st.lists(st.sampled_from("abc"), max_size=4).map(" ".join)
choice = st.lists(words, min_size=1, max_size=3)


@given(st.lists(st.one_of(words, choice), max_size=4), words)
def test_the_best_of_all_ways(parts: list[str | list[str]], hypothesis: str) -> None:
    braces = " ".join(
        part if isinstance(part, str) else f"{{ {' / '.join(way or '@' for way in part)} }}"
        for part in parts
    )
    ways = [
        " ".join(filter(None, each))
        for each in product(*([part] if isinstance(part, str) else part for part in parts))
    ]
    found = mg.align(braces, hypothesis, alternatives="nist")
    assert " ".join(found.reference) in ways
    assert found.errors == min(mg.align(way, hypothesis).errors for way in ways)
    assert found.to_dict() == mg.align(" ".join(found.reference), hypothesis).to_dict()
    assert found.errors == mg.score(braces, hypothesis, alternatives="nist")["wer"].errors
    several = mg.align(AnyOf(*ways), hypothesis)
    assert several.errors == found.errors


@given(words, words)
def test_without_a_choice_nothing_changes(reference: str, hypothesis: str) -> None:
    plain = mg.align(reference, hypothesis)
    for reads in (
        {"alternatives": "nist"},
        {"alternatives": "literal"},
        {"dont_care": "redactions"},
    ):
        assert mg.align(reference, hypothesis, **reads) == plain


def test_spans_of_no_account_optional_words_and_fragments() -> None:
    found = mg.align("call [NAME] at once", "call john smith at one", dont_care="redactions")
    assert [run.operation for run in found.runs] == ["equal", "ignore", "equal", "substitute"]
    assert mg.align("a (uh) b", "a b", alternatives="optional").errors == 0
    assert mg.align("a com- b", "a computer b", alternatives="fragments").errors == 0
    assert mg.align("a { b", "a { b").errors == 0


def test_many_keep_their_names_and_options() -> None:
    found = align_many(
        ["{ a / b } c", AnyOf("x y", "z")],
        ["b d", "z"],
        ids=["one", "two"],
        alternatives="nist",
        unit="character",
    )
    assert [(each.id, each.unit, each.errors) for each in found] == [
        ("one", "character", 1),
        ("two", "character", 0),
    ]
    assert align_many([], [], alternatives="nist") == []


def test_forgivers_go_on_from_there() -> None:
    alignment = mg.align("{ um / @ } the { colour / hue }", "the color", alternatives="nist")
    assert forgive(alignment, forgive="agent").errors == 0


def test_misuse() -> None:
    with pytest.raises(InputError, match=r"\{"):
        mg.align("a { b", "a b", alternatives="nist")
    with pytest.raises(UsageError, match="alternatives='nits' is not known"):
        mg.align("a", "b", alternatives="nits")
    with pytest.raises(UsageError, match="not in lists of tokens"):
        mg.align(["{", "a", "/", "b", "}"], ["a"], alternatives="nist")
    with pytest.raises(InputTypeError, match="the hypothesis is of type AnyOf"):
        mg.align("a", AnyOf("a", "b"))
    with pytest.raises(InputTypeError, match="the reference is a str and the hypothesis is a list"):
        mg.align(AnyOf("a", "b"), ["a"])
