"""What the forgivers of numbers, accents and punctuation say where they meet."""

from __future__ import annotations

import pytest

import mondegreen as mg

pytest.importorskip("mondegreen._kernel._native")


def rate(reference: str, hypothesis: str, language: str) -> float | None:
    result = mg.score(
        [reference],
        [hypothesis],
        metrics=["wer"],
        normalizer="none",
        forgive="agent",
        lang=language,
    )
    return result["wer"].value


@pytest.mark.parametrize(
    ("language", "reference", "hypothesis"),
    [
        ("en", "it is 5℃", "it is 5℉"),
        ("en", "it is 5 ℃", "it is 5 ℉"),
        ("en", "run 5㎞", "run 5㎝"),
        ("zh", "-5℃", "-5℉"),
        ("zh", "千分之五", "5%"),
        ("en", "it is -(5) now", "it is 5 now"),
        ("en", "-(5)", "5"),
        ("en", "-(5)", "(5)"),
        ("en", "minus, five", "minus five"),
        ("en", "minus, five", "-5"),
        ("es", "entre las ocho y diez", "entre las 8:10"),
        ("fr", "il hésites", "il hésités"),
        ("fr", "il cite", "il cité"),
        ("fr", "un livre", "£1"),
    ],
)
def test_what_differs_stays(language: str, reference: str, hypothesis: str) -> None:
    assert rate(reference, hypothesis, language) != 0
    assert rate(hypothesis, reference, language) != 0


@pytest.mark.parametrize(
    ("language", "reference", "hypothesis"),
    [
        ("fr", "midi et demi", "12:30"),
        ("fr", "à minuit et quart", "à 0:15"),
        ("it", "mezzogiorno e mezza", "12:30"),
        ("it", "all'una e mezza", "1:30"),
        ("pt", "meio-dia e meia", "12:30"),
        ("pt", "meia-noite e meia", "0:30"),
        ("es", "entre las ocho y diez", "entre las 8 y 10"),
        ("fr", "densités", "densites"),
        ("fr", "une livre", "£1"),
        ("en", "5℃,", "5℃"),
    ],
)
def test_what_is_the_same_is_forgiven(language: str, reference: str, hypothesis: str) -> None:
    assert rate(reference, hypothesis, language) == 0
    assert rate(hypothesis, reference, language) == 0
    assert rate(hypothesis + " x", reference + " y", language) != 0
