"""Lists of what was found in texts, which are tables as well."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from mondegreen.alignment.difference import Difference
from mondegreen.scoring.frames import as_arrow, as_pandas, as_polars

if TYPE_CHECKING:
    from mondegreen.scoring.result import Result

__all__ = ["Differences", "Found"]

T = TypeVar("T")


class Found(list[T]):
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


class Differences(Found[Difference]):
    """Differences in the order of the utterances.

    >>> from mondegreen import score
    >>> score("a big cat", "a cat").differences().records()[0]["reference"]
    'big'
    """

    columns = (
        *("id", "reference", "hypothesis", "before", "after", "errors"),
        *("substitutions", "deletions", "insertions", "reference_start", "hypothesis_start"),
    )

    @classmethod
    def of(cls, result: Result, metric: str) -> Differences:
        """Return those of a result; with forgivers, the remaining ones."""
        if result.metrics[metric].forgives:
            from mondegreen.scoring.forgiven_spans import pieces  # imported only if needed

            found = pieces(result, metric)
            return cls(span.difference for span in found if span.reason is None)
        rows = result.rows_with_errors(metric)
        return cls(
            replace(difference, id=result.id(row))
            for row, alignment in zip(rows, result.align_rows(rows, metric), strict=True)
            for difference in alignment.differences()
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
