"""The loose forgiver, and the sounds of words that no dictionary lists."""

from __future__ import annotations

import sys

import pytest
from word_differences import why

from mondegreen.errors import MissingDependencyError, UsageError
from mondegreen.forgive import g2p, sounds_alike
from mondegreen.forgive.g2p import phonemes
from mondegreen.forgive.phonetic import Phonetic
from mondegreen.forgive.pronunciation import arpabet


@pytest.mark.parametrize(
    "pair",
    [
        "Katharine / Catherine",
        "refund / refunds",
        "the card / the cart",
        "aapki / apki",
        "Rey / ray",
    ],
)
def test_words_that_sound_alike(pair: str) -> None:
    assert why(Phonetic(), pair)


@pytest.mark.parametrize(
    "pair",
    [
        *("Card / card", "card / ", "ice cream / icecream", "street / boulevard"),
        *("the card / the boulevard", "1 / one", "हाँ / ना", "5:05 / 5"),
    ],
)
def test_words_that_do_not(pair: str) -> None:
    assert why(Phonetic(), pair) is None


# What g2p-en 2.1.0 itself predicts for these words, stress left out.
ORIGINAL = {
    "mondegreen": "M AA N D IH G R IY N",
    "zoomify": "Z UW M AH F AY",
    "kubernetes": "K AH B ER N AH T S",
    "aapki": "AA P K IY",
}


@pytest.mark.parametrize(("word", "sounds"), ORIGINAL.items())
def test_the_network_says_what_its_original_does(word: str, sounds: str) -> None:
    assert arpabet(phonemes(word)) == sounds


@pytest.mark.parametrize("word", ["", "5", "naïve5", "हाँ", "-", "'", "x" * 65, "a b", "..."])
def test_words_without_sounds(word: str) -> None:
    assert phonemes(word) == ""


def test_a_language_that_is_not_known_is_refused() -> None:
    with pytest.raises(UsageError, match="phonetic knows the sounds of English only"):
        Phonetic("hi-en")


@pytest.mark.parametrize(
    ("module", "package"),
    [("metaphone", "Metaphone"), ("rapidfuzz.distance", "rapidfuzz"), ("numpy", "numpy")],
)
def test_a_missing_package_is_named(
    monkeypatch: pytest.MonkeyPatch, module: str, package: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    sounds_alike.codes.cache_clear()
    phonemes.cache_clear()
    g2p._network.cache_clear()
    try:
        with pytest.raises(
            MissingDependencyError, match=rf"{package}: pip install '.\[phonetic\]'"
        ):
            why(Phonetic(), "qwertle / zoomifyer")
    finally:
        sounds_alike.codes.cache_clear()
        phonemes.cache_clear()
