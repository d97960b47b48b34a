"""The flags of `mondegreen.scoring.hallucination` in outputs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.scoring.groups import unclashing
from mondegreen.scoring.hallucination import find

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.scoring.result import Result

__all__ = ["flag_columns", "with_count"]


def with_count(result: Result, table: str) -> str:
    """Return a table with the number of flagged hypotheses above its last line, if there are any."""
    found = find(result)
    if found is None or not found.counts:
        return table
    body, _, signature = table.rpartition("\n")
    return f"{body}\n{found}\n{signature}"


def flag_columns(result: Result, taken: Iterable[str]) -> dict[str, list[Any]]:
    """Return the columns of flags, if there are any, and of characters a minute, where known.

    A name that is ``taken`` by a column of the user gets ``column_`` in front.
    """
    found = find(result)
    columns: dict[str, list[Any]] = {}
    if found is not None and (found.counts or found.rates):
        columns["hallucination"] = list(found.flags)
    if found is not None and found.rates is not None:
        columns["characters_per_minute"] = list(found.rates)
    return dict(zip(unclashing(columns, set(taken)), columns.values(), strict=True))
