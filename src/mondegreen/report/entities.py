"""Entities by type, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.errors import visible
from mondegreen.report.grid import grid
from mondegreen.report.number_format import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.entity_report import EntityReport, EntityScores

_SHOWN, _LONGEST = 5, 40


def render(report: EntityReport) -> str:
    """Return one row a type, all together first, and what of the list was not counted."""
    kinds = {} if {*report.by_type} <= {""} else report.by_type
    rows = [_row("all", report.total)]
    rows += [_row(kind or "(no type)", scores) for kind, scores in kinds.items()]
    header = (
        "entities",
        "said",
        "kept",
        "recall",
        "precision",
        "F1",
        "recall without spaces",
        "CER",
    )
    table = grid(header, rows)
    if report.emptied:
        table += f"\n{report.emptied:,} not looked for: the normalizer leaves no word of them"
        table += _some(report.blank)
    if report.unsaid:
        table += f"\n{len(report.unsaid):,} of the list in no reference{_some(report.unsaid)}"
    return table


def _some(phrases: Sequence[str]) -> str:
    """Return the first few phrases, as they are shown after their number."""
    more = ", ..." if len(phrases) > _SHOWN else ""
    shown = ", ".join(f"{visible(phrase)[:_LONGEST]!r}" for phrase in phrases[:_SHOWN])
    return f": {shown}{more}" if phrases else ""


def _row(kind: str, scores: EntityScores) -> tuple[str, ...]:
    rates = (scores.recall, scores.precision, scores.f1, scores.recall_no_space, scores.cer)
    return (
        kind,
        f"{scores.entities:,}",
        f"{scores.matched:,}",
        *(percent(rate, 1) for rate in rates),
    )
