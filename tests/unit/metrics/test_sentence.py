"""``sentence``: utterances with any error over all utterances."""

import pytest
from hypothesis import given
from metric_oracle import assert_broadcasts, corpora, value

import mondegreen as mg


@pytest.mark.parametrize(
    ("counts", "expected"), [((8, 10), 0.8), ((0, 3), 0.0), ((3, 3), 1.0), ((0, 0), 0.0)]
)
def test_formula(counts: tuple[int, int], expected: float) -> None:
    """Wrong ones, all."""
    assert value("sentence", *counts) == expected


def test_by_hand() -> None:
    references = ["yes please", "no", "", ""]
    hypotheses = ["yes please", "oh", "", "hm"]
    assert mg.sentence_error_rate(references, hypotheses) == 2 / 4
    counts = mg.score(references, hypotheses, metrics=["sentence"])["sentence"].counts
    assert counts == {"wrong": 2, "sentences": 4}


@pytest.mark.parametrize(
    ("reference", "hypothesis", "expected"), [("", "", 0.0), ("", "a", 1.0), ("a", "", 1.0)]
)
def test_empty_texts(reference: str, hypothesis: str, expected: float) -> None:
    assert mg.sentence_error_rate(reference, hypothesis) == expected


@pytest.mark.parametrize(("missing", "wrong", "sentences"), [("skip", 1, 2), ("deletions", 2, 4)])
def test_missing_hypotheses(missing: str, wrong: int, sentences: int) -> None:
    result = mg.score(
        ["a", "b", "c", ""], ["a", "x", None, None], metrics=["sentence"], missing=missing
    )
    assert result["sentence"].counts == {"wrong": wrong, "sentences": sentences}


def test_units_decide_what_is_an_error() -> None:
    pair = ("a b", "a  b")
    assert mg.sentence_error_rate(*pair) == 0.0
    assert mg.sentence_error_rate(*pair, unit="character") == 1.0


def test_differences_are_shown_in_its_unit() -> None:
    result = mg.score("a b", "a  b", metrics=["sentence"], unit="character")
    (difference,) = result.differences()
    assert difference.unit == "character"


def test_over_arrays() -> None:
    assert_broadcasts("sentence", [(0, 0), (1, 2), (3, 3), (0, 5)])


@given(corpora)
def test_counts_what_is_not_equal(pairs: list[tuple[str, str]]) -> None:
    references, hypotheses = zip(*pairs, strict=True)
    wrong = sum(reference.split() != hypothesis.split() for reference, hypothesis in pairs)
    assert mg.sentence_error_rate(references, hypotheses) == wrong / len(pairs)
