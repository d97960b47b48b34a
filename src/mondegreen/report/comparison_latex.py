r"""``latex``: a comparison as tables for a paper; they need ``\usepackage{booktabs}``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.errors import visible
from mondegreen.report.comparison_parts import parts
from mondegreen.report.latex import tabular

if TYPE_CHECKING:
    from mondegreen.scoring.comparing.comparison import Comparison


def render(found: Comparison) -> str:
    """Return a table a part; titles, notes and the signature are in comments."""
    pieces = []
    for part in parts(found):
        lines = [f"% {visible(part.title)}"] if part.title else []
        if part.header:
            columns = "l" * part.left + "r" * (len(part.header) - part.left)
            lines.append(tabular(part.header, part.rows, columns))
        lines += [f"% {visible(note)}" for note in part.notes]
        pieces.append("\n".join(lines))
    return "\n\n".join([*pieces, f"% {visible(found.signature)}"])
