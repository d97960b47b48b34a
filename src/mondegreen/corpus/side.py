"""One side of a pair of files: the references, or the hypotheses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.corpus.row_words import RowWords
    from mondegreen.corpus.table import Column, Table

__all__ = ["Side"]


@dataclass(frozen=True)
class Side:
    """One side of a pair of files.

    Attributes:
        table: all of the file.
        column: the name of the column of texts.
        texts: the texts; on the side of the hypotheses ``None`` or a `Failed` where there is none.
        ids: one per row, each another; ``None`` without ids.
        id_column: the name of their column.
        metadata: the columns without a role.
        words: what is known of the words of each row; ``None`` for nothing.
    """

    table: Table
    column: str
    texts: Column
    ids: list[str] | None
    id_column: str | None
    metadata: dict[str, list[Any]]
    words: Callable[[], RowWords] | None = None
