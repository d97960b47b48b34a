"""``RemoveNonWords``: what recognisers write between brackets."""

from __future__ import annotations

import re

from mondegreen.text.transforms.base import Transform

__all__ = ["RemoveNonWords"]

_PATTERN = re.compile(r"<[^\s<>\[\]]+>|\[[^\s<>\[\]]+\]")


class RemoveNonWords(Transform):
    """Leave out marks such as ``[laugh]`` and ``<unk>``; the blanks around them stay.

    A mark is one word between brackets of one kind, so comparisons and asides in brackets stay.

    >>> RemoveNonWords()("you <unk> like [laugh]")
    'you  like '
    >>> RemoveNonWords()("a < b and c > d [as he said]")
    'a < b and c > d [as he said]'
    """

    name = "remove-non-words"

    def __call__(self, text: str) -> str:
        """Return ``text`` without marks in brackets."""
        return _PATTERN.sub("", self._text(text))
