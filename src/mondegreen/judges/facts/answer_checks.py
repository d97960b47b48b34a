"""What an answer about facts must pass: it may say nothing that its text does not show."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from mondegreen.judges.facts.evidence import (
    content_words,
    plainly_has_facts,
    shows,
    strange_numbers,
)
from mondegreen.judges.quoting import occurs, same_text, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.judges.facts.fact import Fact

__all__ = ["check_compared", "check_judged", "check_listed"]

_MOST_COMPLAINTS = 5
_SURE = 2  # words that name something: a quotation with so many says the same wherever it stands
_LONGEST_NUMBER = 20


def check_listed(reference: str, language: str, answer: Any) -> list[str]:
    """Hold the facts of a reference against it: quotations, words and numbers are there."""
    if not answer.facts and plainly_has_facts(reference, language):
        return ["facts is empty, but the reference states facts; list them"]
    found = []
    for number, fact in enumerate(answer.facts, 1):
        if not occurs(fact.quotation, reference):
            found.append(
                f"fact {number}: the quotation {fact.quotation!r} is not in the reference; "
                "copy words that do, in one piece"
            )
            continue
        found += _unstated(f"fact {number}", fact, reference, "reference", language)
        found += _hollow(f"fact {number}", fact, fact.quotation)
    return [*found, *_odd(answer.facts)][:_MOST_COMPLAINTS]


def check_judged(
    reference: str, hypothesis: str, facts: tuple[Fact, ...], language: str, answer: Any
) -> list[str]:
    """Hold verdicts on facts against the hypothesis: each once, and shown by its quotation."""
    times = Counter(fact.number for fact in answer.facts)
    wanted = range(1, len(facts) + 1)
    found = [f"there is no fact {_short(number)}" for number in times if number not in wanted]
    found += [f"fact {number} has no verdict" for number in wanted if not times[number]]
    found += [
        f"fact {number} has {times[number]} verdicts" for number in wanted if times[number] > 1
    ]
    if found:
        return found[:_MOST_COMPLAINTS]
    for judged in answer.facts:
        complaint = _unfounded(judged, facts[judged.number - 1], hypothesis, language)
        found += [complaint] if complaint else []
    for number, fact in enumerate(answer.invented, 1):
        if not occurs(fact.quotation, hypothesis):
            found.append(
                f"invented fact {number}: the quotation {fact.quotation!r} is not in the hypothesis"
            )
        elif occurs(fact.quotation, reference):
            found.append(
                f"invented fact {number}: the quotation {fact.quotation!r} stands in the reference "
                "too; quote what is not said there, or leave the fact out"
            )
        else:
            name = f"invented fact {number}"
            found += _unstated(name, fact, hypothesis, "hypothesis", language)
            found += _hollow(name, fact, fact.quotation)
    return [*found, *_odd(answer.invented)][:_MOST_COMPLAINTS]


def _unfounded(judged: Any, fact: Fact, hypothesis: str, language: str) -> str | None:
    """Return the complaint about a verdict that its quotation does not show."""
    name, quotation = f"fact {judged.number}", judged.quotation
    if judged.verdict == "missing":
        # What is missing has nothing to quote; what a model quotes for it all the same decides nothing.
        if len(content_words(fact.quotation)) >= _SURE and occurs(fact.quotation, hypothesis):
            said = f"{name} is missing, but {fact.quotation!r} stands in the hypothesis"
            return f"{said}; it is preserved or contradicted"
        return None
    name = f"{name} is {judged.verdict}, but its quotation {quotation!r}"
    if not occurs(quotation, hypothesis):
        return f"{name} is not in the hypothesis"
    if judged.verdict == "contradicted":
        says = content_words(quotation) or not content_words(hypothesis)
        return None if says else f"{name} says nothing else; quote the words that do"
    return _unshown(name, fact, quotation, language)


def _unshown(name: str, fact: Fact, quotation: str, language: str) -> str | None:
    """Return the complaint about a quotation that does not say what a fact says."""
    parts = (fact.predicate, fact.object)
    if strange := strange_numbers(parts, quotation, language):
        return f"{name} has no {strange[0]!r}"
    if shows(parts, quotation) or (fact.quotation and shows([fact.quotation], quotation)):
        return None
    return f"{name} does not say so; quote all words that do"


def check_compared(expected: str, got: str, language: str, answer: Any) -> list[str]:
    """Hold verdicts against what code can tell: each fact must stand where it is said to stand."""
    heard = words_of(got)
    if not heard:
        only, why = "expected", "the text that was got has no words"
    elif same_text(expected, got):
        only, why = "both", "the two texts have the same words"
    else:
        only, why = "", ""
    found = []
    for number, fact in enumerate(answer.facts, 1):
        if only and fact.verdict != only:
            found.append(f"fact {number} has the verdict {fact.verdict}, but {why}")
        for name, text in (("expected", expected), ("got", got)):
            if fact.verdict in ("both", name):
                found += _unstated(f"fact {number}", fact, text, f"{name} text", language)
    stated = any(fact.verdict != "got" for fact in answer.facts)
    if not stated and plainly_has_facts(expected, language):
        found.append("there is no fact of the expected text, but it states facts; list them")
    return [*found, *_odd(answer.facts)][:_MOST_COMPLAINTS]


def _unstated(name: str, fact: Any, text: str, where: str, language: str) -> list[str]:
    """Return the complaint about a fact whose numbers, or most of whose words, a text does not have."""
    parts = (fact.predicate, fact.object)
    if strange := strange_numbers((fact.subject, *parts), text, language):
        return [f"{name}: the number {strange[0]!r} is not in the {where}"]
    if shows(parts, text) or shows((fact.subject, *parts), text):
        return []
    shown = " | ".join(filter(None, (fact.subject, *parts)))
    return [f"{name} ({shown:.100}) is nothing that the {where} says; use its words"]


def _hollow(name: str, fact: Any, quotation: str) -> list[str]:
    """Return the complaint about a quotation that has none of the words of its fact."""
    words = [word for part in (fact.subject, fact.predicate, fact.object) for word in part.split()]
    if not content_words(" ".join(words)) or any(shows([word], quotation) for word in words):
        return []
    return [f"{name}: the quotation {quotation!r} does not state it; quote the words that do"]


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


def _short(number: int) -> str:
    """Return a number for a complaint; Python writes none of more than 4,300 digits."""
    return str(number) if abs(number) < 10**_LONGEST_NUMBER else "of so many digits"
