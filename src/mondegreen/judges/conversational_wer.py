"""``conversational-wer``: differences that a model says matter in a conversation, counted by code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen.errors import counted
from mondegreen.judges.conversational import PROTOCOL, conversational_differences
from mondegreen.judges.metric import JudgedMetric, Judgement
from mondegreen.metrics.base import ratio

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.judges.asker import Asker
    from mondegreen.judges.metric import Canary
    from mondegreen.judges.pair import Pair
    from mondegreen.options.judging import Judging

__all__ = ["ConversationalWer"]


class ConversationalWer(JudgedMetric):
    """Listed substitutions, deletions and insertions over the words of the normalized reference.

    ``hits`` are all other words: equal ones, and those of which the model says that it does not
    matter. 0 and infinite as in ``wer``.

    >>> ConversationalWer().value((8, 1, 1, 0, 0))
    0.2
    """

    name = "conversational-wer"
    label = "conversational word error rate"
    statistics = ("hits", "substitutions", "deletions", "insertions", "unjudged")
    unbounded: ClassVar[str] = "the model writes the texts whose words are counted"
    protocols: ClassVar[Mapping[str, str]] = {"conversational": PROTOCOL}
    canaries: ClassVar[Sequence[Canary]] = (
        ("The train leaves at nine.", "The train leaves at five.", None),
        ("I can not pay this month.", "I can pay this month.", None),
        ("Well, I paid forty two dollars.", "I paid $42.", 0),
        ("The shop opens at five p.m.", "the shop opens at 5 pm", 0),
    )

    @classmethod
    def pin(cls, judging: Judging) -> str:
        """Return the judge as it is in a signature."""
        return super().pin(judging.replace(votes=1))  # every question is asked once

    async def judge_pairs(self, pairs: Sequence[Pair], asker: Asker) -> Sequence[Judgement]:
        """Return one judgement per pair."""
        texts = [asker.texts(pair) for pair in pairs]
        found = await conversational_differences(
            texts, asker.ask, language=asker.judging.lang or ""
        )
        keep = asker.judging.keep_texts
        return [
            Judgement(None, one.status, one.reason or "")
            if one.status != "ok"
            else Judgement(
                one.counts,
                detail=one.to_json() if keep else None,
                needed=one.answer is not None,
            )
            for one in found
        ]

    def value(self, totals: Sequence[Any]) -> Any:
        """Return (S + D + I) / (H + S + D)."""
        return ratio(self.errors(totals), totals[0] + totals[1] + totals[2])

    def describe(self, totals: Sequence[int]) -> str:
        """Return the counts; the words are those that the model wrote."""
        hits, substituted, deleted, inserted = totals[:4]
        words = counted(hits + substituted + deleted, "normalized reference word")
        return f"{substituted:,} sub, {deleted:,} del, {inserted:,} ins; {words}"

    def errors(self, totals: Sequence[Any]) -> Any:
        """Return S + D + I."""
        return totals[1] + totals[2] + totals[3]
