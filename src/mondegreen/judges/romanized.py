"""Whether a text in Latin letters can be what another script says, by the sounds of its letters.

No table has all the ways in which people write Hindi, Telugu or Arabic in Latin letters. So the
comparison is coarse: consonants in classes of similar sounds, without vowels and doubled letters;
and all letters, more loosely. The digits must be the same.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from mondegreen import _kernel
from mondegreen.forgive.optional import optional

__all__ = ["other_script", "sound_alike"]

_CONSONANTS: Final = 0.65
"""The share of the consonants, by their classes, that must be the same."""
_LETTERS: Final = 0.4
"""The share of all letters."""
_OF_KANA: Final = 0.3
"""The share of the consonants where kanji are among kana: their readings are not known here."""
_CLASSES: Final = str.maketrans("pvfwtkqcxhzsyrn", "bbbbdgggggjjjlm")
_OTHER: Final = re.compile(r"[^\W\d_a-zA-Z\u00aa-\u024f\u1e00-\u1eff]")
_LATIN: Final = re.compile(r"[a-zA-Z\u00c0-\u024f\u1e00-\u1eff]")
_HAN: Final = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_KANA: Final = re.compile(r"[\u3040-\u30ff]")
_NO_LETTERS: Final = re.compile(r"[^a-z]+")
_VOWELS: Final = re.compile(r"[aeiou]+")
_DOUBLED: Final = re.compile(r"(.)\1+")
_DIGITS: Final = re.compile(r"\d")


def other_script(source: str, written: str) -> bool:
    """Return whether letters of another script became Latin ones.

    >>> other_script("मेरा card", "mera card"), other_script("Москва", "москва")
    (True, False)
    """
    return len(_OTHER.findall(source)) > len(_OTHER.findall(written)) and bool(
        _LATIN.search(written)
    )


def sound_alike(source: str, written: str) -> bool:
    """Return whether a text of another script can be written so in Latin letters.

    Raises:
        MissingDependencyError: a package of the extra ``script`` is not installed.

    >>> sound_alike("मुझे अपना कार्ड रद्द करना है", "mujhe apna card radd karna hai")
    True
    >>> sound_alike("मुझे अपना कार्ड रद्द करना है", "naku rendu tickets kavali")
    False
    >>> sound_alike("मुझे अपना कार्ड रद्द करना है tomorrow at noon", "tomorrow at noon")
    False
    """
    said, wrote = map(_roman, _apart(source, written))
    if _DIGITS.findall(said) != _DIGITS.findall(wrote):
        return False
    mixed = _KANA.search(source) is not None and _HAN.search(source) is not None
    if mixed:
        return _alike(_consonants(said), _consonants(wrote)) >= _OF_KANA
    letters = _alike(_NO_LETTERS.sub("", said), _NO_LETTERS.sub("", wrote))
    return letters >= _LETTERS and _alike(_consonants(said), _consonants(wrote)) >= _CONSONANTS


def _apart(source: str, written: str) -> tuple[str, str]:
    """Return both texts without the words that both have: they say nothing of the others."""
    words = source.split(), written.split()
    both = Counter(words[0]) & Counter(words[1])
    found = []
    for side in words:
        left = both.copy()
        kept = []
        for word in side:
            if left[word]:
                left[word] -= 1
            else:
                kept.append(word)
        found.append(" ".join(kept))
    return found[0], found[1]


def _roman(text: str) -> str:
    """Return a text in ASCII and lower case: Chinese in pinyin, all else as anyascii spells it."""
    if _HAN.search(text) and not _KANA.search(text):
        pypinyin = optional("pypinyin", "pypinyin", "script", "comparing scripts")
        text = " ".join(pypinyin.lazy_pinyin(text))
    ascii_of = optional("anyascii", "anyascii", "script", "comparing scripts").anyascii
    return str(ascii_of(text)).lower()


def _consonants(text: str) -> str:
    kept = _VOWELS.sub("", _NO_LETTERS.sub("", text)).translate(_CLASSES)
    return _DOUBLED.sub(r"\1", kept)


def _alike(said: str, wrote: str) -> float:
    """Return the share of letters that are the same, 0 to 1; of no letters all are."""
    longest = max(len(said), len(wrote))
    if not longest:
        return 1.0
    return 1 - sum(_kernel.count([said], [wrote], unit="character").sums[1:4]) / longest
