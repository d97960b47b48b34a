"""An alignment as a piece of HTML, for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mondegreen.alignment.cells import visible
from mondegreen.alignment.render import MARKS

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["to_html"]

_MOST = 28_000
_LONGEST = 200  # letters of a token
_COLUMN = "display:inline-grid;grid-template-rows:repeat(3,1.5em);padding:0 .3em;text-align:left"
_COLOURS = {"S": "#fff3bf", "D": "#ffe3e3", "I": "#d3f9d8"}


def to_html(pairs: Iterable[tuple[str | None, str | None, str]]) -> str:
    """Return the steps as columns that wrap with the page: reference, hypothesis, mark.

    At most 30 kB; what is more is left out, and a line says how to see all. Texts are escaped and take
    their direction from themselves; a token that is not there leaves its place empty. No script, no style sheet, nothing from the network.

    >>> print(to_html([("<b>", None, "delete")]).splitlines()[1])  # doctest: +ELLIPSIS
    <span style="..."><span dir="auto">&lt;b&gt;</span><span></span><small>D</small></span>
    """
    lines = ['<div class="mondegreen-alignment" dir="ltr">']
    room, left = _MOST, 0
    for reference, hypothesis, operation in pairs:
        if left:
            left += 1
            continue
        mark = MARKS[operation]
        style = f"{_COLUMN};color:#000;background:{_COLOURS[mark]}" if mark else _COLUMN
        line = f'<span style="{style}">{_cell(reference)}{_cell(hypothesis)}<small>{mark}</small></span>'
        room -= len(line.encode("utf-8", "surrogatepass")) + 1
        if room < 0:
            left = 1
        else:
            lines.append(line)
    if left:
        lines.append(f"<p>{left:,} more steps; print(alignment) shows all</p>")
    return "\n".join([*lines, "</div>"])


def _cell(token: str | None) -> str:
    if token is None:
        return "<span></span>"
    shown = token if len(token) <= _LONGEST else f"{token[:_LONGEST]}…"
    return f'<span dir="auto">{escape(visible(shown))}</span>'
