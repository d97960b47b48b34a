"""``mer``: (S + D + I) / (H + S + D + I)."""

import pytest
from hypothesis import given
from metric_oracle import assert_broadcasts, corpora, jiwers, value

import mondegreen as mg


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((3, 0, 1, 1), 2 / 5),
        ((5, 0, 0, 0), 0.0),
        ((0, 0, 4, 0), 1.0),
        ((1, 0, 0, 3), 3 / 4),
        ((0, 0, 0, 0), 0.0),
        ((0, 0, 0, 2), 1.0),
    ],
)
def test_formula(counts: tuple[int, int, int, int], expected: float) -> None:
    """Hits, substitutions, deletions, insertions."""
    assert value("mer", *counts) == expected


def test_by_hand() -> None:
    # 3 hits, 1 deletion, 1 insertion: 2 of 5 steps
    assert mg.mer("one two three four", "two three four five") == 2 / 5


@pytest.mark.parametrize(
    ("reference", "hypothesis", "expected"), [("", "", 0.0), ("", "a b", 1.0), ("a b", "", 1.0)]
)
def test_empty_texts(reference: str, hypothesis: str, expected: float) -> None:
    assert mg.mer(reference, hypothesis) == expected


def test_it_prints_its_tie_rule() -> None:
    assert "mer (ties: most-hits)" in str(mg.score("a", "b", metrics=["mer"]))
    assert "mer (ties: jiwer)" in str(mg.score("a", "b", metrics=["mer"], ties="jiwer"))


def test_it_depends_on_the_tie_rule() -> None:
    # 3 errors either way; with most hits 1 hit and 4 steps, else 3 substitutions.
    assert mg.mer("a b c", "x a b") == 2 / 4


def test_over_arrays() -> None:
    rows = [(3, 0, 1, 1), (0, 0, 0, 0), (0, 0, 0, 2), (0, 0, 3, 0), (0, 2, 0, 0), (7, 1, 1, 1)]
    assert_broadcasts("mer", rows)


@given(corpora)
def test_equals_jiwer(pairs: list[tuple[str, str]]) -> None:
    references, hypotheses = zip(*pairs, strict=True)
    expected = jiwers(pairs).mer
    assert mg.mer(references, hypotheses, ties="jiwer") == expected
