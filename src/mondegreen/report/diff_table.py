"""Rows of diff reports as a table for a terminal: one per pair of texts, and one per provider."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.report.grid import grid
from mondegreen.report.number_format import NONE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["to_table"]

_RATES: Final = {"WER": "word_error_rate", "CER": "character_error_rate"}
_SUMS: Final = {
    "WER": ("word_levenshtein", "words_expected"),
    "CER": ("char_levenshtein", "chars_expected"),
    "Match": ("chars_matched", "chars_expected"),
}
_SIZES: Final = {"Exp": "words_expected", "Got": "words_got"}


def to_table(rows: Sequence[Mapping[str, Any]], *, metric: str = "SER") -> str:
    """Return rows of `DiffReport.to_row` as a table; rates are in percent, sizes are words.

    Below it each provider has its pooled rates, and the mean of the metric over the files that have
    a score. What failed is in no rate, and is counted.

    Args:
        rows: of all providers.
        metric: the title of the metric's column, which is there if any row has one.

    >>> from mondegreen.report.diff_report import DiffReport
    >>> print(to_table([DiffReport("a b c d", "a b c").to_row(provider="one", file="x.wav")]))
    provider  file    WER   CER  Match  Exp  Got  error
    one       x.wav  25.0  28.6   71.4    4    3
    <BLANKLINE>
    provider  files  failed   WER   CER  Match
    one           1       0  25.0  28.6   71.4
    """
    judged = any(row["custom_metric"] is not None for row in rows)
    shown = [*_RATES, *([metric] if judged else []), "Match"]
    table = []
    for row in rows:
        rates = [_number(row[name]) for name in _RATES.values()]
        if judged:
            rates.append(_number(row["custom_metric"]))
        sizes = [_whole(row[name]) for name in _SIZES.values()]
        match = _number(row["match_percentage"])
        cells = (row["provider"], row["file"], *rates, match, *sizes, row["error"])
        table.append([str(cell) for cell in cells])
    first = grid(["provider", "file", *shown, *_SIZES, "error"], table, left=2)
    providers = dict.fromkeys(row["provider"] for row in rows)
    header = ["provider", "files", "failed", *shown]
    whole = [_provider(name, rows, judged=judged) for name in providers]
    return f"{first}\n\n{grid(header, whole)}"


def _provider(name: str, rows: Sequence[Mapping[str, Any]], *, judged: bool) -> list[str]:
    own = [row for row in rows if row["provider"] == name]
    there = [row for row in own if not row["error"]]
    rates = {title: _pooled(there, *columns) for title, columns in _SUMS.items()}
    scores = [row["custom_metric"] for row in own if isinstance(row["custom_metric"], int | float)]
    if judged:
        mean = _number(sum(scores) / len(scores)) if scores else NONE
        note = "" if len(scores) == len(own) else f" ({len(scores):,} of {len(own):,})"
        rates = {"WER": rates["WER"], "CER": rates["CER"], "": f"{mean}{note}", **rates}
    return [name, f"{len(own):,}", f"{len(own) - len(there):,}", *rates.values()]


def _pooled(rows: Sequence[Mapping[str, Any]], errors: str, length: str) -> str:
    total = sum(row[length] for row in rows)
    return _number(100 * sum(row[errors] for row in rows) / total) if total else NONE


def _number(value: Any) -> str:
    """Return a number to one decimal; a dash where there is none, whatever the reason."""
    return f"{value:.1f}" if isinstance(value, int | float) else NONE


def _whole(value: int | None) -> str:
    return NONE if value is None else f"{value:,}"
