"""``canonical-wer``: a model writes both texts in one form, code aligns them by sound and counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen import _kernel
from mondegreen.errors import counted
from mondegreen.judges.canonical_transcripts import (
    PROTOCOL,
    CanonicalTranscript,
    canonical_transcripts,
)
from mondegreen.judges.metric import JudgedMetric, Judgement
from mondegreen.judges.quoting import occurrence, words_of
from mondegreen.metrics.base import ratio
from mondegreen.metrics.batch import Batch
from mondegreen.metrics.phonetic_wer import PhoneticWordErrorRate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.judges.asker import Asker
    from mondegreen.judges.metric import Canary
    from mondegreen.judges.pair import Pair
    from mondegreen.options.judging import Judging

__all__ = ["CanonicalWer"]


class CanonicalWer(JudgedMetric):
    """Word error rate of canonical transcripts, in which words of the same sound are hits.

    The statistics: hits, substitutions, deletions and insertions as in ``phonetic-wer``;
    ``strict_errors`` of the same texts, in which sounds count for nothing; and of the entities
    of the reference how many ``entities_lost`` of all ``entities``. 0 and infinite as in ``wer``.

    >>> CanonicalWer().value((8, 1, 1, 0, 3, 2, 1, 0))
    0.2
    """

    name = "canonical-wer"
    label = "word error rate of canonical transcripts"
    statistics = (
        *("hits", "substitutions", "deletions", "insertions", "strict_errors"),
        *("entities", "entities_lost", "unjudged"),
    )
    unbounded: ClassVar[str] = "the model writes the texts whose words are counted"
    protocols: ClassVar[Mapping[str, str]] = {"canonical": PROTOCOL}
    canaries: ClassVar[Sequence[Canary]] = (
        ("The train leaves at nine.", "The train leaves at five.", None),
        ("I can not pay this month.", "I can pay this month.", None),
        ("I paid forty two dollars.", "I paid $42.", 0),
        ("The shop opens at five p.m.", "the shop opens at 5 pm", 0),
    )

    @classmethod
    def pin(cls, judging: Judging) -> str:
        """Return the judge as it is in a signature, with the rule of sounds."""
        pin = super().pin(judging.replace(votes=1))  # every question is asked once
        return f"{pin},sounds:{PhoneticWordErrorRate.version}"

    async def judge_pairs(self, pairs: Sequence[Pair], asker: Asker) -> Sequence[Judgement]:
        """Return one judgement per pair."""
        texts = [asker.texts(pair) for pair in pairs]
        sides = await canonical_transcripts(
            [*(r for r, _ in texts), *(h for _, h in texts)],
            asker.ask,
            language=asker.judging.lang or "",
        )
        both = zip(sides[: len(texts)], sides[len(texts) :], strict=True)
        return [_judgement(*pair, keep_texts=asker.judging.keep_texts) for pair in both]

    def value(self, totals: Sequence[Any]) -> Any:
        """Return (S + D + I) / (H + S + D)."""
        return ratio(self.errors(totals), totals[0] + totals[1] + totals[2])

    def errors(self, totals: Sequence[Any]) -> Any:
        """Return S + D + I."""
        return totals[1] + totals[2] + totals[3]

    def describe(self, totals: Sequence[int]) -> str:
        """Return the counts, the strict rate of the same texts, and the lost entities."""
        hits, substituted, deleted, inserted, strict, entities, lost = totals[:7]
        words = hits + substituted + deleted
        rate = f"{100 * strict / words:.1f} %" if words else "no rate"
        return (
            f"{counted(substituted, 'substitution')}, {counted(deleted, 'deletion')}, "
            f"{counted(inserted, 'insertion')}; {counted(words, 'canonical reference word')}; "
            f"{rate} without sounds; {lost:,} of {counted(entities, 'entity', 'entities')} lost"
        )


def _judgement(
    reference: CanonicalTranscript, hypothesis: CanonicalTranscript, *, keep_texts: bool
) -> Judgement:
    for name, side in (("reference", reference), ("hypothesis", hypothesis)):
        if side.text is None:
            return Judgement(None, side.status, f"the canonical {name}: {side.reason}")
    said, heard = (" ".join(words_of(side.text or "")) for side in (reference, hypothesis))
    counts = PhoneticWordErrorRate("word").rows(Batch([said], [heard])).sums
    strict = sum(_kernel.count([said], [heard]).sums[1:4])
    numbers = (*counts[:4], strict, len(reference.entities), _lost(reference, heard))
    detail = {"reference": reference.to_json(), "hypothesis": hypothesis.to_json()}
    asked = reference.answer is not None or hypothesis.answer is not None
    return Judgement(numbers, detail=detail if keep_texts else None, needed=asked)


def _lost(reference: CanonicalTranscript, heard: str) -> int:
    """Return how many entities are not in the hypothesis as often as they were said."""
    words, next_position, lost = heard.split(), dict[tuple[str, ...], int](), 0
    for entity in reference.entities:
        wanted = words_of(entity.value)
        at = occurrence(wanted, words, next_position.get(tuple(wanted), 0))
        if at is None:
            lost += 1
        else:
            next_position[tuple(wanted)] = at + 1
    return lost
