"""``markdown``: a comparison for the comment of a pull request."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mondegreen.errors import visible
from mondegreen.report.comparison_parts import parts
from mondegreen.report.markdown import unlinked

if TYPE_CHECKING:
    from mondegreen.scoring.comparing.comparison import Comparison

# Whatever Markdown or HTML would obey in a name or a text.
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()!|~&])")


def render(found: Comparison) -> str:
    """Return tables as GitHub and others read them; what is untrusted is escaped."""
    lines: list[str] = []
    for part in parts(found):
        if lines:
            lines.append("")
        if part.title:
            lines += [f"**{_text(part.title)}**", ""]
        if part.header:
            lines.append(_row(part.header))
            marks = [":--" if at < part.left else "--:" for at in range(len(part.header))]
            lines.append(f"| {' | '.join(marks)} |")
            lines += map(_row, part.rows)
            lines.append("")
        lines += [f"- {_text(note)}" for note in part.notes]
    return "\n".join([*lines, "", f"`{found.signature}`"])


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(map(_text, cells))} |"


def _text(text: str) -> str:
    return unlinked(_SPECIAL.sub(r"\\\1", visible(text)))
