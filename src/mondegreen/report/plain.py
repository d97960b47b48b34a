"""``plain``: what the ``jiwer`` command prints, one bare number or the alignments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.report import jiwer_text

if TYPE_CHECKING:
    from mondegreen.scoring.result import Result


def render(result: Result, *, align: bool = False) -> str:
    """Return the rate of the first metric as a fraction; with ``align`` all alignments instead.

    Against no reference tokens at all it is the number of insertions, as jiwer has it.
    """
    if align:
        return jiwer_text.alignments(result)
    metric = next(iter(result))
    counts = metric.counts
    if (
        metric.utterances
        and metric.name in {"wer", "cer"}
        and "hits" in counts
        and not (counts["hits"] + counts["substitutions"] + counts["deletions"])
    ):
        return str(counts["insertions"])
    return metric.reason or str(metric.value)
