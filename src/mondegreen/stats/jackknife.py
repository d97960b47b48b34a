"""What a rate becomes without one unit, for all units at once."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mondegreen.stats.units import Kinds

__all__ = ["LeftOut", "leave_one_out"]

_FEWEST = 2
_ROUNDING = 1e-15
"""What rounding may leave between equal rates."""


class LeftOut(NamedTuple):
    """The standard error and the skewness that leaving units out shows.

    Attributes:
        standard_error: of the rate; NaN where a rate without some unit is no number.
        acceleration: Efron's *a* (1987), a sixth of the skewness; 0 where nothing varies.
    """

    standard_error: float
    acceleration: float


def leave_one_out(np: Any, kinds: Kinds, value: Callable[[Sequence[Any]], Any]) -> LeftOut:
    """Return what follows from the rates without each unit in turn."""
    units = kinds.units
    if units < _FEWEST:
        return LeftOut(math.nan, 0.0)
    totals = kinds.numbers @ kinds.rows
    rates = np.asarray(value(tuple((totals - kinds.rows).T)), dtype=np.float64)
    if not np.isfinite(rates).all():
        return LeftOut(math.nan, 0.0)
    apart = (kinds.numbers @ rates) / units - rates
    apart[abs(apart) < _ROUNDING] = 0.0
    squares = float(kinds.numbers @ apart**2)
    if not squares:
        return LeftOut(0.0, 0.0)
    cubes = float(kinds.numbers @ apart**3)
    return LeftOut(math.sqrt((units - 1) / units * squares), cubes / (6 * squares**1.5))
