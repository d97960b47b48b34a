"""``html``: what a notebook shows; everything from outside is escaped, nothing is loaded.

A piece has at most 30 kB. What is more is left out, and a line says how to see all.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

from mondegreen.errors import visible
from mondegreen.report.comparison_parts import parts as parts_of
from mondegreen.report.group_names import labels
from mondegreen.report.number_format import capped, details, errors, rate, short_rate
from mondegreen.scoring.groups import unclashing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.comparing.comparison import Comparison
    from mondegreen.scoring.result import MetricResult, Result

_MOST: Final = 28_000
_LINE: Final = 100


def render(result: Result) -> str:
    """Return a piece of HTML with the rates, the slices, coverage and signature."""
    left = _Room(_MOST)
    most, *caps = capped(list(result))
    rows = [
        (_name(m), rate(m), *cap, errors(m), details(m))
        for m, cap in zip(result, caps, strict=True)
    ]
    last = f"<p>{_text(str(result.coverage))}<br><code>{_text(result.signature)}</code></p>"
    parts = [left.table(("metric", "rate", *most, "errors", "made of"), rows, len(last))]
    parts += [f"<p>{_text(metric.said)}</p>" for metric in result if metric.said]
    if result.slices:
        groups = result.by(*result.slices)
        names = ["utterances", "errors", *result.rows]
        body = []
        for label, metrics in zip(labels(groups), groups.values(), strict=True):
            first = next(iter(metrics.values()))
            number = f"{first.utterances + first.unjudged:,}"
            body.append((*label, number, errors(first), *map(short_rate, metrics.values())))
        header = [*unclashing(groups.columns, names), *names]
        parts.append(left.table(header, body, len(last), texts=len(groups.columns)))
    return "".join([*parts, last])


def render_comparison(found: Comparison) -> str:
    """Return a piece of HTML with the tables of a comparison."""
    left = _Room(_MOST)
    last = f"<p><code>{_text(found.signature)}</code></p>"
    made = []
    for part in parts_of(found):
        if part.title:
            made.append(f"<h4>{_text(part.title)}</h4>")
        if part.header:
            made.append(left.table(part.header, part.rows, len(last), "comparison"))
        made += [f"<p>{_text(note)}</p>" for note in left.lines(part.notes, len(last))]
    return "".join([*made, last])


@dataclass
class _Room:
    """How many letters are left for a piece of HTML."""

    left: int

    def table(
        self,
        header: Sequence[str],
        rows: Sequence[Sequence[str]],
        rest: int,
        name: str = "result",
        *,
        texts: int = 0,
    ) -> str:
        """Return a table of as many rows as fit; below it, how many are not there.

        After so many columns of ``texts`` the others are numbers, if there are any of texts.
        """
        styles = [
            "" if not texts or at < texts else ' style="text-align: right"'
            for at in range(len(header))
        ]
        head = "".join(f"<th>{_text(title)}</th>" for title in header)
        start = f"<table><thead><tr>{head}</tr></thead><tbody>"
        self.left -= len(start) + _LINE
        body = []
        for row in rows:
            cells = zip(styles, row, strict=True)
            line = "".join(f'<td dir="auto"{style}>{_text(cell)}</td>' for style, cell in cells)
            if len(line) + rest + _LINE > self.left:
                break
            body.append(f"<tr>{line}</tr>")
            self.left -= len(line) + 9
        more = len(rows) - len(body)
        said = f"<p>{more:,} more; print({name}) shows all</p>" if more else ""
        return f"{start}{''.join(body)}</tbody></table>{said}"

    def lines(self, texts: Sequence[str], rest: int) -> list[str]:
        """Return the lines that fit."""
        kept = []
        for text in texts:
            self.left -= len(_text(text)) + _LINE
            if self.left > rest:
                kept.append(text)
        return kept


def _name(metric: MetricResult) -> str:
    own = f" (normalizer: {metric.normalizer})" if metric.normalizer else ""
    return metric.title + own


def _text(text: str) -> str:
    """Return a text as HTML: no markup, and nothing that HTML forbids or no reader can see."""
    return escape(visible(text))
