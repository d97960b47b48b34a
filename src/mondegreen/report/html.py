"""``html``: the result in a notebook; everything from outside is escaped, nothing is loaded."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mondegreen.errors import visible
from mondegreen.report.group_names import labels
from mondegreen.report.number_format import capped, details, errors, rate, short_rate
from mondegreen.scoring.groups import unclashing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.result import MetricResult, Result


def render(result: Result) -> str:
    """Return a piece of HTML with the rates, the slices, coverage and signature."""
    most, *caps = capped(list(result))
    rows = [
        (_name(m), rate(m), *cap, errors(m), details(m))
        for m, cap in zip(result, caps, strict=True)
    ]
    parts = [_table(("metric", "rate", *most, "errors", "made of"), rows)]
    parts += [f"<p>{_text(metric.said)}</p>" for metric in result if metric.said]
    if result.slices:
        groups = result.by(*result.slices)
        header = [*unclashing(groups.columns, result.rows), *result.rows]
        body = [
            (*label, *map(short_rate, metrics.values()))
            for label, metrics in zip(labels(groups), groups.values(), strict=True)
        ]
        parts.append(_table(header, body))
    parts.append(f"<p>{_text(str(result.coverage))}<br><code>{_text(result.signature)}</code></p>")
    return "".join(parts)


def _name(metric: MetricResult) -> str:
    own = f" (normalizer: {metric.normalizer})" if metric.normalizer else ""
    return metric.title + own


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{_text(title)}</th>" for title in header)
    body = "".join(
        "<tr>" + "".join(f'<td dir="auto">{_text(cell)}</td>' for cell in row) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _text(text: str) -> str:
    """Return a text as HTML: no markup, and nothing that HTML forbids or no reader can see."""
    return escape(visible(text))
