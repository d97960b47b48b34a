"""Fractions, mixed numbers and shares of powers of ten: what is equal, and next to it what is not."""

from __future__ import annotations

import pytest
from sameness import forgiven, sign

from mondegreen.text.normalizers.mondegreen import Mondegreen
from mondegreen.text.numbers import read

# What may be one thing or another: a text, one that may say the same, and one that does not.
UNSURE = [
    ("en", "1.5 million and a half", "one point five million and a half", "1.5 million"),
    ("en", "1,000,000 and a half", "1000000 and a half", "1000000.5"),
    ("en", "five hundred and three quarters", "500 and 3 quarters", "500 and 2 quarters"),
    ("en", "a million and three quarters", "1000000 and 3 quarters", "1750000"),
    ("en", "between two and three quarters", "between 2 and 3 quarters", "between 2 quarters"),
    ("en", "the last three quarters", "the last 3 quarters", "the last quarter"),
    ("en", "two halves, four quarters", "2 halves 4 quarters", "2 halves 3 quarters"),
    ("en", "two one half day sessions", "2 1 half day sessions", "3 half day sessions"),
    ("en", "on page twenty 5 people", "on page 20 5 people", "on page 25 people"),
    ("en", "in 2020 1/2 of them", "in 2020 half of them", "in 2020 1/3 of them"),
    ("en", "a third of its kind", "a 3rd of its kind", "a second of its kind"),
    ("en", "one third grader", "1 3rd grader", "1 4th grader"),
    ("en", "a fourth of July party", "a july 4th party", "a july 5th party"),
    ("en", "a quarter of five", "a quarter of 5", "a quarter of 6"),
    ("en", "the second half million", "the 2nd half million", "2500000"),
    ("en", "the third", "the 3rd", "the 3"),
    ("en", "on 3/4 we met", "on 3/4, we met", "on 4/3 we met"),
    ("de", "ein Viertel", "ein viertel", "ein Achtel"),
    ("de", "hundert und drei Viertel", "100 und 3 viertel", "100 und 2 viertel"),
    ("de", "im Jahr zweitausend 500 Leute", "im jahr 2000 500 leute", "im Jahr 2500 Leute"),
    ("fr", "vingt et un tiers", "vingt et 1/3", "vingt et deux tiers"),
    ("fr", "vingt et un tiers", "21 tiers", "22 tiers"),
    ("fr", "par un tiers", "par un tiers.", "par un quart"),
    ("fr", "trois quarts de finale", "3 quarts de finale", "3 tiers de finale"),
    (
        "es",
        "un departamento de tres cuartos",
        "un departamento de 3 cuartos",
        "un departamento de 2 cuartos",
    ),
    ("es", "entre dos y tres cuartos", "entre 2 y 3 cuartos", "entre 2 y 4 cuartos"),
    (
        "es",
        "llegó un quinto. De la casa",
        "llegó un quinto, de la casa",
        "llegó un cuarto, de la casa",
    ),
    ("it", "un terzo uomo", "un terzo uomo.", "un quarto uomo"),
    ("it", "tre quarti due", "3/4 2", "3/4,2"),
    (
        "pt",
        "um apartamento de dois e três quartos",
        "um apartamento de 2 e 3 quartos",
        "um apartamento de 2 e 4 quartos",
    ),
    ("ru", "три пятых класса", "3 пятых класса", "3 шестых класса"),
    ("ru", "три пятых класса", "3/5 класса", "2/5 класса"),
]

# A clock takes no fraction, and a fraction no clock.
CLOCKS = [
    ("de", "um dreiviertel vier", "um 3:45", "um 4:45"),
    ("de", "um drei Viertel vier", "um 3:45", "um 3:15"),
    ("de", "drei Viertel eins", "12:45", "1:45"),
    ("de", "um viertel vier", "um 3:15", "um 4:15"),
    ("es", "las dos y media", "2:30", "3:30"),
    ("es", "las dos y tres cuartos", "2:45", "2:15"),
    ("it", "le due e mezza", "2:30", "1:30"),
    ("it", "alle due e un quarto", "alle 2:15", "alle 1:45"),
    ("it", "alle due e tre quarti", "alle 2:45", "alle 2:15"),
    ("it", "alle due meno un quarto", "alle 1:45", "alle 2:15"),
    ("pt", "às duas e um quarto", "às 2:15", "às 1:45"),
    ("cs", "půl třetí", "2:30", "3:30"),
    ("cs", "půl jedné", "12:30", "1:30"),
    ("cs", "čtvrt na pět", "4:15", "5:15"),
    ("cs", "tři čtvrtě na pět", "4:45", "5:45"),
    ("ru", "половина третьего", "2:30", "3:30"),
    ("ru", "полтретьего", "2:30", "3:30"),
    ("ru", "четверть третьего", "2:15", "3:15"),
    ("ru", "без четверти три", "2:45", "3:15"),
    ("ru", "без десяти пять", "4:50", "5:10"),
    ("ru", "без пяти минут час", "12:55", "1:05"),
]


@pytest.mark.parametrize(("language", "text", "same", "other"), [*UNSURE, *CLOCKS])
def test_what_may_say_the_same_is_not_another(
    language: str, text: str, same: str, other: str
) -> None:
    assert sign(language, text, same) != "!"
    assert sign(language, text, other) == "!"
    normalize = Mondegreen(language)
    for each in (text, same, other):
        assert normalize(normalize(each)) == normalize(each)


@pytest.mark.parametrize(("language", "text", "written", "other"), CLOCKS)
def test_a_part_of_the_hour_is_a_time(language: str, text: str, written: str, other: str) -> None:
    value = written.rsplit(maxsplit=1)[-1]
    assert [(span.kind, span.value) for span in read(text, language)] == [("time", value)]
    assert other.rsplit(maxsplit=1)[-1] != value


@pytest.mark.parametrize(
    ("language", "text", "kind", "value"),
    [
        ("de", "drei Viertel einer Stunde", "fraction", "0.75"),
        ("es", "un departamento de tres cuartos", "fraction", "0.75"),
        ("fr", "un tiers", "fraction", "1/3"),
        ("fr", "un demi", "fraction", "0.5"),
        ("cs", "dva a čtvrt", "cardinal", "2.25"),
        ("en", "a third of them", "fraction", "1/3"),
        ("en", "two and a third", "fraction", "7/3"),
        ("en", "a million and a half", "cardinal", "1500000"),
    ],
)
def test_values(language: str, text: str, kind: str, value: str) -> None:
    assert (kind, value) in [(span.kind, span.value) for span in read(text, language)]


@pytest.mark.parametrize(
    ("language", "said", "written"),
    [
        ("en", "three quarters", "3/4"),
        ("fr", "un tiers", "1/3"),
        ("es", "tres cuartos", "3/4"),
        ("es", "tres cuartos de hora", "3/4 de hora"),
        ("es", "departamento de tres cuartos", "departamento de 3 cuartos"),
        ("pt", "três quartos de hora", "3/4 de hora"),
        ("pt", "meio milhão", "500.000"),
        ("ru", "в половине третьего", "в 2:30"),
    ],
)
def test_the_forgiver_of_numbers(language: str, said: str, written: str) -> None:
    assert forgiven(language, said, written)
    assert forgiven(language, written, said)


@pytest.mark.parametrize(
    ("language", "said", "other"),
    [
        ("en", "three quarters", "2/4"),
        ("en", "1.5 million and a half", "1,500,000"),
        ("en", "1000000 and a half", "1,500,000"),
        ("en", "five hundred and three quarters", "503.75 quarters"),
        ("ru", "в половине третьего", "в 3:30"),
    ],
)
def test_another_number_is_not_forgiven(language: str, said: str, other: str) -> None:
    assert sign(language, said, other) == "!"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "july may a, half of"),
        ("en", "an quarter, of"),
        ("de", "zweihundert zweihundert, ½"),
        ("de", "1, dreiviertel 2. 2,5 nach"),
        ("es", "hora media 1, un tercio"),
        ("es", "1 quinto. - de"),
        ("pt", "1. , 3 500, um terço. das, das"),
        ("cs", "dva-500 -. třičtvrtě."),
    ],
)
def test_what_punctuation_parted_stays(code: str, text: str) -> None:
    normalize = Mondegreen(code)
    assert normalize(normalize(text)) == normalize(text)
