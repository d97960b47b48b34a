"""``tsv``: one row per metric and slice, for spreadsheets and scripts."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING, Any

from mondegreen.errors import visible
from mondegreen.report.formulas import harmless
from mondegreen.report.group_names import labels
from mondegreen.scoring.groups import unclashing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.scoring.result import MetricResult, Result


_FIRST = ("metric", "unit", "rate", "errors")
_LAST = ("utterances", "reason", "signature")
_LIMITS = ("value_low", "value_high")
_INTERVAL = ("low", "high", "reason")


def render(result: Result) -> str:
    """Return a header and one row per metric, then one a group and metric.

    It goes to a terminal as well, and each row is one line: control characters are shown.
    """
    return write(table(result))


def table(result: Result) -> list[list[Any]]:
    """Return the header and the rows; control characters in cells are shown."""
    statistics = list(dict.fromkeys(name for metric in result for name in metric.counts))
    capped = ["capped"] if "capped_errors" in statistics else []
    limits = [*_LIMITS] if any(metric.judge for metric in result) else []
    names = [*_FIRST, *statistics, *capped, *_LAST, *limits]
    if result.shown is not None:
        names += [f"interval_{name}" for name in _INTERVAL]
    header = [*unclashing(result.slices, names), *names]
    rows = [_row(("",) * len(result.slices), metric, statistics, limits) for metric in result]
    if result.slices:
        groups = result.by(*result.slices)
        rows += [
            _row(label, metric, statistics, limits)
            for label, metrics in zip(labels(groups), groups.values(), strict=True)
            for metric in metrics.values()
        ]
    return [[_shown(cell) for cell in row] for row in (header, *rows)]


def write(rows: Iterable[Sequence[Any]], delimiter: str = "\t") -> str:
    """Return rows as TSV; cells with tabs, quotes or line breaks are quoted, and none is a formula."""
    out = StringIO(newline="")
    writer(out, delimiter).writerows([harmless(cell) for cell in row] for row in rows)
    return out.getvalue().rstrip("\n")


def writer(out: Any, delimiter: str = "\t") -> Any:
    """Return a csv writer of TSV rows onto a text file that was opened with ``newline=""``."""
    return csv.writer(_Lines(out), delimiter=delimiter, lineterminator="\r\n")


class _Lines:
    """Ends rows with LF alone; csv is told CR LF, without which it does not quote a CR."""

    def __init__(self, out: Any) -> None:
        self._out = out

    def write(self, row: str) -> None:
        self._out.write(row.removesuffix("\r\n") + "\n")


def _row(
    key: Sequence[Any], metric: MetricResult, statistics: Sequence[str], limits: Sequence[str]
) -> list[Any]:
    counts = [metric.counts.get(name, "") for name in statistics]
    value = "" if metric.reason else repr(metric.value)
    capped = [_text(metric.capped)] if "capped_errors" in statistics else []
    interval = metric.interval
    found = {} if interval is None else interval.to_dict()
    ends = [found[name] if found[name] is not None else "" for name in _INTERVAL if found]
    return [
        *key,
        metric.name,
        metric.unit,
        value,
        metric.errors,
        *counts,
        *capped,
        metric.utterances,
        metric.reason or "",
        metric.signature,
        *(_text(getattr(metric, name) if metric.judge else None) for name in limits),
        *ends,
    ]


def _text(rate: float | None) -> str:
    return "" if rate is None else repr(rate)


def _shown(cell: Any) -> Any:
    return visible(cell) if isinstance(cell, str) else cell
