"""One table of an output, as rows of text, which terminals, Markdown and pages lay out."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Part"]


class Part(NamedTuple):
    """One table, with lines before and after it.

    Attributes:
        title: what it is.
        header: of the columns; empty where there is no table.
        rows: of cells, as many as the header has.
        notes: lines below it.
        left: how many columns are of names.
    """

    title: str
    header: list[str]
    rows: list[list[str]]
    notes: list[str]
    left: int = 1
