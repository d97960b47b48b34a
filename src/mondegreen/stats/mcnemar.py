"""McNemar's test, exact: utterances that only one of two systems gets right."""

from __future__ import annotations

from typing import Any

from mondegreen.errors import UsageError
from mondegreen.stats.libraries import numpy, scipy_special
from mondegreen.stats.paired_test import PairedTest

__all__ = ["mcnemar"]

_PURPOSE = "McNemar's test"


def mcnemar(right_first: Any, right_second: Any) -> PairedTest:
    """Return whether one of two systems gets more utterances right (McNemar 1947).

    The exact two-sided binomial test of the utterances on which the two disagree, for any
    number of them. It does not see how wrong an utterance is.

    Args:
        right_first: of each utterance, whether the first system has no error in it.
        right_second: the same of the second.

    Returns:
        The test; ``statistic`` is how many more the first gets right alone, ``items`` on how many
        they disagree. Without any, p is 1.

    Raises:
        UsageError: columns of different lengths.
        MissingDependencyError: without the extra ``stats``.

    >>> mcnemar([1, 1, 1, 1, 1, 1, 0], [0, 0, 0, 0, 0, 0, 0]).p
    0.03125
    """
    np = numpy(_PURPOSE)
    first, second = np.asarray(right_first, dtype=bool), np.asarray(right_second, dtype=bool)
    if first.shape != second.shape:
        raise UsageError(
            f"{first.size:,} utterances of the first system, {second.size:,} of the second; "
            "expected as many"
        )
    only_first = int((first & ~second).sum())
    only_second = int((second & ~first).sum())
    items = only_first + only_second
    tail = scipy_special(_PURPOSE).bdtr(min(only_first, only_second), items, 0.5)
    p = min(1.0, 2 * float(tail)) if items else 1.0
    return PairedTest("mcnemar", p, float(only_first - only_second), items)
