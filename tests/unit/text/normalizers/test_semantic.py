"""``semantic``: English in words."""

import pytest

import mondegreen as mg
from mondegreen.text.normalizers.semantic import without_asides

semantic = mg.normalizer("semantic@1")


@pytest.mark.parametrize(
    ("text", "normalized"),
    [
        ("Hello", "hello"),
        ("ready, set", "ready set"),
        ("I'm don’t", "i am do not"),
        ("3", "three"),
        ("$5", "five dollars"),
        ("$1 £1.01 €0.99 $1,000", ("one dollar one pound one pence zero euros ninety nine cents "
         "one thousand dollars")),
        ("$3.5 million $2m", "three point five million dollars two million dollars"),
        ("1st 22nd 13th 100th", "first twenty second thirteenth one hundredth"),
        ("0 007 10", "zero zero zero seven ten"),
        ("3.14 .5 1.2.3", "three point one four point five one point two point three"),
        ("1990s 60s 6s", "nineteen nineties sixties sixes"),
        ("1905 2005 2010 1500 1,984", ("nineteen oh five two thousand five twenty ten "
         "one thousand five hundred one thousand nine hundred eighty four")),
        ("5:00 5:30 25:99", "five five thirty twenty five ninety nine"),
        ("1234567890123456", ("one two three four five six seven eight nine zero one two three four "
         "five six")),
        ("five dollars and fifty cents", "five dollars fifty cents"),
        ("hundred and half", "hundred and half"),
        ("half a million", "half a million"),
        ("dr mr. mrs", "doctor mister missus"),
        ("colour favourite", "color favorite"),
        ("gonna yeah ok", "going to yes okay"),
        ("a&b @ #5 5°", "a and b at number five five degrees"),
        ("50 per cent", "fifty percent"),
        ("U.S. a.m. End.Start", "us am end start"),
        ("कीमत ५ 今天", "कीमत ५ 今天"),
        ("\ud800", "\ud800"),
        ("", ""),
    ],
)  # fmt: skip
def test_rules(text: str, normalized: str) -> None:
    assert semantic(text) == normalized


@pytest.mark.parametrize("number", [*range(100), *range(100, 3_000, 7), 10**6 + 1, 10**12 + 10**4])
def test_no_number_is_another(number: int) -> None:
    assert mg.normalizer("calls")(semantic(f"{number:,}")) == str(number)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("we talked about the pla-", "we talked about the"),
        ("the result was HIV-", "the result was HIV-"),
        ("yes - no … -5 ", "yes no -5"),
        ("it is - 5 degrees, - $5, — so", "it is - 5 degrees, - $5, so"),
        ("[laughter] it's $5, <eos>", "it's $5,"),
        ("\ud800 is it", "\ud800 is it"),
        ("", ""),
    ],
)
def test_notes_and_words_that_are_cut_off_are_left_out(text: str, kept: str) -> None:
    assert mg.normalizer("semantic")(text) == kept
    assert mg.normalizer("semantic@2")(kept) == kept


@pytest.mark.parametrize(
    ("text", "other", "kept"),
    [
        ("Well, you know, it costs $5.", "it costs $5", "it costs $5."),
        ("so I want, like, two teas", "I want two teas", "I want, two teas"),
        ("so I want, like, two teas", "so i want like two teas", "so I want, like, two teas"),
        ("it broke, so I am calling", "IT BROKE SO I AM CALLING", "it broke, so I am calling"),
        ("so I say, so I go", "I say so I go", "I say, so I go"),
        ("it is basically free", "it is free", "it is free"),
        ("you know it works", "it works", "it works"),
        ("I like tea and do you know him", "I tea and do him", "I like tea and do you know him"),
        ("well done, as you know it works", "done", "well done, as you know it works"),
        ("\ud800 basically", "", "\ud800"),
        ("", "so", ""),
    ],
)
def test_asides_of_one_text_alone_are_left_out(text: str, other: str, kept: str) -> None:
    assert " ".join(without_asides(text.split(), other.split())) == kept
