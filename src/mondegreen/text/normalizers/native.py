"""What the normalizers of the native kernel share."""

from __future__ import annotations

from typing import Any

from mondegreen._kernel import normalizing
from mondegreen.corpus.table import as_list
from mondegreen.text.normalizers.base import TextNormalizer, column_of

__all__ = ["NativeNormalizer"]


class NativeNormalizer(TextNormalizer):
    """A normalizer that the kernel knows by its name.

    Subclasses set ``name`` and ``version``, and ``in_kernel`` where the kernel has another name for it.
    """

    parallel = True

    @property
    def in_kernel(self) -> str:
        """The name that the kernel knows."""
        return self.name

    def __call__(self, text: str) -> str:
        """Return the normalized text."""
        return normalizing.normalize_text(text, self.in_kernel)

    def batch(self, texts: Any, *, threads: int = 1) -> Any:
        """Normalize many texts; what is not a text (``None``, ``Failed``) is ``None`` then.

        ``texts`` is a list, tuple or column. The result is a column that speaks Arrow, which has a
        length, items and ``to_pylist``; where a text has lone surrogates, it is a list. Lists of
        tokens are normalized token by token, in a list. ``threads`` never change the result.
        """
        texts = self._column(column_of(texts, self.name))
        made = normalizing.normalize(texts, self.in_kernel, threads=threads)
        return super().batch(texts) if made is None else made

    @staticmethod
    def _column(texts: Any) -> Any:
        known = isinstance(texts, list | tuple) or hasattr(texts, "__arrow_c_array__")
        if known or hasattr(texts, "__arrow_c_stream__"):
            return texts
        if type(texts).__module__ == "mondegreen._kernel._native":
            return texts
        return as_list(texts)
