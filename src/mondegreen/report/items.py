"""Items of metrics, such as listed words and marks, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.metrics.items import Items
from mondegreen.report.grid import grid
from mondegreen.report.number_format import percent
from mondegreen.scoring.item_scores import counts_items

if TYPE_CHECKING:
    from mondegreen.metrics.items import ItemScore
    from mondegreen.scoring.result import Result

__all__ = ["content", "render"]

_SHOWN: Final = 20


def render(result: Result) -> list[str]:
    """Return a table per metric: all items together, then those that were said most often."""
    parts = []
    for name in counts_items(result):
        scores = result.items(name)
        if scores:
            rows = [_row(score) for score in (Items.total(scores), *scores[:_SHOWN])]
            header = (name, "said", "kept", "written", "recall", "precision", "F1")
            parts += ["", grid(header, rows)]
        if len(scores) > _SHOWN:
            parts.append(f"and {len(scores) - _SHOWN:,} more: --json has all")
    return parts


def content(result: Result) -> dict[str, Any]:
    """Return all items of each metric as plain values, for JSON."""
    found = {}
    for name in counts_items(result):
        scores = result.items(name)
        total = Items.total(scores).to_dict() if scores else None
        found[name] = {"total": total, "items": [score.to_dict() for score in scores]}
    return found


def _row(score: ItemScore) -> tuple[str, ...]:
    counts = (score.said, score.kept, score.written)
    rates = (score.recall, score.precision, score.f1)
    return (
        score.item,
        *(f"{count:,}" for count in counts),
        *(percent(rate, 1) for rate in rates),
    )
