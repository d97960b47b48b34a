"""Drawing again: totals of resamples, a block at a time so that memory stays small.

Efron (1979) for drawing units with replacement; Noreen (1989) for swapping the two systems
of a unit at random.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.stats.units import Kinds

__all__ = ["drawn_totals", "swapped_sums"]

_BLOCK = 2**21
"""The numbers that are held at once: 16 MiB of 64-bit integers."""

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
        shares = kinds.numbers / units
        for start, stop in _blocks(resamples, len(kinds.rows)):
            drawn = random.multinomial(units, shares, size=stop - start)
            totals[start:stop] = _sums(np, drawn, kinds.rows)
        return totals
    rows = np.repeat(kinds.rows, kinds.numbers, axis=0)
    for at in range(resamples):
        chosen = random.integers(0, units, size=units)
        totals[at] = _sums(np, np.bincount(chosen, minlength=units)[None, :], rows)[0]
    return totals


def swapped_sums(np: Any, kinds: Kinds, resamples: int, seed: int) -> Any:
    """Return, for each resample, the sum of the rows of the units that a fair coin chose."""
    sums = np.zeros((resamples, kinds.rows.shape[1]), dtype=np.int64)
    random = np.random.Generator(np.random.PCG64(seed))
    single = kinds.numbers == 1
    several, one_by_one = kinds.rows[~single], kinds.rows[single]
    if len(several):
        for start, stop in _blocks(resamples, len(several)):
            size = stop - start, len(several)
            chosen = random.binomial(kinds.numbers[~single], 0.5, size=size)
            sums[start:stop] += _sums(np, chosen, several)
    if len(one_by_one):
        length = -(-len(one_by_one) // 8)
        for start, stop in _blocks(resamples, len(one_by_one)):
            coins = np.frombuffer(random.bytes((stop - start) * length), dtype=np.uint8)
            coins = np.unpackbits(coins.reshape(stop - start, length), axis=1)
            sums[start:stop] += _sums(np, coins[:, : len(one_by_one)], one_by_one)
    return sums


def _blocks(resamples: int, width: int) -> Iterator[tuple[int, int]]:
    step = max(1, _BLOCK // max(1, width))
    for start in range(0, resamples, step):
        yield start, min(start + step, resamples)


def _sums(np: Any, numbers: Any, rows: Any) -> Any:
    """Return ``numbers @ rows``, exactly: in floating point, which is fast, while that is exact."""
    most = int(abs(rows).max(initial=0)) * int(numbers.sum(axis=1, dtype=np.int64).max(initial=0))
    if most < 2**53:
        product = numbers.astype(np.float64) @ rows.astype(np.float64)
        return np.rint(product).astype(np.int64)
    return numbers.astype(np.int64) @ rows
