"""Marks in their order, as `unicodedata` puts them, without its time."""

from __future__ import annotations

import unicodedata
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mondegreen.text.marks import normalize, ordered

MARKS = "\u0301\u0327\u0323\u0308\u0345\u05b0\u0334\u0344\u1dfa\uff9e\u093c\u20d0\u3099\u0f71\u0f73"
Form = Literal["NFC", "NFKC"]
runs = st.one_of(st.text(MARKS, max_size=40), st.text(MARKS, min_size=32, max_size=90))
texts = st.lists(st.tuples(st.sampled_from("aéかकᾂ.… 1ﬁ"), runs), max_size=4).map(
    lambda parts: "".join(map("".join, parts))
)


@pytest.mark.parametrize("form", ["NFC", "NFKC"])
@given(texts)
@settings(max_examples=200, deadline=None)
def test_it_is_what_unicodedata_makes(form: Form, text: str) -> None:
    assert normalize(form, text) == unicodedata.normalize(form, text)


@pytest.mark.parametrize("form", ["NFC", "NFKC"])
def test_a_long_run_is_in_order_before(form: Form) -> None:
    """What `unicodedata` must put in order it compares with all before it."""
    classes = [
        unicodedata.combining(point) for point in ordered(form, "a" + "\u0301\u0323\u0344" * 1000)
    ]
    assert classes == sorted(classes)


def test_few_marks_are_left_alone() -> None:
    assert ordered("NFC", "a\u0301\u0323 é") == "a\u0301\u0323 é"
