"""Several votes on one utterance: the median counts, and whether the votes differ is counted too."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.judges.metric import Judgement

__all__ = ["settle"]


def settle(votes: Sequence[Judgement], asked: int) -> Judgement:
    """Return the vote whose errors, the first of its counts, are the median, the lower of two.

    With more than one vote its counts get two more numbers: 1, and whether the votes differ in
    their errors. Where no more than half of the votes could be had, the pair is unjudged.

    >>> from mondegreen.judges.metric import Judgement
    >>> settle([Judgement((2, 9)), Judgement((0, 9)), Judgement((1, 9))], 3).counts
    (1, 9, 1, 1)
    """
    if asked == 1:
        return votes[0]
    judged = [(vote, vote.counts) for vote in votes if vote.counts is not None]
    if 2 * len(judged) <= asked:
        return next(vote for vote in votes if vote.counts is None)
    judged.sort(key=lambda each: each[1][0])
    vote, counts = judged[(len(judged) - 1) // 2]
    flipped = len({errors[0] for _, errors in judged}) > 1
    return replace(vote, counts=(*counts, 1, int(flipped)))
