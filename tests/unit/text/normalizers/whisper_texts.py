"""Texts that try the normalizers of Whisper, from a seed: the same seed gives the same texts."""

from __future__ import annotations

import unicodedata
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from whisper_oracle import original

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DIGITS = "0123456789"
SPACES = " " * 12 + "\t\n\r\x0b\x0c\x1c\x1f\x85\xa0\u1680\u2009\u2028\u2029\u202f\u205f\u3000"
SYMBOLS = ".,'’$¢€£%()[]<>-–_/&+#@!?:;\"“”…·°©™½²①Ⅷ％＄．，￠￡'"
STRANGE = (
    "ΣσςİıßẞŒøÞŁ\u0301\u0307\u0327\u0345\u093c\u094d\u200b\u200c\u200d\u00ad\ufeff\ufb01\ufdfa"
)
CLUSTERS = (
    "\u200c\u200d\U00011a3a\u1cf5\U00011f42\U000113d0\u0897\u0600\U000111c2\r\n\xada\U0001fadf"
    "\u0915\u0937\U00011a2d\U00011a0b\u1100\u1161\u11a8\ua960\ud7b0\ud7cb가각\U0001f1e6\ue000"
)
SPECIAL = DIGITS + SPACES + SYMBOLS + STRANGE + "stndrhaelfmo" * 2


@cache
def vocabulary() -> tuple[str, ...]:
    """Return the words that the original treats in some way of its own, and some others."""
    english: Any = original("whisper-english")
    contractions = [p.replace("\\b", "").lstrip() for p in english.replacers]
    stems = [
        "he",
        "she",
        "it",
        "they",
        "we",
        "you",
        "could",
        "would",
        "should",
        "is",
        "are",
        "has",
        "i",
        "there",
        "what",
        "y'",
        "ma",
        "let",
        "won",
    ]
    numbers = sorted(english.standardize_numbers.words)
    fillers = ["hmm", "mm", "mhm", "mmm", "uh", "um", "uhm", "huh"]
    suffixes = ["st", "nd", "rd", "th", "s", "ths", "am", "pm", "mm", "km", "x", "a", "half", "and"]
    other = "the cat sat half and a half cent percent been gone done got gotta café naïve İstanbul"
    british = sorted(english.standardize_spellings.mapping)[::29]
    halves = ["and a half", "and  a\thalf", "two and a half", "per cent"]
    return tuple(
        [*contractions, *stems, *fillers, *suffixes, *other.split(), *british, *halves]
        + numbers * 4
        + ["one two", "twenty", "hundred", "thousand", "million", "point", "dollars", "cents"] * 8
    )


@cache
def scripts() -> tuple[tuple[str, ...], ...]:
    """Return all assigned characters of Unicode 14.0 by the first word of their names."""
    found: dict[str, list[str]] = {}
    for point in range(0x110000):
        name = unicodedata.name(chr(point), "")
        if name:
            found.setdefault(name.split()[0].split("-")[0], []).append(chr(point))
    return tuple(tuple(characters) for _, characters in sorted(found.items()))


def digits(random: Random) -> str:
    """Return some digits, mostly a few."""
    length = random.choice((1, 1, 1, 2, 2, 3, 4, 7))
    zero = random.choice((0x30,) * 12 + (0x660, 0x966, 0xFF10, 0x1D7D8, 0x1E950))
    return "".join(chr(zero + random.randrange(10)) for _ in range(length))


def figure(random: Random) -> str:
    """Return a number as figures: a price, a year, an ordinal, a fraction."""
    number = digits(random)
    for _ in range(random.choice((0, 0, 1, 1, 2))):
        number += random.choice((".", ".", ",", ",", ":", "-", "/", " ", "")) + digits(random)
    before = random.choice(("", "", "", "$", "€", "£", "¢", "-", "+", "$0.", "$0", "#", "$$"))
    after = random.choice(("", "", "", "%", "s", "th", "st", " nd", "rd", "k", "¢", ".", "$", "%%"))
    cents = random.choice(("",) * 6 + (" and ¢7", " ¢50", " and 5 cents", " ¢123", " ¢5x"))
    return before + number + after + cents


def word(random: Random) -> str:
    """Return a word of the vocabulary, at times in capitals or with something at its ends."""
    chosen = random.choice(vocabulary())
    shape = random.random()
    if shape < 0.1:
        chosen = random.choice((chosen.upper(), chosen.title()))
    if shape > 0.85:
        chosen += random.choice(
            ("'s", "'t", "n't", "'d", "'d been", "'ve", "'s got", ".", ",", "-")
        )
    return chosen


def spoken(random: Random) -> str:
    """Return words, numbers and figures as in speech."""
    parts = [random.choice((word, word, word, figure))(random) for _ in range(random.randrange(18))]
    text = ""
    for part in parts:
        text += part + (" " if random.random() < 0.9 else random.choice(SPECIAL + "  ¢¢$"))
    return text


def bracketed(random: Random) -> str:
    """Return a text with brackets, that match or not."""
    parts = [random.choice((spoken(random), *"()[]<>", "()", "(a)")) for _ in range(6)]
    return "".join(parts)


def special(random: Random) -> str:
    """Return a soup of characters that matter, or of those that make one rule."""
    letters = random.choice(
        (SPECIAL, SPECIAL, "1s .$¢%0", "nt's d been got", "<>[]()a", "and half")
    )
    return "".join(random.choice(letters) for _ in range(random.randrange(40)))


def script(random: Random) -> str:
    """Return characters of one script, with some spaces and figures."""
    letters = random.choice(scripts())
    return "".join(
        random.choice(letters) if random.random() < 0.9 else random.choice(SPECIAL)
        for _ in range(random.randrange(40))
    )


def clusters(random: Random) -> str:
    """Return what stays of grapheme clusters: joiners, linkers, prepended letters, Hangul."""
    return "".join(random.choice(CLUSTERS) for _ in range(random.randrange(20)))


def soup(random: Random) -> str:
    """Return any code points, lone surrogates among them."""
    limit = random.choice((0x250, 0x800, 0x3000, 0x10000, 0x110000, 0x110000))
    surrogate = random.random() < 0.3
    return "".join(
        chr(random.randrange(0xD800, 0xE000))
        if surrogate and random.random() < 0.2
        else chr(random.randrange(limit))
        for _ in range(random.randrange(30))
    )


def huge(random: Random) -> str:
    """Return numbers around the longest that Python turns into integers."""
    length = random.choice((4298, 4299, 4300, 4301)) - random.choice((0, 0, 2, 3))
    number = random.choice("019") * length
    tail = [
        random.choice(
            ("hundred", "thousand", "million", "five", "tenth", "millions", ".5", "percent")
        )
        for _ in range(random.randrange(4))
    ]
    return " ".join((random.choice(("", "$", "0.", "minus ")) + number, *tail))


KINDS: tuple[Callable[[Random], str], ...] = (
    *(spoken,) * 8,
    *(bracketed,) * 2,
    *(special,) * 4,
    *(script,) * 4,
    clusters,
    *(soup,) * 3,
)


def texts(seed: int, count: int) -> Iterator[str]:
    """Yield ``count`` texts of all kinds."""
    random = Random(seed)
    for _ in range(count):
        kind = huge if random.random() < 0.001 else random.choice(KINDS)
        yield kind(random)
