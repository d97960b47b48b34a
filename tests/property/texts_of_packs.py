"""Random texts of what a language pack reads, next to marks and digits of any script."""

from __future__ import annotations

import functools
import re
import sys
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

import mondegreen

if TYPE_CHECKING:
    import random

__all__ = ["MARKS", "text", "words"]

PACKS = Path(mondegreen.__file__).parent / "languages"

# Columns with words, by file; in the others all columns have some.
COLUMNS = {
    "numerals.tsv": slice(4, 5),
    "numerals.more.tsv": slice(4, 5),
    "patterns.tsv": slice(1, 2),
    "classes.tsv": slice(2, None),
    "units.tsv": slice(2, None),
    "cases.tsv": slice(1, 3),
    "notes.tsv": slice(1, None),
}
NOT_WORDS = re.compile(r"\{[^}]*\}|[][()|~,.;+!=<>_-]*[{}][^ ]*")
DIGITS = [
    letter
    for letter in map(chr, range(sys.maxunicode + 1))
    if unicodedata.category(letter) == "Nd" and letter > "9"
]
MARKS = [
    *"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
    *"–—−‑‐×÷±≤≥°£€¥₹¢§№‰½¼¾⅓²³¹₂℃℉™©®…·•¿¡«»“”„‘’′″´",
    *"。、，．：；！？（）［］【】〔〕「」＜＞～〜％＄￥／－＋＃＠＊ｍ３①Ⅷ㎏㏄ﬁﷺﻻﺎﺀｶﾞﾟ｡･゛゜○",
    *"\u060c\u061b\u061f\u066a\u066b\u066c\u06d4\u05be\u05f3\u05f4\u055d\u055e\u058a\u0964♪▁",
    *"\u00ad\u200b\u200c\u200d\u200e\u2060\ufeff\u0300\u0301\u0323\u093c\u064b\u3099\u00a0\u3000\t\n",
    *("</s>", "<unk>", "[noise]", "(laughs)", "((", "))", "@@", "##", "***", "--", "...", "'s"),
    *("://", "www."),
]
FIGURES = [
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "12",
    "20",
    "30",
    "00",
    "05",
    "100",
    "234",
    "1000",
    "1984",
    "2024",
]
GAPS = [" "] * 6 + [""] * 4 + ["-", ", ", ". ", "  ", ".", ",", "'", ":", "/", " - "]


@functools.cache
def words(code: str) -> tuple[str, ...]:
    """Return the words and signs in the tables of a language and of those that it extends."""
    found: dict[str, None] = {}
    folders = [
        PACKS / code,
        *([PACKS / code.split("-", maxsplit=1)[0]] if "-" in code else ()),
        PACKS / "any",
    ]
    for file in (file for folder in folders for file in sorted(folder.glob("*.tsv"))):
        if file.name in {"pack.tsv", "changes.tsv", "guards.tsv", "tokens.tsv"}:
            continue
        for line in file.read_text("utf-8").splitlines():
            if line.startswith("# "):
                continue
            for cell in line.split("\t")[COLUMNS.get(file.name, slice(None))]:
                for word in NOT_WORDS.sub(" ", cell).split():
                    found[word.replace("_", " ")] = None
    return tuple(found)


def text(code: str, chance: random.Random, most: int = 7) -> str:
    """Return up to ``most`` pieces with random gaps."""
    return "".join(
        _piece(code, chance) + chance.choice(GAPS) for _ in range(chance.randint(1, most))
    )


def _piece(code: str, chance: random.Random) -> str:
    which = chance.random()
    if which < 0.55:
        word = chance.choice(words(code))
        how = chance.random()
        return word.upper() if how < 0.05 else word.title() if how < 0.12 else word
    if which < 0.78:
        return chance.choice(FIGURES)
    if which < 0.95:
        return chance.choice(MARKS)
    if which < 0.98:
        return chance.choice(DIGITS)
    return chr(chance.choice([chance.randrange(0x20, 0xD800), chance.randrange(0xE000, 0x1F000)]))
