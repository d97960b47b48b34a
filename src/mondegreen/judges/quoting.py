"""Whether what a model quotes is in the text: the same words in the same order, in one piece."""

from __future__ import annotations

import re
import unicodedata

from mondegreen.text.marks import normalize

__all__ = ["WITHOUT_SPACES", "occurrence", "occurs", "same_text", "words_of"]

_APOSTROPHES = str.maketrans("’‘ʼ`", "''''")
# Scripts that put no spaces between words: there a quotation is a piece of the text.
WITHOUT_SPACES = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
)
# A word is letters, marks and digits; what is between them inside of a word stays.
_WORD = re.compile(r"[^\W_]+(?:['.,:@/-]?[^\W_]+)*", re.UNICODE)
_MINUS = re.compile(r"(?<!\w)[-\u2212](?=\W?\d)")
_SIGNS = frozenset("%‰#&@§")


def words_of(text: str) -> list[str]:
    """Return the words of a text, folded, without the punctuation around them.

    >>> words_of("“Don’t,” he said: 5:05!")
    ["don't", 'he', 'said', '5:05']
    """
    folded = normalize("NFC", text).translate(_APOSTROPHES).casefold()
    # Marks of Indic scripts are no word characters of regular expressions; white space cuts there.
    if any(unicodedata.category(char).startswith("M") for char in folded):
        return [bare for word in folded.split() if (bare := _stripped(word))]
    return _WORD.findall(folded)


def same_text(first: str, second: str) -> bool:
    """Return whether two texts differ in case, white space and punctuation at most.

    Signs are no punctuation: an amount with a currency is not the same as the number alone.

    >>> same_text("Yes, please!", "yes please"), same_text("I owe $5", "I owe 5")
    (True, False)
    """
    return words_of(first) == words_of(second) and _signs(first) == _signs(second)


def _signs(text: str) -> list[str]:
    """Return what is no word and still changes what words say: currencies, %, a minus, emoji."""
    composed = normalize("NFC", text)
    found = [c for c in composed if c in _SIGNS or unicodedata.category(c) in {"Sc", "Sm", "So"}]
    return found + _MINUS.findall(composed)


def occurs(quotation: str, text: str) -> bool:
    """Return whether the words of a quotation are in the text, in order and side by side.

    Case, punctuation around words and white space do not count. A quotation without a word stands
    in no text.

    >>> occurs("Pay  twenty", "I pay twenty, please"), occurs("pay twenty", "pay me twenty")
    (True, False)
    >>> occurs("天气", "今天天气很好")
    True
    """
    wanted, words = words_of(quotation), words_of(text)
    if wanted and WITHOUT_SPACES.search(quotation):
        return "".join(wanted) in "".join(words)
    return occurrence(wanted, words) is not None


def occurrence(wanted: list[str], words: list[str], start: int = 0) -> int | None:
    """Return where a sequence of words begins at or after ``start``, or ``None``.

    >>> occurrence(["b", "a"], ["a", "b", "a"])
    1
    """
    if not wanted:
        return None
    for at in range(start, len(words) - len(wanted) + 1):
        if words[at : at + len(wanted)] == wanted:
            return at
    return None


def _stripped(word: str) -> str:
    kept = [at for at, char in enumerate(word) if unicodedata.category(char)[0] in "LMN"]
    return word[kept[0] : kept[-1] + 1] if kept else ""
