"""Columns of text, aligned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.alignment.cells import display_width
from mondegreen.errors import visible

if TYPE_CHECKING:
    from collections.abc import Sequence


def grid(header: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1) -> str:
    """Return a table as text: the first ``left`` columns left-aligned, the others right.

    The text depends on the cells alone, so it is the same in a terminal, a notebook and a file.
    What is in the cells is untrusted: control characters are shown, not sent.

    >>> print(grid(("word", "count"), [("今天", "7")]))
    word  count
    今天      7
    """
    table = [[visible(cell).rstrip() for cell in row] for row in (header, *rows)]
    sizes = [[display_width(cell) for cell in row] for row in table]
    widths = [max(column) for column in zip(*sizes, strict=True)]
    lines = []
    for row, own in zip(table, sizes, strict=True):
        gaps = [" " * (width - size) for width, size in zip(widths, own, strict=True)]
        cells = [
            cell + gap if at < left else gap + cell
            for at, (cell, gap) in enumerate(zip(row, gaps, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
