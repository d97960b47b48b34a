"""The two protocols of ``facts``, over any number of pairs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import UnknownNameError, UsageError
from mondegreen.judges.answer import Answer
from mondegreen.judges.canonical import digest
from mondegreen.judges.facts.fact import Fact, FactVerdict, Ruling
from mondegreen.judges.facts.questions import about_both, about_hypothesis, about_reference
from mondegreen.judges.facts.rates import FactCounts
from mondegreen.judges.quoting import same_text, words_of
from mondegreen.judges.usage import Usage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.judges.answer import Ask
    from mondegreen.judges.status import Status

__all__ = [
    "PROTOCOLS",
    "SHORT",
    "FactsOutcome",
    "facts_of_references",
    "judge_facts",
    "needs_the_model",
]

PROTOCOLS: Final = ("two-step", "single-call")
SHORT: Final = 20
"""A reference of fewer words may state too few facts for a rate that means something."""

_RULINGS: Final[Mapping[str, Ruling]] = {
    "both": "preserved",
    "expected": "missing",
    "got": "invented",
}


@dataclass(frozen=True)
class FactsOutcome:
    """What is known of one pair.

    Attributes:
        status: ``ok``, or why nothing is known.
        reason: one sentence where the status is not ``ok``, or where there are no facts.
        verdicts: what became of each fact, and what is invented; empty unless ``ok``.
        short: whether the reference has fewer than 20 words.
        facts_version: the digest of the reference's list of facts; ``None`` for ``single-call``.
        answers: of the model, for usage, money and traces.
        expected: how many facts the reference states, where that alone is known.

    >>> FactsOutcome("timeout", "no reply in time").unjudged
    True
    """

    status: Status
    reason: str | None = None
    verdicts: tuple[FactVerdict, ...] = ()
    short: bool = False
    facts_version: str | None = None
    answers: tuple[Answer[Any], ...] = ()
    expected: int | None = None

    @property
    def unjudged(self) -> bool:
        """Whether nothing is known."""
        return self.status != "ok"

    @property
    def counts(self) -> FactCounts:
        """The counts of the verdicts; zeros where nothing is known."""
        return FactCounts.of(self.verdicts)

    @property
    def usage(self) -> Usage:
        """What its questions used; the list of a reference is counted with each hypothesis."""
        return sum((answer.usage for answer in self.answers), Usage())

    @property
    def money(self) -> Decimal | None:
        """What its questions cost, or ``None`` where that is not known."""
        each = [answer.money for answer in self.answers]
        known = [money for money in each if money is not None]
        return sum(known, Decimal(0)) if len(known) == len(each) else None


def needs_the_model(reference: str, hypothesis: str, facts: Sequence[Fact] | None = None) -> bool:
    """Return whether the counts of a pair depend on an answer; ``facts`` are listed by a person.

    >>> needs_the_model("cancel my card", ""), needs_the_model("cancel my card", "", [])
    (True, False)
    """
    if facts is None:
        return bool(words_of(reference))
    return bool(facts and words_of(hypothesis)) and not same_text(reference, hypothesis)


async def facts_of_references(
    references: Sequence[str],
    ask: Ask,
    *,
    language: str = "",
    facts: Mapping[str, Sequence[Fact]] | None = None,
    sample: int = 0,
) -> dict[str, Answer[tuple[Fact, ...]]]:
    """Return the facts of each distinct reference that has words, asking once for each.

    Args:
        references: texts; equal ones are one.
        ask: asks questions and returns their answers, in order; for example
            ``partial(ask_all, model=model)``.
        language: of the texts, as a code or a name; empty leaves it to the model.
        facts: existing lists, as a person left them; see `read_facts`. Nobody is asked
            for those.
        sample: for the same question asked again.

    Raises:
        UsageError: requests cannot succeed, or are forbidden.
    """
    given = facts or {}
    known = {text: _given(given[text]) for text in references if text in given}
    open_texts = [
        text for text in dict.fromkeys(references) if text not in known and words_of(text)
    ]
    questions = [about_reference(text, language, sample) for text in open_texts]
    answers = await ask(questions) if questions else []
    for text, answer in zip(open_texts, answers, strict=True):
        value = answer.value
        listed = None if value is None else tuple(_fact(each) for each in value.facts)
        known[text] = replace(answer, value=listed)
    return known


async def judge_facts(
    pairs: Sequence[tuple[str, str]],
    ask: Ask,
    *,
    protocol: str = "two-step",
    language: str = "",
    facts: Mapping[str, Sequence[Fact]] | None = None,
    listed: Mapping[str, Answer[tuple[Fact, ...]]] | None = None,
    sample: int = 0,
) -> list[FactsOutcome]:
    """Judge which facts of each reference its hypothesis keeps, and which it invents.

    Nobody is asked about a pair without words on one side, nor, once the facts are listed, about
    texts that differ in case and punctuation at most. A reference that states nothing is of status ``ok`` with no facts of the reference;
    it has no rate.

    Args:
        pairs: reference and hypothesis; a missing hypothesis is given as ``""``.
        ask: asks questions and returns their answers, in order; for example
            ``partial(ask_all, model=model)``.
        protocol: ``two-step`` lists the facts of a reference once, and then judges them against each
            hypothesis; ``single-call`` shows both texts at once and asks for no quotations.
        language: of the texts, as a code or a name; empty leaves it to the model.
        facts: lists of facts by reference, for ``two-step``.
        listed: what `facts_of_references` returned, if it was asked before.
        sample: for the same question asked again.

    Raises:
        UnknownNameError: no protocol has this name.
        UsageError: requests cannot succeed, or are forbidden, or lists are given to ``single-call``.
    """
    if protocol not in PROTOCOLS:
        raise UnknownNameError("protocol of facts", protocol, PROTOCOLS)
    if protocol == "single-call":
        if facts:
            raise UsageError(
                "lists of facts are for the protocol two-step; single-call lists them again for each pair"
            )
        return await _single_call(pairs, ask, language, sample)
    if listed is None:
        references = [reference for reference, _ in pairs]
        listed = await facts_of_references(
            references, ask, language=language, facts=facts, sample=sample
        )
    return await _two_step(pairs, ask, language, listed, sample)


async def _single_call(
    pairs: Sequence[tuple[str, str]], ask: Ask, language: str, sample: int
) -> list[FactsOutcome]:
    open_pairs = [pair for pair in dict.fromkeys(pairs) if words_of(pair[0])]
    questions = [about_both(*pair, language, sample) for pair in open_pairs]
    answers = await ask(questions) if questions else []
    known = dict(zip(open_pairs, answers, strict=True))
    return [_compared(pair, known.get(pair)) for pair in pairs]


def _compared(pair: tuple[str, str], answer: Answer[Any] | None) -> FactsOutcome:
    short = is_short(pair[0])
    if answer is None:
        return _without_words(short=short)
    if answer.value is None:
        return FactsOutcome(answer.status, answer.reason, (), short, None, (answer,))
    verdicts = tuple(
        FactVerdict(Fact(each.subject, each.predicate, each.object), _RULINGS[each.verdict])
        for each in answer.value.facts
    )
    return _outcome(verdicts, short, None, (answer,))


async def _two_step(
    pairs: Sequence[tuple[str, str]],
    ask: Ask,
    language: str,
    listed: Mapping[str, Answer[tuple[Fact, ...]]],
    sample: int,
) -> list[FactsOutcome]:
    open_pairs, questions = [], []
    for pair in dict.fromkeys(pairs):
        reference, hypothesis = pair
        known = listed[reference].value if reference in listed else None
        if known and words_of(hypothesis) and not same_text(reference, hypothesis):
            open_pairs.append(pair)
            questions.append(about_hypothesis(reference, known, hypothesis, language, sample))
    answers = await ask(questions) if questions else []
    judged = dict(zip(open_pairs, answers, strict=True))
    return [_judged(pair, listed.get(pair[0]), judged.get(pair)) for pair in pairs]


def _judged(
    pair: tuple[str, str], listed: Answer[tuple[Fact, ...]] | None, answer: Answer[Any] | None
) -> FactsOutcome:
    reference, hypothesis = pair
    short = is_short(reference)
    if listed is None:
        return _without_words(short=short)
    if listed.value is None:
        reason = f"the facts of the reference: {listed.reason}"
        return FactsOutcome(listed.status, reason, (), short, None, (listed,))
    facts, version = listed.value, version_of(listed.value)
    if not facts:
        return _outcome((), short, version, (listed,))
    if answer is None:  # the same text, or none: what becomes of the facts needs no model
        kept = same_text(reference, hypothesis)
        verdicts = tuple(
            FactVerdict(f, "preserved", f.quotation) if kept else FactVerdict(f, "missing")
            for f in facts
        )
        return _outcome(verdicts, short, version, (listed,))
    if answer.value is None:
        both = (listed, answer)
        return FactsOutcome(answer.status, answer.reason, (), short, version, both, len(facts))
    found = sorted(answer.value.facts, key=lambda each: each.number)
    verdicts = tuple(
        FactVerdict(fact, each.verdict, each.quotation, each.because)
        for fact, each in zip(facts, found, strict=True)
    )
    invented = tuple(
        FactVerdict(_fact(each), "invented", each.quotation) for each in answer.value.invented
    )
    return _outcome((*verdicts, *invented), short, version, (listed, answer))


def _outcome(
    verdicts: tuple[FactVerdict, ...],
    short: bool,  # noqa: FBT001 - one of four parts
    version: str | None,
    answers: tuple[Answer[Any], ...],
) -> FactsOutcome:
    reason = None if FactCounts.of(verdicts).expected else NO_FACTS
    return FactsOutcome("ok", reason, verdicts, short, version, answers)


NO_FACTS: Final = "the reference states no facts"


def _without_words(*, short: bool) -> FactsOutcome:
    return FactsOutcome("ok", NO_FACTS, (), short)


def is_short(reference: str) -> bool:
    """Return whether a reference has fewer than 20 words.

    >>> is_short("cancel my card")
    True
    """
    return len(words_of(reference)) < SHORT


def version_of(facts: Sequence[Fact]) -> str:
    """Return the digest of a list of facts, 12 hexadecimal digits; an edited list has another.

    >>> version_of([]) == version_of([Fact("a", "b", "c")])
    False
    """
    return digest([[fact.subject, fact.predicate, fact.object] for fact in facts])[:12]


def _fact(stated: Any) -> Fact:
    return Fact(stated.subject, stated.predicate, stated.object, stated.quotation)


def _given(facts: Sequence[Fact]) -> Answer[tuple[Fact, ...]]:
    return Answer("ok", value=tuple(facts), money=Decimal(0), origin="store")
