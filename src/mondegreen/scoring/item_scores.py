"""The items that metrics of a result count: listed words, marks, capitals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.errors import UsageError

if TYPE_CHECKING:
    from mondegreen.metrics.items import ItemScore
    from mondegreen.scoring.result import Result

__all__ = ["counts_items", "items_of"]


def counts_items(result: Result) -> list[str]:
    """Return the names of the metrics that have counted items here."""
    return [name for name, rows in result.rows.items() if rows.items is not None]


def items_of(result: Result, metric: str) -> list[ItemScore]:
    """Return the items of the scored utterances; see `Result.items`."""
    items = result.rows[metric].items
    if items is None:
        raise UsageError(
            f"{metric} has no items here: they are of b-wer, punctuation and capitals, and of "
            "b-wer[numbers] in no run file without texts; score again"
        )
    return items.scores(() if result.all_scored else result.reasons)
