"""``space-norm-wer`` a second time: the definition's own steps, one after the other, and no more.

Apart from the program on purpose: a full table, a walk back over it, a set of words.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

PUNCTUATION = re.compile(r"""[।॥,.\-!?;:'"()\[\]{}\/\\@#$%^&*+=~`|]""")


def normalize(text: str) -> str:
    """Tag, brackets, angles, punctuation, digits, case, white space."""
    text = re.sub(r"^\s*<\|[^|>]*\|>", "", text)
    text = re.sub(r"\[[^\]]*\]", "", text)
    text = re.sub(r"<[^>]*>", "", text)
    text = PUNCTUATION.sub("", text)
    text = re.sub(r"[0-9]", "", text)
    return re.sub(r"\s+", " ", text.lower()).strip()


def errors(reference: str, hypothesis: str) -> tuple[int, int]:
    """Return the wrong words and all words of a normalized reference."""
    words = reference.split(" ") if reference else []
    if not words:
        return 0, 0
    said, written = reference.replace(" ", ""), hypothesis.replace(" ", "")
    if said == written:
        return 0, len(words)
    char_to_word = [at for at, word in enumerate(words) for _ in word]
    n, m = len(said), len(written)
    table = [[0] * (m + 1) for _ in range(n + 1)]
    for i in range(n + 1):
        table[i][0] = i
    for j in range(m + 1):
        table[0][j] = j
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            if said[i - 1] == written[j - 1]:
                table[i][j] = table[i - 1][j - 1]
            else:
                table[i][j] = 1 + min(table[i - 1][j - 1], table[i - 1][j], table[i][j - 1])
    wrong = set()
    i, j = n, m
    while i > 0 or j > 0:
        if i > 0 and j > 0 and said[i - 1] == written[j - 1]:
            i, j = i - 1, j - 1
        elif i > 0 and j > 0 and table[i][j] == table[i - 1][j - 1] + 1:
            wrong.add(char_to_word[i - 1])
            i, j = i - 1, j - 1
        elif i > 0 and table[i][j] == table[i - 1][j] + 1:
            wrong.add(char_to_word[i - 1])
            i -= 1
        else:
            wrong.add(char_to_word[i - 1] if i > 0 else char_to_word[0])
            j -= 1
    return len(wrong), len(words)


def corpus(pairs: Iterable[tuple[str, str]]) -> tuple[int, int, int]:
    """Return the sums of wrong words and of words, and how many pairs are not in them."""
    wrong = total = left_out = 0
    for pair in pairs:
        reference, hypothesis = map(normalize, pair)
        if not (reference and hypothesis):
            left_out += 1
            continue
        found = errors(reference, hypothesis)
        wrong, total = wrong + found[0], total + found[1]
    return wrong, total, left_out
