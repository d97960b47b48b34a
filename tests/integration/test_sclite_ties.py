"""The tie rule ``sclite`` against the program itself: every step of every alignment."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from nist_program import needs_sctk, sclite_steps, write_trn

import mondegreen as mg
from mondegreen.alignment import align_many

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = needs_sctk
LETTERS = {"equal": "C", "substitute": "S", "delete": "D", "insert": "I"}


def our_steps(alignment: mg.Alignment) -> str:
    """Return the steps of an alignment, a letter each."""
    return "".join(
        LETTERS[run.operation]
        * max(
            run.reference_end - run.reference_start,
            run.hypothesis_end - run.hypothesis_start,
        )
        for run in alignment.runs
    )


def differences(folder: Path, pairs: list[tuple[str, str]]) -> list[tuple[str, str, str, str]]:
    """Return the pairs whose alignments or counts are not those of sclite."""
    references, hypotheses = (list(side) for side in zip(*pairs, strict=True))
    write_trn(folder / "ref.trn", references)
    write_trn(folder / "hyp.trn", hypotheses)
    theirs = sclite_steps(folder)
    ours = align_many(references, hypotheses, edit_weights="sclite")
    result = mg.score(references, hypotheses, edit_weights="sclite")
    found = []
    for row, (pair, alignment) in enumerate(zip(pairs, ours, strict=True)):
        steps = theirs[f"s-{row}"]
        counts = tuple(steps.count(letter) for letter in "CSDI")
        if our_steps(alignment) != steps or result.counts(row, "wer") != counts:
            found.append((*pair, steps, our_steps(alignment)))
    return found


def text(chance: random.Random, words: str, most: int) -> str:
    return " ".join(chance.choices(words, k=chance.randint(1, most)))


@pytest.mark.slow
@pytest.mark.parametrize("kinds", [2, 3, 4, 5])
def test_short_texts_of_few_words(kinds: int, tmp_path: Path) -> None:
    """30,000 pairs in all: where words are few, nearly all alignments have others as cheap."""
    chance = random.Random(kinds)
    words = "abcde"[:kinds]
    pairs = [(text(chance, words, 16), text(chance, words, 16)) for _ in range(7500)]
    assert differences(tmp_path, pairs) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("length", "kinds", "share", "heard"),
    [
        (1000, 3, 0.5, 1000),
        (1000, 900, 0.2, 1000),
        (5000, 40, 0.3, 5000),
        (12000, 2000, 0.1, 12000),
        (20000, 3000, 0.15, 4000),
    ],
)
def test_long_texts(length: int, kinds: int, share: float, heard: int, tmp_path: Path) -> None:
    """As recordings that nobody cut: some words are wrong, and perhaps the end is missing.

    sclite fills all of its table, and 20,000 by 20,000 words take it minutes and gigabytes.
    """
    chance = random.Random(length + kinds)
    words = [f"w{number}" for number in range(kinds)]
    reference = chance.choices(words, k=length)
    hypothesis = []
    for word in reference:
        happens = chance.random() / share
        if happens < 0.2:
            hypothesis += [chance.choice(words), word]
        elif happens < 0.5:
            hypothesis.append(chance.choice(words))
        elif happens > 0.8:
            hypothesis.append(word)
    assert differences(tmp_path, [(" ".join(reference), " ".join(hypothesis[:heard]))]) == []
