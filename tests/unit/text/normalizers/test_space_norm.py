"""``space-norm``: seven steps in their order."""

import pytest

import mondegreen as mg

norm = mg.normalizer("space-norm")


@pytest.mark.parametrize(
    ("text", "normalized"),
    [
        ("new york city", "new york city"),
        ("newyork city", "newyork city"),
        ("money transfer limit", "money transfer limit"),
        ("moneytransfer limt", "moneytransfer limt"),
        ("చాలా మంచి రోజు", "చాలా మంచి రోజు"),
        ("చాలామంచి రోజు", "చాలామంచి రోజు"),
        ("చాలామంచి రొజు", "చాలామంచి రొజు"),
    ],
)
def test_the_worked_examples(text: str, normalized: str) -> None:
    assert norm(text) == normalized
    assert norm(f"<|te|> [noise] <x>{text.upper()}.  ") == normalized


@pytest.mark.parametrize(
    ("text", "normalized"),
    [
        ("<|te|>a", "a"),
        ("a <|te|> b", "a b"),
        ("[a] b [c d] e", "b e"),
        ("a [b", "a b"),
        ("a] b", "a b"),
        ("<[>] a", "< a"),  # brackets come first
        ("a <b c", "a <b c"),
        ("a [b\nc] d", "a d"),
        ("wi-fi", "wifi"),
        ("10:30 a.m.", "am"),
        ("snake_case", "snake_case"),
        ("। ॥ ,.-!?;:'\"()[]{}/\\@#$%^&*+=~`|", ""),
        ("0123456789", ""),
        ("౨౦౨౪", "౨౦౨౪"),
        ("A\u00a0\u3000B\u2028C", "a b c"),
        ("\ud800A", "\ud800a"),
        ("", ""),
    ],
)
def test_steps(text: str, normalized: str) -> None:
    assert norm(text) == normalized


def test_emptied_utterances_are_counted() -> None:
    result = mg.score(["2024", "a b"], ["2024", "a b"], normalizer="space-norm@1")
    assert result.coverage.emptied == 1
    assert "normalizer:space-norm@1" in result.signature
