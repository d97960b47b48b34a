"""What every function of this room asks of its arguments."""

from __future__ import annotations

from typing import Any

from mondegreen.errors import UsageError
from mondegreen.options.checks import confidence, whole
from mondegreen.options.intervals import draws

__all__ = ["checked_level", "checked_resamples", "checked_rows", "checked_seed"]


def checked_level(level: Any) -> float:
    """Return a level of confidence between 0 and 1.

    Raises:
        UsageError: anything else; 95 is one of these.
    """
    return confidence("level", level)


def checked_resamples(resamples: Any) -> int:
    """Return a number of resamples.

    Raises:
        UsageError: fewer than 100, more than ten million, or no whole number.
    """
    return draws("resamples", resamples)


def checked_seed(seed: Any) -> int:
    """Return a seed; there is no drawing without one.

    Raises:
        UsageError: it is negative, or no whole number.
    """
    return whole("seed", seed)


def checked_rows(np: Any, rows: Any) -> Any:
    """Return rows of counts as an int64 array of units by statistics.

    Raises:
        UsageError: they are no table of integers.
    """
    array = np.asarray(rows)
    if array.ndim != 2 or array.dtype.kind not in "iu":  # noqa: PLR2004 - rows and columns
        raise UsageError(
            f"rows of shape {array.shape} and type {array.dtype}: expected integers, one row per "
            "unit and one column per statistic"
        )
    return array.astype(np.int64, copy=False)
