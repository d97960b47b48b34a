"""How two columns of numbers go together."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from mondegreen.stats.libraries import numpy

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["correlations"]

_FEWEST = 3


def correlations(
    first: Sequence[float], second: Sequence[float]
) -> tuple[float | None, float | None, str]:
    """Return Pearson's and Spearman's correlation, -1 to 1, or why there is none.

    Equal values have the mean of their ranks. Both are ``None``, with a reason, for fewer than
    three pairs and where one column has one value alone.

    Args:
        first: finite numbers.
        second: the same, as many.

    Raises:
        MissingDependencyError: numpy is not installed.

    >>> correlations([1.0, 2.0, 3.0, 4.0], [1.0, 4.0, 9.0, 16.0])[1:]
    (1.0, '')
    >>> correlations([1.0, 2.0], [1.0, 2.0])
    (None, None, 'fewer than 3 pairs')
    """
    if len(first) < _FEWEST:
        return None, None, f"fewer than {_FEWEST} pairs"
    np = numpy("a correlation")
    one, other = (np.asarray(column, dtype=np.float64) for column in (first, second))
    if any(column.min() == column.max() for column in (one, other)):
        return None, None, "all values are equal"
    return _pearson(np, one, other), _pearson(np, _ranks(np, one), _ranks(np, other)), ""


def _ranks(np: Any, column: Any) -> Any:
    _, places, times = np.unique(column, return_inverse=True, return_counts=True)
    return (np.cumsum(times) - (times - 1) / 2)[places]


def _pearson(np: Any, one: Any, other: Any) -> float:
    centred = []
    for column in (one, other):
        scaled = column / np.abs(column).max()
        scaled = scaled - scaled.mean()
        largest = np.abs(scaled).max()
        centred.append(scaled / largest if largest else scaled)
    x, y = centred
    below = math.sqrt(float(x @ x) * float(y @ y))
    return max(-1.0, min(1.0, float(x @ y) / below)) if below else math.nan
