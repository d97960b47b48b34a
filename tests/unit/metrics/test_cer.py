"""``cer``: character edits over the characters of the reference."""

import math

import pytest
from hypothesis import given
from metric_oracle import assert_broadcasts, corpora, jiwers, value

import mondegreen as mg


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((17, 1, 4, 0), 5 / 22),
        ((5, 0, 0, 0), 0.0),
        ((0, 0, 4, 0), 1.0),
        ((1, 0, 0, 3), 3.0),
        ((0, 0, 0, 0), 0.0),
        ((0, 0, 0, 2), math.inf),
    ],
)
def test_formula(counts: tuple[int, int, int, int], expected: float) -> None:
    """Hits, substitutions, deletions, insertions."""
    assert value("cer", *counts) == expected


def test_by_hand() -> None:
    assert mg.cer("wi-fi", "wifi") == 1 / 5


def test_white_space_counts() -> None:
    assert mg.cer("a b", "ab") == 1 / 3
    assert mg.cer("a b", "ab", unit="character-no-space") == 0.0


def test_code_points_or_what_a_reader_sees() -> None:
    composed, apart = "\u00e9t\u00e9", "e\u0301te\u0301"
    assert mg.cer(composed, apart) == 4 / 3
    assert mg.cer(composed, apart, unit="grapheme") == 2 / 3
    assert mg.cer("\U0001f469\u200d\U0001f52c b", "b", unit="grapheme-no-space") == 1 / 2


def test_empty_texts() -> None:
    assert mg.cer("", "") == 0.0
    assert mg.cer("", "ab") == math.inf
    assert mg.cer("ab", "") == 1.0
    assert mg.cer(["", "ab"], ["a", "ab"]) == 1 / 2


def test_it_cannot_count_words() -> None:
    with pytest.raises(mg.UsageError, match="cer cannot count in 'word'; known: 'character'"):
        mg.cer("a", "b", unit="word")


def test_over_arrays() -> None:
    rows = [(3, 0, 1, 1), (0, 0, 0, 0), (0, 0, 0, 2), (0, 0, 3, 0), (0, 2, 0, 0), (7, 1, 1, 1)]
    assert_broadcasts("cer", rows)


@given(corpora)
def test_equals_jiwer(pairs: list[tuple[str, str]]) -> None:
    references, hypotheses = zip(*pairs, strict=True)
    expected = jiwers(pairs, characters=True)
    result = mg.score(references, hypotheses, metrics=["cer"], ties="jiwer")["cer"]
    assert result.value == expected.cer
    assert result.counts == {
        "hits": expected.hits,
        "substitutions": expected.substitutions,
        "deletions": expected.deletions,
        "insertions": expected.insertions,
    }
