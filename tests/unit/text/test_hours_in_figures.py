"""Hours whose half is said with the name of the hour, articles before ordinals, hyphens after numbers."""

import itertools

import pytest
from sameness import sign

import mondegreen as mg

HOURS = {
    "ru": (
        "в половине {}",
        (
            "первого второго третьего четвёртого пятого шестого седьмого восьмого девятого десятого "
            "одиннадцатого двенадцатого"
        ),
        "{}-го",
    ),
}


@pytest.mark.parametrize("language", sorted(HOURS))
@pytest.mark.parametrize("hour", range(1, 13))
def test_half_of_an_hour_in_figures_is_that_in_words(language: str, hour: int) -> None:
    frame, names, figures = HOURS[language]
    said = frame.format(names.split()[hour - 1])
    assert sign(language, frame.format(figures.format(hour)), said) != "!"
    for other in (hour + 12, hour % 12 + 1):
        assert sign(language, frame.format(figures.format(other)), said) == "!"


@pytest.mark.parametrize("text", ["půl 3", "v půl 3", "v půl 13", "půl 3 lidí"])
def test_what_may_be_no_hour_stays(text: str) -> None:
    assert mg.normalizer("mondegreen-cs")(text) == text


@pytest.mark.parametrize(
    ("language", "said", "written", "other"),
    [
        ("cs", "v půl třetí", "v 2:30", "v 2:31"),
        ("cs", "ve tři čtvrtě na čtyři", "ve 3:45", "ve 3:15"),
        ("de", "um halb drei", "um 2:30", "um 3:30"),
        ("ru", "без четверти три", "2:45", "3:45"),
        ("en", "at half past two", "at 2:30", "at 3:30"),
    ],
)
@pytest.mark.parametrize("own", ["own", "none"])
def test_a_time_is_forgiven_when_a_normalizer_wrote_its_digits(
    language: str, said: str, written: str, other: str, own: str
) -> None:
    normalizer = f"mondegreen-{language}" if own == "own" else own

    def rate(hypothesis: str) -> float:
        rated = mg.wer(said, hypothesis, normalizer=normalizer, forgive=["numbers"], lang=language)
        assert isinstance(rated, float)
        return rated

    assert rate(written) == 0
    assert rate(other) > 0


@pytest.mark.parametrize(
    "text", ["ein zweites mal", "eine dritte meinung", "einen zweiten versuch", "ein erstes"]
)
def test_the_article_of_an_ordinal_stays(text: str) -> None:
    assert mg.normalizer("mondegreen-de")(text) == text


HOUR_WORDS = ["halb", "dreiviertel", "drei viertel", "um viertel", "viertel nach", "viertel vor"]
AFTER = ["zwischen", "vor", "jedes", "minus", "sitzung", "achter mai", "3", "Uhr", "halb"]


@pytest.mark.parametrize("part", HOUR_WORDS)
@pytest.mark.parametrize("hour", ["ein", "eins", "3", "vier"])
def test_a_hyphen_after_an_hour_says_nothing(part: str, hour: str) -> None:
    normalize = mg.normalizer("mondegreen-de")
    for after, joint in itertools.product(AFTER, ["-", " "]):
        once = normalize(f"{part} {hour}{joint}{after}")
        assert normalize(once) == once
    assert sign("de", "3-achter Mai", "3 8. Mai") != "!"
    assert sign("de", "3-achter Mai", "38. Mai") == "!"
