"""``wip``: (H / (H + S + D)) * (H / (H + S + I))."""

import pytest
from hypothesis import given
from metric_oracle import assert_broadcasts, corpora, jiwers, value

import mondegreen as mg


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((3, 0, 1, 1), 9 / 16),
        ((5, 0, 0, 0), 1.0),
        ((0, 0, 4, 0), 0.0),
        ((1, 0, 0, 3), 1 / 4),
        ((0, 0, 0, 0), 1.0),
        ((0, 0, 0, 2), 0.0),
        ((0, 2, 0, 0), 0.0),
    ],
)
def test_formula(counts: tuple[int, int, int, int], expected: float) -> None:
    """Hits, substitutions, deletions, insertions."""
    assert value("wip", *counts) == expected


def test_by_hand() -> None:
    # 3 hits; 4 words on each side
    assert mg.wip("one two three four", "two three four five") == (3 / 4) * (3 / 4)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "expected"),
    [("", "", 1.0), ("", "a b", 0.0), ("a b", "", 0.0), ("a", "b", 0.0)],
)
def test_empty_texts(reference: str, hypothesis: str, expected: float) -> None:
    assert mg.wip(reference, hypothesis) == expected


def test_it_prints_its_tie_rule() -> None:
    assert "wip (ties: most-hits)" in str(mg.score("a", "b", metrics=["wip"]))


def test_with_its_opposite_it_makes_one() -> None:
    texts = ("a b c d", "a c d e f")
    assert mg.wil(*texts) + mg.wip(*texts) == 1.0


def test_over_arrays() -> None:
    rows = [(3, 0, 1, 1), (0, 0, 0, 0), (0, 0, 0, 2), (0, 0, 3, 0), (0, 2, 0, 0), (7, 1, 1, 1)]
    assert_broadcasts("wip", rows)


@given(corpora)
def test_equals_jiwer(pairs: list[tuple[str, str]]) -> None:
    references, hypotheses = zip(*pairs, strict=True)
    expected = jiwers(pairs).wip
    assert mg.wip(references, hypotheses, ties="jiwer") == expected
