"""The number reader, against num2words and case by case."""

from __future__ import annotations

import random
from typing import Any

import pytest
from num2words import num2words
from sameness import sign

from mondegreen.errors import UnknownNameError, UsageError
from mondegreen.text.normalizers.mondegreen import Mondegreen
from mondegreen.text.numbers import NumberSpan, Reading, read

chance = random.Random(7)
NUMBERS = [
    *range(1101),
    *(thousands * 1000 for thousands in range(1, 1000, 13)),
    *(10**power for power in range(3, 10)),
    *(chance.randrange(10**9) for _ in range(400)),
]

# What num2words writes otherwise than people do: it says "centodicotto" for 118, and "one thousands" in Telugu.
ODD = {
    "te": lambda number: number > 999,
    "it": lambda number: (
        number % 100 == 18 or number // 1000 % 100 == 18 or number // 10**6 % 100 == 18
    ),
}
# Alone they are other words as often as not, and stay: neuf, sei, acht; and "one" is an article.
UNSURE = {
    "cs": {1, 100},
    "de": {1, 8, 11, 100, 1000},
    "es": {1, 11},
    "fr": {1, 6, 7, 9, 10, 100},
    "it": {1, 6, 7},
    "pt": {1},
    "ru": {1},
    "te": {1},
}
SPOKEN = ["en", "de", "fr", "es", "it", "pt", "cs", "ru", "te"]


@pytest.mark.parametrize("code", SPOKEN)
def test_cardinals_of_num2words(code: str) -> None:
    for number in NUMBERS:
        if code in ODD and ODD[code](number):
            continue
        words = num2words(number, lang=code).replace(",", "")
        assert [(span.kind, span.value) for span in read(words, code)] == [
            ("cardinal", str(number))
        ], words


@pytest.mark.parametrize("code", SPOKEN)
def test_words_and_digits_are_the_same(code: str) -> None:
    normalize = Mondegreen(code)
    for number in NUMBERS:
        if number in UNSURE.get(code, ()) or (code in ODD and ODD[code](number)):
            continue
        assert normalize(num2words(number, lang=code)) == normalize(str(number)) == str(number)


# Up to where the ordinals of num2words are read.
ORDINALS = {"en": 10**9, "de": 10**6 - 1, "ru": 1000}


@pytest.mark.parametrize("code", ORDINALS)
def test_ordinals_of_num2words(code: str) -> None:
    for number in NUMBERS:
        if not 0 < number <= ORDINALS[code] or (code in ODD and ODD[code](number)):
            continue
        words = num2words(number, lang=code, to="ordinal").replace(",", "")
        (span,) = read(words.replace("vingtsième", "vingtième"), code)  # which nobody writes
        assert ("ordinal", str(number)) in [(span.kind, span.value), *span.alternatives], words


def test_english_ordinals_and_digits_are_the_same() -> None:
    """*Twenty second* may be seconds, and *two hundredth* a part: these may be forgiven alone."""
    normalize = Mondegreen("en")
    for number in NUMBERS:
        said = num2words(number, to="ordinal").replace(",", "")
        written = num2words(number, to="ordinal_num")
        if said.endswith(("second", "hundredth", "thousandth", "millionth", "billionth")):
            # Forgivers read no more words than a number of thousands has.
            assert number >= 10**6 or sign("en", said, written) in {"=", "~"}, said
            assert sign("en", said, num2words(number + 1, to="ordinal_num")) == "!", said
        else:
            assert normalize(said) == normalize(written)


def test_english_years_and_money() -> None:
    normalize = Mondegreen("en")
    for year in range(1700, 2100):
        said = num2words(year, to="year")
        if year % 100 and (year // 100 == 20 or year % 100 > 20 or year % 100 < 10):
            assert normalize(said) == str(year), said
        assert normalize(f"in {said}") == f"in {year}"
    for cents in range(100, 2000, 7):
        said = num2words(cents / 100, to="currency", currency="USD")
        assert normalize(said) == normalize(f"${cents / 100:.2f}"), said


def kinds(text: str, language: str = "en") -> list[tuple[str, str, str | None]]:
    return [(span.kind, span.value, span.unit) for span in read(text, language)]


@pytest.mark.parametrize(
    ("text", "kind", "value", "unit"),
    [
        ("twenty one", "cardinal", "21", None),
        ("minus one", "negative", "-1", None),
        ("-1", "negative", "-1", None),
        ("a hundred", "cardinal", "100", None),
        ("twenty first", "ordinal", "21", None),
        ("21st", "ordinal", "21", None),
        ("nineteen ninety four", "year", "1994", None),
        ("1994", "year", "1994", None),
        ("7:30", "time", "7:30", None),
        ("the first of may", "date", "1", "may"),
        ("1st of May", "date", "1", "may"),
        ("june 20, 2021", "date", "20 2021", "june"),
        ("2021-06-20", "date", "2021 6 20", None),
        ("four dollars and eighty five cents", "money", "4.85", "dollar"),
        ("$4.85", "money", "4.85", "dollar"),
        ("-$5", "money", "-5", "dollar"),
        ("$5 million", "money", "5000000", "dollar"),
        ("85 cents", "money", "85", "cent"),
        ("forty percent", "percent", "40", None),
        ("40%", "percent", "40", None),
        ("one half", "fraction", "0.5", None),
        ("two and a third", "fraction", "7/3", None),
        ("three point one four", "cardinal", "3.14", None),
        ("two and a half", "cardinal", "2.5", None),
        ("nine one nine five five five zero one four two", "digits", "9195550142", None),
        ("(919) 555-0142", "digits", "9195550142", None),
        ("20 mm", "measure", "20", "millimeter"),
        ("twenty millimeters", "measure", "20", "millimeter"),
        ("the nineties", "decade", "90", None),
    ],
)
def test_kinds(text: str, kind: str, value: str, unit: str | None) -> None:
    assert kinds(text) == [(kind, value, unit)]


def test_what_is_ambiguous_has_other_readings() -> None:
    (span,) = read("room seven thirty")
    assert (span.kind, span.value, span.alternatives) == (
        "time",
        "7:30",
        (Reading("cardinal", "7.3"), Reading("digits", "730")),
    )
    (span,) = read("five oh five")
    assert (span.kind, span.value) == ("digits", "505")
    assert Reading("time", "5:05") in span.alternatives
    (span,) = read("at five oh five")
    assert (span.kind, span.value) == ("time", "5:05")


def test_places_are_code_points() -> None:
    text = "\N{GRINNING FACE} it’s twenty-one, 5 km"
    assert [text[span.start : span.end] for span in read(text)] == ["twenty-one", "5 km"]
    assert read("no number here") == []
    assert read("") == []
    assert isinstance(read("5")[0], NumberSpan)


def test_sentences_part_numbers() -> None:
    assert kinds("two hundred. twelve") == [("cardinal", "200", None), ("cardinal", "12", None)]
    assert kinds("five five") == [("digits", "55", None)]


def test_words_that_are_no_numbers() -> None:
    assert read("to be or not to be, for all of us") == []
    assert read("el texto de Li Qin", "es") == []
    (span,) = read("du bon pain neuf", "fr")
    assert (span.value, span.sure) == ("9", False)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("一百二十三个", [("cardinal", "123")]),
        ("二零二四年", [("year", "2024")]),
        ("百分之二十", [("percent", "20")]),
        ("三点一四", [("cardinal", "3.14")]),
        ("一万二千元", [("money", "12000")]),
        ("一万二千个", [("cardinal", "12000")]),
    ],
)
def test_chinese(text: str, wanted: list[tuple[str, str]]) -> None:
    assert [(span.kind, span.value) for span in read(text, "zh")] == wanted


def chinese(number: int) -> str:
    """Write a number below 10,000 as it is said."""
    if number == 0:
        return "零"
    digits, text, gap = "零一二三四五六七八九", "", False
    for power, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = number // power % 10
        if digit:
            text += ("零" if gap and text else "") + digits[digit] + name
            gap = False
        else:
            gap = True
    return text.removeprefix("一") if 10 <= number < 20 else text


def test_chinese_both_ways() -> None:
    normalize = Mondegreen("zh")
    for number in range(1101):
        assert [span.value for span in read(chinese(number), "zh")] == [str(number)]
        assert normalize(f"有{chinese(number)}个") == f"有{number}个"


def test_hindi() -> None:
    assert kinds("एक सौ तेईस", "hi") == [("cardinal", "123", None)]
    assert kinds("दो लाख पचास हज़ार", "hi") == [("cardinal", "250000", None)]
    assert kinds("१,००,००० रुपये", "hi") == [("money", "100000", "रुपया")]


def test_an_unknown_language_lists_those_that_are() -> None:
    with pytest.raises(UnknownNameError, match="language"):
        read("one", "xx")


@pytest.mark.parametrize("language", [None, 5, b"en", ["en"]])
def test_a_language_is_a_text(language: Any) -> None:
    with pytest.raises(UsageError, match="expected a code of a language"):
        read("five", language)
