"""Scripts of characters, and the mixed unit: the reference implementation of ``scripts.rs``.

Both read ``scripts.tsv``, whose first line names the Unicode version.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from pathlib import Path

__all__ = ["UNSPACED", "mixed", "script_of"]

TABLE = Path(__file__).with_name("scripts.tsv")

UNSPACED = frozenset({"Han", "Hiragana", "Katakana", "Khmer", "Lao", "Myanmar", "Thai"})
"""The scripts of which each character is a token of the mixed unit."""


@cache
def read_table() -> tuple[list[int], list[int], list[str]]:
    """Return first code points, last code points and scripts, sorted."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return (
        [int(row[0], 16) for row in rows],
        [int(row[1], 16) for row in rows],
        [row[2] for row in rows],
    )


def script_of(character: str) -> str:
    """Return the script of one code point: Unicode's name, ``Common`` or ``Digit``.

    >>> script_of("a"), script_of("अ"), script_of("語"), script_of("ー"), script_of("৪")
    ('Latin', 'Devanagari', 'Han', 'Hiragana', 'Digit')
    """
    first, last, scripts = read_table()
    point = ord(character)
    found = bisect_right(first, point) - 1
    return scripts[found] if found >= 0 and point <= last[found] else "Common"


def mixed(text: str) -> list[str]:
    """Cut a text into characters where its script has no spaces, and into words elsewhere.

    >>> mixed("我想买一台 laptop 24台")
    ['我', '想', '买', '一', '台', 'laptop', '24', '台']
    """
    tokens: list[str] = []
    takes_more = False  # whether the last token takes more than marks
    for word in text.split():
        joins = False  # whether there is a token of this word to join
        for character in word:
            script = script_of(character)
            alone = script in UNSPACED
            if joins and (script == "Inherited" or (takes_more and not alone)):
                tokens[-1] += character
                continue
            tokens.append(character)
            takes_more, joins = not alone, True
    return tokens
