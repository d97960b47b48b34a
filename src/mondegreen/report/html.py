"""``html``: what a notebook shows; everything from outside is escaped, nothing is loaded.

A piece has at most 30 kB. What is more is left out, and a line says how to see all.
"""

from __future__ import annotations

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

_MOST: Final = 29_000
_NAME: Final = 120
"""Letters of a cell or a title; what a piece of HTML shows of a longer one is its beginning."""
_LINE: Final = 2_000
"""Letters of a line below a table."""


def render(result: Result) -> str:
    """Return a piece of HTML with the rates, the slices, coverage and signature."""
    coverage, signature = _text(str(result.coverage), _LINE), _text(result.signature, _LINE)
    room = _Room("result", f"<p>{coverage}<br><code>{signature}</code></p>")
    most, *caps = capped(list(result))
    rows = [
        (_name(m), rate(m), *cap, errors(m), details(m))
        for m, cap in zip(result, caps, strict=True)
    ]
    room.table(("metric", "rate", *most, "errors", "made of"), rows)
    for metric in result:
        if metric.said:
            room.add(f"<p>{_text(metric.said, _LINE)}</p>")
    if result.slices:
        groups = result.by(*result.slices)
        names = ["utterances", "errors", *result.rows]
        body = []
        for label, metrics in zip(labels(groups), groups.values(), strict=True):
            first = next(iter(metrics.values()))
            number = f"{first.utterances + first.unjudged:,}"
            body.append((*label, number, errors(first), *map(short_rate, metrics.values())))
        header = [*unclashing(groups.columns, names), *names]
        room.table(header, body, texts=len(groups.columns))
    return room.html()


def render_comparison(found: Comparison) -> str:
    """Return a piece of HTML with the tables of a comparison."""
    room = _Room("comparison", f"<p><code>{_text(found.signature, _LINE)}</code></p>")
    for part in parts_of(found):
        if part.title:
            room.add(f"<h4>{_text(part.title)}</h4>")
        if part.header:
            room.table(part.header, part.rows)
        for note in part.notes:
            room.add(f"<p>{_text(note, _LINE)}</p>")
    return room.html()


class _Room:
    """The parts of a piece of HTML, which fit into so many bytes together with its last line."""

    def __init__(self, name: str, last: str) -> None:
        self._name, self._last = name, last
        self._left = _MOST - _bytes(last)
        self._parts: list[str] = []

    def add(self, part: str) -> bool:
        """Add a part if it fits; what does not is only in what is printed."""
        fits = _bytes(part) <= self._left
        if fits:
            self._left -= _bytes(part)
            self._parts.append(part)
        return fits

    def html(self) -> str:
        """Return all that was added, and the last line."""
        return "".join([*self._parts, self._last])

    def table(
        self, header: Sequence[str], rows: Sequence[Sequence[str]], *, texts: int = 0
    ) -> None:
        """Add a table of as many columns and rows as fit, and below it how many are not there.

        After so many columns of ``texts`` the others are numbers, if there are any of texts.
        """
        styles = [
            "" if not texts or at < texts else ' style="text-align: right"'
            for at in range(len(header))
        ]
        end = f"</tbody></table><p>{len(rows):,} more; print({self._name}) shows all</p>"
        if not self.add(end):
            return
        place = len(self._parts) - 1
        room = self._left // 3
        heads: list[str] = []
        for title in header:
            heads.append(f"<th>{_text(title)}</th>")
            room -= _bytes(heads[-1])
            if room < 0:
                heads.pop()
                break
        self._left -= _bytes("<table><thead><tr></tr></thead><tbody>") + sum(map(_bytes, heads))
        body = []
        for row in rows:
            cells = list(zip(styles, row, strict=True))[: len(heads)]
            line = "".join(f'<td dir="auto"{style}>{_text(cell)}</td>' for style, cell in cells)
            line = f"<tr>{line}</tr>"
            if _bytes(line) > self._left:
                break
            body.append(line)
            self._left -= _bytes(line)
        lost = [(len(rows) - len(body), ""), (len(header) - len(heads), " columns")]
        said = " and ".join(f"{more:,}{what} more" for more, what in lost if more)
        self._parts[place] = (
            f"<table><thead><tr>{''.join(heads)}</tr></thead><tbody>{''.join(body)}</tbody></table>"
            + (f"<p>{said}; print({self._name}) shows all</p>" if said else "")
        )
        self._left -= len(" and 1,000 columns more")


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _name(metric: MetricResult) -> str:
    own = f" (normalizer: {metric.normalizer})" if metric.normalizer else ""
    return metric.title + own


def _text(text: str, most: int = _NAME) -> str:
    """Return a text as HTML: no markup, nothing that HTML forbids or no reader can see, and not too long."""
    shown = visible(text)
    return escape(shown if len(shown) <= most else f"{shown[:most]}…")
