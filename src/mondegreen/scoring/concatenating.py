"""Several results of the same recipe as one."""

from __future__ import annotations

from array import array
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mondegreen.corpus.table import as_list
from mondegreen.metrics.base import Rows
from mondegreen.metrics.items import Items

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.metrics.base import Unjudged
    from mondegreen.scoring.result import Result

__all__ = ["concatenate"]


def concatenate(parts: Sequence[Result]) -> Result:
    """Return one result of the utterances of several with the same recipe."""
    from mondegreen.scoring.digests import joined_digests  # imported only if needed

    first = parts[0]
    rows = {}
    for name in first.rows:
        columns = tuple(array("q") for _ in first.rows[name].columns)
        for part in parts:
            for column, piece in zip(columns, part.rows[name].columns, strict=True):
                column.extend(piece)
        sums = tuple(map(sum, zip(*(part.rows[name].sums for part in parts), strict=True)))
        rows[name] = Rows(columns, sums, *_judged(parts, name), items=_items(parts, name))
    reasons: dict[int, str | None] = {}
    start = 0
    coverage = first.coverage
    for at, part in enumerate(parts):
        reasons |= {start + row: reason for row, reason in part.reasons.items()}
        start += len(part)
        coverage = coverage + part.coverage if at else coverage
    reports = [part.entities for part in parts if part.entities is not None]
    passed_over = max(part.recipe.dont_care for part in parts)
    spoken = sorted({code for part in parts for code in part.recipe.languages})
    pins = sorted({pin for part in parts for pin in part.recipe.packs})
    return replace(
        first,
        recipe=replace(
            first.recipe, languages=tuple(spoken), dont_care=passed_over, packs=tuple(pins)
        ),
        rows=rows,
        provenance=" + ".join(dict.fromkeys(part.provenance for part in parts)),
        status=b"".join(part.status for part in parts),
        reasons=reasons,
        coverage=coverage,
        ids=None if first.ids is None else [name for part in parts for name in part.ids or ()],
        metadata={
            name: [value for part in parts for value in part.metadata[name]]
            for name in first.metadata
        },
        entities=sum(reports[1:], reports[0]) if len(reports) == len(parts) else None,
        references=_joined([part.references for part in parts]),
        hypotheses=_joined([part.hypotheses for part in parts]),
        references_normalized=_joined([part.references_normalized for part in parts]),
        hypotheses_normalized=_joined([part.hypotheses_normalized for part in parts]),
        digests=joined_digests(parts),
        sessions=first.sessions if len(parts) == 1 else None,
    )


def _judged(parts: Sequence[Result], name: str) -> tuple[dict[int, Unjudged], dict[int, Any]]:
    """Return what judges left out and said in the rows of all parts."""
    unjudged: dict[int, Unjudged] = {}
    details: dict[int, Any] = {}
    start = 0
    for part in parts:
        rows = part.rows[name]
        unjudged |= {start + row: why for row, why in rows.unjudged.items()}
        details |= {start + row: detail for row, detail in rows.details.items()}
        start += len(part)
    return unjudged, details


def _items(parts: Sequence[Result], name: str) -> Items | None:
    """Return the counts of items of all parts; none where a part has none."""
    found, start = Items(), 0
    for part in parts:
        items = part.rows[name].items
        if items is None:
            return None
        found.extend(items, start)
        start += len(part)
    return found


def _joined(columns: list[Any]) -> list[Any] | None:
    if any(column is None for column in columns):
        return None
    return [item for column in columns for item in as_list(column)]
