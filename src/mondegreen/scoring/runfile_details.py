"""What a run file keeps next to counts: the numbers that quantiles are made of, and single words and marks.

What is read back may have been edited, so it is held against the counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.corpus.table import describe
from mondegreen.metrics.items import Items

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.metrics.base import Metric
    from mondegreen.scoring.result import Result

__all__ = ["detail_columns", "read_details", "read_items", "stored_items"]


def detail_columns(result: Result) -> dict[str, list[list[int]]]:
    """Return the columns with the numbers of each row, such as ``word-times.start_offsets``."""
    found = {}
    for name, metric in result.metrics.items():
        details = result.rows[name].details
        for kind in metric.detail_names if details else ():
            column = [details[row][kind] if row in details else [] for row in range(len(result))]
            found[f"{name}.{kind}"] = column
    return found


def read_details(
    metric: Metric, columns: Mapping[str, list[Any]], counts: Sequence[Sequence[int]]
) -> dict[int, dict[str, list[int]]]:
    """Return the numbers of each row; none from a file without them.

    Raises:
        ValueError: they are no numbers, or not those of the counts.
    """
    names = {kind: f"{metric.name}.{kind}" for kind in metric.detail_names}
    if not names or not all(name in columns for name in names.values()):
        return {}
    found: dict[int, dict[str, list[int]]] = {}
    for row, each in enumerate(zip(*counts, strict=True)):
        numbers = {kind: columns[name][row] for kind, name in names.items()}
        for kind, values in numbers.items():
            if not isinstance(values, list) or not {*map(type, values)} <= {int}:
                raise ValueError(
                    f"row {row + 1}: the column {names[kind]!r} holds {describe(values)}"
                )
        if not metric.fits(each, numbers):
            raise ValueError(f"row {row + 1}: the numbers of {metric.name} are not of its counts")
        found[row] = numbers
    return found


def stored_items(result: Result, *, texts: bool) -> dict[str, list[list[Any]]]:
    """Return the sums of the items of each metric; words of the texts alone only with the ``texts``."""
    return {
        name: [list(score) for score in result.items(name)]
        for name, rows in result.rows.items()
        if rows.items is not None and (texts or not result.metrics[name].items_are_texts)
    }


def read_items(stored: Any, counts: Sequence[int], rows: Sequence[int]) -> Items:
    """Return what `stored_items` gave, as if all were in the first of some rows.

    Args:
        stored: item, and how often it was said, kept and written.
        counts: hits, substitutions and deletions of all.
        rows: those that are scored.

    Raises:
        ValueError: no such counts, or others than those of the metric.
    """
    items, said, kept = Items(), 0, 0
    for item, *numbers in stored:
        if (
            not isinstance(item, str)
            or item in items.names
            or {*map(type, numbers)} != {int}
            or min(numbers) < 0
            or numbers[1] > min(numbers[0], numbers[2])
        ):
            raise ValueError(f"the counts of {item!r:.60} are {numbers!r:.60}")
        items.add(rows[0], item, said=numbers[0], kept=numbers[1], written=numbers[2])
        said, kept = said + numbers[0], kept + numbers[1]
    if (said, kept) != (sum(counts[:3]), counts[0]):
        raise ValueError("the counts of single words or marks and the rows do not agree")
    return items
