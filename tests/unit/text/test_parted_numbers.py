"""Punctuation parts numbers: what follows it is no longer part of them, in any language."""

from __future__ import annotations

import pytest

from mondegreen.text.normalizers.mondegreen import Mondegreen
from mondegreen.text.numbers import read

MARKS = [",", ".", ";", ":", "!", "?", "…", " –", " —", " -", ")", "”, “", "。", "،"]

# What is one number when nothing parts it, cut where it may be cut, and the value.
PARTS = [
    ("en", "five", "and a half", "5.5"),
    ("en", "5", "and a half", "5.5"),
    ("en", "five", "and three quarters", "5.75"),
    ("en", "five and", "a half", "5.5"),
    ("en", "five", "1/2", "5.5"),
    ("en", "five", "point two", "5.2"),
    ("en", "five point", "two", "5.2"),
    ("en", "a million", "and a half", "1500000"),
    ("en", "5", "million", "5000000"),
    ("en", "2.5", "thousand", "2500"),
    ("en", "in june", "twenty", "date 20"),
    ("en", "the third", "of june", "date 3"),
    ("de", "zwei", "komma fünf", "2.5"),
    ("de", "2", "millionen", "2000000"),
    ("es", "cinco", "coma dos", "5.2"),
    ("fr", "cinq", "et demi", "5.5"),
    ("fr", "cinq", "virgule deux", "5.2"),
    ("fr", "sept heures", "et demie", "7:30"),
    ("fr", "sept heures", "trente", "7:30"),
    ("de", "sieben Uhr", "dreißig", "7:30"),
    ("en", "half past", "three", "3:30"),
    ("en", "half", "past three", "3:30"),
    ("es", "las tres", "y media", "3:30"),
    ("it", "due", "virgola cinque", "2.5"),
    ("pt", "dois", "vírgula cinco", "2.5"),
    ("ru", "два", "с половиной", "2.5"),
    ("ru", "две целых", "пять десятых", "2.5"),
    ("hi", "साढ़े", "तीन", "3.5"),
]
# These are written as they were said, so that the words are the same.
SAID = {"half", "half past", "las tres", "sieben Uhr", "cinq"}


def values(text: str, language: str) -> set[str]:
    """Return the values of all readings of the numbers, those of dates with their kind."""
    readings = [
        reading
        for span in read(text, language)
        for reading in ((span.kind, span.value), *span.alternatives)
    ]
    return {f"date {value}" if kind == "date" else value for kind, value in readings}


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize(("language", "one", "other", "value"), PARTS)
def test_no_number_goes_on_after_punctuation(
    language: str, one: str, other: str, value: str, mark: str
) -> None:
    assert value in values(f"{one} {other}", language)
    parted = f"{one}{mark} {other}"
    assert value not in values(parted, language)
    normalize = Mondegreen(language)
    together, apart = normalize(f"{one} {other}"), normalize(parted)
    assert normalize(apart) == apart
    assert together != apart or one in SAID or other == "trente"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("five, and a half", "5, and a half"),
        ("It is five. And a half is gone.", "it is 5; and a half is gone"),
        ("We left in June. Twenty came.", "we left in june; 20 came"),
        ("We left in June. Twenty people came.", "we left in june 20 people came"),
        ("I have five dollars. Fifty cents is gone.", "i have 5 dollars; 50 cents is gone"),
        # Where nothing is read otherwise without it, no mark stays.
        ("two hundred. twelve", "200 12"),
        ("five, six. Eleven!", "5 6 11"),
        ("twenty, percent", "20 percent"),
        ("one million, two hundred thousand", "1200000"),
        ("five dollars, and fifty cents", "5.50 dollars"),
        ("on May 1, 2020, we met", "on may 1st 2020 we met"),
    ],
)
def test_which_punctuation_stays(text: str, wanted: str) -> None:
    normalize = Mondegreen("en")
    assert normalize(text) == normalize(wanted) == wanted


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("part", ["1/2", "½", "3/4", "1/3"])
@pytest.mark.parametrize("language", ["any", "ar", "de", "en", "hy", "ja", "nl", "pl", "zh"])
def test_no_number_below_zero_takes_a_fraction_after_punctuation(
    language: str, part: str, mark: str
) -> None:
    if part == "½" and language in {"ja", "zh"}:
        pytest.xfail("the second pass takes the minus away from a number before a vulgar fraction")
    normalize = Mondegreen(language)
    apart = normalize(f"x -5{mark} {part} y")
    assert normalize(apart) == apart
