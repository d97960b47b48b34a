"""``wer``: (S + D + I) / (H + S + D)."""

import math

import pytest
from hypothesis import given
from metric_oracle import assert_broadcasts, corpora, jiwers, value

import mondegreen as mg


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((4, 1, 1, 0), 2 / 6),
        ((5, 0, 0, 0), 0.0),
        ((0, 0, 4, 0), 1.0),
        ((1, 0, 0, 3), 3.0),
        ((0, 0, 0, 0), 0.0),
        ((0, 0, 0, 2), math.inf),
    ],
)
def test_formula(counts: tuple[int, int, int, int], expected: float) -> None:
    """Hits, substitutions, deletions, insertions."""
    assert value("wer", *counts) == expected


def test_by_hand() -> None:
    # the cat sat on the mat / the hat sat on mat: 1 substitution, 1 deletion, 6 words
    assert mg.wer("the cat sat on the mat", "the hat sat on mat") == 2 / 6


def test_above_one() -> None:
    assert mg.wer("one", "two three four") == 3.0


def test_a_corpus_is_a_ratio_of_sums_not_a_mean() -> None:
    assert mg.wer(["a", "b c d"], ["x", "b c d"]) == 1 / 4


def test_empty_against_empty() -> None:
    assert mg.wer("", "") == 0.0
    assert mg.wer(" ", "\t") == 0.0


def test_empty_reference() -> None:
    assert mg.wer("", "a b") == math.inf
    assert mg.wer(["", "c d"], ["a", "c d"]) == 1 / 2, "its errors count in the sum"


def test_empty_hypothesis() -> None:
    assert mg.wer("a b", "") == 1.0


def test_any_white_space_parts_words() -> None:
    assert mg.wer("a\u00a0b\u3000c", "a b c") == 0.0
    assert mg.wer("a\u00a0b", "a b", unit="word-ascii-space") == 2.0


def test_tokens_count_as_they_are() -> None:
    assert mg.wer([["New York", "is"]], [["New York", "was"]]) == 1 / 2


def test_in_characters_it_is_cer() -> None:
    assert mg.wer("abc d", "abd", unit="character") == mg.cer("abc d", "abd")


def test_the_rate_of_a_tie_does_not_depend_on_the_rule() -> None:
    pair = ("a b a b c", "b a c a b")
    assert mg.wer(*pair) == mg.wer(*pair, ties="jiwer")


def test_over_arrays() -> None:
    rows = [(3, 0, 1, 1), (0, 0, 0, 0), (0, 0, 0, 2), (0, 0, 3, 0), (0, 2, 0, 0), (7, 1, 1, 1)]
    assert_broadcasts("wer", rows)


@given(corpora)
def test_equals_jiwer(pairs: list[tuple[str, str]]) -> None:
    references, hypotheses = zip(*pairs, strict=True)
    expected = jiwers(pairs).wer
    assert mg.wer(references, hypotheses, ties="jiwer") == expected
