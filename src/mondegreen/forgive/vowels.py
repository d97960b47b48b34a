"""Whether an English word sounds as another script writes it.

A spelling alone does not tell *pen* from *pan* where पेन is compared: both letters are ways to spell
the one sign. How the English word sounds does. Each vowel sign has the sounds that it stands for; one
that is heard for another makes the word a wrong one if the sound that the sign stands for would make
another English word: बैड would be *bad*, so it is not *bed*, while मैसेज can be only *message*.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice, product
from typing import TYPE_CHECKING, NamedTuple

from mondegreen.forgive.data_tables import rows
from mondegreen.forgive.pronunciation import ARPABET, LETTERS, pronunciations, words_by_sounds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Sound", "sounds_as_written", "stands_for"]

_LETTER_OF = dict(zip(ARPABET, LETTERS, strict=True))
_VOWELS = frozenset(_LETTER_OF[name] for name in ARPABET if name[0] in "AEIOU")
_REDUCED, _SHORT_A, _LONG_A = (_LETTER_OF[name] for name in ("AX", "AE", "AA"))
_BROAD = re.compile("[{S}{F}{TH}]|{N}[^{IY}{IH}{EH}{ER}{AX}]".format_map(_LETTER_OF))
_TO_I = frozenset(_LETTER_OF[name] for name in ("AY", "EY", "OY"))
_TO_U = frozenset(_LETTER_OF[name] for name in ("AW", "OW"))
_GLIDES = frozenset(_LETTER_OF[name] for name in ("W", "Y"))
_NEAR = tuple(
    frozenset(_LETTER_OF[name] for name in names.split())
    for names in (
        "IH IY EH EY AE",
        "UH UW OW AO AW AH",
        "AA AE AH AX ER AO",
        "AH AX ER IH EH UH",
    )
)
"""Vowels of which one may be spelled as another."""
_MOST_CONSONANTS = 2
"""That one sign may stand for: ``ks`` of *taxi*."""
_MOST_WAYS = 16


class Sound(NamedTuple):
    """A sign: the vowels it stands for, none for a consonant, and whether it may be unheard.

    ``any_vowel``: the script does not write which one it is. ``glide``: it may be a consonant too.
    """

    vowels: frozenset[str] = frozenset()
    silent: bool = False
    any_vowel: bool = False
    glide: bool = False

    def before(self, glide: str) -> Sound:
        """Return the sign where the next is a vowel as well, or ``y`` or ``w``: both may be one sound."""
        more = {"y": _TO_I, "w": _TO_U}.get(glide, _TO_I | _TO_U)
        return self._replace(vowels=self.vowels | more) if self.vowels else self

    @property
    def is_vowel(self) -> bool:
        """Whether a vowel may be heard of it."""
        return bool(self.vowels) or self.any_vowel


class _Way(NamedTuple):
    """How far a word is heard, and which of its vowels are others than are written."""

    at: int
    odd: tuple[tuple[int, frozenset[str]], ...]
    after_vowel: bool


@lru_cache(maxsize=4)
def stands_for(table: str) -> dict[str, frozenset[str]]:
    """Return the vowels of the signs of a table, as letters of `LETTERS`."""
    return {
        sign: frozenset(_LETTER_OF[name] for name in names.split(" "))
        for script, sign, names in rows("vowels.tsv")
        if script == table
    }


def sounds_as_written(sounds: Sequence[Sound], words: Sequence[str]) -> bool:
    """Return whether words of English sound so, in one of their ways; also if one is no English.

    >>> from mondegreen.forgive.spellings import heard_signs
    >>> [sounds_as_written(heard_signs("पेन"), [word]) for word in ("pen", "pan", "pine", "xyzzy")]
    [True, False, False, True]
    """
    ways = [pronunciations(word) for word in words]
    if not all(ways):
        return True
    together = islice(product(*ways), _MOST_WAYS)
    return any(_is_said(sounds, spoken) for spoken in together)


def _is_said(sounds: Sequence[Sound], words: Sequence[str]) -> bool:
    spoken = "".join(words)
    ways: dict[tuple[int, bool], _Way] = {(0, False): _Way(0, (), after_vowel=False)}
    alone = sum(letter in _VOWELS for letter in spoken) == 1
    for sound in sounds:
        found: dict[tuple[int, bool], _Way] = {}
        for way in ways.values():
            for after in _steps(sound, way, spoken, alone=alone):
                known = found.get((after.at, after.after_vowel))
                if known is None or len(after.odd) < len(known.odd):
                    found[after.at, after.after_vowel] = after
        ways = found
    ends = [way for way in ways.values() if way.at == len(spoken)]
    return any(not _is_another(words, way.odd) for way in ends)


def _steps(sound: Sound, way: _Way, spoken: str, *, alone: bool) -> Iterator[_Way]:
    at, odd, follows = way
    if not sound.is_vowel:
        yield way  # a glide, or an h that nobody hears
    if not sound.is_vowel or sound.glide:
        for count in range(1, _MOST_CONSONANTS + 1):
            heard = spoken[at : at + count]
            fits = _GLIDES.issuperset(heard) if sound.glide else _VOWELS.isdisjoint(heard)
            if len(heard) == count and fits:
                yield _Way(at + count, odd, after_vowel=False)
    if not sound.is_vowel:
        return
    if sound.glide and spoken[at + 1 : at + 2] in _GLIDES and spoken[at] in _VOWELS:
        yield _Way(at + 2, odd, after_vowel=False)
    if sound.silent or follows:  # the second half of a diphthong
        yield way._replace(after_vowel=follows)
    letter = spoken[at : at + 1]
    if letter not in _VOWELS:
        return
    free = _is_free(letter, sound, spoken[at + 1 :], alone=alone)
    if not free and not any(letter in near and near & sound.vowels for near in _NEAR):
        return
    yield _Way(at + 1, odd if free else (*odd, (at, sound.vowels)), after_vowel=True)


def _is_free(letter: str, sound: Sound, rest: str, *, alone: bool) -> bool:
    """Whether a vowel is one that the sign stands for; *a* may be any, except for the only vowel."""
    if sound.any_vowel or letter in sound.vowels:
        return True
    # In India *class* and *dance* have the vowel of *father*.
    broad = letter == _SHORT_A and _LONG_A in sound.vowels and _BROAD.match(rest) is not None
    return broad or (letter == _REDUCED and not alone)


def _is_another(words: Sequence[str], odd: Sequence[tuple[int, frozenset[str]]]) -> bool:
    """Whether what is written would be another word of English in place of one."""
    start = 0
    for word in words:
        inside = [(at - start, vowels) for at, vowels in odd if 0 <= at - start < len(word)]
        start += len(word)
        written = word
        for at, vowels in inside:
            if any(word[:at] + vowel + word[at + 1 :] in words_by_sounds() for vowel in vowels):
                return True
            written = written[:at] + min(vowels) + written[at + 1 :]
        if len(inside) > 1 and written in words_by_sounds():
            return True
    return False
