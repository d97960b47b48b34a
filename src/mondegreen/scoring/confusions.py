"""Which tokens were taken for which, how often, over a whole result."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from heapq import nsmallest
from typing import TYPE_CHECKING, Any

from mondegreen.errors import MissingDependencyError
from mondegreen.scoring.renderers import CONFUSION_RENDERERS
from mondegreen.scoring.steps import DELETE, INSERT, SUBSTITUTE, Steps, steps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.scoring.result import Result

__all__ = ["Confusions"]


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

        Of a metric with forgivers the remaining errors are counted.

        Raises:
            UsageError: the result has no texts.
        """
        unit = result.unit_of(metric)
        if result.metrics[metric].forgives:
            found = _remaining(result, metric)
        else:
            found = steps(result, result.rows_with_errors(metric), metric)
        replaced: Counter[Any] = Counter()
        left_out: Counter[str] = Counter()
        put_in: Counter[str] = Counter()
        for _, operation, said, written in found:
            if operation == SUBSTITUTE:
                replaced.update(zip(said, written, strict=True))
            elif operation == DELETE:
                left_out.update(said)
            elif operation == INSERT:
                put_in.update(written)
        return cls(
            metric=metric,
            unit=unit,
            substitutions=[(*pair, times) for pair, times in _first(replaced, count)],
            deletions=_first(left_out, count),
            insertions=_first(put_in, count),
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


def _remaining(result: Result, metric: str) -> Iterator[Steps]:
    """Yield the steps of what was not forgiven, one by one."""
    from mondegreen import _kernel  # seldom needed

    for each in result.differences(metric):
        said, written = iter(each.reference), iter(each.hypothesis)
        for step in _kernel.steps(each.reference, each.hypothesis):
            yield Steps(
                0,
                step,
                [next(said)] if step != INSERT else [],
                [next(written)] if step != DELETE else [],
            )


def _first(counter: Counter[Any], count: int | None) -> list[tuple[Any, int]]:
    """Return the most frequent first, equals in the order of their tokens."""
    if count is None:
        return sorted(counter.items(), key=_rank)
    return nsmallest(count, counter.items(), key=_rank)


def _rank(found: tuple[Any, int]) -> tuple[int, Any]:
    return -found[1], found[0]
