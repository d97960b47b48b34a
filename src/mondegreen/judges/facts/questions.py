"""What is asked about facts, and what an answer has to pass."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

from mondegreen.errors import MissingDependencyError
from mondegreen.judges.fences import fenced, numbered
from mondegreen.judges.prompts import prompt
from mondegreen.judges.question import NOTHING, Question
from mondegreen.judges.quoting import occurs, same_text, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.judges.facts.fact import Fact

__all__ = ["about_both", "about_hypothesis", "about_reference"]

JUDGE = "facts"
LIST, TWO_STEP, SINGLE_CALL = "facts-list@1", "facts-two-step@1", "facts-single-call@1"
_MOST_COMPLAINTS = 5
_TOKENS_FOR_A_FACT = 120
_LEAST_TOKENS, _MOST_TOKENS = 1024, 16_384
_WORDS_FOR_A_FACT = 6


def about_reference(reference: str, language: str = "", sample: int = 0) -> Question[Any]:
    """Ask for the facts of a reference."""
    return Question(
        judge=JUDGE,
        protocol=LIST,
        instructions=prompt(LIST).text,
        prompt=_prompt(language, fenced("reference", reference)),
        output=_answers().FactsOfOne,
        check=partial(_check_one, reference),
        sample=sample,
        texts=1,
        max_tokens=_tokens(len(reference.split()) // _WORDS_FOR_A_FACT),
        kept=NOTHING,
    )


def about_hypothesis(
    reference: str,
    facts: Sequence[Fact],
    hypothesis: str,
    language: str = "",
    sample: int = 0,
) -> Question[Any]:
    """Ask what became of the facts in a hypothesis, and what it invents."""
    listed = numbered([str(fact) for fact in facts])
    more = len(hypothesis.split()) // _WORDS_FOR_A_FACT
    return Question(
        judge=JUDGE,
        protocol=TWO_STEP,
        instructions=prompt(TWO_STEP).text,
        prompt=_prompt(
            language,
            fenced("reference", reference),
            fenced("facts", listed),
            fenced("hypothesis", hypothesis),
        ),
        output=_answers().Judged,
        check=partial(_check_judged, reference, hypothesis, len(facts)),
        sample=sample,
        max_tokens=_tokens(len(facts) + more),
        kept=NOTHING,
    )


def about_both(
    reference: str, hypothesis: str, language: str = "", sample: int = 0
) -> Question[Any]:
    """Ask for the facts of both texts at once."""
    words = len(reference.split()) + len(hypothesis.split())
    return Question(
        judge=JUDGE,
        protocol=SINGLE_CALL,
        instructions=prompt(SINGLE_CALL).text,
        prompt=_prompt(language, fenced("expected", reference), fenced("got", hypothesis)),
        output=_answers().FactsOfBoth,
        check=partial(_check_both, reference, hypothesis),
        sample=sample,
        max_tokens=_tokens(words // _WORDS_FOR_A_FACT),
        kept=NOTHING,
    )


def _answers() -> Any:
    try:
        from mondegreen.judges.facts import answers  # needs pydantic
    except ImportError as error:
        raise MissingDependencyError("pydantic-ai", "llm", "asking for facts") from error
    return answers


def _prompt(language: str, *parts: str) -> str:
    spoken = [f"The language of the texts is {language}."] if language else []
    return "\n\n".join([*spoken, *parts])


def _tokens(facts: int) -> int:
    return min(_MOST_TOKENS, _LEAST_TOKENS + _TOKENS_FOR_A_FACT * facts)


def _check_one(reference: str, answer: Any) -> list[str]:
    found = [
        f"fact {number}: the quotation {fact.quotation!r} does not stand in the reference; "
        "copy words that do, in one piece"
        for number, fact in enumerate(answer.facts, 1)
        if not occurs(fact.quotation, reference)
    ]
    return [*found, *_odd(answer.facts)][:_MOST_COMPLAINTS]


def _check_judged(reference: str, hypothesis: str, count: int, answer: Any) -> list[str]:
    times = Counter(fact.number for fact in answer.facts)
    wanted = range(1, count + 1)
    found = [f"there is no fact {number}" for number in times if number not in wanted]
    found += [f"fact {number} has no verdict" for number in wanted if not times[number]]
    found += [
        f"fact {number} has {times[number]} verdicts" for number in wanted if times[number] > 1
    ]
    for fact in answer.facts:
        # What is missing has nothing to quote; what a model quotes for it all the same decides nothing.
        if fact.verdict != "missing" and not occurs(fact.quotation, hypothesis):
            found.append(
                f"fact {fact.number} is {fact.verdict}, but its quotation {fact.quotation!r} does not "
                "stand in the hypothesis"
            )
    for number, fact in enumerate(answer.invented, 1):
        if not occurs(fact.quotation, hypothesis):
            found.append(
                f"invented fact {number}: the quotation {fact.quotation!r} does not stand in the "
                "hypothesis"
            )
        elif occurs(fact.quotation, reference):
            found.append(
                f"invented fact {number}: the quotation {fact.quotation!r} stands in the reference "
                "too; quote what is not said there, or leave the fact out"
            )
    return [*found, *_odd(answer.invented)][:_MOST_COMPLAINTS]


def _check_both(expected: str, got: str, answer: Any) -> list[str]:
    """Hold verdicts against what code can tell: an empty text states nothing, equal texts the same."""
    heard = words_of(got)
    if not heard:
        only, why = "expected", "the text that was got has no words"
    elif same_text(expected, got):
        only, why = "both", "the two texts have the same words"
    else:
        return _odd(answer.facts)[:_MOST_COMPLAINTS]
    found = [
        f"fact {number} has the verdict {fact.verdict}, but {why}"
        for number, fact in enumerate(answer.facts, 1)
        if fact.verdict != only
    ]
    return [*found, *_odd(answer.facts)][:_MOST_COMPLAINTS]


def _odd(facts: Iterable[Any]) -> list[str]:
    """Return complaints about facts that say nothing, or are there twice."""
    seen: Counter[tuple[str, ...]] = Counter()
    found = []
    for number, fact in enumerate(facts, 1):
        if not fact.predicate.strip():
            found.append(f"fact {number} has no predicate")
        key = tuple(
            " ".join(p.split()).casefold() for p in (fact.subject, fact.predicate, fact.object)
        )
        seen[key] += 1
        if seen[key] == 2:  # noqa: PLR2004 - said once
            found.append(f"fact {number} ({' | '.join(key)}) is listed before; list it once")
    return found
