"""``html``: the result in a notebook; everything from outside is escaped, nothing is loaded."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mondegreen.report.numbers import details, rate, short_rate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.result import Result


def render(result: Result) -> str:
    """Return a piece of HTML with the rates, the slices, coverage and signature."""
    rows = [(m.name, rate(m), f"{m.errors:,}", details(m)) for m in result]
    parts = [_table(("metric", "rate", "errors", "made of"), rows)]
    if result.slices:
        groups = result.by(*result.slices)
        header = [*groups.columns, *result.rows]
        body = [
            (*map(str, groups.key(key)), *(short_rate(metric) for metric in metrics.values()))
            for key, metrics in groups.items()
        ]
        parts.append(_table(header, body))
    parts.append(
        f"<p>{escape(str(result.coverage))}<br><code>{escape(result.signature)}</code></p>"
    )
    return "".join(parts)


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(title)}</th>" for title in header)
    body = "".join(
        "<tr>" + "".join(f'<td dir="auto">{escape(cell)}</td>' for cell in row) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
