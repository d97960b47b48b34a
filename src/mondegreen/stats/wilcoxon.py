"""Wilcoxon's signed-rank test: by how much, in ranks, one system is better utterance by utterance."""

from __future__ import annotations

from typing import Any

from mondegreen.errors import UsageError
from mondegreen.stats.libraries import numpy, scipy_stats
from mondegreen.stats.paired_test import PairedTest

__all__ = ["wilcoxon"]

_PURPOSE = "Wilcoxon's test"


def wilcoxon(first: Any, second: Any) -> PairedTest:
    """Return whether the scores of two systems differ (Wilcoxon 1945), as SciPy computes it.

    Units on which they are equal are left out; exact for up to 50 units without ties, with the
    normal approximation otherwise.

    Args:
        first: one number a unit, such as its errors or its rate.
        second: the same for the second system.

    Returns:
        The test; ``statistic`` is the sum of ranks in which the first is higher less that in
        which the second is. Without any difference p is 1.

    Raises:
        UsageError: columns of different lengths.
        MissingDependencyError: without the extra ``stats``.

    >>> wilcoxon([1, 2, 3, 4, 5, 6], [0, 0, 0, 0, 0, 0]).p
    0.03125
    """
    np = numpy(_PURPOSE)
    ours, theirs = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if ours.shape != theirs.shape:
        raise UsageError(
            f"{ours.size:,} units of the first system, {theirs.size:,} of the second; "
            "expected as many"
        )
    apart = ours - theirs
    apart = apart[np.isfinite(apart) & (apart != 0)]
    if not len(apart):
        return PairedTest("wilcoxon", 1.0, 0.0, 0)
    stats = scipy_stats(_PURPOSE)
    ranks = stats.rankdata(abs(apart))
    p = float(stats.wilcoxon(apart).pvalue)
    return PairedTest("wilcoxon", p, float((np.sign(apart) * ranks).sum()), len(apart))
