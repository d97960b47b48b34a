"""Times that are written as they were said have the value of those in figures, and ``numbers`` forgives them."""

from __future__ import annotations

import pytest

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.text.normalizers.mondegreen import Mondegreen
from mondegreen.text.numbers import read

pytestmark = pytest.mark.skipif(
    _kernel.name != "native", reason="these normalizers are in the native kernel alone"
)

# What is said, the same time in figures, and times that it is not.
VALUES = {
    "de": [
        ("fünf nach drei", "3:05", "2:55 15:05"),
        ("fünf vor drei", "2:55", "3:05 14:55"),
        ("zehn vor halb vier", "3:20", "3:40 3:30"),
        ("fünf nach halb vier", "3:35", "3:25 4:35"),
        ("halb vier", "3:30", "4:30 15:30"),
        ("viertel nach eins", "1:15", "12:45"),
        ("zehn vor eins", "12:50", "0:50 1:10"),
        ("fünfzehn Uhr null fünf", "15:05 Uhr", "15:50 3:05"),
    ],
    "fr": [
        ("8h et quart", "8:15", "7:45 20:15"),
        ("8h moins le quart", "7:45", "8:15 8:45"),
    ],
    "es": [
        ("las quince y treinta", "15:30", "3:30 15:03"),
        ("las quince treinta", "15:30", "3:30 15:13"),
        ("cinco para las tres", "2:55", "3:05 14:55"),
        ("un cuarto para las tres", "2:45", "3:15 14:45"),
        ("tres y media de la tarde", "3:30 de la tarde", "15:30 de la tarde"),
    ],
    "it": [
        ("le quindici e trenta", "15:30", "3:30 15:13"),
        ("mancano dieci alle tre", "mancano 2:50", "mancano 3:10"),
        ("manca un quarto alle tre", "manca 2:45", "manca 3:15"),
    ],
    "pt": [
        ("cinco para as três", "2:55", "3:05 14:55"),
        ("um quarto para as três", "2:45", "3:15"),
        ("quinze para as três", "2:45", "3:15 14:45"),
        ("três e meia da tarde", "3:30 da tarde", "15:30 da tarde"),
    ],
    "cs": [
        ("za pět tři", "2:55", "3:05 14:55"),
        ("za deset minut půl osmé", "7:20", "7:40 7:30"),
        ("půl osmé", "7:30", "8:30 19:30"),
    ],
    "ru": [
        ("десять минут третьего", "2:10", "3:10 14:10"),
        ("двадцать минут первого", "12:20", "1:20 0:20"),
        ("в 15 часов 30 минут", "в 15:30", "в 3:30 в 15:03"),
        ("в 15 часов", "в 15:00", "в 5:00"),
        ("без пятнадцати три", "2:45", "3:15 14:45"),
    ],
}


@pytest.mark.parametrize(
    ("language", "said", "written", "others"),
    [(language, *row) for language, table in VALUES.items() for row in table],
)
@pytest.mark.parametrize("how", ["numbers", "numbers none", "agent", "agent none"])
def test_the_value_of_a_time_is_that_in_figures(
    language: str, said: str, written: str, others: str, how: str
) -> None:
    forgive, *none = how.split()
    normalizer = none[0] if none else f"mondegreen-{language}"

    def rate(reference: str, hypothesis: str) -> float | None:
        scored = mg.score(
            [reference],
            [hypothesis],
            metrics=["wer"],
            normalizer=normalizer,
            forgive=[forgive],
            lang=language,
        )
        return scored["wer"].value

    before, after = said.split(maxsplit=1)[0], written.split()
    front = [before] if len(after) > 1 and after[0] == before else []
    back = after[1:] if len(after) > 1 and not front else []
    assert rate(said, written) == 0
    assert rate(written, said) == 0
    wrong = [word for word in others.split() if ":" in word]
    for other in wrong:
        text = " ".join([*front, other, *back])
        assert rate(said, text) != 0, text
        assert rate(text, said) != 0, text


@pytest.mark.parametrize(
    ("language", "said", "value"),
    [
        ("fr", "midi et demi", "12:30"),
        ("fr", "minuit et quart", "0:15"),
        ("fr", "midi moins le quart", "11:45"),
        ("it", "all'una e mezza", "1:30"),
        ("it", "mezzogiorno e mezza", "12:30"),
        ("pt", "meio-dia e meia", "12:30"),
        ("pt", "meia-noite e meia", "0:30"),
        ("cs", "pět minut po třetí", "3:05"),
        ("cs", "deset minut před třetí", "2:50"),
    ],
)
def test_the_reader_knows_the_value(language: str, said: str, value: str) -> None:
    assert [(span.kind, span.value) for span in read(said, language)] == [("time", value)]
    normalize = Mondegreen(language)
    assert normalize(normalize(said)) == normalize(said)


def test_punctuation_before_the_minutes_says_nothing() -> None:
    normalize = Mondegreen("de")
    for text in ("a.zehn vor 5", "also, zehn vor 5", "ja. Zehn vor halb 5"):
        assert normalize(normalize(text)) == normalize(text)
        assert "10 vor" in normalize(text)


@pytest.mark.parametrize("language", [*VALUES, "en"])
def test_race_times_keep_their_seconds(language: str) -> None:
    assert [(span.kind, span.value) for span in read("12:34:56", language)] == [
        ("time", "12:34:56")
    ]
    normalize = Mondegreen(language)
    assert normalize("12:34:56") == normalize("12:34:56.") == normalize(normalize("12:34:56"))
    assert len({normalize(text) for text in ("12:34:56", "12:34", "12:56:34", "12:34:57")}) == 4
