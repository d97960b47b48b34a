"""jiwer's transforms that cut texts into tokens, or join them."""

from __future__ import annotations

from typing import Any

from mondegreen.compat.jiwer.transforms._base import AbstractTransform

__all__ = ["ReduceToListOfListOfChars", "ReduceToListOfListOfWords", "ReduceToSingleSentence"]


class ReduceToListOfListOfWords(AbstractTransform):
    """Cut each text into words, at one delimiter and nowhere else.

    >>> ReduceToListOfListOfWords()(["hi", "this is an  example"])
    [['hi'], ['this', 'is', 'an', 'example']]
    """

    def __init__(self, word_delimiter: str = " ") -> None:
        self.word_delimiter = word_delimiter

    def process_string(self, s: str) -> list[list[str]]:
        """Return a list with the words of one text."""
        return [[word for word in s.split(self.word_delimiter) if word]]

    def process_list(self, inp: list[Any]) -> list[list[str]]:
        """Return the words of each text; of no texts, one without words."""
        return [self.process_string(text)[0] for text in inp] or [[]]


class ReduceToListOfListOfChars(AbstractTransform):
    """Cut each text into code points.

    >>> ReduceToListOfListOfChars()(["hi", "a b"])
    [['h', 'i'], ['a', ' ', 'b']]
    """

    def process_string(self, s: str) -> list[list[str]]:
        """Return a list with the code points of one text."""
        return [list(s)]

    def process_list(self, inp: list[Any]) -> list[list[str]]:
        """Return the code points of each text; of no texts, one without any."""
        return [self.process_string(text)[0] for text in inp] or [[]]


class ReduceToSingleSentence(AbstractTransform):
    """Join all texts but empty ones; of one text by itself nothing is changed.

    >>> ReduceToSingleSentence()(["hi", "", "this is an example"])
    ['hi this is an example']
    """

    def __init__(self, word_delimiter: str = " ") -> None:
        self.word_delimiter = word_delimiter

    def process_string(self, s: str) -> str:
        """Return ``s``."""
        return s

    def process_list(self, inp: list[Any]) -> list[str]:
        """Return one text, or none if all are empty."""
        filled = [text for text in inp if len(text) > 0]
        return [f"{self.word_delimiter}".join(filled)] if filled else []
