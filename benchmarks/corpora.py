"""The corpora, made up from a fixed seed, the same on every machine.

Only ``random.Random.random`` is used, whose sequence Python promises to keep, together with
plain float arithmetic, so a corpus is a function of its seed. ``GENERATOR_VERSION`` changes
with any change of the rules below, and no file of an older version is ever read again.

**Words.** 30,000 made-up words of one to three syllables, the frequent ones shorter; a
running word has 4.6 letters, much as in spoken English. The word of rank k is drawn with a
probability proportional to 1/k (Zipf).

**Word errors.** Each reference word is hit with the given probability. A hit is a substitution
(60 %: another word, drawn by the same law), a deletion (20 %) or an insertion (20 %: the word
stays and a drawn word follows it).

**Bursts** (corpus r). Half of the errors are scattered as above; the other half come in runs of 5
to 40 words, and a run is wholly substituted, wholly deleted or wholly inserted, with the same
60/20/20 odds, as when a recogniser loses or invents a passage.

**Characters** (corpus e). The scripts take turns: Hindi and Telugu words of two to four
syllables (consonant, sometimes a virama and a second consonant, mostly a vowel sign, seldom a
nasal sign), and Chinese text of 3,000 ideographs by Zipf's law without spaces. A text has 30 to
48 characters. A character error is a substitution, deletion or insertion as above, from the
letters and signs of the same script.
"""

from __future__ import annotations

import hashlib
import random
from bisect import bisect
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

SEED = 20261127
GENERATOR_VERSION = 1
VOCABULARY_SIZE = 30_000

# Of 100 errors 60 are substitutions, 20 deletions and 20 insertions: a draw below the first
# bound substitutes, one below the second deletes, any other inserts.
SUBSTITUTES_BELOW, DELETES_BELOW = 0.6, 0.8

SINGLE_ONSETS, SINGLE_NUCLEI = "bcdfghklmnprstvwyz", "aeiou"
ONSETS = (
    *SINGLE_ONSETS,
    *("br", "ch", "cl", "dr", "fl", "gr", "pl", "pr", "sh", "st", "th", "tr"),
)
NUCLEI = (*"aeiouaeio", "ai", "ea", "ee", "io", "oo", "ou")
CODAS = ("", "", "", "", "n", "r", "s", "t", "l", "m", "nd", "st")
# The most frequent words are as short as "the" and "of": one consonant and one vowel.
PLAIN_RANKS = 100
# (rank from which, fewest syllables, most syllables), the last that applies counts
SYLLABLES = ((0, 1, 1), (1_000, 1, 2), (5_000, 2, 3))

Pair = tuple[str, str]


@dataclass(frozen=True)
class Corpus:
    """What one corpus is; ``quick_pairs`` and ``quick_words`` describe its ``--quick`` cut."""

    name: str
    title: str
    unit: str
    pairs: int
    words: tuple[int, int]
    error_rate: float
    quick_pairs: int
    quick_words: tuple[int, int]
    bursts: bool = False


CORPORA = {
    corpus.name: corpus
    for corpus in (
        Corpus("a", "1,000,000 pairs of 10 words", "word", 1_000_000, (10, 10), 0.08,
               20_000, (10, 10)),
        Corpus("b", "100,000 pairs of 25 words", "word", 100_000, (25, 25), 0.08,
               5_000, (25, 25)),
        Corpus("c", "one pair of 20,000 words", "word", 1, (20_000, 20_000), 0.10,
               1, (2_000, 2_000)),
        Corpus("d", "one pair of 100,000 words", "word", 1, (100_000, 100_000), 0.10,
               1, (5_000, 5_000)),
        Corpus("e", "20,000 pairs of 39 characters (Hindi, Telugu, Chinese)", "character",
               20_000, (30, 48), 0.10, 2_000, (30, 48)),
        Corpus("r", "48 pairs of 3,000 to 14,000 words, half of the errors in bursts", "word",
               48, (3_000, 14_000), 0.23, 4, (1_000, 3_000), bursts=True),
    )
}  # fmt: skip

# What `digest` gives for the whole corpora with `SEED`: the proof that two machines agree.
DIGESTS = {
    "a": "a623fd15edfe9f5b",
    "b": "370d47451a7719dd",
    "c": "eab7d237c08ba8ee",
    "d": "84c4fb9c01ad575a",
    "e": "fbd3c4b8191a87f7",
    "r": "6523f340475def20",
}


class Drawer:
    """Draws items by Zipf's law from one stream of random numbers."""

    def __init__(self, items: Sequence[str], rng: random.Random) -> None:
        """Take the items, the most frequent first."""
        self._items = items
        self._bounds = list(accumulate(1.0 / rank for rank in range(1, len(items) + 1)))
        self._total = self._bounds[-1]
        self._last = len(items) - 1
        self._random = rng.random

    def one(self) -> str:
        """Draw one item."""
        return self._items[bisect(self._bounds, self._random() * self._total, 0, self._last)]

    def other_than(self, item: str) -> str:
        """Draw an item that differs from ``item``."""
        while (drawn := self.one()) == item:
            pass
        return drawn

    def many(self, count: int) -> list[str]:
        """Draw ``count`` items."""
        return [self.one() for _ in range(count)]


def between(rng: random.Random, low: int, high: int) -> int:
    """Draw a whole number from ``low`` to ``high``, both included."""
    return low + int(rng.random() * (high - low + 1))


def vocabulary(seed: int = SEED, size: int = VOCABULARY_SIZE) -> list[str]:
    """Make ``size`` distinct words, the most frequent first."""
    rng = random.Random(f"vocabulary {seed}")
    plain = (SINGLE_ONSETS, SINGLE_NUCLEI, CODAS)
    rich = (ONSETS, NUCLEI, CODAS)
    words: dict[str, None] = {}
    while len(words) < size:
        low, high = next(row[1:] for row in reversed(SYLLABLES) if row[0] <= len(words))
        parts = plain if len(words) < PLAIN_RANKS else rich
        syllables = between(rng, low, high)
        word = "".join(
            part[between(rng, 0, len(part) - 1)] for _ in range(syllables) for part in parts
        )
        words[word] = None
    return list(words)


def corrupt(tokens: list[str], rate: float, drawer: Drawer, rng: random.Random) -> list[str]:
    """Return what a recogniser with scattered errors would write for ``tokens``."""
    chance = rng.random
    heard: list[str] = []
    for token in tokens:
        if chance() >= rate:
            heard.append(token)
            continue
        kind = chance()
        if kind < SUBSTITUTES_BELOW:
            heard.append(drawer.other_than(token))
        elif kind >= DELETES_BELOW:
            heard += (token, drawer.one())
    return heard


def corrupt_in_bursts(
    tokens: list[str], rate: float, drawer: Drawer, rng: random.Random
) -> list[str]:
    """Return ``tokens`` with half of the errors scattered and half in runs of 5 to 40 words."""
    shortest, longest = 5, 40
    half, mean = rate / 2, (shortest + longest) / 2
    # A step begins a burst with probability `start`. Four bursts of five consume `mean`
    # reference words, an inserted one consumes none, any other step consumes one word; solving
    # start * mean = half * (words consumed by a step) gives each kind its half of the errors.
    start = half / (mean - half * (DELETES_BELOW * mean - 1))
    scattered = start * mean / (1 - start)
    heard: list[str] = []
    place = 0
    while place < len(tokens):
        if rng.random() >= start:
            heard += corrupt(tokens[place : place + 1], scattered, drawer, rng)
            place += 1
            continue
        length = between(rng, shortest, longest)
        kind = rng.random()
        if kind >= DELETES_BELOW:
            heard += drawer.many(length)
            continue
        run = tokens[place : place + length]
        place += length
        if kind < SUBSTITUTES_BELOW:
            heard += [drawer.other_than(token) for token in run]
    return heard


def word_pairs(corpus: Corpus, pairs: int, words: tuple[int, int], seed: int) -> Iterator[Pair]:
    """Make the pairs of a corpus of words."""
    rng = random.Random(f"{corpus.name} {seed}")
    drawer = Drawer(vocabulary(seed), rng)
    harm = corrupt_in_bursts if corpus.bursts else corrupt
    for _ in range(pairs):
        reference = drawer.many(between(rng, *words))
        hypothesis = harm(reference, corpus.error_rate, drawer, rng)
        yield " ".join(reference), " ".join(hypothesis)


@dataclass(frozen=True)
class Abugida:
    """The letters and signs that an Indic syllable is made of."""

    consonants: str
    signs: str
    virama: str
    nasal: str

    second_consonant = 0.15
    vowel_sign = 0.6
    nasal_sign = 0.08

    def word(self, rng: random.Random) -> str:
        """Make a word of two to four syllables."""

        def pick(letters: str) -> str:
            return letters[between(rng, 0, len(letters) - 1)]

        word = ""
        for _ in range(between(rng, 2, 4)):
            word += pick(self.consonants)
            if rng.random() < self.second_consonant:
                word += self.virama + pick(self.consonants)
            if rng.random() < self.vowel_sign:
                word += pick(self.signs)
            if rng.random() < self.nasal_sign:
                word += self.nasal
        return word

    def text(self, length: int, rng: random.Random) -> str:
        """Make words, cut off at ``length`` characters."""
        text = self.word(rng)
        while len(text) < length:
            text += " " + self.word(rng)
        return text[:length].strip()


HINDI = Abugida("कखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह", "ािीुूेैोौ", "्", "ं")
TELUGU = Abugida("కఖగఘచఛజఝటఠడఢణతథదధనపఫబభమయరలవశషసహళ", "ాిీుూెేైొోౌ", "్", "ం")


def character_pairs(
    corpus: Corpus, pairs: int, lengths: tuple[int, int], seed: int
) -> Iterator[Pair]:
    """Make the pairs of corpus e: Hindi, Telugu and Chinese in turn."""
    rng = random.Random(f"{corpus.name} {seed}")
    # Zipf's law over the ideographs in code order would make neighbours alike; a fixed stride
    # that has no divisor in common with 3,000 scatters the frequent ones over the block.
    ideographs = [chr(0x4E00 + (index * 1_009) % 3_000) for index in range(3_000)]
    chinese = Drawer(ideographs, rng)
    indic = [
        (script, Drawer(script.consonants + script.signs + script.virama + script.nasal, rng))
        for script in (HINDI, TELUGU)
    ]
    for index in range(pairs):
        length, turn = between(rng, *lengths), index % 3
        if turn < len(indic):
            script, drawer = indic[turn]
            reference = script.text(length, rng)
        else:
            reference, drawer = "".join(chinese.many(length)), chinese
        heard = corrupt(list(reference), corpus.error_rate, drawer, rng)
        # Tools differ on white space at the ends, which is not what is measured here.
        yield reference, "".join(heard).strip()


def generate(name: str, *, quick: bool = False, seed: int = SEED) -> Iterator[Pair]:
    """Yield the (reference, hypothesis) pairs of corpus ``name``."""
    corpus = CORPORA[name]
    make: Callable[[Corpus, int, tuple[int, int], int], Iterator[Pair]]
    make = character_pairs if corpus.unit == "character" else word_pairs
    pairs, words = (
        (corpus.quick_pairs, corpus.quick_words) if quick else (corpus.pairs, corpus.words)
    )
    return make(corpus, pairs, words, seed)


def ensure(name: str, folder: Path, *, quick: bool = False, seed: int = SEED) -> tuple[Path, Path]:
    """Return the two text files of corpus ``name``, one text per line; make them if needed."""
    stem = f"{name}{'-quick' if quick else ''}-v{GENERATOR_VERSION}-seed{seed}"
    reference, hypothesis = folder / f"{stem}.ref.txt", folder / f"{stem}.hyp.txt"
    if reference.exists() and hypothesis.exists():
        return reference, hypothesis
    folder.mkdir(parents=True, exist_ok=True)
    parts = [path.with_suffix(".part") for path in (reference, hypothesis)]
    with (
        parts[0].open("w", encoding="utf-8", newline="\n") as references,
        parts[1].open("w", encoding="utf-8", newline="\n") as hypotheses,
    ):
        for said, heard in generate(name, quick=quick, seed=seed):
            references.write(said + "\n")
            hypotheses.write(heard + "\n")
    # Renamed only when whole, so that an interrupted run leaves no short corpus.
    for part, path in zip(parts, (reference, hypothesis), strict=True):
        part.replace(path)
    return reference, hypothesis


def digest(paths: tuple[Path, Path]) -> str:
    """Return 16 hexadecimal digits that tell whether two machines measured the same texts."""
    sha = hashlib.sha256()
    for path in paths:
        sha.update(path.read_bytes())
    return sha.hexdigest()[:16]
