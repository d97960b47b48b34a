"""Entities by type, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.report.grid import grid
from mondegreen.report.numbers import percent

if TYPE_CHECKING:
    from mondegreen.scoring.entity_report import EntityReport, EntityScores


def render(report: EntityReport) -> str:
    """Return one row a type, all together first, and how many the normalizer emptied."""
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
    return table


def _row(kind: str, scores: EntityScores) -> tuple[str, ...]:
    rates = (scores.recall, scores.precision, scores.f1, scores.recall_no_space, scores.cer)
    return (
        kind,
        f"{scores.entities:,}",
        f"{scores.matched:,}",
        *(percent(rate, 1) for rate in rates),
    )
