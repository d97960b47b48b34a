"""What a judge said of observations: a row of ``semantic_wer_traces`` next to each evaluation."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.observed import AT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mondegreen.bench.observed import Observed
    from mondegreen.metrics.base import Rows

__all__ = ["with_traces"]

_TEXTS: Final = ("normalized_reference", "normalized_hypothesis")
_SAID: Final = ("errors", "differences")
"""Names under which judges put what they found; others are kept as they are."""


def with_traces(
    made: Sequence[Mapping[str, Any]], counted: Rows, at: Sequence[int], one: Observed
) -> list[dict[str, Any]]:
    """Return evaluations of a metric, each after the trace of what a judge said of it, if there is one.

    A trace has the judge, its prompt's hash, the differences or facts with the reasons, and the
    conversation where there was one about this observation alone. What was not judged has one too,
    with the reason.

    Args:
        made: evaluations.
        counted: the rows of the metric.
        at: of each of its rows, the place among the observations.
        one: the observations.
    """
    if not (counted.details or counted.traces or counted.unjudged):
        return [{**row} for row in made]
    said: dict[int, dict[str, Any]] = {}
    for row, place in enumerate(at):
        seen = one.rows[place]
        detail, talked = counted.details.get(row), counted.traces.get(row)
        if seen is not None and (detail or talked or row in counted.unjudged):
            said[seen[AT["id"]]] = {**_detail(detail), **(talked or {})}
    return [*_interleaved(made, said)]


def _interleaved(
    made: Iterable[Mapping[str, Any]], said: Mapping[int, Mapping[str, Any]]
) -> Iterable[dict[str, Any]]:
    for row in made:
        found = said.get(row["result_id"])
        if found is not None:
            yield {"num_turns": 1, "model_used": row["judge"], **row, **found, "kind": "trace"}
        yield {**row}


def _detail(detail: Any) -> dict[str, Any]:
    """Return the columns that a judge's own words go to."""
    if not isinstance(detail, dict):
        return {"errors": json.dumps(detail, ensure_ascii=False)} if detail else {}
    found = {name: detail[name] for name in _TEXTS if isinstance(detail.get(name), str)}
    rest = {name: each for name, each in detail.items() if name not in _TEXTS}
    errors: Any = next((rest[name] for name in _SAID if name in rest), rest)
    return {**found, "errors": json.dumps(errors, ensure_ascii=False)} if rest else dict(found)
