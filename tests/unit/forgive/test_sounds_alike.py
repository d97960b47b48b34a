"""The loose rules, against what is known of their original, and the fast way against the slow."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz import fuzz
from rapidfuzz.distance import JaroWinkler, Levenshtein

from mondegreen.forgive import sounds_alike
from mondegreen.forgive.pronunciation import _table
from mondegreen.forgive.sounds_alike import alike_pairs, codes, phonemes, why_alike

# Pairs that the original was seen to take for equal.
LOOSE = [
    *("card cart", "not need", "no now", "bad bat", "buy pay", "to do", "fifteen fifty"),
    *("accept except", "three tree", "refund refunded"),
]
DIFFERENT = ["street boulevard", "cancel confirm", "yes no", "five nine", "1 one", "5 6", "a card"]


@pytest.mark.parametrize("pair", LOOSE)
def test_what_the_original_takes_for_alike(pair: str) -> None:
    assert why_alike(*pair.split())
    assert why_alike(*reversed(pair.split()))


@pytest.mark.parametrize("pair", DIFFERENT)
def test_what_is_different(pair: str) -> None:
    assert why_alike(*pair.split()) is None


def literally(a: str, b: str) -> bool:
    """The rules as they are written down, with nothing left out."""
    a, b = a.lower(), b.lower()
    for x, y in product(codes(a), codes(b)):
        if x == y or JaroWinkler.similarity(x, y) >= 0.92:
            return True
    x, y = phonemes(a), phonemes(b)
    if x and y and 1 - Levenshtein.distance(x, y) / max(len(x), len(y)) >= 0.80:
        return True
    return fuzz.ratio(a, b) >= 90 or fuzz.ratio(a, b) >= 85


def words_of(chance: random.Random) -> list[str]:
    real = chance.sample(sorted(_table()), 150)
    near = [
        w[:at] + chance.choice("aeptsnr") + w[at + chance.randrange(2) :]
        for w in real
        for at in [chance.randrange(len(w))]
    ]
    odd = ["", "5", "500", "हाँ", "Straße", "O’Neil", "x" * 80, "THE", "The", "a-b", "..."]
    return real + near + odd


@pytest.mark.parametrize("seed", range(3))
def test_the_fast_way_finds_what_the_slow_one_does(seed: int) -> None:
    chance = random.Random(seed)
    mine, theirs = words_of(chance), words_of(chance)[:100] + words_of(chance)[-11:]
    mine = mine + theirs[:40]
    slow = {(a, b) for a in mine for b in theirs if why_alike(a, b)}
    assert alike_pairs(mine, theirs) == slow
    assert slow == {(a, b) for a in mine for b in theirs if literally(a, b)}
    assert len(slow) > 40


@given(st.lists(st.text("ABFKP0", min_size=1, max_size=9), max_size=40))
@settings(max_examples=100, deadline=None)
def test_no_pair_of_codes_is_lost(made: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sounds_alike, "codes", lambda word: (word.upper(),))
        patch.setattr(sounds_alike, "phonemes", lambda _: "")
        patch.setattr(sounds_alike, "_letters", lambda _: ())
        found = alike_pairs(made, made)
    assert found == {(a, b) for a in made for b in made if JaroWinkler.similarity(a, b) >= 0.92}


def test_blocks_of_a_large_vocabulary_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = random.Random(9).sample(sorted(_table()), 300)
    whole = alike_pairs(mine, mine)
    monkeypatch.setattr(sounds_alike, "_CELLS", 50)
    assert alike_pairs(mine, mine) == whole
