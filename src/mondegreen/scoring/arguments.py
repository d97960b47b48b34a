"""Arguments of the public functions: what will do, and one sentence about what will not."""

from __future__ import annotations

import os
from array import array
from collections.abc import ItemsView, KeysView, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, Final

from mondegreen.corpus.table import as_list
from mondegreen.errors import InputTypeError, UsageError, given
from mondegreen.options.checks import whole

__all__ = [
    "NO_COLUMNS",
    "array_values",
    "column_values",
    "given",
    "is_null",
    "is_table",
    "listed_names",
    "path_of",
    "whole",
]

_NULLS: Final = {"NAType", "NaTType"}


def is_null(value: object) -> bool:
    """Whether a value stands for nothing: None, NaN, pandas' NA and NaT.

    >>> is_null(float("nan")), is_null("")
    (True, False)
    """
    if value is None or type(value).__name__ in _NULLS:
        return True
    return isinstance(value, float) and value != value  # noqa: PLR0124 - only NaN differs from itself


def listed_names(value: Any, name: str, example: str) -> list[str]:
    """Return names: one, or a list of them.

    Raises:
        UsageError: something else, among them sets, which have no order.
    """
    if isinstance(value, str):
        return [value]
    if not isinstance(value, (bytes, set, frozenset)):
        try:
            found = list(value)
        except TypeError:
            found = [value]
        if all(isinstance(each, str) for each in found):
            return found
    raise UsageError(f"{name}={given(value)}: expected names, such as {example}")


def path_of(value: Any, what: str) -> str:
    """Return a path as text.

    Raises:
        UsageError: it is not a path.
    """
    try:
        return os.fsdecode(value)
    except TypeError:
        raise UsageError(f"{given(value)} is not a path; expected that of {what}") from None


NO_COLUMNS: Final = (bytes, bytearray, memoryview, array, Mapping, AbstractSet, ItemsView)
"""What can be iterated and holds no column of values in order; but the keys of a dict have one."""


def is_table(values: Any) -> bool:
    """Whether these are rows of several columns: a frame, a table, an array of records."""
    # Asked of the class: to list the columns of a lazy frame is work, of which polars warns.
    return hasattr(type(values), "columns") or bool(
        getattr(getattr(values, "dtype", None), "names", None)
    )


def array_values(values: Any, what: str) -> list[Any]:
    """Return what a numpy array holds, as Python's own; one column of a table is a column.

    Raises:
        InputTypeError: it has more dimensions, so that its rows would be taken for lists of tokens.
    """
    listed = values.tolist()  # not numpy's numbers, which JSON does not know
    shape: tuple[int, ...] = getattr(values, "shape", ())
    if len(shape) < 2:  # noqa: PLR2004
        return listed if isinstance(listed, list) else [listed]
    if len(shape) == 2 and shape[1] == 1:  # noqa: PLR2004
        return [row[0] for row in listed]
    raise InputTypeError(
        f"{what}: an array of the shape {shape}, expected one dimension; choose a column, as "
        "array[:, 0], or pass .tolist() if its rows are tokens"
    )


def column_values(values: Any, what: str) -> list[Any]:
    """Return one value per utterance, as Python's own; one text stands for one utterance.

    Raises:
        InputTypeError: what is given is no column.
    """
    if isinstance(values, str):
        return [values]
    no_column = isinstance(values, NO_COLUMNS) and not isinstance(values, KeysView)
    if not no_column and not is_table(values):
        if type(values).__module__.partition(".")[0] == "numpy":
            return array_values(values, what)
        try:
            return list(as_list(values))
        except TypeError:
            pass
    raise InputTypeError(f"{what}={given(values)}: expected a list with one value per utterance")
