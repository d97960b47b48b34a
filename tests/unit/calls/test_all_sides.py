"""All sides of calls together: one row and one object, which are sums of those of the sides."""

from __future__ import annotations

import re
from typing import Any

import pytest
from call_makers import RuledModel, plainly
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from test_call_files import SCHEMAS

from mondegreen.calls.all_sides import all_sides, over_common_calls
from mondegreen.calls.call import Call, Turn
from mondegreen.calls.method import METHODS
from mondegreen.calls.roles import ALL, parse_roles
from mondegreen.calls.scoring_calls import score_calls
from mondegreen.judges import Answer
from mondegreen.options.judging import Judging
from mondegreen.report import calls as report

SCHEMA = SCHEMAS["calls"]
TEXTS = st.lists(st.sampled_from(["card", "stolen", "please", "call"]), max_size=6).map(" ".join)


def conversation(name: str, *sides: tuple[str, str, str]) -> Call:
    """Return a call of turns: a speaker, what was said, and what was heard."""
    said = tuple(Turn(who, text, place=at) for at, (who, text, _) in enumerate(sides))
    heard = tuple(Turn(who, text, place=at) for at, (who, _, text) in enumerate(sides))
    return Call(name, said, heard)


CALLS = [
    conversation(
        "one", ("Agent", "good morning to you", "good morning"), ("User", "my card", "my car")
    ),
    conversation("two", ("Agent", "goodbye", "goodbye")),
]


@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS, TEXTS), min_size=1, max_size=4))
@settings(max_examples=40, deadline=None)
def test_counts_of_all_sides_are_the_sums_of_those_of_each(
    texts: list[tuple[str, str, str, str]],
) -> None:
    calls = [
        conversation(f"call-{number}", ("Agent", a, b), ("User", c, d))
        for number, (a, b, c, d) in enumerate(texts)
    ]
    sides = score_calls(calls, roles=ALL)
    (together,) = all_sides(sides)
    parts = [side.methods[0].counts for side in sides]
    assert together.counts == tuple(map(sum, zip(*parts, strict=True)))
    assert over_common_calls(sides, 0) == together.counts
    assert together.signature == sides[0].methods[0].signature


def test_the_rate_is_that_of_all_words_and_no_mean_of_rates() -> None:
    sides = score_calls(CALLS, roles=ALL)
    (together,) = all_sides(sides)
    assert [side.methods[0].rate for side in sides] == [2 / 5, 1 / 2]
    assert together.rate == 3 / 7
    lines = report.render(sides, {}).splitlines()
    assert [re.split(r" {2,}", line.strip()) for line in lines[:4]] == [
        ["side", "method", "rate", "S", "D", "I", "words", "calls"],
        ["agent", "library", "40.00 %", "0", "2", "0", "5", "2 of 2"],
        ["customer", "library", "50.00 %", "1", "0", "0", "2", "1 of 2"],
        ["all", "library", "42.86 %", "1", "2", "0", "7", "2 of 2"],
    ]
    (found,) = report.content(sides, {})["all_sides"]
    assert found["rate"] == found["rate_over_common_calls"] == 3 / 7
    assert found["counts"] == {"hits": 4, "substitutions": 1, "deletions": 2, "insertions": 0}
    assert (found["calls"], found["method"], found["reason"]) == (2, "library", None)


@pytest.mark.parametrize("speaker", ["agent", "User", "Agent=Agent"])
def test_one_side_has_no_row_of_all(speaker: str) -> None:
    sides = score_calls(CALLS, roles=parse_roles(speaker))
    assert all_sides(sides) == []
    assert report.content(sides, {})["all_sides"] == []
    assert not re.search(r"^all +library", report.render(sides, {}), re.MULTILINE)


def test_several_methods_have_a_row_each() -> None:
    judging = Judging(RuledModel(plainly), cache=False, tell=lambda _: None)
    sides = score_calls(CALLS, methods=METHODS, roles=ALL, judging=judging)
    plain = report.content(sides, {})
    Draft202012Validator(SCHEMA).validate(plain)
    assert [each["method"] for each in plain["all_sides"]] == list(METHODS)
    shown = report.render(sides, {})
    assert len(re.findall(r"^all +(?:library|canonical|conversational) ", shown, re.MULTILINE)) == 3


def test_a_side_that_was_not_judged_leaves_no_rate_of_all() -> None:
    def rule(texts: dict[str, str]) -> Any:
        unsaid = any("card" in text for text in texts.values())
        return Answer("refused", "it declined") if unsaid else plainly(texts)

    judging = Judging(RuledModel(rule), cache=False, tell=lambda _: None)
    methods = ("library", "canonical")
    sides = score_calls(CALLS, methods=methods, roles=ALL, judging=judging)
    library, canonical = report.content(sides, {})["all_sides"]
    assert library["rate"] == 3 / 7
    assert library["rate_over_common_calls"] is canonical["rate_over_common_calls"] is None
    assert canonical["rate"] is None
    assert (canonical["needed"], canonical["unjudged"]) == (3, 1)
    assert re.search(
        r"^all +canonical.* not known \(2 of 3 judged\)", report.render(sides, {}), re.MULTILINE
    )
