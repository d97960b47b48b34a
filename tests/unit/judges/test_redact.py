from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.judges.redact import Redaction, redact

TEXTS = st.text("abAB 019.@-+()'", max_size=40) | st.sampled_from(
    [
        "call Ada Lovelace at 5",
        "I owe Bob $5",
        "my name is ray",
        "mail a.b@c.org",
        "ADA 555 1234 567",
    ]
)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "expected"),
    [
        ("please call Ada", "please call ada", ("please call NAME1", "please call NAME1")),
        ("please call Ada", "please call Ida", ("please call NAME1", "please call NAME2")),
        ("my name is ray", "his name is ray", ("my name is NAME1", "his name is NAME1")),
        ("ask for mr smith now", "ask for smith now", ("ask for mr NAME1 now", "ask for NAME1 now")),
        ("see Bob's car", "see bobs car", ("see NAME1's car", "see bobs car")),
        ("it costs $5", "it costs five dollars", ("it costs NUMBER1", "it costs NUMBER1")),
        ("room twenty one", "room 21", ("room NUMBER1", "room NUMBER1")),
        ("room twenty one", "room 22", ("room NUMBER1", "room NUMBER2")),
        ("to x.y@mail.org now", "to X.Y@mail.org now", ("to EMAIL1 now", "to EMAIL1 now")),
        ("to ada at mail dot org", "to ada@mail.org", ("to EMAIL1", "to EMAIL1")),
        ("on +1 (555) 123-4567 please", "on 15551234567 please", ("on PHONE1 please",) * 2),
        ("flight BA245x", "flight ba245x", ("flight NUMBER1", "flight NUMBER1")),
        ("I think I am", "i think i am", ("I think I am", "i think i am")),
        ("Hello there. Then we go", "hello", ("Hello there. Then we go", "hello")),
        ("this is the card", "this is a car", ("this is the card", "this is a car")),
        ("", "", ("", "")),
        ("मेरा नाम", "आपका", ("मेरा नाम", "आपका")),
    ],
)  # fmt: skip
def test_what_is_replaced(reference: str, hypothesis: str, expected: tuple[str, str]) -> None:
    assert redact(reference, hypothesis) == expected


def test_given_names_are_found_in_any_case() -> None:
    assert redact("ada said", "Ada said", names=["ADA"]) == ("NAME1 said", "NAME1 said")


def test_all_capitals_say_nothing() -> None:
    assert redact("CALL ME BACK", "call me back") == ("CALL ME BACK", "call me back")


@given(TEXTS, TEXTS)
def test_equal_texts_stay_equal_and_no_digit_is_left(first: str, second: str) -> None:
    assert redact(first, first)[0] == redact(first, first)[1]
    for text in redact(first, second):
        assert not re.search(r"\d", re.sub(r"(?:NAME|NUMBER|EMAIL|PHONE)\d+", "", text))


@given(TEXTS)
def test_the_originals_can_be_put_back(text: str) -> None:
    redaction = Redaction()
    (hidden,) = redaction.texts(text)
    if not re.search("NUMBER|PHONE|EMAIL", hidden):  # of which one form stands for all
        assert redaction.restore(hidden).casefold() == text.casefold()


def test_a_name_of_several_words_is_replaced_word_by_word() -> None:
    redaction = Redaction(names=["Ada  Lovelace", "o'neill"])
    found = redaction.texts("call ada lovelace", "call ida lovelace or o'neill's")
    assert found == ("call NAME1 NAME2", "call ida NAME2 or NAME3's")


def test_one_redaction_serves_many_texts() -> None:
    redaction = Redaction()
    assert redaction.texts("ask Bob") == ("ask NAME1",)
    assert redaction.texts("ask Eve", "tell bob") == ("ask NAME2", "tell bob")
    assert redaction.restore("NAME2 and NAME9") == "Eve and NAME9"


@given(
    st.lists(
        st.sampled_from(
            ["call", "Ada", "at", "five", "555", "12", "Bob's", "a.b@c.org", "$5", "mr"]
        ),
        max_size=8,
    )
)
def test_what_was_redacted_stays_as_it_is(words: list[str]) -> None:
    once = redact(" ".join(["so", *words]), " ".join(["so", *words[1:]]))
    assert redact(*once) == once


def test_a_second_redaction_takes_no_placeholder_of_the_first() -> None:
    assert redact("NAME1 told Bob 5 times", "NAME2 told Rob") == (
        "NAME1 told NAME3 NUMBER1 times",
        "NAME2 told NAME4",
    )
