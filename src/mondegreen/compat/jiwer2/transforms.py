"""The transforms of jiwer 2: each takes one text or a list of texts."""

from __future__ import annotations

import string
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mondegreen.compat.jiwer.transforms import (
    AbstractTransform,
    BaseRemoveTransform,
    Compose,
    ExpandCommonEnglishContractions,
    RemoveEmptyStrings,
    RemoveKaldiNonWords,
    RemoveMultipleSpaces,
    RemoveWhiteSpace,
    Strip,
    ToLowerCase,
    ToUpperCase,
)
from mondegreen.compat.jiwer.transforms import SubstituteRegexes as _SubstituteRegexes
from mondegreen.compat.jiwer.transforms import SubstituteWords as _SubstituteWords
from mondegreen.text.transforms.whole_words import WholeWords

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "AbstractTransform",
    "Compose",
    "ExpandCommonEnglishContractions",
    "RemoveEmptyStrings",
    "RemoveKaldiNonWords",
    "RemoveMultipleSpaces",
    "RemovePunctuation",
    "RemoveSpecificWords",
    "RemoveWhiteSpace",
    "SentencesToListOfWords",
    "Strip",
    "SubstituteRegexes",
    "SubstituteWords",
    "ToLowerCase",
    "ToUpperCase",
]


class SentencesToListOfWords(AbstractTransform):
    """Cut texts at a delimiter into one list of words, of all texts together.

    Between two delimiters is an empty word; `RemoveEmptyStrings` removes it.

    >>> SentencesToListOfWords()(["hi", "this is an example"])
    ['hi', 'this', 'is', 'an', 'example']
    """

    def __init__(self, word_delimiter: str = " ") -> None:
        self.word_delimiter = word_delimiter

    def process_string(self, s: str) -> list[str]:
        """Return the words of one text."""
        return s.split(self.word_delimiter)

    def process_list(self, inp: list[Any]) -> list[str]:
        """Return the words of all texts."""
        return [word for text in inp for word in self.process_string(text)]


class RemoveSpecificWords(AbstractTransform):
    """Take out certain words; the blanks around them stay.

    >>> RemoveSpecificWords(["yhe", "the", "a"])(["yhe awesome", "the apple is not a pear", "yhe"])
    [' awesome', ' apple is not  pear', '']
    """

    def __init__(self, words_to_remove: list[str]) -> None:
        self.tokens_to_remove = words_to_remove

    def process_string(self, s: str) -> str:
        """Return ``s`` without the words."""
        return _words(tuple(self.tokens_to_remove)).replaced(s, lambda _: "")


@lru_cache(64)
def _words(words: tuple[str, ...]) -> WholeWords:
    return WholeWords(filter(None, words))


class RemovePunctuation(BaseRemoveTransform):
    """Take out the punctuation and symbols of ASCII; typographic ones stay.

    >>> RemovePunctuation()(["this is an example!", "hello. “goodbye” $5"])
    ['this is an example', 'hello “goodbye” 5']
    """

    def __init__(self) -> None:
        super().__init__(list(string.punctuation))


class SubstituteWords(_SubstituteWords):
    r"""Replace words, one after the other; found and written as by ``re.sub`` between ``\b``.

    >>> SubstituteWords({"pretty": "awesome", "you": "i", "'re": " am"})(["you're pretty", "your"])
    ['i am awesome', 'your']
    """

    def __init__(
        self,
        substitutions: Mapping[str, str] | None = None,
        *,
        dictionary: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(_given(substitutions, dictionary))


class SubstituteRegexes(_SubstituteRegexes):
    r"""Replace what regular expressions match, one after the other.

    >>> SubstituteRegexes(dictionary={r"\b(\w+)ed\b": r"\1"})(["edibles are cultivated"])
    ['edibles are cultivat']
    """

    def __init__(
        self,
        substitutions: Mapping[str, str] | None = None,
        *,
        dictionary: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(_given(substitutions, dictionary))


def _given(
    substitutions: Mapping[str, str] | None, dictionary: Mapping[str, str] | None
) -> Mapping[str, str]:
    """Return the one that was given: the README has one name for it, the code the other."""
    if (substitutions is None) == (dictionary is None):
        raise TypeError("pass one mapping of what is replaced to what is written for it")
    found = dictionary if substitutions is None else substitutions
    return found or {}
