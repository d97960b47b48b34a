"""Phonemes of any English word: the dictionary, and a small network for what it does not list.

The network is that of g2p-en 2.1.0 (Park and Kim, Apache-2.0, see NOTICE): two recurrent layers
(GRU) from letters to ARPABET, whose weights are shipped in ``data/g2p-en``. It runs a word at a
time and in 64-bit numbers, so that what a word sounds like depends on the word alone.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import Any

from mondegreen.forgive.optional import optional
from mondegreen.forgive.pronunciation import ARPABET, LETTERS, pronunciations
from mondegreen.forgive.pronunciation import VERSION as DICTIONARY

__all__ = ["VERSION", "phonemes"]

VERSION = f"{DICTIONARY}-g2pen2.1.0"
"""The dictionary and the network, as signatures show them."""

_LONGEST = 64
_MOST_PHONEMES = 20
_LETTERS = re.compile(r"[a-z'-]*[a-z][a-z'-]*")
_VOWELS = set("AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW".split())  # noqa: SIM905
_GRAPHEMES = {letter: at for at, letter in enumerate("abcdefghijklmnopqrstuvwxyz", 3)}
_UNKNOWN, _WORD_END = 1, 2
_BEGIN, _END = 2, 3


@lru_cache(maxsize=131_072)
def phonemes(word: str) -> str:
    """Return how a word sounds, one letter a phoneme, without stress.

    The usual way of the dictionary, else what the network makes of it. Nothing for a word with
    other letters than a to z, apostrophes and hyphens, or with more than 64 letters. There is no
    AX here: it is written as AH, since the network is not sure of stress.

    Raises:
        MissingDependencyError: the word is not listed, and numpy is not installed.

    >>> from mondegreen.forgive.pronunciation import arpabet
    >>> arpabet(phonemes("banana")), arpabet(phonemes("mondegreen"))
    ('B AH N AE N AH', 'M AA N D IH G R IY N')
    """
    folded = word.lower().replace("’", "'")
    listed = pronunciations(folded)
    if listed:
        return listed[0].replace(_AX, _AH)
    if len(folded) > _LONGEST or not _LETTERS.fullmatch(folded):
        return ""
    return _network().pronounce(folded)


_AX, _AH = LETTERS[ARPABET.index("AX")], LETTERS[ARPABET.index("AH")]


def _outputs() -> list[str]:
    """Return what each output of the network stands for, as letters."""
    names = ["", "", "", ""]
    for name, letter in zip(ARPABET, LETTERS, strict=True):
        if name in _VOWELS:
            names += [letter] * (4 if name == "UW" else 3)  # the stresses, and once none
        elif name != "AX":
            names.append(letter)
    return names


class _Network:
    def __init__(self) -> None:
        self._np = np = optional(
            "numpy", "numpy", "phonetic", "the sounds of a word that no dictionary lists"
        )
        path = files("mondegreen.forgive") / "data" / "g2p-en" / "checkpoint20.npz"
        with path.open("rb") as file, np.load(file) as stored:
            weights = {name: stored[name].astype(np.float64) for name in stored}
        self._layers = {
            side: (
                weights[f"{side}_emb"] @ weights[f"{side}_w_ih"].T + weights[f"{side}_b_ih"],
                weights[f"{side}_w_hh"],
                weights[f"{side}_b_hh"],
            )
            for side in ("enc", "dec")
        }
        self._to_phonemes = weights["fc_w"], weights["fc_b"]
        self._outputs = _outputs()

    def pronounce(self, word: str) -> str:
        state = self._np.zeros(self._layers["enc"][1].shape[1])
        for letter in word:
            state = self._step("enc", _GRAPHEMES.get(letter, _UNKNOWN), state)
        state = self._step("enc", _WORD_END, state)
        weights, bias = self._to_phonemes
        found, last = "", _BEGIN
        for _ in range(_MOST_PHONEMES):
            state = self._step("dec", last, state)
            last = int((weights @ state + bias).argmax())
            if last == _END:
                break
            found += self._outputs[last]
        return found

    def _step(self, side: str, symbol: int, state: Any) -> Any:
        inputs, recurrent, bias = self._layers[side]
        np, size = self._np, len(state)
        given, kept = inputs[symbol], recurrent @ state + bias
        gates = 1 / (1 + np.exp(-(given[: 2 * size] + kept[: 2 * size])))
        reset, update = gates[:size], gates[size:]
        new = np.tanh(given[2 * size :] + reset * kept[2 * size :])
        return (1 - update) * new + update * state


@lru_cache(maxsize=1)
def _network() -> _Network:
    return _Network()
