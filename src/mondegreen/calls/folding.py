"""Texts as the method ``library`` compares them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.text.normalizers.calls import Calls
from mondegreen.text.normalizers.registry import normalizer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["NORMALIZER", "Folding", "normalized"]

NORMALIZER = Calls.name


class Folding:
    """Normalizes texts, and remembers the words of each for texts that are made of several.

    Args:
        name: of another normalizer than ``calls``.

    >>> fold = Folding()
    >>> fold(["Twenty", "one!"]), fold.together(["Twenty", "one!"])
    (['20', '1'], '21')
    """

    def __init__(self, name: str = NORMALIZER) -> None:
        self.name = name
        self._normalizer = Calls() if name == NORMALIZER else _Whole(name)
        self._words: dict[str, list[str]] = {}
        self._whole: dict[str, str] = {}

    def __call__(self, texts: Sequence[str]) -> list[str]:
        """Return each text, normalized."""
        found = []
        for text in texts:
            if text not in self._whole:
                self._whole[text] = self._normalizer.joined(self._of(text))
            found.append(self._whole[text])
        return found

    def learn(self, texts: Iterable[str]) -> None:
        """Cut texts into words before anybody asks for them."""
        for text in texts:
            self._of(text)

    def together(self, texts: Iterable[str]) -> str:
        """Return texts with a space between them, normalized as one."""
        return self._normalizer.joined([word for text in texts for word in self._of(text)])

    def _of(self, text: str) -> list[str]:
        found = self._words.get(text)
        if found is None:
            found = self._words[text] = self._normalizer.words(text)
        return found


class _Whole:
    """A normalizer of whole texts: what is made of several is normalized once more."""

    def __init__(self, name: str) -> None:
        self._normalize = normalizer(name)

    def words(self, text: str) -> list[str]:
        """Return a text as it is given, cut at spaces."""
        return text.split()

    def joined(self, words: Sequence[str]) -> str:
        """Return words as one normalized text."""
        return str(self._normalize(" ".join(words)))


def normalized(texts: Sequence[str]) -> list[str]:
    """Return each text, normalized."""
    return Folding()(texts)
