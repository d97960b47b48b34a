"""Fractions, mixed numbers and shares of powers of ten: what is equal, and next to it what is not."""

from __future__ import annotations

import pytest

import mondegreen as mg
from mondegreen.forgive import forgive
from mondegreen.text.numbers import read

# What may be one thing or another stays, with its digits.
STAYS = [
    ("en", "1.5 million and a half", "1.5 million and a half"),
    ("en", "one point five million and a half", "1.5 million and a half"),
    ("en", "1,000,000 and a half", "1000000 and a half"),
    ("en", "5 hundred and 3 quarters", "500 and 3 quarters"),
    ("en", "five hundred and three quarters", "500 and 3 quarters"),
    ("en", "a million and three quarters", "1000000 and 3 quarters"),
    ("en", "between two and three quarters", "between 2 and 3 quarters"),
    ("en", "the last three quarters", "the last 3 quarters"),
    ("en", "two halves, four quarters", "2 halves 4 quarters"),
    ("en", "two one half day sessions", "2 1 half day sessions"),
    ("en", "on page twenty 5 people", "on page 20 5 people"),
    ("en", "in 2020 1/2 of them", "in 2020 1/2 of them"),
    ("en", "a third of its kind", "a 3rd of its kind"),
    ("en", "one third grader", "1 3rd grader"),
    ("en", "a fourth of July party", "a july 4th party"),
    ("en", "a quarter of five", "a quarter of 5"),
    ("en", "the second half million", "the second half 1000000"),
    ("en", "the third", "the 3rd"),
    ("en", "on 3/4 we met", "on 3/4 we met"),
    ("de", "ein Viertel", "ein viertel"),
    ("de", "hundert und drei Viertel", "100 und 3 viertel"),
    ("de", "im Jahr zweitausend 500 Leute", "im jahr 2000 500 leute"),
    ("fr", "vingt et un tiers", "vingt et un tiers"),
    ("fr", "par un tiers", "par un tiers"),
    ("fr", "trois quarts de finale", "3 quarts de finale"),
    ("es", "un departamento de tres cuartos", "un departamento de 3 cuartos"),
    ("es", "entre dos y tres cuartos", "entre 2 y 3 cuartos"),
    ("es", "llegó un quinto. De la casa", "llegó un quinto, de la casa"),
    ("it", "un terzo uomo", "un terzo uomo"),
    ("it", "tre quarti due", "3/4 2"),
    ("pt", "um apartamento de dois e três quartos", "um apartamento de 2 e 3 quartos"),
    ("ru", "три пятых класса", "3 пятых класса"),
]


@pytest.mark.parametrize(("language", "text", "wanted"), STAYS)
def test_what_is_not_sure_stays(language: str, text: str, wanted: str) -> None:
    normalize = mg.normalizer(f"mondegreen-{language}")
    assert normalize(text) == wanted
    assert normalize(wanted) == wanted


# A clock takes no fraction, and a fraction no clock.
CLOCKS = [
    ("de", "dreiviertel vier", "3:45"),
    ("de", "drei Viertel vier", "3:45"),
    ("de", "drei Viertel eins", "12:45"),
    ("de", "um viertel vier", "3:15"),
    ("es", "las dos y media", "2:30"),
    ("es", "las dos y tres cuartos", "2:45"),
    ("it", "le due e mezza", "2:30"),
    ("it", "alle due e un quarto", "2:15"),
    ("it", "alle due e tre quarti", "2:45"),
    ("it", "alle due meno un quarto", "1:45"),
    ("pt", "às duas e um quarto", "2:15"),
    ("cs", "půl třetí", "2:30"),
    ("cs", "půl jedné", "12:30"),
    ("cs", "čtvrt na pět", "4:15"),
    ("cs", "tři čtvrtě na pět", "4:45"),
    ("ru", "половина третьего", "2:30"),
    ("ru", "полтретьего", "2:30"),
    ("ru", "четверть третьего", "2:15"),
    ("ru", "без четверти три", "2:45"),
    ("ru", "без десяти пять", "4:50"),
    ("ru", "без пяти минут час", "12:55"),
]


@pytest.mark.parametrize(("language", "text", "value"), CLOCKS)
def test_parts_of_the_hour(language: str, text: str, value: str) -> None:
    def times(text: str) -> list[tuple[str, str]]:
        return [(span.kind, span.value) for span in read(text, language)]

    normalize = mg.normalizer(f"mondegreen-{language}")
    assert times(text) == times(normalize(text)) == [("time", value)]
    assert normalize(normalize(text)) == normalize(text)


@pytest.mark.parametrize(
    ("language", "text", "kind", "value"),
    [
        ("de", "drei Viertel einer Stunde", "fraction", "3/4"),
        ("es", "un departamento de tres cuartos", "fraction", "3/4"),
        ("fr", "un tiers", "fraction", "1/3"),
        ("fr", "un demi", "fraction", "1/2"),
        ("cs", "dva a čtvrt", "decimal", "2.25"),
        ("en", "a third of them", "fraction", "1/3"),
        ("en", "two and a third million", "fraction", "2 1/3 million"),
    ],
)
def test_values(language: str, text: str, kind: str, value: str) -> None:
    assert (kind, value) in [(span.kind, span.value) for span in read(text, language)]


@pytest.mark.parametrize(
    ("language", "said", "written", "errors"),
    [
        ("en", "three quarters", "3/4", 0),
        ("en", "three quarters", "0.75", 2),
        ("en", "five hundred and three quarters", "503 quarters", 4),
        ("en", "1.5 million and a half", "1,500,000", 3),
        ("de", "um dreiviertel vier", "um 3:45", 0),
        ("de", "um dreiviertel vier", "um 4:45", 2),
        ("fr", "un tiers", "1/3", 0),
        ("es", "tres cuartos", "3/4", 0),
        ("pt", "meio milhão", "500.000", 0),
        ("ru", "в половине третьего", "в 2:30", 0),
        ("ru", "в половине третьего", "в 3:30", 2),
    ],
)
def test_the_forgiver_of_numbers(language: str, said: str, written: str, errors: int) -> None:
    assert forgive(said, written, forgive=["numbers"], language=language).errors == errors


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
    normalize = mg.normalizer(f"mondegreen-{code}")
    assert normalize(normalize(text)) == normalize(text)


@pytest.mark.parametrize(
    ("language", "rooms", "written", "errors"),
    [
        ("es", "departamento de tres cuartos", "departamento de 3 cuartos", 0),
        ("es", "tres cuartos de hora", "3/4 de hora", 0),
        ("pt", "três quartos de hora", "3/4 de hora", 0),
    ],
)
def test_rooms_and_quarters(language: str, rooms: str, written: str, errors: int) -> None:
    assert forgive(rooms, written, forgive="agent", language=language).errors == errors
    assert forgive(written, rooms, forgive="agent", language=language).errors == errors
