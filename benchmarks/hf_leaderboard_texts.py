"""Random texts and pairs for ``hf_leaderboard.py``: the same seed gives the same ones."""

from __future__ import annotations

import tomllib
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

__all__ = ["LANGUAGES", "Texts"]

WORDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
LANGUAGES = tuple(WORDS)
SPACES = " " * 16 + "\t\n\xa0\u2009\u202f\u3000"
SYMBOLS = ".,'’`´$¢€£%()[]<>-–—_/&+#@!?¿¡:;\"“”«»…·°©™½²①Ⅷ％＄．，|*~^=\\"
STRANGE = "ΣσςİıßẞŒøÞŁ\u0301\u0308\u0327\u0345\u093c\u094d\u200b\u200c\u200d\xad\ufeffﬁﷺ日本ก\u0e31"
NOTHING = (
    *("", " ", "[laughter]", "...", "(hm)", "?!", "\xad", "uh", "ah"),
    *(
        "ignore_time_segment_in_scoring",
        "ignore time segment in scoring",
        " ignore time segment in scoring ",
    ),
)
LETTERS = "0123456789" + SPACES + SYMBOLS + STRANGE + "stndrhaelfmo'" * 2
GROUPS = (" ", " ", ".", ",", "\u202f", "'", "-", "")
SIGNS = ("", "", "", "", "$", "€", "£", "¢", "-", "+", "#", "№")
ENDINGS = (
    "",
    "",
    "",
    "",
    "%",
    " %",
    "€",
    " €",
    "$",
    "s",
    "th",
    "st",
    "nd",
    ".",
    "º",
    "er",
    "km",
    "k",
)


class Texts:
    """The random texts of one language.

    ``tables`` are more words that rules look at, as the spellings of a checkout. ``chosen`` are texts
    that are always worth a try.
    """

    def __init__(self, language: str, random: Random, tables: Iterable[str] = ()) -> None:
        self.random = random
        known = WORDS[language]
        self.chosen: list[str] = known["chosen"]
        of = {kind: words.split() for kind, words in known.items() if kind != "chosen"}
        self.plain: list[str] = of["words"]
        self.compounds: list[str] = of["compounds"]
        self.fillers: list[str] = of["fillers"]
        self.others = [word.replace("_", " ") for word in of["others"]]
        self.tables = list(tables) or self.plain

    def text(self) -> str:
        """Return any text: mostly a sentence, at times a soup of characters."""
        kind = self.random.random()
        if kind < 0.75:
            return self.sentence()
        if kind < 0.87:
            return self.soup(LETTERS)
        if kind < 0.93:
            return self.bracketed()
        limit = self.random.choice((0x250, 0x800, 0x3000, 0x10000, 0x110000))
        points = (self.random.randrange(limit) for _ in range(self.random.randrange(25)))
        return "".join(chr(point) for point in points if not 0xD800 <= point < 0xE000)

    def pair(self) -> tuple[str, str]:
        """Return a reference and a hypothesis that has some errors."""
        if self.random.random() < 0.05:
            return self.random.choice(NOTHING), self.sentence()
        words = [self.word() for _ in range(self.random.choice((0, 1, 3, 8, 8, 15, 15, 30, 250)))]
        said: list[str] = []
        for word in words:
            said += word.replace("_", self.random.choice(("", " ", " ", "-"))).split(" ")
        return self.spaced(said), self.spaced(list(self.misheard(said)))

    def misheard(self, words: list[str]) -> Iterable[str]:
        """Yield the words of a hypothesis: some lost, added, changed, split or joined."""
        for word in words:
            kind = self.random.random()
            if kind < 0.05:
                continue
            if kind < 0.10:
                yield self.random.choice(words)
            elif kind < 0.14:
                yield from self.word().split("_")
            elif kind < 0.20 and len(word) > 1:
                cut = self.random.randrange(1, len(word))
                yield from (word[:cut], word[cut:])
                continue
            elif kind < 0.24:
                yield "\0" + word  # joined to the one before
                continue
            yield word

    def spaced(self, words: list[str]) -> str:
        """Return words as one text."""
        return " ".join(words).replace(" \0", "").replace("\0", "")

    def sentence(self) -> str:
        """Return words, numbers and signs."""
        text = ""
        for _ in range(self.random.randrange(16)):
            word = self.word().replace("_", self.random.choice(("", " ", "-", "  ", "\t", ".")))
            shape = self.random.random()
            if shape < 0.1:
                word = self.random.choice((word.upper(), word.title()))
            elif shape < 0.15:
                word = unicodedata.normalize("NFD", word)
            elif shape < 0.2:
                word += self.random.choice(("'s", "'t", "n't", "'d", "'d been", "'ve", "'s got"))
            after = self.random.choice(SYMBOLS) if self.random.random() < 0.15 else ""
            text += (
                word + after + (" " if self.random.random() < 0.93 else self.random.choice(LETTERS))
            )
        return text

    def word(self) -> str:
        """Return a word, a compound with its parts parted by ``_``, or a number in figures."""
        kind = self.random.random()
        for share, words in (
            (0.3, self.plain),
            (0.42, self.compounds),
            (0.5, self.fillers),
            (0.7, self.others),
            (0.8, self.tables),
        ):
            if kind < share:
                return self.random.choice(words)
        return self.figure()

    def figure(self) -> str:
        """Return a number in figures: of any length, in groups, with a sign or an ending."""
        length = self.random.choice((1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 9, 12, 16, 28, 66))
        digits = str(self.random.randrange(10**length))
        if self.random.random() < 0.3:
            digits = digits.zfill(self.random.randrange(1, 5))
        if self.random.random() < 0.3:
            start = len(digits) % 3 or 3
            parts = [digits[:start], *(digits[at : at + 3] for at in range(start, len(digits), 3))]
            digits = self.random.choice(GROUPS).join(parts)
        if self.random.random() < 0.15:
            digits += self.random.choice(".,:") + str(self.random.randrange(1000))
        if self.random.random() < 0.03:
            zero = self.random.choice((0x660, 0x966, 0xFF10, 0x1D7D8))
            digits = digits.translate({48 + digit: zero + digit for digit in range(10)})
        return self.random.choice(SIGNS) + digits + self.random.choice(ENDINGS)

    def bracketed(self) -> str:
        """Return a text with brackets that match or not."""
        parts = [self.random.choice((self.sentence(), *"()[]<>", "()", "(a)")) for _ in range(6)]
        return "".join(parts)

    def soup(self, letters: str) -> str:
        """Return characters in any order."""
        return "".join(self.random.choice(letters) for _ in range(self.random.randrange(40)))
