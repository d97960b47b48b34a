"""Our own normalizers: what they make equal, and, next to each, what they must keep apart."""

import pickle
import random
import sys
import unicodedata
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pytest

import mondegreen as mg
from mondegreen._kernel import own
from mondegreen.errors import InputTypeError, UnknownNameError
from mondegreen.text.normalizers import NORMALIZERS
from mondegreen.text.normalizers.mondegreen import Mondegreen, Rewrite

ENGLISH = Mondegreen("en")


@pytest.mark.parametrize(
    ("language", "currency"),
    [("en", "dollars"), ("de", "Euro"), ("fr", "euros"), ("es", "euros"), ("ru", "рублей")],
)
@pytest.mark.parametrize("digits", ["000", "1 000", "1 000 000", "007", "05"])
def test_money_keeps_the_zeros_at_its_front(language: str, currency: str, digits: str) -> None:
    # In English spaces part no thousands.
    kept = digits if language == "en" else digits.replace(" ", "")
    assert Mondegreen(language)(f"{digits} {currency}").startswith(f"{kept} ")


CURRENCIES = [
    sign for sign in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(sign) == "Sc"
]


@pytest.mark.parametrize("language", own.languages())
def test_no_currency_is_lost(language: str) -> None:
    normalize = Mondegreen(language)
    lost = [sign for sign in CURRENCIES if normalize(f"{sign}50") == normalize("50")]
    assert not lost
    assert all(normalize(normalize(f"{sign}50")) == normalize(f"{sign}50") for sign in CURRENCIES)


SENTENCES = [
    ("call me at {} tomorrow", ["seven thirty", "7:13", "eight thirty", "7:30 pm", "noon"]),
    (
        "it costs {} in all",
        ["$4.85", "$4.58", "$485", "four dollars", "€4.85", "4.85", "$4.85 million"],
    ),
    ("we have {} boxes", ["15", "fifty", "150", "fifteen hundred", "15.5", "-15", "15%", "15th"]),
    ("it was in {}", ["1994", "1944", "nineteen forty", "94", "the nineties", "the eighties"]),
    (
        "i {} do it",
        ["can", "can't", "could", "couldn't", "will", "won't", "would", "shall", "am not"],
    ),
    ("it {} so", ["is", "isn't", "was", "wasn't", "has", "hasn't", "had", "is never", "ain't"]),
    ("ask {} about it", ["John", "Jon", "Joan", "Saint John", "Dr. John", "Mr. John", "John's"]),
    ("my number is {}", ["919-555-0142", "919-555-0124", "919-555-142", "9195550143", "one"]),
    (
        "take {} of it",
        ["1/2", "1/3", "two thirds", "2 1/2", "three", "3/4", "a bit", "20 mm", "20 ml"],
    ),
    ("write to {}", ["jo@example.com", "joe@example.com", "jo@example.org", "jo.example.com"]),
]


@pytest.mark.parametrize(("sentence", "words"), SENTENCES)
def test_a_changed_fact_is_never_normalized_away(sentence: str, words: list[str]) -> None:
    made = [ENGLISH(sentence.format(word)) for word in words]
    assert len(set(made)) == len(words), sorted(made)


def test_numbers_one_by_one_stay_apart() -> None:
    chance = random.Random(5)
    numbers = {*range(1200), *(chance.randrange(10**9) for _ in range(3000))}
    assert len({ENGLISH(f"about {number} of them") for number in numbers}) == len(numbers)


# -- what it did ------------------------------------------------------------------------------


def test_rewrites_say_what_was_done_and_where() -> None:
    text = "Uh, don’t pay $4.85 [noise] for 5 km"
    assert ENGLISH.rewrites(text) == [
        Rewrite("fillers", 0, 2, "Uh", ""),
        Rewrite("contractions", 6, 9, "n’t", "not"),
        Rewrite("money", 14, 19, "$4.85", "4.85 dollars"),
        Rewrite("tags", 20, 27, "[noise]", ""),
        Rewrite("measure", 32, 36, "5 km", "5 kilometers"),
    ]
    assert ENGLISH.rewrites("plain words, nothing more") == []
    assert ENGLISH.rewrites("the 21st") == []


@pytest.mark.xfail(strict=True, reason="a comma before figures that go on is not among the folds")
def test_folds_and_rewrites_are_all_that_was_done() -> None:
    """Put in place of what they stand for, they make the normalized text."""
    lines = (
        (Path(__file__).parents[4] / "examples" / "sentences.tsv")
        .read_text("utf-8")
        .splitlines()[1:]
    )
    for language in ("en", "de", "hi", "zh", "tr"):
        normalize = Mondegreen(language)
        for text in (text for line in lines for text in line.split("\t")[2:4]):
            parts, end = [], 0
            done = sorted([*normalize.rewrites(text), *normalize.folds(text)], key=lambda r: r[1:3])
            for rewrite in done:
                assert text[rewrite.start : rewrite.end] == rewrite.source
                if rewrite.start >= end:  # "p m" is letters, and then a part of a time
                    parts += [text[end : rewrite.start], f" {rewrite.output} "]
                    end = rewrite.end
            if all(a.end <= b.start for a, b in pairwise(done)):
                assert " ".join("".join([*parts, text[end:]]).split()) == normalize(text)
            else:
                assert language == "en"
                assert {rewrite.rule for rewrite in done} & {"time", "letters"}


def test_folds_name_what_was_done() -> None:
    text = "So, Cafe\N{COMBINING ACUTE ACCENT} \N{EM DASH} \N{FULLWIDTH DIGIT FIVE} km?"
    assert ENGLISH.folds(text) == [
        Rewrite("case, punctuation", 0, 3, "So,", "so"),
        Rewrite("case, unicode", 4, 9, text[4:9], "caf\N{LATIN SMALL LETTER E WITH ACUTE}"),
        Rewrite("punctuation", 10, 11, text[10], ""),
        Rewrite("punctuation", 16, 17, "?", ""),
    ]
    assert Mondegreen("tr").folds("ILIK") == [Rewrite("case, unicode", 0, 4, "ILIK", "ılık")]
    assert ENGLISH.folds("plain words") == []


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("at 10:05 pm", "at 10 05 pm"),
        ("at ten oh five p m", "at 10 05 pm"),
        ("by 5:05 a.m.", "by 5 05 am"),
        ("at 05 pm", "at 5 pm"),
        ("at 10:00 pm", "at 10 pm"),
    ],
)
def test_minutes_are_no_hour(said: str, written: str) -> None:
    assert ENGLISH(said) == written
    assert ENGLISH(written) == written


def test_positions_are_code_points() -> None:
    (rewrite,) = ENGLISH.rewrites("\N{GRINNING FACE} e\N{COMBINING ACUTE ACCENT} twenty one")
    assert rewrite[1:4] == (5, 15, "twenty one")


def test_ways_with_fillers_and_tags() -> None:
    text = "um yes [laughter] <unk>"
    assert Mondegreen("en")(text) == "yes <unk>"
    assert Mondegreen("en", fillers="keep")(text) == "um yes <unk>"
    assert Mondegreen("en", tags="words")(text) == "yes laughter <unk>"
    assert Mondegreen("en", tags="keep")(text) == "yes [laughter] <unk>"
    assert Mondegreen("en", fillers="optional")(text) == "um yes <unk>"
    assert mg.normalizer("mondegreen-en-keep-fillers")(text) == "um yes <unk>"


def test_optional_fillers_are_named_and_kept() -> None:
    text = "um yes [laughter] <unk>"
    optional = Mondegreen("en", fillers="optional")
    assert optional.rewrites(text)[0] == Rewrite("optional-filler", 0, 2, "um", "um")
    assert "um" not in [each.source for each in Mondegreen("en", fillers="keep").rewrites(text)]


# -- names, batches, errors ----------------------------------------------------------------------


def test_every_language_is_a_name() -> None:
    names = {name for name in NORMALIZERS.names() if name.startswith("mondegreen-")}
    assert names == {f"mondegreen-{code}" for code in own.languages()}
    for name in names:
        assert mg.normalizer(f"{name}@2").name == name


def test_an_unknown_language_lists_those_that_are() -> None:
    with pytest.raises(UnknownNameError, match=r"language.*xx"):
        Mondegreen("xx")
    with pytest.raises(UnknownNameError, match="fillers"):
        Mondegreen("en", fillers="lose")  # type: ignore[arg-type]
    with pytest.raises(InputTypeError, match="expected a text"):
        ENGLISH.rewrites(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", sorted(set(NORMALIZERS.names())))
@pytest.mark.parametrize("thing", [None, 5, b"x", ["a"]], ids=repr)
def test_every_normalizer_says_that_a_thing_is_no_text(name: str, thing: object) -> None:
    with pytest.raises(InputTypeError, match="expected a text, got"):
        mg.normalizer(name)(thing)  # type: ignore[arg-type]


def test_batches_keep_what_is_missing() -> None:
    texts = ["Twenty one", None, "don't", ""]
    wanted = ["21", None, "do not", ""]
    assert list(ENGLISH.batch(texts)) == wanted
    assert list(ENGLISH.batch(tuple(texts))) == wanted
    assert list(ENGLISH.batch(pa.array(texts))) == wanted
    assert ENGLISH.batch([["Twenty", "Don't"]]) == [["20", "do not"]]


def test_pickles() -> None:
    for normalize in (
        Mondegreen("de", fillers="keep", tags="words"),
        mg.normalizer("mondegreen-en-IN"),
    ):
        again = pickle.loads(pickle.dumps(normalize))
        assert (again.name, again.version) == (normalize.name, normalize.version)


def test_lone_surrogates_stay() -> None:
    assert ENGLISH("A \ud800 b\udfff Twenty") == "a \ud800 b\udfff 20"


@pytest.mark.parametrize(
    "text",
    ["a'" * 50_000, "one " * 50_000, "1,000," * 30_000, "(%" * 50_000, "a.b." * 40_000, "<" * 100_000,
     "e\N{COMBINING ACUTE ACCENT}" * 50_000, "\N{COMBINING ACUTE ACCENT}" * 100_000, "oh " * 50_000,
     "twenty. " * 30_000, "uh " * 60_000, "a b " * 50_000, "$-" * 60_000, "double " * 40_000,
     "hundred " * 30_000, "million " * 30_000, "dont " * 40_000, "point five " * 30_000, "& " * 30_000,
     "st. dr. " * 30_000, "x" * 300_000, "9" * 300_000, "1 2 3 million " * 20_000],
    ids=lambda text: text[:8],
)  # fmt: skip
def test_long_texts_take_no_time(text: str) -> None:
    once = ENGLISH(text)
    assert ENGLISH(once) == once


@pytest.mark.parametrize("language", ["en", "en-IN"])
def test_plural_lakhs_and_crores_count_after_a_number_alone(language: str) -> None:
    normalize = Mondegreen(language)
    for said, written in {
        "five lakhs fifty thousand": "550000",
        "five lakh fifty thousand": "550000",
        "two crores": "20000000",
        "20 lacs": "2000000",
        "2.5 lakhs": "250000",
    }.items():
        assert normalize(said) == written
    for alone in ("lakhs of people", "a few crores", "lacs and lacs"):
        assert normalize(alone) == alone
