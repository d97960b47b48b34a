"""The rates of each pass of a judge over the same transcripts, from all evaluations that are stored."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from mondegreen.bench.observed import AT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.bench.observed import Observed
    from mondegreen.store import Store

__all__ = ["SEMANTIC", "judge_passes", "remaining"]

SEMANTIC: Final = "semantic-wer"
_REMAINING: Final = "remaining"  # of the statistics of semantic-wer
_REPORTED: Final = "errors"  # the same, where the model counts in a single pass
_COUNTED: Final = ("ok", "empty", "missing", "failed")
_COLUMNS: Final = ("result_id", "ground_truth_version", "status", "reference_words", "statistics")


def remaining(statistics: str) -> int:
    """Return the errors that matter, as an evaluation by `SEMANTIC` counted them."""
    found = json.loads(statistics)
    return int(found[_REMAINING] if _REMAINING in found else found[_REPORTED])


def judge_passes(
    store: Store, seen: Sequence[Observed], signature: str
) -> dict[str, list[float | None]]:
    """Return by system the semantic rate of each pass of the judge over all its transcripts.

    The first evaluation of each transcript is the first pass, and so on; there are as many passes as
    every transcript has evaluations. A rate is ``None`` where the references have no words.

    Args:
        store: an open one.
        seen: what the systems observed of one dataset.
        signature: of the evaluations, so that all are by the same judge with the same prompt.
    """
    judged: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for number, version, status, words, statistics in store.evaluations.every(
        seen[0].dataset, SEMANTIC, signature, _COLUMNS
    ):
        if status in _COUNTED and words is not None and statistics:
            judged.setdefault((number, version), []).append((remaining(statistics), words))
    return {one.system: _of_system(one, judged) for one in seen}


def _of_system(
    one: Observed, judged: Mapping[tuple[int, int], Sequence[tuple[int, int]]]
) -> list[float | None]:
    every = [
        judged.get((row[AT["id"]], version), ())
        for row, version in zip(one.rows, one.versions, strict=True)
        if row is not None
    ]
    found = []
    for at in range(min(map(len, every), default=0)):
        errors = sum(each[at][0] for each in every)
        words = sum(each[at][1] for each in every)
        found.append(errors / words if words else None)
    return found
