"""A result as a table, for other libraries."""

from __future__ import annotations

from array import array
from functools import partial
from itertools import compress
from typing import TYPE_CHECKING, Any

from mondegreen import _kernel
from mondegreen._kernel import looks
from mondegreen.corpus.table import as_list
from mondegreen.errors import MissingDependencyError
from mondegreen.scoring.coverage import unclaimed_rows
from mondegreen.scoring.groups import unclashing
from mondegreen.scoring.kinds import Coded, replaced
from mondegreen.scoring.metric_result import LEFT_OUT, NO_REFERENCE, OF_NOBODY, finite_rate
from mondegreen.written import refusing_surrogates

if TYPE_CHECKING:
    from collections.abc import Container

    from mondegreen.scoring.result import Result

__all__ = [
    "REASON",
    "TEXTS",
    "arrow_column",
    "as_arrow",
    "as_pandas",
    "as_polars",
    "utterance_table",
]

TEXTS = ("reference", "hypothesis", "reference_normalized", "hypothesis_normalized")
"""Columns of texts; the last two are there if a normalizer was at work."""


REASON = "reason"
"""The column that is there where a row failed, or has no rate."""


def utterance_table(
    result: Result, *, ids: Any = None, always: Container[str] = ()
) -> dict[str, Any]:
    """Return one row per utterance as a dict of columns, lists or others; see `Result.to_dict`.

    The ``ids`` are those of the result, or the numbers of its rows, if not given. A column of reasons is there
    if a row has one, or if it is ``always`` there.
    """
    rows = len(result)
    if ids is None:
        ids = looks.numbers(rows) if result.ids is None else result.ids
    table: dict[str, Any] = {"id": ids}
    states = Coded(result.status, ("scored", "empty", "missing", "missing")).replaced(
        (row, "missing" if reason is None else "failed") for row, reason in result.reasons.items()
    )
    single = len(result.rows) == 1
    without = set[int]()
    skipped = () if result.all_scored else tuple(result.reasons)
    nulls = [(row, None) for row in skipped]
    unclaimed = unclaimed_rows(result)  # their errors have nothing of theirs to be divided by
    for name, part in result.rows.items():
        for statistic, column in zip(result.metrics[name].statistics, part.columns, strict=True):
            title = statistic if single else f"{name}_{statistic}"
            table[title] = replaced(column, nulls)
        rates = result.kinds(name).column(partial(finite_rate, result.metrics[name]))
        if nothing := {code for code, rate in enumerate(rates.values) if rate is None}:
            without.update(compress(range(rows), map(nothing.__contains__, rates.codes)))
        table[name] = rates.replaced([*nulls, *((row, None) for row in unclaimed)])
    table["status"] = states
    without |= unclaimed
    reasons = {row: why_no_rate(result, row) for row in sorted({*without, *result.reasons})}
    reasons |= {row: result.reasons.get(row) or OF_NOBODY for row in unclaimed}
    if REASON in always or any(reason is not None for reason in reasons.values()):
        table[REASON] = list(map(reasons.get, range(rows)))
    texts = TEXTS if result.recipe.normalizes else TEXTS[:2]
    titles = unclashing(result.metadata, {*table, *texts})
    return table | dict(zip(titles, result.metadata.values(), strict=True))


def as_lists(columns: dict[str, Any]) -> dict[str, Any]:
    """Return columns whose values are in Python."""
    return {
        name: column if isinstance(column, (array, list)) else as_list(column)
        for name, column in columns.items()
    }


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
        return pa.table({name: arrow_column(column) for name, column in columns.items()})


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
    """Return values as a pyarrow Array; a column of mixed kinds becomes text.

    pyarrow asks pandas what a list is, which takes longer to import than all texts to convert; so lists of
    texts and numbers come as what they are in memory.
    """
    import pyarrow as pa  # the caller has said so if it is not there

    if isinstance(values, array):
        return pa.Array.from_buffers(pa.int64(), len(values), [None, pa.py_buffer(values)])
    if isinstance(values, Coded):
        kind = pa.uint8() if isinstance(values.codes, bytes) else pa.uint32()
        buffers = [None, pa.py_buffer(values.codes)]
        return arrow_column(list(values.values)).take(
            pa.Array.from_buffers(kind, len(values), buffers)
        )
    kinds = set(map(type, values)) if isinstance(values, list) else set()
    if str in kinds and kinds <= {str, type(None)} and _kernel.text_column is not None:
        values = _kernel.text_column(values)
    if float in kinds and kinds <= {float, type(None)}:
        return _as_doubles(values)
    if hasattr(values, "__arrow_c_array__") or hasattr(values, "__arrow_c_stream__"):
        return _natively(values)
    try:
        return pa.array(values)
    except (pa.ArrowException, OverflowError, TypeError):
        return pa.array([None if value is None else str(value) for value in values])


def _natively(column: Any) -> Any:
    """Return a native column as pyarrow's; one of texts with the offsets that a list gets, if they suffice."""
    import pyarrow as pa  # as above

    if not isinstance(column, (pa.Array, pa.ChunkedArray)):
        several = hasattr(column, "__arrow_c_stream__")
        column = pa.chunked_array(column) if several else pa.array(column)
    kinds = pa.types.is_large_string, pa.types.is_string_view, pa.types.is_dictionary
    try:
        return column.cast(pa.string()) if any(is_one(column.type) for is_one in kinds) else column
    except pa.ArrowInvalid:  # over 2 GiB
        return column


def _as_doubles(values: list[float | None]) -> Any:
    import pyarrow as pa  # as above

    numbers = array("d", [0.0 if value is None else value for value in values])
    known = int("".join("0" if value is None else "1" for value in reversed(values)), 2)
    bits = pa.py_buffer(known.to_bytes(len(values) // 8 + 1, "little"))
    return pa.Array.from_buffers(pa.float64(), len(values), [bits, pa.py_buffer(numbers)])
