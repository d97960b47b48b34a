"""Reads the tables that lie in ``data``."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["rows"]


def rows(name: str) -> Iterator[list[str]]:
    """Yield the cells of each line of a table, comments left out.

    >>> next(rows("function_words.tsv"))[0]
    'cs'
    """
    text = (files("mondegreen.forgive") / "data" / name).read_text("utf-8")
    for line in text.split("\n"):
        if line and not line.startswith("#"):
            yield line.split("\t")
