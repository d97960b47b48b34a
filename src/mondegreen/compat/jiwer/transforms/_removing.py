"""jiwer's transforms that leave something out."""

from __future__ import annotations

import re
import sys
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Any

from mondegreen.compat.jiwer.transforms._base import AbstractTransform, BaseRemoveTransform
from mondegreen.compat.jiwer.transforms._substituting import SubstituteWords
from mondegreen.text.punctuation import Punctuation

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["RemoveEmptyStrings", "RemoveKaldiNonWords", "RemovePunctuation", "RemoveSpecificWords"]

_PUNCTUATION = Punctuation()


@cache
def _punctuation() -> set[str]:
    every = map(chr, range(sys.maxunicode + 1))
    return {character for character in every if unicodedata.category(character)[0] == "P"}


class RemovePunctuation(BaseRemoveTransform):
    """Take out what Unicode calls punctuation; symbols such as ``$`` and ``+`` stay.

    >>> RemovePunctuation()(["this is an example!", "hello. goodbye", "5 $ + 3"])
    ['this is an example', 'hello goodbye', '5 $ + 3']
    """

    def __init__(self) -> None:
        self.replace_token = ""

    def __getattr__(self, name: str) -> Any:
        if name != "tokens_to_remove":
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        # A look at every code point, which most callers do without; once seen, it may be changed.
        self.tokens_to_remove = set(_punctuation())
        return self.tokens_to_remove

    def process_string(self, s: str) -> str:
        """Return ``s`` without punctuation."""
        if self.replace_token != "" or "tokens_to_remove" in vars(self):
            return super().process_string(s)  # somebody may have changed what is replaced
        return s.translate(_PUNCTUATION)


class RemoveSpecificWords(SubstituteWords):
    """Put a space in place of certain words; they are found as by `SubstituteWords`.

    >>> RemoveSpecificWords(["yhe", "the", "a"])(["yhe awesome", "the apple is not a pear", "yhe"])
    ['  awesome', '  apple is not   pear', ' ']
    """

    def __init__(self, words_to_remove: Iterable[str]) -> None:
        super().__init__(dict.fromkeys(words_to_remove, " "))


class RemoveEmptyStrings(AbstractTransform):
    """Leave blank texts out of a list; of one text by itself, strip the ends.

    >>> RemoveEmptyStrings()(["", "this is an example", " "])
    ['this is an example']
    """

    def process_string(self, s: str) -> str:
        """Return ``s`` without white space at its ends."""
        return s.strip()

    def process_list(self, inp: list[Any]) -> list[Any]:
        """Return the texts that are not blank, as they are."""
        return [text for text in inp if self.process_string(text) != ""]


class RemoveKaldiNonWords(AbstractTransform):
    """Take out whatever is between square or angle brackets, even of different kinds.

    >>> RemoveKaldiNonWords()(["you <unk> like [laugh]", "a < b and c > d"])
    ['you  like ', 'a  d']
    """

    def process_string(self, s: str) -> str:
        """Return ``s`` without brackets and what they hold."""
        return re.sub(r"[<\[][^>\]]*[>\]]", "", s)
