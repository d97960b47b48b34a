"""Telephone numbers and other strings of digits: however they are grouped and said, and lists next to them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from sameness import sign

from mondegreen.text.normalizers.mondegreen import Mondegreen
from mondegreen.text.numbers import read

DIGITS = {
    "cs": "nula jedna dva tři čtyři pět šest sedm osm devět",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf",
    "it": "zero uno due tre quattro cinque sei sette otto nove",
    "pt": "zero um dois três quatro cinco seis sete oito nove",
    "ru": "ноль один два три четыре пять шесть семь восемь девять",
}
# As people group them, which differs from one country to the next.
NUMBERS = [
    ("de", "0176 55 44 33"),
    ("de", "0176 554433"),
    ("de", "030 123 45 67"),
    ("de", "0800 330 10 00"),
    ("fr", "06 12 34 56 78"),
    ("fr", "01 44 55 66 77"),
    ("es", "91 234 56 78"),
    ("es", "612 34 56 78"),
    ("es", "612 345 678"),
    ("it", "06 12 34 56 78"),
    ("it", "333 12 34 567"),
    ("it", "347 123 4567"),
    ("pt", "21 98765 4321"),
    ("pt", "91 234 56 78"),
    ("pt", "912 345 678"),
    ("cs", "777 123 456"),
    ("cs", "601 22 33 44"),
    ("ru", "8 900 123 45 67"),
    ("ru", "8 495 123 4567"),
    ("ru", "912 123 45 67"),
]
# Amounts side by side.
LISTS = [
    "20 30 40",
    "2 3",
    "2 3 4 5",
    "12 20 30",
    "10 25 40",
    "1998 1999",
    "1998 1999 2000",
    "10-12",
    "3:2",
    "3:2 2:1",
    "6:4 3:6 7:5",
    "8:30 9:15",
    "08:30 09:15 10:45",
    "05.12. 08:30",
    "05.12.24 28.12.24",
    "1,5 2,5",
    "0,5 0,25 0,75",
    "50 % 60 %",
    "70 71 72 73",
    "1100 1200 1300",
]


def said(language: str, digits: str) -> str:
    words = DIGITS[language].split()
    return " ".join(words[int(digit)] for digit in digits if digit.isdigit())


@pytest.mark.parametrize(("language", "number"), NUMBERS)
def test_all_marks_are_alike(language: str, number: str) -> None:
    first, rest = number.split(" ", 1)
    digits = number.replace(" ", "")
    for text in (
        number,
        number.replace(" ", "-"),
        number.replace(" ", "."),
        f"{first}/{rest}",
        f"{first} / {rest}",
        f"({first}) {rest}",
        f"({first}) {rest.replace(' ', '-')}",
        f"({number})",
        said(language, number),
    ):
        if text.count(".") != 3:  # four numbers with full stops may be an address of the internet
            assert sign(language, text, digits) != "!", text
            assert sign(language, f"a {text}, b.", f"a {digits}, b.") != "!", text
            other = digits[:-1] + str((int(digits[-1]) + 1) % 10)
            assert sign(language, text, other) == "!", text


@pytest.mark.parametrize(("language", "number"), NUMBERS)
def test_a_dash_between_groups_may_be_a_range(language: str, number: str) -> None:
    normalize = Mondegreen(language)
    first, rest = number.split(" ", 1)
    text = f"{first} – {rest}"
    assert normalize(normalize(text)) == normalize(text) != normalize(number)


@pytest.mark.parametrize(("language", "number"), NUMBERS)
def test_a_word_that_is_lost_is_an_error(language: str, number: str) -> None:
    normalize = Mondegreen(language)
    for words in (said(language, number).split(), number.split()):
        whole = normalize(" ".join(words))
        for at in range(len(words)):
            assert normalize(" ".join(words[:at] + words[at + 1 :])) != whole
        for at, (one, next_) in enumerate(pairwise(words)):
            if one != next_:
                swapped = [*words[:at], next_, one, *words[at + 2 :]]
                assert normalize(" ".join(swapped)) != whole


@pytest.mark.parametrize("language", DIGITS)
@pytest.mark.parametrize("text", LISTS)
def test_lists_stay(language: str, text: str) -> None:
    normalize = Mondegreen(language)
    digits = "".join(point for point in text if point.isdigit())
    assert digits not in normalize(text)
    assert normalize(normalize(text)) == normalize(text)


@pytest.mark.parametrize("language", DIGITS)
def test_digits_one_by_one(language: str) -> None:
    normalize = Mondegreen(language)
    for digits in ("90210", "00420", "1000000", "123454321"):
        assert normalize(said(language, digits)) == digits
    # Four may be as many numbers: they stay apart, and are forgiven.
    assert sign(language, said(language, "9021"), "9021") == "~"
    assert sign(language, said(language, "9021"), "921") == "!"
    assert normalize(said(language, "90210").replace(" ", ", ")) != "90210"
    (span,) = read(said(language, "90210"), language)
    assert (span.kind, span.value) == ("digits", "90210")


@pytest.mark.parametrize("language", DIGITS)
def test_the_number_of_a_country(language: str) -> None:
    normalize = Mondegreen(language)
    for text in ("+49 176 55 44 31", "+49-176-554431", "(+49) 176/554431", "+49 (176) 55-44-31"):
        assert normalize(text) == normalize("+49176554431")
        for other in ("49176554431", "+49176554430", "+48176554431"):
            assert sign(language, text, other) == "!"
    # A plus between spaces is a sum.
    assert sign(language, "3 + 49 176 55 44 31", "3 +49176554431") == "!"
    assert "4917" not in normalize("+49 17")


def test_where_it_stood() -> None:
    text = "Tel. (030) 123-45 67, bitte"
    places = [(one.rule, one.source, one.output) for one in Mondegreen("de").rewrites(text)]
    assert ("digits", "030) 123-45 67", "0301234567") in places
