"""Times that are said with their parts: the value of the same time in digits, and of no other."""

from __future__ import annotations

import pytest

from mondegreen.forgive import forgive
from mondegreen.text.normalizers.mondegreen import Mondegreen
from mondegreen.text.numbers import read

EN = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
DE = [
    "eins",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
]
ES = [
    "una",
    "dos",
    "tres",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "once",
    "doce",
]
ZH = ["一", "两", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"]
FR = [
    "une",
    "deux",
    "trois",
    "quatre",
    "cinq",
    "six",
    "sept",
    "huit",
    "neuf",
    "dix",
    "onze",
    "douze",
]


def earlier(hour: int) -> int:
    return 12 if hour == 1 else hour - 1


def spoken() -> list[tuple[str, str, str]]:
    """Say times in every way that is read, each with its value in digits."""
    cases = []
    for hour in range(1, 13):
        en, de, es, zh, fr = (words[hour - 1] for words in (EN, DE, ES, ZH, FR))
        before = earlier(hour)
        las = "la" if hour == 1 else "las"
        heures = "heure" if hour == 1 else "heures"
        for name in (en, str(hour)):
            cases += [
                ("en", f"half past {name}", f"{hour}:30"),
                ("en", f"quarter past {name}", f"{hour}:15"),
                ("en", f"a quarter past {name}", f"{hour}:15"),
                ("en", f"a quarter after {name}", f"{hour}:15"),
                ("en", f"a quarter to {name}", f"{before}:45"),
                ("en", f"quarter till {name}", f"{before}:45"),
                ("en", f"ten past {name}", f"{hour}:10"),
                ("en", f"twenty five minutes past {name}", f"{hour}:25"),
                ("en", f"at ten to {name}", f"{before}:50"),
                ("en", f"at seven minutes to {name}", f"{before}:53"),
            ]
        for name in (de, str(hour)):
            cases += [
                ("de", f"halb {name}", f"{before}:30"),
                ("de", f"Viertel nach {name}", f"{hour}:15"),
                ("de", f"Viertel vor {name}", f"{before}:45"),
            ]
        for name in (es, str(hour)):
            cases += [
                ("es", f"{las} {name} y media", f"{hour}:30"),
                ("es", f"a {las} {name} y cuarto", f"{hour}:15"),
                ("es", f"{las} {name} menos cuarto", f"{before}:45"),
                ("es", f"{las} {name} y veinte", f"{hour}:20"),
                ("es", f"{las} {name} menos diez", f"{before}:50"),
            ]
        for name in (zh, str(hour)):
            cases += [
                ("zh", f"{name}点半", f"{hour}:30"),
                ("zh", f"{name}点钟", f"{hour}:00"),
                ("zh", f"{name}点一刻", f"{hour}:15"),
                ("zh", f"{name}点三刻", f"{hour}:45"),
                ("zh", f"{name}点零五分", f"{hour}:05"),
                ("zh", f"{name}点五分", f"{hour}:05"),
                ("zh", f"{name}点二十五分", f"{hour}:25"),
                ("zh", f"{name}点二十", f"{hour}:20"),
            ]
        for name in (fr, str(hour)):
            cases += [
                ("fr", f"{name} {heures} et demie", f"{hour}:30"),
                ("fr", f"{name} {heures} et quart", f"{hour}:15"),
                ("fr", f"{name} {heures} trente", f"{hour}:30"),
            ]
            if hour > 1:
                cases += [
                    ("fr", f"{name} {heures} moins le quart", f"{before}:45"),
                    ("fr", f"{name} {heures} moins vingt", f"{before}:40"),
                ]
    cases += [
        ("de", "fünfzehn Uhr dreißig", "15:30"),
        ("de", "15 Uhr 30", "15:30"),
        ("de", "fünfzehn Uhr", "15:00"),
        ("de", "zwanzig Uhr fünfzehn", "20:15"),
        ("fr", "quinze heures trente", "15:30"),
        ("fr", "15h30", "15:30"),
        ("fr", "quinze heures", "15:00"),
        ("zh", "十五点三十分", "15:30"),
        ("pt", "às três e meia", "3:30"),
        ("pt", "às três e vinte", "3:20"),
        ("it", "alle tre e mezza", "3:30"),
        ("it", "le tre meno venti", "2:40"),
    ]
    return cases


def others(value: str) -> list[str]:
    """Return times that are nearly ``value``."""
    hour, minute = map(int, value.split(":"))
    close = {
        f"{hour}:{(minute + 20) % 60:02}",
        f"{hour}:{(minute + 1) % 60:02}",
        f"{earlier(hour)}:{minute:02}",
        f"{hour % 12 + 1}:{minute:02}",
        f"{hour}:{str(minute).zfill(2)[::-1]}",
        f"{minute}:{hour:02}",
        f"{hour + 12}:{minute:02}",
    }
    return sorted(close - {value})


def errors(language: str, said: str, written: str) -> int:
    return forgive(said, written, language=language, forgive=["numbers"]).errors


@pytest.mark.parametrize(("language", "said", "value"), spoken())
def test_a_time_is_that_in_digits_and_no_other(language: str, said: str, value: str) -> None:
    words = {"en": {"at"}, "es": {"a", "la", "las"}, "pt": {"às"}, "it": {"alle", "le"}}
    before = [word for word in said.split() if word in words.get(language, set())]
    written = " ".join([*before, value])
    times = [span.value for span in read(said, language) if span.kind == "time"]
    times += [other.value for span in read(said, language) for other in span.alternatives]
    assert value in times
    assert errors(language, said, written) == 0
    assert errors(language, written, said) == 0
    for other in others(value):
        assert errors(language, said, written.replace(value, other)) > 0, other
    normalize = Mondegreen(language)
    assert normalize(normalize(said)) == normalize(said)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "half three"),  # 3:30 to some, 2:30 to others
        ("en", "ten to five"),
        ("en", "from five to ten people"),
        ("en", "at five to ten percent"),
        ("en", "half past three hundred"),
        ("en", "a quarter of five"),
        ("en", "the quarter to five million"),
        ("en", "half past thirteen"),
        ("en", "twenty past three dollars"),
        ("es", "tres y media"),
        ("es", "las tres y media horas"),
        ("es", "la tres y media"),
        ("es", "las tres y dos"),
        ("de", "halb dreizehn"),
        ("de", "halb drei Meter"),
        ("de", "ein Viertel"),
        ("de", "um 15 Uhr 30 Euro"),
        ("zh", "三点五"),
        ("zh", "三点一四"),
        ("zh", "得了三点五分"),
        ("zh", "三点五分钟"),
        ("zh", "零点五分"),
        ("zh", "一点半点"),
        ("zh", "一点一点"),
        ("fr", "trois heures et dix minutes"),
    ],
)
def test_what_may_be_no_time_is_none(language: str, text: str) -> None:
    found = {span.value for span in read(text, language) if span.kind == "time"}
    assert found <= {"15:00"}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("half past three", "half past 3"),
        ("a quarter to five", "a quarter to 5"),
        ("25 min past four", "25 minutes past 4"),
        ("half past three p.m.", "half past 3 pm"),
        ("at half past 3pm", "at half past 3 pm"),
    ],
)
def test_parts_of_an_hour_are_written_as_they_were_said(text: str, wanted: str) -> None:
    assert Mondegreen("en")(text) == wanted


def test_the_article_may_be_missing() -> None:
    assert errors("es", "las tres y media", "3:30") == 0
    assert errors("es", "las tres y media", "3:15") > 0
    assert errors("hi", "साढ़े तीन बजे", "3:30 बजे") == 0


def test_zeros_before_the_hour_do_not_matter() -> None:
    assert errors("en", "half past three", "03:30") == 0
    assert errors("de", "acht Uhr", "08:00 Uhr") == 0
    assert errors("en", "half past three", "0:30") > 0


@pytest.mark.parametrize("half", ["pm", "p.m.", "PM"])
def test_halves_of_the_day_count(half: str) -> None:
    assert errors("en", f"half past three {half}", "3:30 pm") == 0
    assert errors("en", f"half past three {half}", "3:30 am") > 0


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("在三点五分之前", "在3点5分之前"),
        ("比赛三点五分开始", "比赛3点5分开始"),
        ("他得了三点五分", "他得了3.5分"),
        ("平均三点五分", "平均3.5分"),
        ("到了三点五分", "到了3点5分"),
        ("三十点五分", "30.5分"),
        ("三点五", "3.5"),
    ],
)
def test_minutes_and_points_in_chinese(text: str, wanted: str) -> None:
    normalize = Mondegreen("zh")
    assert normalize(text) == wanted
    assert normalize(wanted) == wanted


def test_a_time_among_chinese_words() -> None:
    assert errors("zh", "下午三点半开会", "下午3:30开会") == 0
    assert errors("zh", "下午三点半开会", "下午3:50开会") == 1
    assert errors("zh", "三点五分开会", "三点五开会") == 1
