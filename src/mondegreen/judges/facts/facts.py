"""``facts``: the facts of what was said that a transcript loses, over all of them."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen.errors import UsageError, counted
from mondegreen.judges.facts.lists import is_tsv, read_facts, write_facts
from mondegreen.judges.facts.protocols import (
    FactsOutcome,
    facts_of_references,
    judge_facts,
    needs_the_model,
)
from mondegreen.judges.facts.questions import LIST, SINGLE_CALL, TWO_STEP
from mondegreen.judges.facts.rates import FactCounts
from mondegreen.judges.metric import JudgedMetric, Judgement, calls_for
from mondegreen.judges.prompts import prompt

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.judges.asker import Asker
    from mondegreen.judges.facts.fact import Fact
    from mondegreen.judges.metric import Canary
    from mondegreen.judges.pair import Pair
    from mondegreen.options.judging import Judging

__all__ = ["FactsMetric"]

_TWO_STEP = "two-step"


class FactsMetric(JudgedMetric):
    """Semantic error rate: missing facts over the facts of the reference, 0 to 1.

    The statistics: ``missing`` facts, contradicted ones included; facts of ``both`` texts; those that
    are ``contradicted``; those that are ``invented``; and how many references are ``short``, with
    fewer than 20 words. Undefined (null, NaN) where the references state no facts.

    >>> FactsMetric().value((1, 3, 0, 2, 0, 0))
    0.25
    """

    name = "facts"
    label = "semantic error rate"
    statistics = ("missing", "both", "contradicted", "invented", "short", "unjudged")
    open_statistics = ("open_facts",)
    unbounded: ClassVar[str] = "how many facts they state is not known"
    undefined: ClassVar[str] = "the references state no facts"
    protocols: ClassVar[Mapping[str, str]] = {_TWO_STEP: TWO_STEP, "single-call": SINGLE_CALL}
    canaries: ClassVar[Sequence[Canary]] = (
        ("The train to Leeds leaves at nine.", "The train to Leeds leaves at five.", None),
        ("My sister lives in Cardiff.", "My sister does not live in Cardiff.", None),
        ("We have paid for the new roof.", "we have paid for a new roof", 0),
        ("The shop opens at 8 o'clock.", "the shop opens at eight o'clock", 0),
    )

    @classmethod
    def pin(cls, judging: Judging) -> str:
        """Return the judge as it is in a signature, with the prompt of the lists and their file."""
        pin = super().pin(judging.replace(votes=1))  # every question is asked once
        if judging.lang:
            pin += f",lang:{judging.lang}"
        if cls.chosen(judging) != _TWO_STEP:
            return pin
        lists = "" if judging.facts is None else f",facts:{_version(judging.facts)}"
        return f"{pin},lists:{prompt(LIST).hash}{lists}"

    async def judge_pairs(self, pairs: Sequence[Pair], asker: Asker) -> Sequence[Judgement]:
        """Return one judgement per pair."""
        judging = asker.judging
        texts = [asker.texts(pair) for pair in pairs]
        language = judging.lang or ""
        if self.protocol != _TWO_STEP:
            if judging.facts is not None or judging.save_facts is not None:
                raise UsageError("files of facts are for the protocol two-step of facts")
            ask = partial(asker.ask, alternative=_in_one_call(pairs))
            found = await judge_facts(texts, ask, protocol=self.protocol, language=language)
            return self._judgements(texts, found, {}, keep_texts=judging.keep_texts)
        given = None if judging.facts is None else read_facts(judging.facts)
        if judging.save_facts is not None:
            is_tsv(Path(judging.save_facts))  # a wrong ending is refused before anything is paid
        listed = await facts_of_references(
            [reference for reference, _ in texts],
            partial(asker.ask, alternative=f"{_second(pairs)}; {_in_one_call(pairs)}"),
            language=language,
            facts=given,
        )
        if judging.save_facts is not None and not any(pair.known for pair in pairs):
            write_facts(
                judging.save_facts,
                {
                    text: listed[text].value or ()
                    for text in dict.fromkeys(reference for reference, _ in texts)
                    if text in listed and listed[text].value is not None
                },
            )
        found = await judge_facts(texts, asker.ask, language=language, facts=given, listed=listed)
        return self._judgements(texts, found, given or {}, keep_texts=judging.keep_texts)

    @staticmethod
    def _judgements(
        texts: Sequence[tuple[str, str]],
        found: Sequence[FactsOutcome],
        given: Mapping[str, Sequence[Fact]],
        *,
        keep_texts: bool,
    ) -> list[Judgement]:
        made = []
        for pair, outcome in zip(texts, found, strict=True):
            one = _judgement(outcome, keep_texts=keep_texts)
            made.append(replace(one, needed=needs_the_model(*pair, given.get(pair[0]))))
        return made

    def fill(self, counts: list[Any], bound: Sequence[Any], *, worst: bool) -> None:
        """Add facts that are all kept, or all missing."""
        counts[0 if worst else 1] = counts[0 if worst else 1] + bound[0]

    def value(self, totals: Sequence[Any]) -> Any:
        """Return missing over missing and both, not a number without facts."""
        missing, expected = totals[0], totals[0] + totals[1]
        if isinstance(expected, int):
            return missing / expected if expected else math.nan
        import numpy as np  # only who brings arrays has it

        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(expected == 0, math.nan, missing / expected)

    def describe(self, totals: Sequence[int]) -> str:
        """Return the counts and the other rates."""
        missing, both, contradicted, invented, short = totals[:5]
        counts = FactCounts(both, missing, contradicted, invented)
        wrong = f"{contradicted:,} of them contradicted"
        others = (
            f"precision {_percent(counts.precision)}, F1 {_percent(counts.f1)}, "
            f"hallucination rate {_percent(counts.hallucination_rate)}"
        )
        parts = [
            f"{missing:,} missing ({wrong}) of {counted(counts.expected, 'fact')}, {invented:,} invented"
        ]
        parts.append(others)
        if short:
            parts.append(
                f"{counted(short, 'reference')} of fewer than 20 words, which may state too few facts"
            )
        return "; ".join(parts)


def _judgement(outcome: FactsOutcome, *, keep_texts: bool) -> Judgement:
    if outcome.unjudged:
        expected = outcome.expected
        bound = None if expected is None else (expected,)
        return Judgement(None, outcome.status, outcome.reason or "", bound=bound)
    counts = outcome.counts
    numbers = (
        *(counts.missing, counts.both, counts.contradicted, counts.invented),
        int(outcome.short),
    )
    return Judgement(numbers, detail=_detail(outcome) if keep_texts else None)


def _detail(outcome: FactsOutcome) -> dict[str, Any]:
    facts = [
        {
            "subject": verdict.fact.subject,
            "predicate": verdict.fact.predicate,
            "object": verdict.fact.object,
            "ruling": verdict.ruling,
            "quotation": verdict.quotation,
            "because": verdict.because,
        }
        for verdict in outcome.verdicts
    ]
    return {"facts": facts, "short": outcome.short, "facts_version": outcome.facts_version}


def _in_one_call(pairs: Sequence[Pair]) -> str:
    return f"with both texts in one call per sample: {calls_for(pairs)}"


def _second(pairs: Sequence[Pair]) -> str:
    return f"then about hypotheses at most {calls_for(pairs)}"


def _version(path: Any) -> str:
    from mondegreen.judges.canonical import digest  # only where a file is given

    lists = [[text, [str(fact) for fact in facts]] for text, facts in read_facts(path).items()]
    return digest(sorted(lists))[:12]


def _percent(rate: float | None) -> str:
    return "unknown" if rate is None else f"{100 * rate:.1f} %"
