"""A result cut into groups of utterances."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mondegreen.scoring.renderers import GROUP_RENDERERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.scoring.result import MetricResult, Result

__all__ = ["Groups"]


@dataclass(frozen=True)
class Groups(Mapping[Any, "dict[str, MetricResult]"]):
    """Groups in order of their keys; each key has one result per metric.

    A key is the value of the column, or a tuple of values where several columns were named.
    """

    columns: tuple[str, ...]
    groups: dict[Any, dict[str, MetricResult]]

    @classmethod
    def of(cls, result: Result, columns: Sequence[str]) -> Groups:
        """Cut ``result`` by the values of ``columns``."""
        values = [[_key(value) for value in result.column(name)] for name in columns]
        keys = values[0] if len(values) == 1 else list(zip(*values, strict=True))
        rows: dict[Any, list[int]] = {}
        for row, key in enumerate(keys):
            rows.setdefault(key, []).append(row)
        groups = {}
        for key in sorted(rows, key=_order):
            kept = [row for row in rows[key] if result.is_scored(row)]
            groups[key] = {
                name: result._summary(
                    name, [sum(column[row] for row in kept) for column in part.columns], len(kept)
                )
                for name, part in result.rows.items()
            }
        return cls(tuple(columns), groups)

    def __getitem__(self, key: Any) -> dict[str, MetricResult]:
        return self.groups[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.groups)

    def __len__(self) -> int:
        return len(self.groups)

    def records(self) -> list[dict[str, Any]]:
        """Return one row per group and metric: the columns, then what `MetricResult` has."""
        return [
            {**dict(zip(self.columns, self.key(key), strict=True)), **metric.to_dict()}
            for key, metrics in self.groups.items()
            for metric in metrics.values()
        ]

    def key(self, key: Any) -> tuple[Any, ...]:
        """Return a key as a tuple, one value a column."""
        return (key,) if len(self.columns) == 1 else key

    def __str__(self) -> str:
        return GROUP_RENDERERS.get("table")(self)


def _key(value: Any) -> Any:
    """Return what a value is grouped by: NaN is a null, what cannot be a key its text."""
    try:
        hash(value)
    except TypeError:
        return str(value)
    return None if isinstance(value, float) and math.isnan(value) else value


def _order(key: Any) -> tuple[Any, ...]:
    """Sort numbers as numbers, the rest as text, nulls last; never compare unlike things."""
    parts = key if isinstance(key, tuple) else (key,)
    return tuple(
        (2, 0, "")
        if part is None
        else (0, part, "")
        if isinstance(part, (int, float))
        else (1, 0, str(part))
        for part in parts
    )
