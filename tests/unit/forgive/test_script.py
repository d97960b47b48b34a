"""The same word in two scripts, each pair next to a different word."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from time import process_time

import pytest
from devanagari import WORDS, minimal_pairs, written
from word_differences import why

from mondegreen.errors import MissingDependencyError, UsageError
from mondegreen.forgive.script import Script
from mondegreen.forgive.spellings import spelled

ROWS = [
    line.split("\t")
    for line in (Path(__file__).parent / "scripts.tsv").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


def test_there_are_enough_pairs() -> None:
    counts = Counter(row[0] for row in ROWS)
    assert min(counts[language] for language in ("hi", "ar", "zh")) >= 20


@pytest.mark.parametrize(("language", "word", "same", "other"), ROWS)
def test_the_same_word_and_another(language: str, word: str, same: str, other: str) -> None:
    forgiver = Script(f"{language}-en")
    assert why(forgiver, f"{word} / {same}")
    assert why(forgiver, f"{word} / {same.upper()}")
    assert why(forgiver, f"{word} / {other}") is None


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[1])
def test_no_word_of_the_list_is_taken_for_another(row: list[str]) -> None:
    others = [each[2] for each in ROWS if each[0] == row[0] and each[2] != row[2]]
    taken = [text for text in others if spelled(row[1], text.lower().replace(" ", ""))]
    assert taken == []


@pytest.mark.parametrize(
    "pair",
    [
        *("card / cart", "कार्ड / कार्ट", "कार्ड / ", " / card", "कार्ड / card5", "कार्डx / card"),
        *("कार्ड / debit card", "5 / पांच", "... / कार्ड", "北京 / 北京市", "कार्ड / бард"),
        *("\u094d / card", "\u0902 / n m", "का\u0301र्ड / sard", "金 / jin rong"),
    ],
)
def test_what_is_none_of_its_business(pair: str) -> None:
    for language in ("hi-en", "zh-en", "ar-en"):
        assert why(Script(language), pair) is None


def test_words_may_be_cut_elsewhere() -> None:
    assert why(Script("zh"), "北 京 / Beijing")
    assert why(Script("hi"), "पास वर्ड / password")


def test_a_hostile_word_takes_no_time() -> None:
    started = process_time()
    for letter in "اوعيक":
        spelled(letter * 60, "a" * 60 + "b")
        spelled(letter * 100_000, "a" * 100_000)
    assert process_time() - started < 1


def test_a_language_that_is_not_known_is_refused() -> None:
    with pytest.raises(UsageError, match=r"script knows the spellings of ar, .* not of 'en'"):
        Script("en")


def test_a_missing_package_is_named(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "pypinyin", None)
    with pytest.raises(MissingDependencyError, match=r"pip install '.\[script\]'"):
        spelled("北京", "beijing")


def test_words_that_differ_in_one_vowel_are_two_in_devanagari_too() -> None:
    pairs = minimal_pairs()
    assert len(pairs) >= 600
    assert [(word, other) for word, other in pairs if spelled(written(word), other)] == []
    own = [word for word in dict.fromkeys(WORDS) if spelled(written(word), word)]
    assert len(own) > 0.8 * len({*WORDS})
