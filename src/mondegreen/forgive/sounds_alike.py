"""Whether two words sound alike, by the loose rules of method ``seed-004``.

In this order, the first that holds is the reason:

1. a Double Metaphone code of one, primary or alternate, equals one of the other, or is like one
   (Jaro-Winkler at least 0.92);
2. their phonemes are alike: 1 - edit distance / length of the longer at least 0.80;
3. their letters are: the share of the longest common subsequence (Indel ratio) at least 0.85.

These rules are loose on purpose and meant to be: *card* and *cart*, *fifteen* and *fifty*, *not*
and *need* are alike under them. Words are compared in lower case. What has more than 1,000 letters is no word, and
sounds like itself alone.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mondegreen.forgive.g2p import VERSION, phonemes
from mondegreen.forgive.optional import optional
from mondegreen.forgive.pronunciation import arpabet

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

__all__ = ["VERSION", "alike_pairs", "codes", "why_alike"]

CODES, PHONEMES, LETTERS = (least - 1e-5 for least in (0.92, 0.80, 0.85))
"""The least similarity of codes (Jaro-Winkler), phonemes (edits) and letters (Indel).

A hair less, so that 4 of 5 phonemes are enough, which RapidFuzz would round away.
"""

_SHORTEST = {CODES: 0.76, PHONEMES: 0.8, LETTERS: 0.73}
"""How short, of the longer one, the shorter text of a pair can be and be similar enough.

For a common share s of n letters the similarities are at most (2 + s) / 3, s, and 2 s / (1 + s).
"""

_SHORTEST_SAME_BEGINNING = 0.6
"""The same for codes with a common beginning, which Jaro-Winkler favours."""

_LONGEST = 1_000
"""More letters than that are no word; comparing them takes time by the product of their lengths."""

_CELLS = 4_000_000
"""Pairs that are compared at once, for the memory they take."""


def why_alike(reference: str, hypothesis: str) -> str | None:
    """Return by which rule two words sound alike, as text, or ``None``.

    Raises:
        MissingDependencyError: a package of the extra ``phonetic`` is not installed.

    >>> why_alike("refund", "refunds")
    'codes RFNT and RFNTS, 0.96'
    >>> why_alike("street", "boulevard") is None
    True
    """
    distance = _rapidfuzz("distance")
    if max(len(reference), len(hypothesis)) > _LONGEST:
        return "letters, 1.00" if reference.lower() == hypothesis.lower() else None
    reference, hypothesis = reference.lower(), hypothesis.lower()
    mine, theirs = codes(reference), codes(hypothesis)
    for code in mine:
        if code in theirs:
            return f"code {code}"
    for code, other in ((code, other) for code in mine for other in theirs):
        likeness = distance.JaroWinkler.similarity(code, other, score_cutoff=CODES)
        if likeness:
            return f"codes {code} and {other}, {likeness:.2f}"
    sounds, others = phonemes(reference), phonemes(hypothesis)
    if sounds and others:
        likeness = distance.Levenshtein.normalized_similarity(sounds, others, score_cutoff=PHONEMES)
        if likeness:
            return f"phonemes {arpabet(sounds)} and {arpabet(others)}, {likeness:.2f}"
    likeness = distance.Indel.normalized_similarity(reference, hypothesis, score_cutoff=LETTERS)
    return f"letters, {likeness:.2f}" if likeness else None


@lru_cache(maxsize=131_072)
def codes(word: str) -> tuple[str, ...]:
    """Return the Double Metaphone codes of a word, primary first; none for digits.

    >>> codes("Smith")
    ('SM0', 'XMT')
    """
    metaphone = optional("metaphone", "Metaphone", "phonetic", "sounds alike")
    return tuple(dict.fromkeys(code for code in metaphone.doublemetaphone(word) if code))


def alike_pairs(references: Collection[str], hypotheses: Collection[str]) -> set[tuple[str, str]]:
    """Return the pairs of a reference word and a hypothesis word that sound alike.

    The same as asking `why_alike` of all pairs, but codes, phonemes and letters are compared
    once for each distinct text, and only with those whose length allows it.

    Raises:
        MissingDependencyError: a package of the extra ``phonetic`` is not installed.

    >>> sorted(alike_pairs(["card", "pay"], ["cart", "play", "buy"]))
    [('card', 'cart'), ('pay', 'buy'), ('pay', 'play')]
    """
    distance = _rapidfuzz("distance")
    long = [[word for word in side if len(word) > _LONGEST] for side in (references, hypotheses)]
    found = {(a, b) for a in long[0] for b in long[1] if a.lower() == b.lower()}
    references, hypotheses = (
        [word for word in side if len(word) <= _LONGEST] for side in (references, hypotheses)
    )
    for keys, scorer, least in (
        (_codes, distance.JaroWinkler.similarity, CODES),
        (_sounds, distance.Levenshtein.normalized_similarity, PHONEMES),
        (_letters, distance.Indel.normalized_similarity, LETTERS),
    ):
        mine, theirs = _by_key(references, keys), _by_key(hypotheses, keys)
        blocks = [(list(mine), list(theirs), _SHORTEST[least])]
        if keys is _codes:
            ours, others = (_by_key(side, _beginning) for side in (mine, theirs))
            blocks += [(ours[x], others.get(x, []), _SHORTEST_SAME_BEGINNING) for x in ours]
        for block in blocks:
            for key, other in _similar(*block, scorer, least):
                found.update((a, b) for a in mine[key] for b in theirs[other])
    return found


def _beginning(code: str) -> tuple[str, ...]:
    return (code[0],)


def _codes(word: str) -> tuple[str, ...]:
    return codes(word.lower())


def _sounds(word: str) -> tuple[str, ...]:
    return tuple(filter(None, [phonemes(word)]))


def _letters(word: str) -> tuple[str, ...]:
    return (word.lower(),)


def _by_key(words: Collection[str], keys: Callable[[str], tuple[str, ...]]) -> dict[str, list[str]]:
    """Group words by their keys; a word may be in several groups."""
    found = defaultdict(list)
    for word in words:
        for key in keys(word):
            found[key].append(word)
    return found


def _similar(
    mine: Collection[str], theirs: Collection[str], shortest: float, scorer: Any, least: float
) -> Iterator[tuple[str, str]]:
    """Yield the pairs of texts that are similar enough, length by length."""
    process = _rapidfuzz("process")
    numpy = optional("numpy", "numpy", "phonetic", "sounds alike")
    lengths = [_by_length(side) for side in (mine, theirs)]
    for length, texts in lengths[0].items():
        others = [
            text
            for other, group in lengths[1].items()
            if min(length, other) >= shortest * max(length, other)
            for text in group
        ]
        step = max(1, _CELLS // max(1, len(others)))
        for at in range(0, len(texts), step):
            some = texts[at : at + step]
            scores = process.cdist(
                some, others, scorer=scorer, score_cutoff=least, dtype=numpy.float32, workers=-1
            )
            for row, column in numpy.argwhere(scores):
                yield some[row], others[column]


def _by_length(texts: Collection[str]) -> dict[int, list[str]]:
    found = defaultdict(list)
    for text in texts:
        found[len(text)].append(text)
    return found


def _rapidfuzz(module: str) -> Any:
    return optional(f"rapidfuzz.{module}", "rapidfuzz", "phonetic", "sounds alike")
