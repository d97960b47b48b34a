"""The alignment that NIST's sclite takes, on which MAPSSWE cuts its segments.

A substitution weighs 4, an insertion and a deletion 3. Of several best alignments it takes the one
that, read from the end, pairs two tokens whenever that is as cheap, and otherwise inserts before it
deletes. Found out by running sclite; the tests run it again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.errors import UsageError
from mondegreen.stats.libraries import numpy

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["sclite_steps"]

_SUBSTITUTION, _GAP = 4, 3
_MOST_CELLS = 400_000_000
_PURPOSE = "MAPSSWE"


def sclite_steps(reference: Sequence[Any], hypothesis: Sequence[Any]) -> str:
    """Return the steps of an alignment as letters, ``C``, ``S``, ``D`` and ``I``.

    Takes memory of one byte for each pair of a reference and a hypothesis token that a difference
    may touch.

    Raises:
        UsageError: the texts are too long, 20,000 words each.
        MissingDependencyError: without the extra ``stats``.

    >>> sclite_steps("the cat sat on".split(), "a the hat sat".split())
    'ICSCD'
    """
    said, written = list(reference), list(hypothesis)
    same = 0
    while same < min(len(said), len(written)) and said[-1 - same] == written[-1 - same]:
        same += 1
    end = "C" * same
    said, written = said[: len(said) - same], written[: len(written) - same]
    if not said or not written:
        return "D" * len(said) + "I" * len(written) + end
    if len(said) * len(written) > _MOST_CELLS:
        raise UsageError(
            f"an utterance of {len(said):,} and {len(written):,} words is too long for "
            f"{_PURPOSE}; cut it, or take another test"
        )
    return _middle(said, written) + end


def _middle(said: list[Any], written: list[Any]) -> str:
    np = numpy(_PURPOSE)
    numbers: dict[Any, int] = {}
    codes = np.array([numbers.setdefault(token, len(numbers)) for token in written])
    across = _GAP * np.arange(len(written) + 1)
    costs = across.copy()
    # For each cell: 2 where two tokens can be paired, else 1 where an insertion is best, else 0.
    best = np.zeros((len(said) + 1, len(written) + 1), dtype=np.uint8)
    best[0, 1:] = 1
    for row, token in enumerate(said, 1):
        paired = costs[:-1] + np.where(codes == numbers.get(token, -1), 0, _SUBSTITUTION)
        found = costs + _GAP
        np.minimum(found[1:], paired, out=found[1:])
        found = np.minimum.accumulate(found - across) + across  # any number of insertions
        best[row, 1:] = found[1:] == found[:-1] + _GAP
        best[row, 1:][paired == found[1:]] = 2
        costs = found
    return _walked(best, said, written)


def _walked(best: Any, said: list[Any], written: list[Any]) -> str:
    row, column = len(said), len(written)
    steps = []
    while row or column:
        kind = best[row, column]
        if kind == 2:  # noqa: PLR2004 - as written there
            row, column = row - 1, column - 1
            steps.append("C" if said[row] == written[column] else "S")
        elif kind == 1:
            column -= 1
            steps.append("I")
        else:
            row -= 1
            steps.append("D")
    return "".join(reversed(steps))
