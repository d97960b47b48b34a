"""How often each word of the references came through, and which of them are numbers or names."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.table import as_list
from mondegreen.errors import visible
from mondegreen.scoring.utterance import plain_text
from mondegreen.text.numbers import read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.report.survey import Survey
    from mondegreen.report.systems import Systems

__all__ = ["MOST_WORDS", "RARE", "recall"]

MOST_WORDS: Final = 3000
"""Words in the table; those that were most often wrong are first and are kept."""

RARE: Final = 2
"""A word is rare that was said at most so often."""

_EDGES: Final = ".,!?;:\"'()[]{}«»„“”‘’…¿¡-–—"
_ORDINARY: Final = frozenset(["i", "i'm", "i've", "i'll", "i'd"])


def recall(systems: Systems, surveys: Sequence[Survey]) -> tuple[list[list[Any]], int]:
    """Return rows of the table, and how many words there are in all.

    A row is the word, its marks, how often it was said, and for each system how often it was
    right, forgiven and wrong. The marks are ``n`` for a number, ``c`` for a word that is mostly
    written with a capital letter inside of a sentence, and ``r`` for a rare one.

    >>> from mondegreen import score
    >>> from mondegreen.report.survey import survey
    >>> from mondegreen.report.systems import Systems
    >>> result = score("call Ada at 5", "call Ida at 5")
    >>> recall(Systems.of(result), [survey(result, "wer")])[0][0]
    ['Ada', 'cr', 1, [0, 0, 1]]
    """
    names = _names(systems)
    spoken = systems.first.recipe.languages or (systems.first.recipe.language or "en",)
    said: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for survey in surveys:
        for token, word in survey.words.items():
            said[token] = max(said[token], word.said)
            wrong[token] += word.wrong
    ranked = sorted(said, key=lambda token: (-wrong[token], -said[token], token))
    rows = []
    for token in ranked[:MOST_WORDS]:
        marks = "n" if any(_is_number(token, code) for code in spoken) else ""
        marks += "c" if token.strip(_EDGES).casefold() in names else ""
        marks += "r" if said[token] <= RARE else ""
        parts: list[Any] = []
        for survey in surveys:
            found = survey.words.get(token)
            parts.append(None if found is None else [found.right, found.forgiven, found.wrong])
        rows.append([visible(token), marks, said[token], *parts])
    return rows, len(ranked)


def _is_number(token: str, language: str) -> bool:
    if any(character.isnumeric() for character in token):
        return True
    return len(token) > 1 and any(number.sure for number in read(token, language))


def _names(systems: Systems) -> set[str]:
    """Return the words that mostly have a capital letter where no sentence begins."""
    capital: Counter[str] = Counter()
    plain: Counter[str] = Counter()
    result = systems.first
    if not result.has_texts:
        return set()
    for text in as_list(result.references):
        words = plain_text(text).split()
        for before, word in pairwise(words):
            if before[-1] in '.!?:"“„«':
                continue
            bare = word.strip(_EDGES)
            if bare[:1].isupper():
                capital[bare.casefold()] += 1
            else:
                plain[bare.casefold()] += 1
    return {
        word for word, times in capital.items() if times > plain[word] and word not in _ORDINARY
    }
