"""Counting with tokens that are alike: the native kernel, the reference implementation, and a table by hand."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mondegreen._kernel import _native, reference
from mondegreen.errors import MondegreenError

WORDS = ["a", "b", "c", "d", "e", "longer-than-seven", "longer-than-eight", "日本", "e\u0301"]
words = st.sampled_from(WORDS)
texts = st.lists(words, max_size=12)
relations = st.lists(st.tuples(words, words), max_size=12)


def by_hand(said: list[str], heard: list[str], alike: set[tuple[str, str]]) -> tuple[int, ...]:
    """Return H, S, D, I: fewest errors, then most hits, over a table of all beginnings."""
    best: dict[tuple[int, int], tuple[int, int]] = {(0, 0): (0, 0)}
    for i in range(len(said) + 1):
        for j in range(len(heard) + 1):
            ways = []
            if i and j:
                errors, hits = best[i - 1, j - 1]
                hit = said[i - 1] == heard[j - 1] or (said[i - 1], heard[j - 1]) in alike
                ways.append((errors + (not hit), hits - hit))
            if i:
                ways.append((best[i - 1, j][0] + 1, best[i - 1, j][1]))
            if j:
                ways.append((best[i, j - 1][0] + 1, best[i, j - 1][1]))
            if ways:
                best[i, j] = min(ways)
    errors, minus_hits = best[len(said), len(heard)]
    hits = -minus_hits
    insertions = errors + hits - len(said)
    substitutions = len(heard) - hits - insertions
    return hits, substitutions, len(said) - hits - substitutions, insertions


@given(st.lists(st.tuples(texts, texts), max_size=4), relations)
@settings(max_examples=400)
def test_native_reference_and_table_agree(pairs: list, alike: list[tuple[str, str]]) -> None:
    said, heard = [" ".join(p[0]) for p in pairs], [" ".join(p[1]) for p in pairs]
    ours = _native.count_alike(said, heard, "word", alike, 1)
    assert ours == reference.count_alike(said, heard, "word", alike, 1)
    assert list(zip(*ours[:4], strict=True)) == [by_hand(a, b, set(alike)) for a, b in pairs]
    lists = [list(p[0]) for p in pairs], [list(p[1]) for p in pairs]
    assert _native.count_alike(*lists, "word", alike, 2)[:4] == ours[:4]


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=4))
def test_without_a_relation_it_counts_as_ever(pairs: list) -> None:
    said, heard = [" ".join(p[0]) for p in pairs], [" ".join(p[1]) for p in pairs]
    plain = _native.count(said, heard, "word", "most-hits", None, 1)
    assert _native.count_alike(said, heard, "word", [], 1) == plain


@given(texts, texts, relations, relations)
def test_more_likeness_never_makes_more_errors(said, heard, some, more) -> None:
    few, many = (
        sum(column[0] for column in _native.count_alike([said], [heard], "word", pairs, 1)[1:4])
        for pairs in ([*some, *more], some)
    )
    assert few <= many


@pytest.mark.parametrize(
    "length", [63, 64, 65, 130, 700, pytest.param(2000, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("vocabulary", [4, 40, 4000])
def test_long_texts(length: int, vocabulary: int) -> None:
    chance = random.Random(length * vocabulary)
    names = [f"w{number}" for number in range(vocabulary)]
    alike = {tuple(chance.choices(names, k=2)) for _ in range(vocabulary)}
    said = chance.choices(names, k=length)
    heard = [
        word if chance.random() < 0.7 else chance.choice(names)
        for word in said
        if chance.random() < 0.9
    ]
    ours = _native.count_alike([said], [heard], "word", list(alike), 1)
    assert tuple(column[0] for column in ours[:4]) == by_hand(said, heard, alike)


@pytest.mark.parametrize("kernel", [_native, reference])
def test_what_cannot_be_counted(kernel) -> None:
    with pytest.raises(ValueError, match="words, not characters"):
        kernel.count_alike(["a"], ["a"], "character", [], 1)
    with pytest.raises(ValueError, match="1 references, 2 hypotheses"):
        kernel.count_alike(["a"], ["a", "b"], "word", [], 1)
    missing = kernel.count_alike(["a b", "", None], [None, " ", "x"], "word", [("a", "x")], 1)
    assert missing[4:] == (b"\x02\x01\x03", (0, 0, 0, 0))


def test_the_door_maps_errors() -> None:
    from mondegreen import _kernel

    with pytest.raises(MondegreenError):
        _kernel.count_alike(["a"], [], [])
    assert _kernel.count_alike(["a knight"], ["a night"], [("knight", "night")]).hits[0] == 2
