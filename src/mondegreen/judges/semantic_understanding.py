"""The Python interface of semantic understanding: one analyzer, and results from 0 to 100."""

from __future__ import annotations

import html
import os
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from mondegreen.errors import InputTypeError, UnknownNameError, UsageError, given
from mondegreen.judges.asking import ask_all
from mondegreen.judges.custom import CustomMetricResult
from mondegreen.judges.facts.fact import Fact, FactVerdict, SemanticFact, Verdict
from mondegreen.judges.facts.protocols import PROTOCOLS, FactsOutcome, judge_facts
from mondegreen.judges.models import open_model

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.judges.models import Model
    from mondegreen.judges.status import Status
    from mondegreen.options.judging import Settings

__all__ = [
    "CustomMetricResult",
    "SemanticFact",
    "SemanticMetricResult",
    "SemanticUnderstandingAnalyzer",
    "Verdict",
]

_VERDICTS = {
    "preserved": Verdict.BOTH,
    "missing": Verdict.EXPECTED,
    "contradicted": Verdict.EXPECTED,
    "invented": Verdict.GOT,
}
_KEYS = {"anthropic": "ANTHROPIC_API_KEY", "google": "GOOGLE_API_KEY", "openai": "OPENAI_API_KEY"}
_OF_A_KEY_ALONE = "google:gemini-3.1-pro-preview"
_GROUPS = (
    ("Preserved", Verdict.BOTH),
    ("Missing from STT", Verdict.EXPECTED),
    ("Extra in STT", Verdict.GOT),
)


@dataclass(frozen=True)
class SemanticMetricResult(CustomMetricResult):
    """The facts of a pair, and what share of them is lost.

    Attributes:
        score: the semantic error rate, 0 to 100, to one decimal; ``None`` where the expected text
            states no facts or nothing could be judged.
        detail: one line of plain text.
        facts: all facts, each with where it is.
        verdicts: the same with quotations, and with contradicted facts apart from missing ones.
        status: ``ok``, or why there is no score.
        reason: one sentence where there is no score.
        short: whether the expected text has fewer than 20 words.

    >>> facts = [SemanticFact("speaker", "pays", "5 dollars", Verdict.BOTH),
    ...          SemanticFact("speaker", "is called", "Ada", Verdict.EXPECTED)]
    >>> result = SemanticMetricResult.of(facts)
    >>> result.score, result.understanding, result.facts_missing
    (50.0, 50.0, 1)
    """

    facts: tuple[SemanticFact, ...] = ()
    verdicts: tuple[FactVerdict, ...] = ()
    status: Status = "ok"
    reason: str | None = None
    short: bool = False

    @classmethod
    def of(cls, facts: Sequence[SemanticFact]) -> SemanticMetricResult:
        """Return the result of facts with verdicts."""
        bare = cls(None, "", tuple(facts))
        lost, expected = bare.facts_missing, bare.total_expected
        score = round(100 * lost / expected, 1) if expected else None
        reason = None if expected else "the expected text states no facts"
        return replace(bare, score=score, reason=reason, detail=bare._detail(score, reason))

    @classmethod
    def of_outcome(cls, outcome: FactsOutcome) -> SemanticMetricResult:
        """Return the result of what `judge_facts` found about one pair."""
        if outcome.unjudged:
            why = f"not judged ({outcome.status}): {outcome.reason}"
            return cls(None, why, status=outcome.status, reason=outcome.reason, short=outcome.short)
        facts = [_semantic(verdict) for verdict in outcome.verdicts]
        result = replace(cls.of(facts), verdicts=outcome.verdicts, short=outcome.short)
        return replace(result, detail=result._detail(result.score, result.reason))

    @property
    def facts_both(self) -> int:
        """Facts of both texts."""
        return self._count(Verdict.BOTH)

    @property
    def facts_missing(self) -> int:
        """Facts of the expected text alone; contradicted ones are among them."""
        return self._count(Verdict.EXPECTED)

    @property
    def facts_extra(self) -> int:
        """Facts of the transcript alone."""
        return self._count(Verdict.GOT)

    @property
    def facts_contradicted(self) -> int:
        """Missing facts in whose place the transcript says something else; 0 where nobody asked."""
        return sum(verdict.ruling == "contradicted" for verdict in self.verdicts)

    @property
    def total_expected(self) -> int:
        """Facts of the expected text."""
        return self.facts_both + self.facts_missing

    @property
    def total_got(self) -> int:
        """Facts of both, and of the transcript alone."""
        return self.facts_both + self.facts_extra

    @property
    def understanding(self) -> float | None:
        """The share of the expected facts that is kept, 0 to 100; ``None`` without a score."""
        return None if self.score is None else round(100 - self.score, 1)

    @property
    def pct_missing(self) -> float | None:
        """The score by another name."""
        return self.score

    @property
    def pct_extra(self) -> float | None:
        """Extra facts over all of the transcript, 0 to 100; ``None`` where it states none."""
        got = self.total_got
        return round(100 * self.facts_extra / got, 1) if got and self.status == "ok" else None

    def to_html(self) -> str:
        """Return four cards and a list of facts that folds, as HTML; texts are escaped."""
        cards = (
            ("Semantic Error Rate", self.score, "lost facts of those expected (lower is better)"),
            ("Understanding", self.understanding, "expected facts that are kept"),
            ("Missing", self.pct_missing, f"{self.facts_missing} of {self.total_expected} facts"),
            ("Extra", self.pct_extra, f"{self.facts_extra} of {self.total_got} facts"),
        )
        shown = "".join(_card(*card) for card in cards)
        notes = [self.reason] if self.reason else []
        if self.short:
            notes.append("short text: few facts, and a rate that says little")
        noted = "".join(f'<p class="stat-detail">{html.escape(note)}</p>' for note in notes)
        return (
            f'<section class="panel"><h2>Semantic Understanding</h2><div class="stats">{shown}</div>'
            f"{noted}<details><summary>Fact list</summary>{self._list()}</details></section>"
        )

    def _list(self) -> str:
        parts = []
        for title, verdict in _GROUPS:
            facts = [fact for fact in self.facts if fact.verdict == verdict]
            items = "".join(
                f"<li>{html.escape(str(Fact(f.subject, f.predicate, f.object)))}</li>"
                for f in facts
            )
            if facts:
                parts.append(f"<h3>{title} ({len(facts)})</h3><ul>{items}</ul>")
        return "".join(parts)

    def _count(self, verdict: Verdict) -> int:
        return sum(fact.verdict == verdict for fact in self.facts)

    def _detail(self, score: float | None, reason: str | None) -> str:
        said = f"SER: no score, {reason}" if score is None else f"SER {score:.1f} %"
        wrong = f" ({self.facts_contradicted} contradicted)" if self.facts_contradicted else ""
        counts = (
            f"{self.facts_both} kept, {self.facts_missing} missing{wrong}, {self.facts_extra} extra"
        )
        return f"{said}; {counts}{'; short text' if self.short else ''}"


class SemanticUnderstandingAnalyzer:
    """Compares the facts of two texts by a language model.

    Args:
        api_key: of the model's provider; it is put into the environment of this process, where
            all keys are read from. Without it the key must be there already.
        model: as ``provider:model``, or one from `open_model`. It may be left out where ``api_key``
            is given: then it is Gemini.
        protocol: ``two-step`` or ``single-call``; see `judge_facts`.
        language: of the texts, as a code or a name.
        facts: lists of facts by expected text; see `read_facts`.
        settings: how the model is asked.
        base_url: another address than the provider's own.
        asking: options of `mondegreen.judges.ask_all`, such as ``store``.

    Raises:
        UsageError: neither a model nor a key is given, or the model's name has not the form.
        UnknownNameError: no protocol has this name.

    >>> SemanticUnderstandingAnalyzer(model="anthropic:claude-sonnet-5-5").model.spec
    'anthropic:claude-sonnet-5-5'
    """

    def __init__(
        self,
        api_key: str | None = None,
        model: str | Model | None = None,
        *,
        protocol: str = "two-step",
        language: str = "",
        facts: Mapping[str, Sequence[Fact]] | None = None,
        settings: Settings | None = None,
        base_url: str | None = None,
        **asking: Any,
    ) -> None:
        if model is None and not api_key:
            raise UsageError(
                "no model is named; give model='provider:model', as 'anthropic:claude-sonnet-5-5'"
            )
        chosen = model or _OF_A_KEY_ALONE
        if isinstance(chosen, str):
            chosen = open_model(chosen, settings, base_url=base_url)
        if api_key:
            _keep_key(chosen.spec, api_key)
        if protocol not in PROTOCOLS:
            raise UnknownNameError("protocol of facts", protocol, PROTOCOLS)
        self.model, self.protocol, self.language = chosen, protocol, language
        self._facts, self._asking = facts, asking

    async def compare(self, text_expected: str, text_got: str) -> SemanticMetricResult:
        """Return what becomes of the facts of the expected text; a failure has no score.

        Raises:
            UsageError: requests cannot succeed, or are forbidden.
            InputTypeError: one of them is not a text.
        """
        for name, text in (("text_expected", text_expected), ("text_got", text_got)):
            if not isinstance(text, str):
                raise InputTypeError(f"{name} is {given(text)}; expected a text, or '' for none")
        (outcome,) = await judge_facts(
            [(text_expected, text_got)],
            partial(ask_all, model=self.model, **self._asking),
            protocol=self.protocol,
            language=self.language,
            facts=self._facts,
        )
        return SemanticMetricResult.of_outcome(outcome)


def _semantic(verdict: FactVerdict) -> SemanticFact:
    fact = verdict.fact
    return SemanticFact(fact.subject, fact.predicate, fact.object, _VERDICTS[verdict.ruling])


def _card(label: str, value: float | None, about: str) -> str:
    shown = "–" if value is None else f"{value:.1f}%"
    return (
        f'<div class="stat"><div class="stat-label">{label}</div>'
        f'<div class="stat-value">{shown}</div><div class="stat-detail">{about}</div></div>'
    )


def _keep_key(spec: str, key: str) -> None:
    provider = spec.partition(":")[0].partition("-")[0]
    name = _KEYS.get(provider)
    if name is None:
        known = ", ".join(_KEYS)
        raise UsageError(
            f"api_key= is for {known}; for {spec} set the key in the environment instead"
        )
    os.environ[name] = key
