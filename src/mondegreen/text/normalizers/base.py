"""What every normalizer shares: a batch that leaves missing texts missing."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from mondegreen.corpus.table import as_list
from mondegreen.errors import InputTypeError

_ARROW = ("__arrow_c_array__", "__arrow_c_stream__")


def column_of(texts: Any, name: str) -> Any:
    """Return what was given if it is a column of texts, of whatever kind.

    Raises:
        InputTypeError: it is one text, or nothing that has an order.
    """
    if isinstance(texts, str):
        raise InputTypeError(
            f"{name}: expected a column of texts, got one text; call the normalizer on it, or pass "
            "[text]"
        )
    unordered = isinstance(texts, (bytes, bytearray, Mapping, AbstractSet))
    speaks = any(hasattr(texts, way) for way in ("__iter__", "__getitem__", *_ARROW))
    if unordered or not speaks:
        kind = type(texts).__name__
        raise InputTypeError(
            f"{name}: expected a list of texts, got {texts!r:.60} of type {kind}; type "
            f'mg.normalizer("{name}").batch(["one text", "another"])'
        )
    return texts


class TextNormalizer:
    """A normalizer that works on one text at a time.

    Subclasses set ``name`` and ``version`` and define ``__call__``.
    """

    name: str
    version: str

    def __call__(self, text: str) -> str:
        """Return the normalized text."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.name}@{self.version}>"

    def batch(self, texts: Any) -> Any:
        """Normalize many texts; what is not a text (``None``, ``Failed``) stays as it is.

        ``texts`` is a list, tuple or column; lists of tokens are normalized token by token.

        Raises:
            InputTypeError: it is none of these.
        """
        return [self._item(item) for item in as_list(column_of(texts, self.name))]

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
