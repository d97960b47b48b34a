"""Whether a text shows what a model says of it: a fact by its words and numbers.

Facts are written in a model's words, with other endings and in another order, so half of the words
that name something are enough, each compared by its beginning or its letters. Numbers are compared by
their typed values, and all of them must be there.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from mondegreen import _kernel
from mondegreen.forgive.data_tables import rows
from mondegreen.judges.content import languages_for
from mondegreen.judges.quoting import WITHOUT_SPACES, words_of
from mondegreen.text.numbers import read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.text.numbers import NumberSpan

__all__ = ["content_words", "plainly_has_facts", "shows", "strange_numbers"]

_HALF: Final = 2
_ONE: Final = "1"  # *one moment* counts nothing
_STEM: Final = 4
"""Letters at the beginning by which forms of a word are known."""
_LETTERS_A_MISTAKE: Final = 3
"""Of so many letters one may be another."""
ENOUGH_WORDS: Final = 10
"""Words that name something: a text with so many states something."""
ENOUGH_WITH_MORE: Final = 4
"""The same next to a number or a name."""
_LETTERS_A_WORD: Final = 2
"""In scripts without spaces."""
_WITHIN: Final = re.compile(r"(?<=[^\W_][ ,'’]) *([^\W\d_][\w'’]+)")
"""Words within a sentence."""
_FIGURES: Final = re.compile(r"\d+(?:[.,:]\d+)*")


def content_words(text: str) -> list[str]:
    """Return the words of a text that name something: no articles, pronouns, prepositions.

    Of scripts without spaces every letter is a word.

    >>> content_words("I want to cancel the card"), content_words("取消")
    (['want', 'cancel', 'card'], ['取', '消'])
    """
    words = words_of(_spaced(text))
    # The language is the one most of whose words are there: Dutch *want* is no English *want*.
    listed = max(_function_words(), key=lambda each: sum(word in each for word in words))
    return [word for word in words if word not in listed]


@cache
def _function_words() -> tuple[frozenset[str], ...]:
    """Return the lists of all languages, the English one first."""
    lists = {code: frozenset(words.split(" ")) for code, words in rows("function_words.tsv")}
    return (lists.pop("en"), *lists.values())


def shows(fact: Iterable[str], text: str) -> bool:
    """Return whether half of the words of a fact that name something are in a text.

    Of a part without such a word, as *is his*, all words are looked for.

    Args:
        fact: its parts.
        text: the whole, or a quotation.

    >>> shows(["wants to cancel", "the card"], "want to cancel my card"), shows(["pays", "rent"], "the")
    (True, False)
    """
    wanted = [word for part in fact for word in content_words(part) or words_of(part)]
    there = {*words_of(_spaced(text))}
    found = sum(any(_alike(word, other) for other in there) for word in wanted)
    return _HALF * found >= len(wanted)


@lru_cache(maxsize=65_536)
def _alike(first: str, second: str) -> bool:
    """Return whether two words are forms, or spellings, of one; figures only if they are equal."""
    if first == second:
        return True
    longest, shortest = max(len(first), len(second)), min(len(first), len(second))
    if longest - shortest > longest // _HALF or any(map(str.isdigit, first + second)):
        return False
    if shortest >= _STEM and first[:_STEM] == second[:_STEM]:
        return True
    distance = sum(_kernel.count([first], [second], unit="character").sums[1:4])
    return distance <= longest // _LETTERS_A_MISTAKE


def strange_numbers(fact: Iterable[str], text: str, language: str = "") -> list[str]:
    """Return the numbers of a fact that are not in a text, by their values.

    >>> strange_numbers(["costs", "50 dollars"], "it costs twenty dollars")
    ['50 dollars']
    >>> strange_numbers(["costs", "20 dollars"], "it costs twenty dollars")
    []
    """
    stated = " , ".join(fact)
    figures = {*_FIGURES.findall(text)}
    best: list[str] | None = None
    for code in languages_for(language, f"{stated} {text}"):
        there = {value for number in read(text, code) for value in _values(number)}
        found = [
            shown
            for number in read(stated, code)
            if number.sure
            and there.isdisjoint(_values(number))
            and not {*_FIGURES.findall(shown := stated[number.start : number.end])} & figures
        ]
        best = found if best is None or len(found) < len(best) else best
        if not best:
            break
    return best or []


def _values(number: NumberSpan) -> set[str]:
    return {number.value, *(other.value for other in number.alternatives)}


def plainly_has_facts(text: str, language: str = "") -> bool:
    """Return whether a text states something without any doubt.

    It has ten words that name something, or four and a number or a name, which is a word with a
    capital within a sentence. A text that has less may be a greeting, or an answer that means nothing
    by itself; so may one whose only number is a spelled *one*.

    >>> plainly_has_facts("I want to cancel my card because the fee is 20 dollars")
    True
    >>> plainly_has_facts("Hello, how are you? Fine, thanks. Bye!")
    False
    """
    count = len(content_words(text)) // (_LETTERS_A_WORD if WITHOUT_SPACES.search(text) else 1)
    if count >= ENOUGH_WORDS:
        return True
    if count < ENOUGH_WITH_MORE:
        return False
    names = any(word[0].isupper() for word in _WITHIN.findall(text))
    return names or any(
        number.sure and (number.value != _ONE or _FIGURES.search(text) is not None)
        for code in languages_for(language, text)[:1]
        for number in read(text, code)
    )


def _spaced(text: str) -> str:
    return WITHOUT_SPACES.sub(lambda letter: f" {letter[0]} ", text)
