"""The runs of steps of a result's alignments, with the tokens they are on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen import _kernel
from mondegreen.alignment.run import OPERATIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.scoring.result import Result

__all__ = ["DELETE", "EQUAL", "INSERT", "SUBSTITUTE", "Steps", "steps"]

EQUAL: Final = 0
SUBSTITUTE: Final = 1
DELETE: Final = 2
INSERT: Final = 3

_AT_ONCE = 4096


class Steps(NamedTuple):
    """Equal steps in a row: of which utterance, which they are, and the tokens of either side."""

    row: int
    operation: int
    said: Sequence[str]
    written: Sequence[str]


def steps(result: Result, rows: Sequence[int], metric: str) -> Iterator[Steps]:
    """Yield all runs of steps of some rows, as a metric counts them; tokens are cut for one row at a time.

    Rows that the metric leaves out have none.

    Raises:
        UsageError: the result has no texts.
    """
    kind, unit = result.metrics[metric], result.unit_of(metric)
    if kind.left_out and not kind.judged:
        left_out = result.rows[metric].columns[kind.statistics.index(kind.left_out)]
        rows = [row for row in rows if not left_out[row]]
    if result.recipe.reads or kind.aligns_by_itself:
        yield from _of_alignments(result, rows, metric)
        return
    weights = None if result.recipe.edit_weights == (1, 1, 1) else result.recipe.edit_weights
    for start in range(0, len(rows) or 1, _AT_ONCE):  # without rows too, which then refuses
        chosen = rows[start : start + _AT_ONCE]
        sides = result.aligned_texts(chosen)
        runs = _kernel.align(*sides, unit=unit, ties=result.recipe.ties, weights=weights)
        for at, (reference, hypothesis) in enumerate(zip(*sides, strict=True)):
            said, written = _tokens(reference, unit), _tokens(hypothesis, unit)
            for run in range(runs.starts[at], runs.starts[at + 1]):
                yield Steps(
                    chosen[at],
                    runs.operations[run],
                    said[runs.reference_starts[run] : runs.reference_ends[run]],
                    written[runs.hypothesis_starts[run] : runs.hypothesis_ends[run]],
                )


def _of_alignments(result: Result, rows: Sequence[int], metric: str) -> Iterator[Steps]:
    """Yield the runs of alignments in which what differs may be right; what does not count is none."""
    for start in range(0, len(rows) or 1, _AT_ONCE):
        chosen = rows[start : start + _AT_ONCE]
        for row, alignment in zip(chosen, result.align_rows(chosen, metric), strict=True):
            for run in alignment.runs:
                if run.operation == "ignore":
                    continue
                operation = EQUAL if run.operation == "accept" else OPERATIONS.index(run.operation)
                said = alignment.reference[run.reference_start : run.reference_end]
                written = alignment.hypothesis[run.hypothesis_start : run.hypothesis_end]
                yield Steps(row, operation, said, written)


def _tokens(text: Any, unit: str) -> Sequence[str]:
    return _kernel.tokens(text, unit) if isinstance(text, str) else text
