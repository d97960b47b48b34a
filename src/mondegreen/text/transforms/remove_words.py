"""``RemoveWords``: certain words left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.text.transforms.base import Transform, switch, texts_of
from mondegreen.text.transforms.whole_words import WholeWords

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["RemoveWords"]


class RemoveWords(Transform):
    """Leave out whole words; the blanks around them stay.

    A word that is part of a longer one stays too, in any script, and a word may be of several
    (``"you know"``) or end in a symbol.

    Args:
        words: what is left out.
        ignore_case: leave ``Uh`` out where ``uh`` is named.

    Raises:
        UsageError: words that are no list of texts.

    >>> RemoveWords(["yhe", "the", "a"])("the apple is not a pear")
    ' apple is not  pear'
    >>> RemoveWords(["uh"], ignore_case=True)("Uh huh")
    ' huh'
    """

    name = "remove-words"

    def __init__(self, words: Iterable[str], *, ignore_case: bool = False) -> None:
        listed = sorted(set(texts_of(words, "words")))
        ignore_case = switch(ignore_case, "ignore_case")
        super().__init__(words=listed, ignore_case=ignore_case)
        self._words = WholeWords(listed, ignore_case=ignore_case)

    def __call__(self, text: str) -> str:
        """Return ``text`` without the words."""
        return self._words.replaced(self._text(text), _nothing)


def _nothing(_: str) -> str:
    return ""
