"""``none``: the texts as they are."""

from __future__ import annotations

from typing import Any

from mondegreen.text.normalizers.base import TextNormalizer, column_of


class NoNormalizer(TextNormalizer):
    """Return every text as it is.

    >>> NoNormalizer()("As it is. ")
    'As it is. '
    """

    name = "none"
    version = "1"

    def __call__(self, text: str) -> str:
        """Return ``text``."""
        return self._text(text)

    def batch(self, texts: Any) -> Any:
        """Return ``texts``, untouched and uncopied."""
        return column_of(texts, self.name)
