"""``table``: a comparison for a terminal, and what ``print(comparison)`` shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.errors import visible
from mondegreen.report.comparison_parts import parts
from mondegreen.report.grid import grid

if TYPE_CHECKING:
    from mondegreen.scoring.comparing.comparison import Comparison


def render(found: Comparison) -> str:
    """Return the systems, the pairs, and all else that was asked for; the signature is last."""
    lines: list[str] = []
    for part in parts(found):
        if lines:
            lines.append("")
        if part.title:
            lines.append(visible(part.title))
        if part.header:
            lines.append(grid(part.header, part.rows, left=part.left))
        lines += map(visible, part.notes)
    return "\n".join([*lines, "", found.signature])
