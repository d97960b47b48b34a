"""``wil``: 1 - (H / (H + S + D)) * (H / (H + S + I))."""

import pytest
from hypothesis import given
from metric_oracle import assert_broadcasts, corpora, jiwers, value

import mondegreen as mg


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((3, 0, 1, 1), 0.4375),
        ((5, 0, 0, 0), 0.0),
        ((0, 0, 4, 0), 1.0),
        ((1, 0, 0, 3), 3 / 4),
        ((0, 0, 0, 0), 0.0),
        ((0, 0, 0, 2), 1.0),
        ((0, 2, 0, 0), 1.0),
    ],
)
def test_formula(counts: tuple[int, int, int, int], expected: float) -> None:
    """Hits, substitutions, deletions, insertions."""
    assert value("wil", *counts) == expected


def test_by_hand() -> None:
    # 3 hits; 4 words on each side
    assert mg.wil("one two three four", "two three four five") == 1 - (3 / 4) * (3 / 4)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "expected"),
    [("", "", 0.0), ("", "a b", 1.0), ("a b", "", 1.0), ("a", "b", 1.0)],
)
def test_empty_texts(reference: str, hypothesis: str, expected: float) -> None:
    assert mg.wil(reference, hypothesis) == expected


def test_it_prints_its_tie_rule() -> None:
    assert "wil (ties: most-hits)" in str(mg.score("a", "b", metrics=["wil"]))


def test_with_its_opposite_it_makes_one() -> None:
    texts = ("a b c d", "a c d e f")
    assert mg.wil(*texts) + mg.wip(*texts) == 1.0


def test_over_arrays() -> None:
    rows = [(3, 0, 1, 1), (0, 0, 0, 0), (0, 0, 0, 2), (0, 0, 3, 0), (0, 2, 0, 0), (7, 1, 1, 1)]
    assert_broadcasts("wil", rows)


@given(corpora)
def test_equals_jiwer(pairs: list[tuple[str, str]]) -> None:
    references, hypotheses = zip(*pairs, strict=True)
    expected = jiwers(pairs).wil
    assert mg.wil(references, hypotheses, ties="jiwer") == expected
