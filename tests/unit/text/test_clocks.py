"""Times that are said with their parts: the value of the same time in digits, and of no other."""

from __future__ import annotations

import pytest
from sameness import forgiven, sign

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
    assert value in times or value in [f"{time}:00" for time in times]
    assert errors(language, said, written) == 0
    assert errors(language, written, said) == 0
    for other in others(value):
        assert errors(language, said, written.replace(value, other)) > 0, other
    normalize = Mondegreen(language)
    assert normalize(normalize(said)) == normalize(said)


@pytest.mark.parametrize(
    ("language", "text", "time"),
    [
        ("en", "half three", "3:30"),  # 3:30 to some, 2:30 to others
        ("en", "half three", "2:30"),
        ("en", "ten to five", "5:50"),
        ("en", "from five to ten people", "from 9:55 people"),
        ("en", "at five to ten percent", "at 9:55 percent"),
        ("en", "half past three hundred", "3:30 hundred"),
        ("en", "the quarter to five million", "the 4:45 million"),
        ("en", "twenty past three dollars", "3:20 dollars"),
        ("en", "half past thirteen", "13:30"),
        ("es", "tres y media", "3:30"),
        ("es", "las tres y media horas", "las 3:30 horas"),
        ("es", "las tres y dos", "las 3:02"),
        ("de", "halb dreizehn", "12:30"),
        ("de", "halb drei Meter", "2:30 Meter"),
        ("de", "ein Viertel", "0:15"),
        ("de", "um 15 Uhr 30 Euro", "um 15:30 Euro"),
        ("zh", "三点五", "3:05"),
        ("zh", "三点一四", "3:14"),
        ("zh", "得了三点五分", "得了3:05"),
        ("zh", "三点五分钟", "3:05钟"),
        ("zh", "一点半点", "1:30点"),
        ("zh", "一点一点", "1:01点"),
        ("fr", "trois heures et dix minutes", "3:10 minutes"),
    ],
)
def test_what_may_be_no_time_is_none(language: str, text: str, time: str) -> None:
    assert sign(language, text, time) == "!"
    normalize = Mondegreen(language)
    assert normalize(normalize(text)) == normalize(text)


@pytest.mark.parametrize(
    ("text", "written", "value"),
    [
        ("half past three", "half past 3", "3:30"),
        ("a quarter to five", "a quarter to 5", "4:45"),
        ("25 min past four", "25 minutes past 4", "4:25"),
        ("half past three p.m.", "half past 3 pm", "3:30 pm"),
        ("at half past 3pm", "at half past 3 pm", "at 3:30 pm"),
        ("a quarter of five", "a quarter to 5", "4:45"),
    ],
)
def test_parts_of_an_hour_are_written_as_they_were_said(
    text: str, written: str, value: str
) -> None:
    assert sign("en", text, written) == "="
    assert sign("en", text, value) == "~"
    normalize = Mondegreen("en")
    assert normalize(normalize(text)) == normalize(text)


def test_the_article_may_be_missing() -> None:
    assert errors("es", "las tres y media", "3:30") == 0
    assert errors("es", "las tres y media", "3:15") > 0
    assert forgiven("hi", "साढ़े तीन बजे", "3:30 बजे")


def test_zeros_before_the_hour_do_not_matter() -> None:
    assert errors("en", "half past three", "03:30") == 0
    assert errors("de", "acht Uhr", "08:00 Uhr") == 0
    assert errors("en", "half past three", "0:30") > 0


@pytest.mark.parametrize("half", ["pm", "p.m.", "PM"])
def test_halves_of_the_day_count(half: str) -> None:
    assert errors("en", f"half past three {half}", "3:30 pm") == 0
    assert errors("en", f"half past three {half}", "3:30 am") > 0


@pytest.mark.parametrize(
    ("text", "same", "other"),
    [
        ("在三点五分之前", "在3点5分之前", "在3点15分之前"),
        ("比赛三点五分开始", "比赛3:05开始", "比赛3.5开始"),
        ("他得了三点五分", "他得了3.5分", "他得了3:05"),
        ("平均三点五分", "平均3.5分", "平均3:05"),
        ("到了三点五分", "到了3点5分", "到了3点50分"),
        ("三十点五分", "30.5分", "35分"),
        ("三点五", "3.5", "3点5分"),
        ("零点五分", "0.5分", "5分"),
    ],
)
def test_minutes_and_points_in_chinese(text: str, same: str, other: str) -> None:
    assert sign("zh", text, same) != "!"
    assert sign("zh", text, other) == "!"
    normalize = Mondegreen("zh")
    assert normalize(normalize(text)) == normalize(text)


def test_a_time_among_chinese_words() -> None:
    assert sign("zh", "下午三点半开会", "下午3:30开会") == "="
    assert sign("zh", "下午三点半开会", "下午3:50开会") == "!"
    assert sign("zh", "三点五分开会", "三点五开会") == "!"
