"""Which tokens were taken for which, how often, over a whole result."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from heapq import nsmallest
from typing import TYPE_CHECKING, Any

from mondegreen import _kernel
from mondegreen.errors import MissingDependencyError
from mondegreen.scoring.renderers import CONFUSION_RENDERERS

if TYPE_CHECKING:
    from mondegreen.scoring.result import Result

__all__ = ["Confusions"]

_AT_ONCE = 4096
_SUBSTITUTE, _DELETE = 1, 2  # as the kernel has them; 3 is an insertion


@dataclass(frozen=True, repr=False)
class Confusions:
    """Counts of wrong tokens, the most frequent first, equals by their tokens.

    The tokens are those of the alignment, one by one: two words that follow each other and are
    both wrong are two substitutions.

    Attributes:
        metric: whose alignment this is.
        unit: what the tokens are.
        substitutions: token of the reference, token of the hypothesis, how often.
        deletions: token of the reference, how often.
        insertions: token of the hypothesis, how often.
    """

    metric: str
    unit: str
    substitutions: list[tuple[str, str, int]]
    deletions: list[tuple[str, int]]
    insertions: list[tuple[str, int]]

    @classmethod
    def of(cls, result: Result, metric: str, count: int | None = None) -> Confusions:
        """Count over all scored utterances with errors; keep ``count`` of each kind.

        Raises:
            UsageError: the result has no texts.
        """
        counted: tuple[Counter[Any], ...] = Counter(), Counter(), Counter()
        rows, unit = result.rows_with_errors(metric), result.unit_of(metric)
        if not rows:
            result.aligned_texts(rows)  # refuses all the same where there are no texts
        for start in range(0, len(rows), _AT_ONCE):
            sides = result.aligned_texts(rows[start : start + _AT_ONCE])
            weights = result.recipe.edit_weights
            runs = _kernel.align(
                *sides,
                unit=unit,
                ties=result.recipe.ties,
                weights=None if weights == (1, 1, 1) else weights,
            )
            _count(sides, unit, runs, counted)
        replaced, left_out, put_in = (_first(counter, count) for counter in counted)
        return cls(
            metric=metric,
            unit=unit,
            substitutions=[(*pair, times) for pair, times in replaced],
            deletions=left_out,
            insertions=put_in,
        )

    def records(self) -> list[dict[str, Any]]:
        """Return one row a confusion: ``error``, ``reference``, ``hypothesis``, ``count``.

        The side on which there is no token is null.
        """
        rows: list[tuple[str, str | None, str | None, int]] = [
            *(("substitution", *found) for found in self.substitutions),
            *(("deletion", token, None, count) for token, count in self.deletions),
            *(("insertion", None, token, count) for token, count in self.insertions),
        ]
        names = ("error", "reference", "hypothesis", "count")
        return [dict(zip(names, row, strict=True)) for row in rows]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        kinds: dict[str, list[dict[str, Any]]] = {}
        for record in self.records():
            error = f"{record.pop('error')}s"
            kinds.setdefault(error, []).append(
                {name: value for name, value in record.items() if value is not None}
            )
        names = ("substitutions", "deletions", "insertions")
        return {
            "metric": self.metric,
            "unit": self.unit,
            **{name: kinds.get(name, []) for name in names},
        }

    def to_arrow(self) -> Any:
        """Return `records` as a pyarrow Table."""
        try:
            import pyarrow as pa  # optional
        except ImportError:
            raise MissingDependencyError("pyarrow", "arrow", "an Arrow table") from None
        fields = [(name, pa.string()) for name in ("error", "reference", "hypothesis")]
        return pa.Table.from_pylist(self.records(), pa.schema([*fields, ("count", pa.int64())]))

    def __str__(self) -> str:
        return CONFUSION_RENDERERS.get("table")(self)

    __repr__ = __str__


def _count(
    sides: tuple[list[Any], list[Any]],
    unit: str,
    runs: _kernel.AlignedRuns,
    counted: tuple[Counter[Any], ...],
) -> None:
    """Add the tokens of all runs that are not equal; tokens are cut for one row at a time."""
    replaced: list[tuple[str, str]] = []
    left_out: list[str] = []
    put_in: list[str] = []
    for row, (reference, hypothesis) in enumerate(zip(*sides, strict=True)):
        said = _kernel.tokens(reference, unit) if isinstance(reference, str) else reference
        written = _kernel.tokens(hypothesis, unit) if isinstance(hypothesis, str) else hypothesis
        for run in range(runs.starts[row], runs.starts[row + 1]):
            operation = runs.operations[run]
            if not operation:
                continue
            start, end = runs.reference_starts[run], runs.reference_ends[run]
            begin, until = runs.hypothesis_starts[run], runs.hypothesis_ends[run]
            if operation == _SUBSTITUTE:
                replaced.extend(zip(said[start:end], written[begin:until], strict=True))
            elif operation == _DELETE:
                left_out.extend(said[start:end])
            else:
                put_in.extend(written[begin:until])
    counted[0].update(replaced)
    counted[1].update(left_out)
    counted[2].update(put_in)


def _first(counter: Counter[Any], count: int | None) -> list[tuple[Any, int]]:
    """Return the most frequent first, equals in the order of their tokens."""
    if count is None:
        return sorted(counter.items(), key=_rank)
    return nsmallest(count, counter.items(), key=_rank)


def _rank(found: tuple[Any, int]) -> tuple[int, Any]:
    return -found[1], found[0]
