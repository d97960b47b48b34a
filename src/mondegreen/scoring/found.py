"""Lists of differences and of what was forgiven, which are tables as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from mondegreen._kernel import tokens
from mondegreen.alignment.difference import Difference
from mondegreen.errors import UsageError
from mondegreen.forgive.spans import Span, spans_of
from mondegreen.metrics.forgiven import ForgivenRate
from mondegreen.scoring.frames import as_arrow, as_pandas, as_polars

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.scoring.result import Result

__all__ = ["Differences", "Spans", "pieces"]

T = TypeVar("T")
_AT_ONCE = 10_000


class _Found(list[T]):
    """A list that can be given to other libraries as a table."""

    columns: tuple[str, ...]

    def records(self) -> list[dict[str, Any]]:
        """Return one row an entry."""
        raise NotImplementedError

    def _columns(self) -> dict[str, list[Any]]:
        records = self.records()
        return {name: [record[name] for record in records] for name in self.columns}

    def to_arrow(self) -> Any:
        """Return `records` as a pyarrow Table."""
        return as_arrow(self._columns())

    def to_pandas(self) -> Any:
        """Return `records` as a pandas DataFrame."""
        return as_pandas(self._columns())

    def to_polars(self) -> Any:
        """Return `records` as a polars DataFrame."""
        return as_polars(self._columns())


class Differences(_Found[Difference]):
    """Differences in the order of the utterances.

    >>> from mondegreen import score
    >>> score("a big cat", "a cat").differences().records()[0]["reference"]
    'big'
    """

    columns = (
        *("id", "reference", "hypothesis", "before", "after", "errors"),
        *("substitutions", "deletions", "insertions", "reference_start", "hypothesis_start"),
    )

    def records(self) -> list[dict[str, Any]]:
        """Return one row a difference; words are parted by spaces."""
        rows = []
        for each in self:
            space = " " if each.unit.startswith("word") else ""
            row = {name: getattr(each, name) for name in self.columns}
            for name in ("reference", "hypothesis", "before", "after"):
                row[name] = space.join(row[name])
            rows.append(row)
        return rows


class Spans(_Found[Span]):
    """Forgiven spans in the order of the utterances.

    >>> from mondegreen import score
    >>> found = score("the data base", "the database", forgive=["spacing"]).forgiven()
    >>> found.records()[0]["why"]
    'the same letters: database'
    """

    columns = (
        *("id", "reason", "why", "reference", "hypothesis", "before", "after"),
        *("errors", "letters", "reference_start", "hypothesis_start"),
    )

    def records(self) -> list[dict[str, Any]]:
        """Return one row a span; words are parted by spaces."""
        return [span.to_dict() for span in self]


def pieces(result: Result, metric: str) -> Iterator[Span]:
    """Yield what was forgiven and what remains in all utterances with errors, in order.

    Raises:
        UsageError: the metric was scored without forgivers, or they or the texts are not here.
    """
    kind = result.metrics[metric]
    if not isinstance(kind, ForgivenRate):
        raise UsageError(
            f"{metric} was scored without forgivers; score with forgive='agent', or the names of "
            "forgivers"
        )
    chosen = result.forgiving or result.recipe.forgiving()
    if chosen is None:
        raise UsageError(
            "the forgivers of this result, or the names that it must not lose, are not here; "
            "score the texts again"
        )
    rows = [
        row
        for row, counts in enumerate(zip(*result.rows[metric].columns, strict=True))
        if kind.strict(counts) and result.is_scored(row)
    ]
    if not rows:
        result.aligned_texts(rows)  # refuses all the same where there are no texts
    unit = result.unit_of(metric)
    for start in range(0, len(rows), _AT_ONCE):
        part = rows[start : start + _AT_ONCE]
        sides = result.aligned_texts(part)
        said, written = ([_words(text, unit) for text in side] for side in sides)
        columns = chosen.run(said, written, ties=result.recipe.ties, detail=True)
        for at, row in enumerate(part):
            yield from spans_of(columns, at, said[at], written[at], chosen, result.id(row))


def _words(text: Any, unit: str) -> list[str]:
    return list(tokens(text, unit)) if isinstance(text, str) else list(text)
