"""A result as a table, for other libraries."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

from mondegreen.errors import MissingDependencyError
from mondegreen.scoring.groups import unclashing
from mondegreen.scoring.metric_result import LEFT_OUT, NO_REFERENCE
from mondegreen.written import refusing_surrogates

if TYPE_CHECKING:
    from mondegreen.scoring.result import Result

__all__ = ["TEXTS", "arrow_column", "as_arrow", "as_pandas", "as_polars", "utterance_table"]

TEXTS = ("reference", "hypothesis", "reference_normalized", "hypothesis_normalized")
"""Columns of texts; the last two are there if a normalizer was at work."""


def utterance_table(result: Result) -> dict[str, Any]:
    """Return one row per utterance as a dict of columns; see `Result.to_dict`."""
    rows = range(len(result))
    table: dict[str, Any] = {"id": [result.id(row) for row in rows]}
    words = ("scored", "empty", "missing", "missing")
    states = [words[state] for state in result.status]
    for row, reason in result.reasons.items():
        states[row] = "missing" if reason is None else "failed"
    single = len(result.rows) == 1
    for name, part in result.rows.items():
        kept = None
        if result.recipe.missing == "skip" and result.reasons:
            kept = [result.is_scored(row) for row in rows]
        for statistic, column in zip(result.metrics[name].statistics, part.columns, strict=True):
            title = statistic if single else f"{name}_{statistic}"
            table[title] = (
                column
                if kept is None
                else [value if keep else None for value, keep in zip(column, kept, strict=True)]
            )
        table[name] = [result.rate(row, name) for row in rows]
    table["status"] = states
    reasons = [why_no_rate(result, row) for row in rows]
    if any(reason is not None for reason in reasons):
        table["reason"] = reasons
    texts = TEXTS if result.recipe.normalizes else TEXTS[:2]
    titles = unclashing(result.metadata, {*table, *texts})
    return table | dict(zip(titles, result.metadata.values(), strict=True))


def why_no_rate(result: Result, row: int) -> str | None:
    """Return why an utterance failed, or why a rate of it is null."""
    if result.reasons.get(row) is not None:
        return result.reasons[row]
    if not result.is_scored(row):
        return "no hypothesis"
    without = [result.metrics[name] for name in result.rows if result.rate(row, name) is None]
    why = next((why for k in without if (why := result.rows[k.name].unjudged.get(row))), None)
    if why is not None:
        return str(why)
    if without and all(kind.left_out_of(result.counts(row, kind.name)) for kind in without):
        return LEFT_OUT
    return (without[0].undefined or NO_REFERENCE) if without else None


def as_arrow(columns: dict[str, Any], what: str = "an Arrow table") -> Any:
    """Return columns as a pyarrow Table."""
    try:
        import pyarrow as pa  # optional
    except ImportError:
        raise MissingDependencyError("pyarrow", "arrow", what) from None
    with refusing_surrogates(what):
        return pa.table(
            {
                name: pa.array(column, pa.int64())
                if isinstance(column, array)
                else arrow_column(column)
                for name, column in columns.items()
            }
        )


def as_pandas(columns: dict[str, Any]) -> Any:
    """Return columns as a pandas DataFrame."""
    try:
        import pandas as pd  # optional
    except ImportError:
        raise MissingDependencyError("pandas", "pandas", "a pandas frame") from None
    with refusing_surrogates("a pandas frame"):
        return pd.DataFrame({name: list(column) for name, column in columns.items()})


def as_polars(columns: dict[str, Any]) -> Any:
    """Return columns as a polars DataFrame."""
    try:
        import polars as pl  # optional
    except ImportError:
        raise MissingDependencyError("polars", "polars", "a polars frame") from None
    with refusing_surrogates("a polars frame"):
        series = [pl.Series(name, list(v), strict=False) for name, v in columns.items()]
        return pl.DataFrame(series)


def arrow_column(values: Any) -> Any:
    """Return values as a pyarrow Array; a column of mixed kinds becomes text."""
    import pyarrow as pa  # the caller has said so if it is not there

    try:
        return pa.array(values)
    except (pa.ArrowException, OverflowError, TypeError):
        return pa.array([None if value is None else str(value) for value in values])
