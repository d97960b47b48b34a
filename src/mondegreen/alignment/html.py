"""An alignment as a piece of HTML, for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mondegreen.alignment.cells import visible
from mondegreen.alignment.render import MARKS

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["to_html"]

_COLUMN = "display:inline-grid;grid-template-rows:repeat(3,1.5em);padding:0 .3em;text-align:left"
_COLOURS = {"S": "#fff3bf", "D": "#ffe3e3", "I": "#d3f9d8"}


def to_html(pairs: Iterable[tuple[str | None, str | None, str]]) -> str:
    """Return the steps as columns that wrap with the page: reference, hypothesis, mark.

    Texts are escaped and take their direction from themselves; a token that is not there leaves
    its place empty. No script, no style sheet, nothing from the network.

    >>> print(to_html([("<b>", None, "delete")]).splitlines()[1])  # doctest: +ELLIPSIS
    <span style="..."><span dir="auto">&lt;b&gt;</span><span></span><small>D</small></span>
    """
    lines = ['<div class="mondegreen-alignment" dir="ltr">']
    for reference, hypothesis, operation in pairs:
        mark = MARKS[operation]
        style = f"{_COLUMN};color:#000;background:{_COLOURS[mark]}" if mark else _COLUMN
        lines.append(
            f'<span style="{style}">{_cell(reference)}{_cell(hypothesis)}<small>{mark}</small></span>'
        )
    return "\n".join([*lines, "</div>"])


def _cell(token: str | None) -> str:
    return "<span></span>" if token is None else f'<span dir="auto">{escape(visible(token))}</span>'
