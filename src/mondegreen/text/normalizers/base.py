"""What every normalizer shares: a batch that leaves missing texts missing."""

from __future__ import annotations

from typing import Any

from mondegreen.corpus.table import as_list
from mondegreen.errors import InputTypeError


class TextNormalizer:
    """A normalizer that works on one text at a time.

    Subclasses set ``name`` and ``version`` and define ``__call__``.
    """

    name: str
    version: str

    def __call__(self, text: str) -> str:
        """Return the normalized text."""
        raise NotImplementedError

    def batch(self, texts: Any) -> Any:
        """Normalize many texts; what is not a text (``None``, ``Failed``) stays as it is.

        ``texts`` is a list, tuple or column; lists of tokens are normalized token by token.
        """
        return [self._item(item) for item in as_list(texts)]

    def _item(self, item: Any) -> Any:
        if isinstance(item, str):
            return self(item)
        if isinstance(item, (list, tuple)):
            return [self(token) for token in item]
        return item

    def _text(self, text: Any) -> str:
        """Return what was given if it is a text.

        Raises:
            InputTypeError: it is something else.
        """
        if isinstance(text, str):
            return text
        kind = type(text).__name__
        raise InputTypeError(f"{self.name}: expected a text, got {text!r:.60} of type {kind}")
