"""Aligns texts in words, where words that sound alike are hits, and lists what differs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen import _kernel
from mondegreen.alignment.run import OPERATIONS, Run
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
    alike = metric.pairs(vocabulary(references), vocabulary(hypotheses))
    aligned = _kernel.align_alike(list(references), list(hypotheses), sorted(alike))
    operations = aligned.operations
    found: list[Compared] = []
    for row, (reference, hypothesis) in enumerate(zip(references, hypotheses, strict=True)):
        said, heard = reference.split(), hypothesis.split()
        runs = [
            Run(
                OPERATIONS[operations[at]],
                aligned.reference_starts[at],
                aligned.reference_ends[at],
                aligned.hypothesis_starts[at],
                aligned.hypothesis_ends[at],
            )
            for at in range(aligned.starts[row], aligned.starts[row + 1])
            if operations[at]
        ]
        counts = dict.fromkeys(OPERATIONS[1:], 0)
        for run in runs:
            counts[run.operation] += run.steps
        substituted, deleted, inserted = counts.values()
        hits = len(said) - substituted - deleted
        differences = differences_of(said, heard, runs, contexts=contexts)
        found.append(((hits, substituted, deleted, inserted), differences))
    return found


def count(
    reference: str, hypothesis: str, metric: PhoneticWordErrorRate
) -> tuple[int, int, int, int]:
    """Return the counts of one pair, which may be long: nothing but counts is made.

    >>> from mondegreen.metrics.phonetic_wer import PhoneticWordErrorRate
    >>> count("the knight rode", "the night road it", PhoneticWordErrorRate())
    (3, 0, 0, 1)
    """
    alike = metric.pairs(vocabulary([reference]), vocabulary([hypothesis]))
    hits, substitutions, deletions, insertions = _kernel.count_alike(
        [reference], [hypothesis], sorted(alike)
    ).sums
    return hits, substitutions, deletions, insertions
