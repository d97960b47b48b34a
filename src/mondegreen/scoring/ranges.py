"""A column of numbers cut into ranges: ``duration:0,5,10,30`` or ``duration:quartiles``."""

from __future__ import annotations

import math
import re
from array import array
from bisect import bisect_left, bisect_right
from functools import partial
from itertools import compress, pairwise
from operator import eq, ne
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import UsageError, did_you_mean, given
from mondegreen.patterns import pattern
from mondegreen.scoring.sampled_rows import RECORDING
from mondegreen.stats.quantiles import quantile

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Sequence

__all__ = [
    "QUANTILES",
    "Range",
    "labels",
    "limits_of",
    "no_column",
    "numbers",
    "ranged_column",
    "ranges",
    "without",
]

QUANTILES: Final = {"tertiles": 3, "quartiles": 4, "quintiles": 5, "deciles": 10}
"""Names of ranges with equally many rows each, and how many ranges they are."""

_NUMBER: Final = pattern(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*", re.ASCII)


class Range(str):
    """A range as it is shown, ``[0, 5)``, that sorts by its place."""

    __slots__ = ("place",)
    place: int

    @classmethod
    def at(cls, place: int, shown: str) -> Range:
        """Return a range with its place among those of its column."""
        made = cls(shown)
        made.place = place
        return made


def numbers(values: Sequence[Any]) -> array[float]:
    """Return a column as numbers, NaN where a value is none; texts such as ``3.5`` are numbers.

    True, infinity, and texts with a unit are none.

    >>> list(numbers([3, "2.5", "n/a", None, True]))
    [3.0, 2.5, nan, nan, nan]
    """
    kinds = set(map(type, values))
    if kinds <= {float}:
        found = array("d", values)
        odd = [math.isinf(end) for end in (max(found, default=0.0), min(found, default=0.0))]
        if not any(odd) and not any(map(ne, found, found)):
            return found
    if any(kind.__hash__ is None for kind in kinds):
        return array("d", map(_number, values))
    keys = list(zip(map(type, values), values, strict=True))
    try:
        known = {key: _number(key[1]) for key in dict.fromkeys(keys)}
        return array("d", map(known.__getitem__, keys))
    except TypeError:  # a tuple with a list in it
        return array("d", map(_number, values))


def _number(value: Any) -> float:
    if value is None or isinstance(value, (bool, bytes, bytearray)):
        return math.nan
    if isinstance(value, str) and not _NUMBER.fullmatch(value):
        return math.nan
    try:
        found = float(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan
    return found if math.isfinite(found) else math.nan


def without(found: Sequence[float]) -> list[int]:
    """Return the rows that have no number."""
    return list(compress(range(len(found)), map(ne, found, found)))


def ranged_column(name: str, columns: Container[str]) -> str | None:
    """Return the column that a name such as ``duration:quartiles`` cuts; ``None`` if it is none.

    Raises:
        UsageError: there is such a column, and what follows it is no way to cut it.

    >>> ranged_column("duration:0,5", {"duration"}), ranged_column("speaker", {"speaker"})
    ('duration', None)
    """
    column, colon, _ = name.rpartition(":")
    if not colon or column not in columns:
        return None
    limits_of(name)
    return column


def no_column(name: str, known: Collection[str], purpose: str = "slice by") -> str:
    """Return that there is no such column, which are there, and the one that may be meant.

    >>> no_column("durations:0,5", {"duration"})
    "there is no column 'durations' to slice by; columns: 'duration'. Did you mean 'duration:0,5'?"
    >>> no_column("session", ["recording"])
    "there is no column 'session' to slice by; columns: 'recording'. A session is a recording."
    """
    column, _, how = name.rpartition(":")
    cut = bool(column) and (how in QUANTILES or all(map(_NUMBER.fullmatch, how.split(","))))
    near = did_you_mean(column if cut else name, known)
    if name == "session" and RECORDING in known:
        near = f" A session is a {RECORDING}."
    if near and cut:
        near = near.replace("'?", f":{how}'?")
    listed = ", ".join(map(repr, known)) or "none"
    return f"there is no column {column if cut else name!r} to {purpose}; columns: {listed}.{near}"


def limits_of(name: str) -> tuple[list[float], list[str]]:
    """Return the limits that a name has, as numbers and as typed; none for quantiles."""
    column, _, how = name.rpartition(":")
    if how in QUANTILES:
        return [], []
    typed = [part.strip() for part in how.split(",")]
    limits = list(map(_number, typed))
    if not all(low < high for low, high in pairwise([-math.inf, *limits])):
        raise UsageError(
            f"{name!r}: expected limits in ascending order, as {column}:0,5,10,30, or one of "
            f"{', '.join(QUANTILES)}.{did_you_mean(how, QUANTILES)}"
        )
    return limits, typed


def ranges(name: str, values: Sequence[Any]) -> list[Range | None]:
    """Return the range of each value; ``None`` where it is no number.

    A range has its lower limit and not its upper one; the last of quantiles has both. Values
    below the first limit and from the last one on are ranges of their own. Quantiles are
    interpolated (type 7 of Hyndman and Fan), and equal ones are one.

    Raises:
        UsageError: limits that cannot be, or a column without numbers.

    >>> ranges("x:0,5", [3, 7, -1, None])
    ['[0, 5)', '≥5', '<0', None]
    >>> ranges("x:quartiles", [1, 2, 3, 4, 5])
    ['[1, 2)', '[2, 3)', '[3, 4)', '[4, 5]', '[4, 5]']
    """
    limits, typed = limits_of(name)
    found = numbers(values)
    rows = without(found)
    if len(rows) == len(found):
        column = name.rpartition(":")[0]
        some = f"; the first is {given(values[0])}" if len(values) else ""
        raise UsageError(f"{name!r}: the column {column!r} has no numbers{some}")
    if limits:
        shown = labels(typed)
    else:
        there = sorted(compress(found, map(eq, found, found)))
        limits, shown = _quantiles(there, QUANTILES[name.rpartition(":")[2]])
    named = [Range.at(place, text) for place, text in enumerate(shown)]
    places = list(map(partial(bisect_right, limits), found))
    for row in rows:
        places[row] = len(named)
    return list(map([*named, None].__getitem__, places))


def labels(typed: Sequence[str]) -> list[str]:
    """Return what the ranges between limits are called.

    >>> labels(["0", "5"])
    ['<0', '[0, 5)', '≥5']
    """
    between = (f"[{low}, {high})" for low, high in pairwise(typed))
    return [f"<{typed[0]}", *between, f"≥{typed[-1]}"]


def _quantiles(there: Sequence[float], parts: int) -> tuple[list[float], list[str]]:
    """Return the limits between ranges of sorted numbers, and what all ranges are called."""
    limits = [quantile(there, part, parts) for part in range(1, parts)]
    limits = sorted({_short(limit, there) for limit in limits if limit > there[0]})
    shown = [_shown(end) for end in (there[0], *limits, there[-1])]
    named = [f"[{low}, {high})" for low, high in pairwise(shown)]
    return limits, [*named[:-1], f"{named[-1][:-1]}]"]


def _short(limit: float, there: Sequence[float]) -> float:
    """Return a limit with as few digits as cut the same numbers."""
    place = bisect_left(there, limit)
    short = (float(f"{limit:.{digits}g}") for digits in range(3, 17))
    return next((each for each in short if bisect_left(there, each) == place), limit)


def _shown(number: float) -> str:
    return repr(number).removesuffix(".0")
