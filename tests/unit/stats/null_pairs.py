"""Systems that are equally good, of which tests must not find one better more often than they say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

WORDS = 12  # an utterance, on average
DIFFICULTY = (0.7, 7.0)  # of a beta distribution: most utterances are easy, a few hard
SHARES = np.array([0.6, 0.25, 0.15])  # substitutions, deletions, insertions
RATE = DIFFICULTY[0] / sum(DIFFICULTY)


class NullPair(NamedTuple):
    """Rows of hits, substitutions, deletions and insertions of two systems, and their steps."""

    first: Any
    second: Any
    steps: list[tuple[str, str]]


def drawn(random: np.random.Generator, utterances: int, *, steps: bool = False) -> NullPair:
    """Return two systems that err with the same chance in each word of an utterance."""
    difficulty = random.beta(*DIFFICULTY, utterances)
    lengths = 1 + random.poisson(WORDS - 1, utterances)
    if not steps:
        sides = [_counts(random, lengths, difficulty) for _ in range(2)]
        return NullPair(sides[0], sides[1], [])
    both: list[list[str]] = [[], []]
    for length, chance in zip(lengths, difficulty, strict=True):
        for side in both:
            side.append(_steps(random, length, chance))
    rows = [np.array([[text.count(letter) for letter in "CSDI"] for text in side]) for side in both]
    return NullPair(rows[0], rows[1], list(zip(*both, strict=True)))


def _counts(random: np.random.Generator, lengths: Any, difficulty: Any) -> Any:
    wrong = random.binomial(lengths, difficulty * SHARES[:2].sum())
    deletions = random.binomial(wrong, SHARES[1] / SHARES[:2].sum())
    insertions = random.binomial(lengths, difficulty * SHARES[2])
    return np.stack([lengths - wrong, wrong - deletions, deletions, insertions], axis=1)


def _steps(random: np.random.Generator, length: int, chance: float) -> str:
    letters = random.choice(
        list("CSD"), size=length, p=[1 - chance * 0.85, chance * 0.6, chance * 0.25]
    )
    inserted = random.random(length) < chance * SHARES[2]
    return "".join(
        letter + ("I" if more else "") for letter, more in zip(letters, inserted, strict=True)
    )


def pairs(number: int, utterances: int, *, seed: int, steps: bool = False) -> Iterator[NullPair]:
    """Yield pairs of systems from a fixed seed."""
    random = np.random.default_rng(seed)
    for _ in range(number):
        yield drawn(random, utterances, steps=steps)
