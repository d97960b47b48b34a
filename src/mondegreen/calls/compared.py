"""Aligns texts in words, where words that sound alike are hits, and lists what differs."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from mondegreen import _kernel
from mondegreen.alignment.run import OPERATIONS
from mondegreen.calls.outcome import differences_of
from mondegreen.metrics.phonetic_wer import vocabulary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.calls.outcome import Difference
    from mondegreen.metrics.phonetic_wer import PhoneticWordErrorRate

__all__ = ["Compared", "compare", "count"]

Compared = tuple[tuple[int, int, int, int], "tuple[Difference, ...]"]


def compare(
    references: Sequence[str],
    hypotheses: Sequence[str],
    metric: PhoneticWordErrorRate,
    *,
    contexts: bool = False,
) -> list[Compared]:
    """Return counts and differences of each pair; the counts are those of the differences.

    Hits, substitutions, deletions and insertions of the alignment with fewest errors and, among
    those, most hits, as ``metric`` has them. With ``contexts`` each difference has the words around it.

    >>> from mondegreen.metrics.phonetic_wer import PhoneticWordErrorRate
    >>> [(counts, found)] = compare(["the knight rode"], ["the night road it"], PhoneticWordErrorRate())
    >>> counts, [(each.reference, each.hypothesis) for each in found]
    ((3, 0, 0, 1), [('', 'it')])
    """
    words = [[text.split() for text in side] for side in (references, hypotheses)]
    alike = metric.pairs(*(set(chain.from_iterable(side)) for side in words))
    starts, operations, *places = _kernel.align_alike(
        list(references), list(hypotheses), sorted(alike)
    )
    found: list[Compared] = []
    for row, (said, heard) in enumerate(zip(*words, strict=True)):
        here = slice(starts[row], starts[row + 1])
        runs = zip(operations[here], *(column[here] for column in places), strict=True)
        errors = ((OPERATIONS[run[0]], *run[1:]) for run in runs if run[0])
        differences = differences_of(said, heard, errors, contexts=contexts)
        steps = [each.operation for each in differences]
        substituted, deleted, inserted = map(steps.count, OPERATIONS[1:])
        hits = len(said) - substituted - deleted
        found.append(((hits, substituted, deleted, inserted), differences))
    return found


def count(
    reference: str, hypothesis: str, metric: PhoneticWordErrorRate
) -> tuple[int, int, int, int]:
    """Return the counts of one pair, which may be long: only counts are made.

    >>> from mondegreen.metrics.phonetic_wer import PhoneticWordErrorRate
    >>> count("the knight rode", "the night road it", PhoneticWordErrorRate())
    (3, 0, 0, 1)
    """
    alike = metric.pairs(vocabulary([reference]), vocabulary([hypothesis]))
    hits, substitutions, deletions, insertions = _kernel.count_alike(
        [reference], [hypothesis], sorted(alike)
    ).sums
    return hits, substitutions, deletions, insertions
