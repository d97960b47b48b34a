"""The runs of steps of a result's alignments, with the tokens they stand on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen import _kernel

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


def steps(result: Result, rows: Sequence[int], unit: str) -> Iterator[Steps]:
    """Yield all runs of steps of some rows; tokens are cut for one row at a time.

    Raises:
        UsageError: the result has no texts.
    """
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


def _tokens(text: Any, unit: str) -> Sequence[str]:
    return _kernel.tokens(text, unit) if isinstance(text, str) else text
