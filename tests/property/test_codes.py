"""Codes of letters and figures are the same however they are spelled out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg

DIGITS = {
    "de": "null eins zwei drei vier fünf sechs sieben acht neun",
    "en": "zero one two three four five six seven eight nine",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf",
    "nl": "nul een twee drie vier vijf zes zeven acht negen",
    "pl": "zero jeden dwa trzy cztery pięć sześć siedem osiem dziewięć",
    "ru": "ноль один два три четыре пять шесть семь восемь девять",
    "sv": "noll ett två tre fyra fem sex sju åtta nio",
}
CONSONANTS = "BCDFGHJKLMNPQRSTVWXZ"  # a vowel may be a word: *a*, *y*, *o*
CODE = st.from_regex(rf"[{CONSONANTS}]{{1,3}}[0-9]{{2,5}}", fullmatch=True)
MIXED = st.from_regex(rf"[{CONSONANTS}]{{1,2}}[2-9][{CONSONANTS}]{{1,2}}", fullmatch=True)


def errors(reference: str, hypothesis: str, lang: str) -> int:
    return mg.score([reference], [hypothesis], lang=lang, forgive="agent")["wer"].errors


def spelled(code: str, lang: str) -> str:
    names = DIGITS[lang].split()
    return " ".join(names[int(sign)] if sign.isdigit() else sign for sign in code)


@pytest.mark.parametrize("lang", DIGITS)
@given(code=CODE)
def test_a_code_is_the_same_spelled_out(lang: str, code: str) -> None:
    assert errors(f"Z {code}", f"Z {spelled(code, lang)}", lang) == 0


@given(code=MIXED)
def test_a_code_with_letters_after_figures_is_the_same_spelled_out(code: str) -> None:
    assert errors(f"code {code}", f"code {spelled(code, 'en')}", "en") == 0


@pytest.mark.parametrize("lang", DIGITS)
@given(code=CODE, data=st.data())
def test_another_code_is_not(lang: str, code: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(code) - 1))
    signs = "0123456789" if code[at].isdigit() else CONSONANTS
    other = data.draw(st.sampled_from(signs.replace(code[at], "")))
    heard = spelled(code[:at] + other + code[at + 1 :], lang)
    assert errors(f"Z {code}", f"Z {heard}", lang) > 0


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [("a moral 5", "amoral five"), ("amoral5", "a moral five"), ("room SW47", "room SW fourteen")],
)
def test_letters_that_are_words_are_not_spelled(reference: str, hypothesis: str) -> None:
    assert errors(reference, hypothesis, "en") > 0


@pytest.mark.parametrize(
    ("lang", "reference", "hypothesis"),
    [
        ("en", "don't go", "don t go"),
        ("en", "we'll see", "we ll see"),
        ("en", "it's me", "it s me"),
        ("fr", "j'ai faim", "j ai faim"),
        ("fr", "aujourd'hui", "aujourd hui"),
        ("it", "l'amico", "l amico"),
    ],
)
def test_a_space_may_stand_for_an_apostrophe(lang: str, reference: str, hypothesis: str) -> None:
    assert errors(reference, hypothesis, lang) == 0
    assert errors(hypothesis, reference, lang) == 0


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        ("we'll go", "well go"),
        ("she'll go", "shell go"),
        ("it's me", "its me"),
        ("don't go", "do go"),
    ],
)
def test_without_a_space_it_is_another_word(reference: str, hypothesis: str) -> None:
    assert errors(reference, hypothesis, "en") > 0
