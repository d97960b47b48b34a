"""``plain``: one bare number, as the ``jiwer`` command prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mondegreen.scoring.result import Result


def render(result: Result) -> str:
    """Return the rate of the first metric as a fraction.

    Against no reference tokens at all it is the number of insertions, as jiwer has it.
    """
    metric = next(iter(result))
    counts = metric.counts
    if (
        metric.utterances
        and metric.name in {"wer", "cer"}
        and not (counts["hits"] + counts["substitutions"] + counts["deletions"])
    ):
        return str(counts["insertions"])
    return metric.reason or str(metric.value)
