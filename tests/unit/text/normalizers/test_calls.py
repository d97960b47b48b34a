"""``calls``: numbers in figures, every script kept."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg

calls = mg.normalizer("calls")


@pytest.mark.parametrize(
    ("text", "normalized"),
    [
        ("one 1", "1 1"),
        ("twenty one twenty-one 21", "21 21 21"),
        ("twelve hundred and five", "1205"),
        ("a hundred and first", "101st"),
        ("first second third eleventh twenty-second", "1st 2nd 3rd 11th 22nd"),
        ("fifty six thousand two hundred and twelfth", "56212th"),
        ("one crore two lakh", "10200000"),
        ("five million two thousand million", "5002000 1000000"),
        ("hundred hundred", "100 100"),
        ("three point one four", "3.14"),
        ("zero point oh five", "0.05"),
        ("three point fourteen", "3.14"),
        ("3.5 million 3 point 5", "3500000 3.5"),
        ("point taken", "point taken"),
        ("five five five", "5 5 5"),
        ("five oh five one", "5 oh 5 1"),
        ("thirteen o'clock", "13 oclock"),
        ("5:05 10:30am", "5:05 10:30 am"),
        (".5 1/2 10-20 5'6", "0.5 1 2 10 20 5 6"),
        ("1,000 2,00,000 1,2", "1000 200000 1 2"),
        ("well-known don’t", "wellknown dont"),
        ("a—b «c»", "a b c"),
        ("½ ① ﬁ", "1⁄2 1 fi"),
        ("", ""),
        ("\ud800", "\ud800"),
    ],
)
def test_rules(text: str, normalized: str) -> None:
    assert calls(text) == normalized


def test_one_is_1() -> None:
    assert mg.wer("press one now", "press 1 now", normalizer="calls") == 0.0


@given(st.text())
def test_no_letter_of_another_script_is_deleted(text: str) -> None:
    kept = "".join(calls(text).split())
    # U+02BC is written for an apostrophe, and goes as the apostrophe does.
    for letter in unicodedata.normalize("NFKC", text).lower().replace("\u02bc", ""):
        if not letter.isascii() and unicodedata.category(letter)[0] in "LM":
            assert letter in unicodedata.normalize("NFD", kept) or letter in kept or (
                unicodedata.normalize("NFD", letter) in unicodedata.normalize("NFD", kept)
            )  # fmt: skip
