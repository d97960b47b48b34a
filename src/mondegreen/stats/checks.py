"""What every function of this room asks of its arguments."""

from __future__ import annotations

import operator
from typing import Any

from mondegreen.errors import UsageError, given

__all__ = ["checked_level", "checked_resamples", "checked_rows", "checked_seed"]

FEWEST_RESAMPLES = 100
MOST_RESAMPLES = 10**7


def checked_level(level: Any) -> float:
    """Return a level of confidence between 0 and 1.

    Raises:
        UsageError: anything else; 95 is one of these.
    """
    try:
        number = float(level)
    except (TypeError, ValueError):
        number = 0.0
    if not 0 < number < 1:
        raise UsageError(f"level={given(level)}: expected a number between 0 and 1, as 0.95")
    return number


def checked_resamples(resamples: Any) -> int:
    """Return a number of resamples.

    Raises:
        UsageError: fewer than 100, more than ten million, or no whole number.
    """
    number = _whole(resamples)
    if not FEWEST_RESAMPLES <= number <= MOST_RESAMPLES:
        raise UsageError(
            f"resamples={given(resamples)}: expected a whole number from {FEWEST_RESAMPLES} to "
            f"{MOST_RESAMPLES:,}, as 1000"
        )
    return number


def checked_seed(seed: Any) -> int:
    """Return a seed; there is no drawing without one.

    Raises:
        UsageError: it is negative, or no whole number.
    """
    number = _whole(seed)
    if number < 0:
        raise UsageError(f"seed={given(seed)}: expected a whole number, 0 or more")
    return number


def _whole(value: Any) -> int:
    if isinstance(value, bool):
        return -1
    try:
        return operator.index(value)
    except TypeError:
        return -1


def checked_rows(np: Any, rows: Any) -> Any:
    """Return rows of counts as an int64 array of units by statistics.

    Raises:
        UsageError: they are no table of integers.
    """
    array = np.asarray(rows)
    if array.ndim != 2 or array.dtype.kind not in "iu":  # noqa: PLR2004 - rows and columns
        raise UsageError(
            f"rows of shape {array.shape} and type {array.dtype}: expected integers, one row a "
            "unit and one column a statistic"
        )
    return array.astype(np.int64, copy=False)
