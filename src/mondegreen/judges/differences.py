"""Protocol ``differences`` of ``semantic-wer``: code aligns and counts, the model says what matters.

What the forgivers leave goes to the model as numbered differences with the words around them, each
distinct one once, many in a request. The model can only forgive, so the errors that are left are
never more than those of the strict alignment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from itertools import chain, repeat
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from mondegreen.errors import counted
from mondegreen.forgive.choosing import Forgiving
from mondegreen.forgive.spans import Span, spans_of
from mondegreen.judges import voting
from mondegreen.judges.canaries import guarded, is_canary
from mondegreen.judges.difference_in_context import Place
from mondegreen.judges.estimate import LETTERS
from mondegreen.judges.metric import Judgement
from mondegreen.judges.orders import gives_orders
from mondegreen.judges.packs import MOST_AT_ONCE, pack, rulings
from mondegreen.judges.prompts import prompt
from mondegreen.judges.question import Kept, Question
from mondegreen.judges.quoting import words_of as quoted
from mondegreen.judges.semantic_wer import (
    COMPOUND,
    JUDGE,
    PRESET,
    in_conversation,
    letters_of,
    without_one_sided_asides,
    words_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.judges.answer import Answer
    from mondegreen.judges.asker import Asker
    from mondegreen.judges.canaries import Pack
    from mondegreen.judges.packs import Ruled
    from mondegreen.judges.pair import Pair
    from mondegreen.judges.semantic_wer import SemanticWer

__all__ = ["Harmless", "Rulings", "judge", "questions"]

AROUND = 8
"""Words on each side of a difference that the model sees."""
_LONGEST = 300
_NAMED_BY = 8  # of so many words a difference may be named by the first ones
_MOST_STRAYS = 5


@dataclass
class Harmless:
    """A difference that does not matter, its words as the model read them, and why.

    The words tie the number to the difference that was meant. Without them two numbers that change
    places would forgive what matters, and nobody would see it.
    """

    number: int
    words: Annotated[str, Field(min_length=1, max_length=4 * _LONGEST)]
    because: Annotated[str, Field(min_length=1, max_length=_LONGEST)]


@dataclass
class Rulings:
    """What the model hands in."""

    matter: Annotated[list[int], Field(max_length=4 * MOST_AT_ONCE)]
    harmless: Annotated[list[Harmless], Field(max_length=4 * MOST_AT_ONCE)]


@dataclass
class _Case:
    """One pair on its way: its spans, what is asked about the remaining ones, and its size.

    Where a side has no words, nothing is forgiven and nothing asked. Where a text looks like
    instructions, its places are asked about alone.
    """

    both: bool
    alone: bool
    spans: list[Span]
    places: list[Place]
    words: int
    letters: int


async def judge(metric: SemanticWer, pairs: Sequence[Pair], asker: Asker) -> list[Judgement]:
    """Return one judgement per pair."""
    cases = list(_cases(pairs, asker))
    packs = list(_packs(cases, asker.judging.lang or "en"))
    votes = asker.judging.votes
    first = f"{_canaries_in(packs)}; {in_conversation(pairs)}"
    estimates = chain([first], repeat("asked again, in smaller requests"))

    async def rule(asked: Sequence[tuple[int, Pack]]) -> list[Ruled]:
        each = [one for vote, pack_ in asked for one in questions([pack_.lines], vote)]
        answers = await asker.ask(each, alternative=next(estimates))
        return [_ruled(pack_, answer) for (_, pack_), answer in zip(asked, answers, strict=True)]

    found = await rulings(packs, votes, rule)
    if found.moved or found.halved:
        asker.tell(f"mondegreen: semantic-wer: {found}")
    return [
        voting.settle([_judged(metric, pair, case, ruled, asker) for ruled in found.votes], votes)
        for pair, case in zip(pairs, cases, strict=True)
    ]


def _packs(cases: Sequence[_Case], language: str) -> Iterator[Pack]:
    """Yield packs of all ordinary places, then of each utterance that is asked about alone."""
    ordinary = dict.fromkeys(place for case in cases if not case.alone for place in case.places)
    known = set(ordinary)
    bundles = list(pack(ordinary))
    for case in cases:
        bundles += pack(place for place in case.places if case.alone and place not in known)
    yield from (guarded(places, language) for places in bundles)


def _canaries_in(packs: Sequence[Pack]) -> str:
    """Return what canaries add, for the line that estimates."""
    lines, known = (sum(map(len, each)) for each in zip(*packs, strict=True)) if packs else (0, 0)
    letters = sum(len(place.line(0)) for each in packs for place in each.canaries)
    tokens = f"about {letters // LETTERS:,} tokens"
    return f"{known:,} of its {counted(lines, 'difference')} are canaries ({tokens})"


# -- what is asked -----------------------------------------------------------------------------


def questions(packs: Sequence[Sequence[Place]], sample: int = 0) -> list[Question[Rulings]]:
    """Return one question a pack; what is in it is numbered from 1."""
    found = []
    for places in packs:
        lines = [place.line(number) for number, place in enumerate(places, 1)]
        found.append(
            Question(
                judge="semantic-wer",
                protocol="differences@1",
                instructions=prompt("semantic-wer-differences@1").text,
                prompt="\n".join(lines),
                output=Rulings,
                check=partial(_check, places),
                sample=sample,
                texts=2 * sum(not is_canary(place) for place in places),
                kept=Kept(_without_reasons, partial(_complaints, len(places))),
            )
        )
    return found


def _complaints(count: int, rulings: Rulings) -> list[str]:
    """Hold an answer against the numbers that were asked about."""
    given = [*rulings.matter, *(each.number for each in rulings.harmless)]
    invented = sorted({number for number in given if not 1 <= number <= count})
    missing = sorted({*range(1, count + 1)} - {*given})
    twice = sorted({number for number in given if given.count(number) > 1} - {*invented})
    return [
        text
        for text, numbers in (
            (f"There is no difference {_few(invented)}; the last is {count}.", invented),
            (f"Difference {_few(missing)} is in neither list.", missing),
            (f"Difference {_few(twice)} is there more than once.", twice),
        )
        if numbers
    ]


def _check(places: Sequence[Place], rulings: Rulings) -> list[str]:
    """Check an answer against the question: its numbers, and the words next to those that it forgives."""
    return [*_complaints(len(places), rulings), *_strays(places, rulings)]


def _strays(places: Sequence[Place], rulings: Rulings) -> list[str]:
    """Return complaints about numbers that are next to the words of another difference.

    What is forgiven is looked at. The others follow, since every number is in one list.
    """
    found = []
    for each in rulings.harmless:
        if 1 <= each.number <= len(places) and not _is_about(each.words, places[each.number - 1]):
            place = places[each.number - 1]
            found.append(
                f"Difference {each.number} is {place.said[1]!r} heard as {place.heard[1]!r}, and "
                f"{each.words!r} is not there; give each number the words of its own line."
            )
    return found[:_MOST_STRAYS]


def _is_about(words: str, place: Place) -> bool:
    """Return whether words are those in question there: as said, as heard, or both."""
    said, heard = place.said[1].split(), place.heard[1].split()
    written = _letters(words)
    for side in (said, heard, said + heard):
        least, whole = _letters(" ".join(side[:_NAMED_BY])), _letters(" ".join(side))
        if side and written.startswith(least[:_LONGEST]) and whole.startswith(written):
            return True
    return False


def _letters(text: str) -> str:
    """Return a text without case, spaces, and punctuation around words; models add and lose them."""
    return "".join(quoted(text)) or "".join(text.split())


def _few(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:10])) + (", ..." if len(numbers) > 10 else "")  # noqa: PLR2004


def _without_reasons(rulings: Rulings) -> Rulings:
    return Rulings(rulings.matter, [Harmless(each.number, "-", "-") for each in rulings.harmless])


# -- pairs -------------------------------------------------------------------------------------


def _cases(pairs: Sequence[Pair], asker: Asker) -> Iterator[_Case]:
    chosen = Forgiving.choose(PRESET, language=asker.judging.lang or "en")
    whole, _ = given = words_of(pairs)
    said, heard = without_one_sided_asides(*given)
    columns = chosen.run(said, heard, detail=True)
    for row, pair in enumerate(pairs):
        spans = list(spans_of(columns, row, said[row], heard[row], chosen, pair.id))
        places = []
        both = bool(said[row] and heard[row])
        if both:
            redaction = asker.redaction(pair)
            places = [
                _place(span, said[row], heard[row], redaction)
                for span in spans
                if span.reason is None
            ]
        alone = bool(places) and (gives_orders(pair.reference) or gives_orders(pair.hypothesis))
        yield _Case(both, alone, spans, places, len(whole[row]), letters_of(whole[row]))


def _place(span: Span, said: Sequence[str], heard: Sequence[str], redaction: Any) -> Place:
    found = span.difference
    start, end = found.reference_start, found.reference_end
    begin, until = found.hypothesis_start, found.hypothesis_end
    texts = [
        " ".join(words)
        for words in (
            said[max(0, start - AROUND) : start],
            said[start:end],
            said[end : end + AROUND],
            heard[max(0, begin - AROUND) : begin],
            heard[begin:until],
            heard[until : until + AROUND],
        )
    ]
    if redaction is not None:
        texts = list(redaction.texts(*texts))
    at_end = end == len(said) and until == len(heard)
    return Place((texts[0], texts[1], texts[2]), (texts[3], texts[4], texts[5]), at_end)


def _ruled(each: Pack, answer: Answer[Rulings]) -> Ruled:
    """Return for each line whether it matters and why, or the answer that was none."""
    if answer.value is None:
        return dict.fromkeys(each.lines, answer)
    found: Ruled = dict.fromkeys(each.lines, (True, ""))
    for harmless in answer.value.harmless:
        found[each.lines[harmless.number - 1]] = False, harmless.because
    return found


def _judged(metric: SemanticWer, pair: Pair, case: _Case, ruled: Ruled, asker: Asker) -> Judgement:
    """Count one pair as one vote has it."""
    open_places = iter(case.places)
    errors = dict.fromkeys(metric.reasons, 0)
    letters = dict.fromkeys(metric.reasons, 0)
    remaining = remaining_letters = 0
    kinds = dict.fromkeys(("substitutions", "deletions", "insertions"), 0)
    shown = []
    for span in case.spans:
        reason, why, excess = "", "", 0
        if case.both and span.reason is None:
            ruling = ruled[next(open_places)]
            if not isinstance(ruling, tuple):
                return Judgement.unjudged(ruling, (_most_errors(pair, case), case.words))
            matters, why = ruling
            if matters:
                excess = _excess(span, pair.reference)
            else:
                reason = JUDGE
        elif case.both and span.reason is not None:
            reason, why = span.reason.forgiver, span.reason.why
        if reason:
            errors[reason] += span.words
            letters[reason] += span.letters
        else:
            remaining += span.words - excess
            remaining_letters += span.letters
            errors[COMPOUND] += excess
            _count_kinds(kinds, span, excess)
        shown.append({**span.to_dict(), "reason": reason or None, "why": why or None})
    by = [number for name in metric.reasons for number in (errors[name], letters[name])]
    counts = (remaining, case.words, remaining_letters, case.letters, *by)
    detail = {"differences": shown} if asker.judging.keep_texts and shown else None
    return Judgement(counts, detail=detail, kept=kinds, needed=bool(case.places))


def _most_errors(pair: Pair, case: _Case) -> int:
    """Return the errors of a pair if all judged differences matter."""
    open_spans = [span for span in case.spans if span.reason is None]
    return sum(span.words - _excess(span, pair.reference) for span in open_spans)


def _count_kinds(kinds: dict[str, int], span: Span, excess: int) -> None:
    """Count the remaining errors by kind; a compound is one substitution, so others are too many."""
    for kind in ("deletions", "insertions", "substitutions"):
        count = getattr(span.difference, kind)
        spared = min(excess, count)
        kinds[kind] += count - spared
        excess -= spared


def _excess(span: Span, reference: str) -> int:
    """Return how many errors too many are counted for compounds, each of which is one word.

    The normalizer parts words at hyphens: *cross-country* heard as *koscanti* is one error of one
    word, and two by the alignment.
    """
    said = span.difference.reference
    excess = at = 0
    for compound in re.findall(r"\w+(?:[-‐‑]\w+)+", reference.lower()):
        parts = tuple(re.split(r"[-‐‑]", compound))
        for start in range(at, len(said) - len(parts) + 1):
            if said[start : start + len(parts)] == parts:
                excess += len(parts) - 1
                at = start + len(parts)
                break
    return min(excess, span.words - 1)
