"""What is asked about facts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from mondegreen.errors import MissingDependencyError
from mondegreen.judges.delimiters import delimited, numbered
from mondegreen.judges.facts.answer_checks import check_compared, check_judged, check_listed
from mondegreen.judges.prompts import prompt
from mondegreen.judges.question import NOTHING, Question

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.judges.facts.fact import Fact

__all__ = ["about_both", "about_hypothesis", "about_reference"]

JUDGE = "facts"
LIST, TWO_STEP, SINGLE_CALL = "facts-list@1", "facts-two-step@1", "facts-single-call@1"
_TOKENS_FOR_A_FACT = 120
_LEAST_TOKENS, _MOST_TOKENS = 1024, 16_384
_WORDS_FOR_A_FACT = 6


def about_reference(reference: str, language: str = "", sample: int = 0) -> Question[Any]:
    """Ask for the facts of a reference."""
    return Question(
        judge=JUDGE,
        protocol=LIST,
        instructions=prompt(LIST).text,
        prompt=_prompt(language, delimited("reference", reference)),
        output=_answers().FactsOfOne,
        check=partial(check_listed, reference, language),
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
            delimited("reference", reference),
            delimited("facts", listed),
            delimited("hypothesis", hypothesis),
        ),
        output=_answers().Judged,
        check=partial(check_judged, reference, hypothesis, tuple(facts), language),
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
        prompt=_prompt(language, delimited("expected", reference), delimited("got", hypothesis)),
        output=_answers().FactsOfBoth,
        check=partial(check_compared, reference, hypothesis, language),
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
