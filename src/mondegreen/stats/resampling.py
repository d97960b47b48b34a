"""Drawing again: totals of resamples, a block at a time so that memory stays small.

Efron (1979) for drawing units with replacement; Noreen (1989) for swapping the two systems
of a unit at random.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from mondegreen.stats.units import Kinds

__all__ = ["NO_WORDS", "drawn_totals", "has_empty_draws", "swapped_sums"]

NO_WORDS: Final = (
    "too few units have reference words, or what else the rate divides by: some draws have none"
)

_BLOCK = 2**21
"""The numbers that are held at once: 16 MiB of 64-bit integers."""

_FEW = 2**15
"""The draws that are made at once: they stay in the cache of a processor."""

_SOME = 2**19
"""The same where many columns are added, which takes longer than drawing."""

_NARROW = 16
"""The statistics of a pair of systems, with some more."""

_EXACT = {"float32": 2**24, "float64": 2**53}
"""Up to here floating point has every integer."""

_DEAR = 12
"""How many draws of an index one draw of a multinomial part costs, about."""


def drawn_totals(np: Any, kinds: Kinds, resamples: int, seed: int) -> Any:
    """Return the totals of each resample, as an int64 array of resamples by statistics.

    The same numbers for the same units in any order, the same seed and the same NumPy.
    """
    totals = np.empty((resamples, kinds.rows.shape[1]), dtype=np.int64)
    random = np.random.Generator(np.random.PCG64(seed))
    units = kinds.units
    if len(kinds.rows) * _DEAR < units or len(kinds.rows) == 1:
        shares, add = kinds.numbers / units, _adder(np, kinds.rows, units)
        for start, stop in _blocks(resamples, len(kinds.rows)):
            drawn = random.multinomial(units, shares, size=stop - start)
            totals[start:stop] = add(drawn)
        return totals
    add = _adder(np, np.repeat(kinds.rows, kinds.numbers, axis=0), units)
    few = _FEW if kinds.rows.shape[1] <= _NARROW else _SOME
    for start, stop in _blocks(resamples, units, few):
        chosen = random.integers(0, units, size=(stop - start, units))
        if stop - start > 1:  # each resample counts in a stretch of its own
            chosen += units * np.arange(stop - start)[:, None]
        drawn = np.bincount(chosen.ravel(), minlength=chosen.size).reshape(chosen.shape)
        totals[start:stop] = add(drawn)
    return totals


def has_empty_draws(
    np: Any, value: Callable[[Sequence[Any]], Any], totals: Any, rates: Any
) -> bool:
    """Return whether some resample has nothing that the rate divides by, as reference words.

    Its rate is no number, infinite, or 0 only because 0 of 0 is called so; with one count more, whatever
    it counts, the last would be infinite.

    Args:
        np: NumPy.
        value: from totals to rates.
        totals: one row per resample, one column per statistic.
        rates: of the resamples.
    """
    if not np.isfinite(rates).all():
        return True
    zero = totals[rates == 0]
    if not len(zero):
        return False
    zero = np.unique(zero, axis=0)
    steps = np.eye(totals.shape[1], dtype=totals.dtype)
    with np.errstate(all="ignore"):
        return not all(np.isfinite(value(tuple((zero + step).T))).all() for step in steps)


def swapped_sums(np: Any, kinds: Kinds, resamples: int, seed: int) -> Any:
    """Return, for each resample, the sum of the rows of the units that a fair coin chose."""
    sums = np.zeros((resamples, kinds.rows.shape[1]), dtype=np.int64)
    random = np.random.Generator(np.random.PCG64(seed))
    single = kinds.numbers == 1
    several, one_by_one = kinds.rows[~single], kinds.rows[single]
    if len(several):
        add = _adder(np, several, kinds.units)
        for start, stop in _blocks(resamples, len(several)):
            size = stop - start, len(several)
            chosen = random.binomial(kinds.numbers[~single], 0.5, size=size)
            sums[start:stop] += add(chosen)
    if len(one_by_one):
        length, add = -(-len(one_by_one) // 8), _adder(np, one_by_one, len(one_by_one))
        for start, stop in _blocks(resamples, len(one_by_one)):
            coins = np.frombuffer(random.bytes((stop - start) * length), dtype=np.uint8)
            coins = np.unpackbits(coins.reshape(stop - start, length), axis=1)
            sums[start:stop] += add(coins[:, : len(one_by_one)])
    return sums


def _blocks(resamples: int, width: int, most: int = _BLOCK) -> Iterator[tuple[int, int]]:
    step = max(1, most // max(1, width))
    for start in range(0, resamples, step):
        yield start, min(start + step, resamples)


def _adder(np: Any, rows: Any, units: int) -> Callable[[Any], Any]:
    """Return what adds rows, given how often each comes, of all together at most ``units``.

    Exactly: in floating point, which is fast, while that is exact.
    """
    most = int(abs(rows).max(initial=0)) * units
    exact = next((kind for kind, end in _EXACT.items() if most < end), None)
    if exact is None:
        return lambda numbers: numbers.astype(np.int64) @ rows
    columns = np.ascontiguousarray(rows.T, dtype=exact)
    return lambda numbers: np.rint(columns @ numbers.astype(exact).T).T.astype(np.int64)
