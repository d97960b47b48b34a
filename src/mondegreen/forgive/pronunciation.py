"""How English words sound: CMUdict, in one letter a phoneme.

The table ``data/pronunciations.en.tsv`` has 126,000 words; it is made from CMUdict by
``crates/tables/make_pronunciations.py``. Stress is left out, so that *everyday* sounds like *every
day*, but for the vowel AH: unstressed it is another sound (that of *a*, not that of *cup*) and is
called AX.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from mondegreen.forgive.data_tables import rows

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "ARPABET",
    "LETTERS",
    "VERSION",
    "arpabet",
    "pronunciations",
    "same_sounds",
    "words_by_sounds",
]

VERSION = "cmudict1.1.3"
"""The data and its version, as signatures show it."""

ARPABET = (
    *("AA", "AE", "AH", "AO", "AW", "AX", "AY", "B", "CH", "D", "DH", "EH", "ER", "EY", "F", "G"),
    *("HH", "IH", "IY", "JH", "K", "L", "M", "N", "NG", "OW", "OY", "P", "R", "S", "SH", "T", "TH"),
    *("UH", "UW", "V", "W", "Y", "Z", "ZH"),
)
"""The phonemes, in the order of the letters that stand for them."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn"
"""Those letters."""
_NAMES = dict(zip(LETTERS, ARPABET, strict=True))


def pronunciations(word: str) -> tuple[str, ...]:
    """Return how a word may sound, the usual way first; nothing for a word that is not listed.

    >>> [arpabet(sounds) for sounds in pronunciations("Read")]
    ['R EH D', 'R IY D']
    >>> pronunciations("mondegreen")
    ()
    """
    found = _table().get(word.lower().replace("’", "'"))
    return tuple(found.split(" ")) if found else ()


def arpabet(sounds: str) -> str:
    """Return the names of phonemes.

    >>> arpabet(pronunciations("cup")[0])
    'K AH P'
    """
    return " ".join(_NAMES[letter] for letter in sounds)


def same_sounds(first: Sequence[str], second: Sequence[str]) -> str | None:
    """Return phonemes that both spans of words can be spoken with, or ``None``.

    Where words end does not matter. A word that is not listed has no sounds, so that a span with
    one has none either. Every word may be spoken in each of its ways; the work grows with the
    number of sounds, not with the number of combinations.

    >>> arpabet(same_sounds(["ice", "cream"], ["i", "scream"]) or "")
    'AY S K R IY M'
    >>> same_sounds(["card"], ["cart"]) is None
    True
    """
    ways = [[pronunciations(word) for word in side] for side in (first, second)]
    if not all(ways) or not all(map(all, ways)):
        return None
    # A state: how many words of each side are spoken, and by what sounds one is ahead.
    start = (0, 0, "", "")
    seen, waiting = {start}, [(start, "")]
    while waiting:
        (at, other, ahead, trailing), spoken = waiting.pop()
        if not ahead and at == len(first):
            if other == len(second) and not trailing:
                return spoken
            continue
        if ahead and other == len(second):
            continue
        for sounds in ways[1][other] if ahead else ways[0][at]:
            mine, theirs = (ahead, sounds) if ahead else (sounds, trailing)
            shared = min(len(mine), len(theirs))
            if mine[:shared] != theirs[:shared]:
                continue
            steps = (at, other + 1) if ahead else (at + 1, other)
            state = (*steps, mine[shared:], theirs[shared:])
            if state not in seen:
                seen.add(state)
                waiting.append((state, spoken + mine[:shared]))
    return None


@lru_cache(maxsize=1)
def words_by_sounds() -> frozenset[str]:
    """Return the sounds of all words, in letters.

    >>> pronunciations("bell")[0] in words_by_sounds()
    True
    """
    return frozenset(sounds for spoken in _table().values() for sounds in spoken.split(" "))


@lru_cache(maxsize=1)
def _table() -> dict[str, str]:
    return dict(rows("pronunciations.en.tsv"))
