"""jiwer's transforms that write something else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mondegreen.compat.jiwer.transforms._base import AbstractTransform

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ExpandCommonEnglishContractions", "SubstituteRegexes", "SubstituteWords"]

_CONTRACTIONS = (
    ("won't", "will not"),
    ("can't", "can not"),
    ("let's", "let us"),
    ("n't", " not"),
    ("'re", " are"),
    ("'s", " is"),
    ("'d", " would"),
    ("'ll", " will"),
    ("'t", " not"),
    ("'ve", " have"),
    ("'m", " am"),
)


class SubstituteRegexes(AbstractTransform):
    r"""Replace what regular expressions match, one after the other.

    >>> SubstituteRegexes({r"doom": r"sacr", r"\b(\w+)ed\b": r"\1"})(["doomed or loved?"])
    ['sacr or lov?']
    """

    def __init__(self, substitutions: Mapping[str, str]) -> None:
        self.substitutions = substitutions

    def process_string(self, s: str) -> str:
        """Return ``s`` after all replacements."""
        for pattern, replacement in self.substitutions.items():
            s = re.sub(pattern, replacement, s)
        return s


class SubstituteWords(AbstractTransform):
    r"""Replace words between two borders of ``\b``, one after the other.

    A replacement is a template of ``re.sub``, in which a backslash means something.

    >>> substitute = SubstituteWords({"pretty": "awesome", "you": "i", "'re": " am", "foo": "bar"})
    >>> substitute(["you're pretty", "your book", "foobar"])
    ['i am awesome', 'your book', 'foobar']
    """

    def __init__(self, substitutions: Mapping[str, str]) -> None:
        self.substitutions = substitutions

    def process_string(self, s: str) -> str:
        """Return ``s`` after all replacements."""
        for word, replacement in self.substitutions.items():
            # Of many words most are nowhere in a text; only templates need a look anyway.
            plain = type(s) is type(word) is type(replacement) is str and "\\" not in replacement
            if not plain or word in s:
                s = re.sub(rf"\b{re.escape(word)}\b", replacement, s)
        return s


class ExpandCommonEnglishContractions(AbstractTransform):
    """Write contractions out wherever their letters are, in lower case only.

    >>> ExpandCommonEnglishContractions()(["she'll say you can't make it", "let's party!", "Won't"])
    ['she will say you can not make it', 'let us party!', 'Wo not']
    """

    def process_string(self, s: str) -> str:
        """Return ``s`` with contractions written out."""
        if not isinstance(s, str):
            raise TypeError(f"expected a string, not {s!r}")
        if "'" in s:
            for contraction, words in _CONTRACTIONS:
                s = s.replace(contraction, words)
        return s
