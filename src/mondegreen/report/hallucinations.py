"""The flags of `mondegreen.scoring.hallucination` in outputs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.scoring.groups import unclashing
from mondegreen.scoring.hallucination import find

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from mondegreen.scoring.hallucination import Hallucinations
    from mondegreen.scoring.result import Result

__all__ = ["FLAGS", "content", "flag_columns", "with_count"]


FLAGS = ("hallucination", "characters_per_minute")
"""Columns of rows that may be made up, and of how fast they would be spoken."""


def with_count(result: Result, table: str) -> str:
    """Return a table with the number of flagged hypotheses above its last line, if there are any."""
    found = find(result)
    if found is None or not found.counts:
        return table
    body, _, signature = table.rpartition("\n")
    return f"{body}\n{found}\n{signature}"


def content(result: Result) -> dict[str, Any] | None:
    """Return the flags as plain values for JSON; ``None`` where there are none."""
    found = find(result)
    if found is None or not found.counts:
        return None
    rates = found.rates or [None] * found.rows
    return {
        "counts": found.counts,
        "utterances": [
            {"id": result.id(row), "flags": flags.split(","), "characters_per_minute": rates[row]}
            for row, flags in found.flagged.items()
        ],
    }


def flag_columns(
    found: Hallucinations | None, taken: Iterable[str], *, always: Container[str] = ()
) -> dict[str, list[Any]]:
    """Return the columns of flags, if any were found, and of characters a minute, where known.

    Those that are ``always`` there are so without values too. A name that is ``taken`` by a column of the
    user gets ``column_`` in front.
    """
    flags, rate = FLAGS
    columns: dict[str, list[Any]] = {}
    if found is not None and (found.counts or found.rates or flags in always):
        columns[flags] = found.flags
    if found is not None and (found.rates is not None or rate in always):
        columns[rate] = found.rates or [None] * found.rows
    return dict(zip(unclashing(columns, set(taken)), columns.values(), strict=True))
