"""Stored evaluations in the place of rates that are made anew: of a judged metric, or of an import."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.importing import IMPORTED
from mondegreen.bench.stored import stored
from mondegreen.errors import UsageError
from mondegreen.metrics import METRICS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.bench.observed import Observed
    from mondegreen.store import Store

__all__ = ["SCORES", "Judged", "judged_rows"]

SCORES: Final = (
    *("normalized_reference", "normalized_hypothesis", "wer", "substitutions", "deletions"),
    *("insertions", "reference_words"),
)
_SEMANTIC: Final = "semantic-wer"
_SCORED: Final = {"ok", "empty"}


class Judged(list["dict[str, Any]"]):
    """`SCORES` of each utterance of a system; ``None`` in all of them where there is no score.

    Attributes:
        signature: how they were made.
    """

    def __init__(self, rows: Sequence[dict[str, Any]], signature: str) -> None:
        super().__init__(rows)
        self.signature = signature


def judged_rows(store: Store, one: Observed, metrics: Sequence[str] | None) -> Judged | None:
    """Return what is stored of the judged metric that is named; of an import what came with it.

    Args:
        store: an open one.
        one: what a system observed.
        metrics: those that were asked for; ``None`` if none was.

    Returns:
        ``None`` where no judged metric is named, and for what is no import where none is named at all.

    Raises:
        UsageError: a judged metric is named of which nothing is stored.
    """
    named = next((name for name in metrics or () if METRICS.get(name).judged), None)
    if metrics and named is None:
        return None
    found = stored(store, one.dataset, named or _SEMANTIC, [one], ("status", *SCORES))
    if found is None or (named is None and not found.signature.startswith(IMPORTED)):
        if named is None:
            return None
        raise UsageError(
            f"{store.where}: nothing of {one.system} on {one.dataset} is evaluated by {named}: "
            f"mondegreen bench score -m {named}"
        )
    rows = []
    for each in found.of(one):
        values = each[1:] if each is not None and each[0] in _SCORED else [None] * len(SCORES)
        rows.append(dict(zip(SCORES, values, strict=True)))
    return Judged(rows, found.signature)
