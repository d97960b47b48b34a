"""Numbers as each language writes and says them; what is equal is in `tests/conformance/words`."""

import pytest
from sameness import sign

import mondegreen as mg
from mondegreen.text.numbers import read

NO_BREAK, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"


@pytest.mark.parametrize("language", ["cs", "de", "es", "fr", "ru", "pl", "uk"])
@pytest.mark.parametrize("space", [" ", NO_BREAK, NARROW])
def test_spaces_part_thousands(language: str, space: str) -> None:
    normalize = mg.normalizer(f"mondegreen-{language}")
    for text in ("1 234 567", "12 345", "999 000", "1 234,56"):
        assert normalize(text.replace(" ", space)) == text.replace(" ", "")


GROUPS_OF_THREE = pytest.mark.xfail(
    strict=True, reason="groups after a group with a zero at its front are read as thousands"
)
ZERO_AT_THE_FRONT = [
    pytest.param(language, text, marks=GROUPS_OF_THREE if language in wrong.split() else ())
    for text, wrong in (
        ("06 12 34 56 78", ""),
        ("0612 345 678", "cs de ru pl uk"),
        ("012 345 678", "cs de ru pl uk"),
    )
    for language in ("cs", "de", "es", "fr", "ru", "pl", "uk")
]


@pytest.mark.parametrize(("language", "text"), ZERO_AT_THE_FRONT)
def test_a_zero_at_the_front_begins_no_thousands(language: str, text: str) -> None:
    """They are telephone numbers, which are joined where their groups are known, or stay."""
    normalize, joined = mg.normalizer(f"mondegreen-{language}"), text.replace(" ", "")
    assert normalize(text) in {text, joined}
    assert normalize(text) != normalize(joined.lstrip("0"))
    assert sign(language, text, joined.lstrip("0")) == "!"


@pytest.mark.parametrize("language", ["cs", "de", "es", "fr", "ru", "pl", "uk"])
@pytest.mark.parametrize(
    "text",
    [
        "12 345 678 9",
        "1 234 5678",
        "1234 567",
        "1 23 456",
        "12 34",
    ],
)
def test_other_digits_stay_apart(language: str, text: str) -> None:
    assert mg.normalizer(f"mondegreen-{language}")(text) == text


def test_numbers_in_words_or_of_two_sentences_are_not_joined() -> None:
    """A comma keeps apart what would be one number when it is read again."""
    german, russian = mg.normalizer("mondegreen-de"), mg.normalizer("mondegreen-ru")
    assert german("Raum 2. 300 Leute") == "raum 2; 300 leute"
    assert german("Raum zwei, dreihundert Leute") == "raum 2, 300 leute"
    assert russian("сто двести человек") == "100, 200 человек"
    assert german("raum 2, 300 leute") == "raum 2, 300 leute"
    for code in ("en", "nl", "any"):
        assert mg.normalizer(f"mondegreen-{code}")("2 300") == "2 300"


@pytest.mark.xfail(strict=True, reason="what only loses its spaces is not among the rewrites")
def test_thousands_are_named_among_the_rewrites() -> None:
    (rewrite,) = mg.normalizer("mondegreen-fr").rewrites("les 1 234 567 habitants")
    assert rewrite == ("thousands", 4, 13, "1 234 567", "1234567")


@pytest.mark.parametrize(
    ("language", "text", "kind", "value"),
    [
        ("fr", "1 234 567", "cardinal", "1234567"),
        ("hi", "साढ़े तीन", "cardinal", "3.5"),
        ("hi", "सवा दो बजे", "time", "2:15"),
        ("ru", "полтора", "cardinal", "1.5"),
        ("de", "7.30 Uhr", "time", "7:30"),
        ("fr", "7h30", "time", "7:30"),
        ("zh", "五分之三", "fraction", "0.6"),
        ("en", "negative five", "negative", "-5"),
        ("en", "5 lb", "measure", "5"),
    ],
)
def test_values_are_typed(language: str, text: str, kind: str, value: str) -> None:
    (span,) = read(text, language)
    assert (span.kind, span.value) == (kind, value)


def test_five_pounds_may_be_a_weight() -> None:
    (span,) = read("five pounds")
    assert {(span.kind, span.value), *span.alternatives} == {("money", "5"), ("measure", "5")}
    (span,) = read("£5")
    assert (span.kind, span.alternatives) == ("money", ())


@pytest.mark.parametrize(
    ("language", "said", "written"),
    [
        ("fr", "le quatorze juillet", "le 14 juillet"),
        ("es", "catorce de julio", "14 de julio"),
        ("es", "uno de mayo", "1 de mayo"),
        ("it", "il sei maggio", "il 6 maggio"),
        ("pt", "catorze de julho", "14 de julho"),
    ],
)
def test_a_day_in_words_is_that_in_digits(language: str, said: str, written: str) -> None:
    days = [[(span.kind, span.value) for span in read(text, language)] for text in (said, written)]
    assert days[0] == days[1]
    assert days[0][0][0] == "date"
    assert mg.normalizer(f"mondegreen-{language}")(said) == written


def test_millions_alone_take_no_number_after_them() -> None:
    assert mg.normalizer("mondegreen-fr")("des millions vingt fois") == "des millions 20 fois"
