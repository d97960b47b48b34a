"""Protocol ``single-pass`` of ``semantic-wer``: the model normalizes, aligns and reports, code checks.

One conversation a pair: the model works in words, hands its report to the tool ``calculate_wer``, and
closes. The tool's arithmetic is ours, and it only accepts a report that agrees with itself and with
the texts; what does not goes back.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from mondegreen import _kernel
from mondegreen.judges import voting
from mondegreen.judges.content import content_complaint
from mondegreen.judges.metric import Judgement
from mondegreen.judges.prompts import prompt
from mondegreen.judges.question import Kept, Question, Tool
from mondegreen.judges.quoting import same_text
from mondegreen.judges.semantic_wer import FORM, in_conversation
from mondegreen.text.normalizers import normalizer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.judges.answer import Answer
    from mondegreen.judges.asker import Asker
    from mondegreen.judges.pair import Pair
    from mondegreen.judges.semantic_wer import SemanticWer

__all__ = ["Report", "ReportedError", "judge", "question"]

TURNS, REASONING, CLOSING = 10, 4096, 1024
_KINDS = ("substitution", "deletion", "insertion")
_FREE = 2  # words that a normalized text may differ from ours in any case
_SHARE = 2  # and one word in so many of the longer text
Count = Annotated[int, Field(ge=0, le=1_000_000)]
Text = Annotated[str, Field(max_length=200_000)]


@dataclass
class ReportedError:
    """One error, with the words as they are in the normalized texts."""

    type: Literal["substitution", "deletion", "insertion"]
    reference: Annotated[str | None, Field(max_length=500)] = None
    hypothesis: Annotated[str | None, Field(max_length=500)] = None
    position: Annotated[int | None, Field(ge=0)] = None


@dataclass
class Report:
    """What the model hands in."""

    substitutions: Count
    deletions: Count
    insertions: Count
    reference_words: Count
    normalized_reference: Text
    normalized_hypothesis: Text
    errors: Annotated[list[ReportedError], Field(max_length=10_000)]

    @property
    def total(self) -> int:
        """All errors."""
        return self.substitutions + self.deletions + self.insertions


@dataclass(frozen=True)
class _Texts:
    """The words of a pair as the model may see them, in our own normalization."""

    said: list[str]
    heard: list[str]


def _forms(pairs: Sequence[Pair]) -> list[_Texts]:
    """Return the words of pairs by the rules of one text, which the model is given as well."""
    form = normalizer(FORM)
    return [_Texts(form(pair.reference).split(), form(pair.hypothesis).split()) for pair in pairs]


async def judge(metric: SemanticWer, pairs: Sequence[Pair], asker: Asker) -> list[Judgement]:
    """Return one judgement per pair."""
    del metric
    votes = asker.judging.votes
    plain = _forms(pairs)
    settled = [_without_a_call(*each, votes) for each in zip(pairs, plain, strict=True)]
    open_pairs = zip(pairs, settled, strict=True)
    seen = [_seen(pair, asker) for pair, judgement in open_pairs if judgement is None]
    texts = _forms(seen)
    asked = list(zip(seen, texts, strict=True))
    language = asker.judging.lang or "en"
    questions = [
        question(pair, own, vote, language) for vote in range(votes) for pair, own in asked
    ]
    answers = iter(await asker.ask(questions, alternative=in_conversation(pairs)))
    ruled = [[_judged(next(answers), asker) for _ in asked] for _ in range(votes)]
    by_pair = zip(*ruled, strict=True)
    return [judgement or voting.settle(next(by_pair), votes) for judgement in settled]


def _seen(pair: Pair, asker: Asker) -> Pair:
    """Return the pair as the model sees it."""
    reference, hypothesis = asker.texts(pair)
    return replace(pair, reference=reference, hypothesis=hypothesis)


def question(pair: Pair, own: _Texts, sample: int = 0, language: str = "en") -> Question[Report]:
    """Return the question about one pair."""
    texts = {"reference": pair.reference, "hypothesis": pair.hypothesis}
    return Question(
        judge="semantic-wer",
        protocol="single-pass@1",
        instructions=prompt("semantic-wer-single-pass@1").text,
        prompt=json.dumps(texts, ensure_ascii=False),
        output=Report,
        check=partial(_complaints, pair, own, language),
        tool=Tool("calculate_wer", "Hand in the report; returns the rate.", run=_calculated),
        sample=sample,
        max_tokens=REASONING,
        closing_tokens=CLOSING,
        attempts=TURNS,
        turns=TURNS,
        kept=Kept(_without_texts, partial(_bare_complaints, own)),
    )


def _calculated(report: Report) -> dict[str, Any]:
    """Return what the model is told: the arithmetic, which is ours."""
    words = report.reference_words
    rate = report.total / words if words else None
    return {"wer": rate, "errors": report.total, "reference_words": words}


def _complaints(pair: Pair, own: _Texts, language: str, report: Report) -> list[str]:
    """Hold a report against itself and against the texts."""
    said = report.normalized_reference.split()
    heard = report.normalized_hypothesis.split()
    found = []
    if report.reference_words != len(said):
        found.append(
            f"reference_words is {report.reference_words}, but normalized_reference has "
            f"{len(said)} words."
        )
    listed: Counter[str] = Counter(error.type for error in report.errors)
    for kind in _KINDS:
        count = getattr(report, f"{kind}s")
        if count != listed[kind]:
            found.append(f"{kind}s is {count}, but errors lists {listed[kind]}.")
    for error in report.errors:
        found += _not_there(error, said, heard)
    first = "reference", pair.reference, own.said
    second = "hypothesis", pair.hypothesis, own.heard
    for (source, text, ours), (_, other, _) in ((first, second), (second, first)):
        written = getattr(report, f"normalized_{source}")
        # Our own normalization is as good a form as any.
        for each in (" ".join(ours), text):
            complaint = content_complaint(written, each, language, other=other, loose=True)
            if complaint is None:
                break
        else:
            found.append(f"normalized_{source} is another text than the {source}: {complaint}")
    return found or _too_many(report, _distance(said, heard))


def _not_there(error: ReportedError, said: list[str], heard: list[str]) -> list[str]:
    """Return which words of a listed error are missing, or in no text."""
    found = []
    for side, word, words, needed in (
        ("reference", error.reference, said, error.type != "insertion"),
        ("hypothesis", error.hypothesis, heard, error.type != "deletion"),
    ):
        if not needed:
            continue
        if not (word or "").strip():
            found.append(f"A {error.type} in errors names no {side} word.")
        elif not {*str(word).split()} <= {*words}:
            found.append(f"{word!r} is not in normalized_{side}.")
    return found


def _too_many(report: Report, most: int) -> list[str]:
    if report.total <= most:
        return []
    return [f"There are {report.total} errors, but the texts have {most} differences."]


def _distance(said: list[str], heard: list[str]) -> int:
    counts = _kernel.count([said], [heard])
    return sum(counts.sums[1:])


def _without_texts(report: Report) -> Report:
    return replace(report, normalized_reference="", normalized_hypothesis="", errors=[])


def _bare_complaints(own: _Texts, report: Report) -> list[str]:
    """Hold what `_without_texts` leaves against the number of words that there are."""
    if report.normalized_reference or report.normalized_hypothesis or report.errors:
        return ["The report has texts, and does not agree with them."]
    words = len(own.said)
    if abs(report.reference_words - words) > _FREE + max(words, report.reference_words) // _SHARE:
        return [f"reference_words is {report.reference_words}, the reference has about {words}."]
    return _too_many(report, report.reference_words + 2 * len(own.heard) + _FREE)


def _judged(answer: Answer[Report], asker: Asker) -> Judgement:
    report = answer.value
    if report is None:
        return replace(Judgement.unjudged(answer), kept={"answer": answer})
    detail = None
    if asker.judging.keep_texts:
        detail = {
            "normalized_reference": report.normalized_reference,
            "normalized_hypothesis": report.normalized_hypothesis,
            "errors": [vars(error) for error in report.errors],
        }
    counts = report.substitutions, report.deletions, report.insertions
    kinds = dict(zip(("substitutions", "deletions", "insertions"), counts, strict=True))
    kept = {**kinds, "answer": answer}
    return Judgement(_counts(report.reference_words, *counts), detail=detail, kept=kept)


def _counts(words: int, substitutions: int, deletions: int, insertions: int) -> tuple[int, ...]:
    errors = substitutions + deletions + insertions
    capped = min(errors, words) if words else errors
    return errors, words, substitutions, deletions, insertions, capped


def _without_a_call(pair: Pair, own: _Texts, votes: int) -> Judgement | None:
    """Return the counts of a pair that needs no model, else ``None``.

    Where a text is empty all words of the other are errors; where the texts differ in case and
    punctuation at most there are none.
    """
    said, heard = len(own.said), len(own.heard)
    if not (pair.reference.strip() and pair.hypothesis.strip()):
        counts = _counts(said, 0, said, heard)
    elif own.said == own.heard and same_text(pair.reference, pair.hypothesis):
        counts = _counts(said, 0, 0, 0)
    else:
        return None
    return voting.settle([Judgement(counts, needed=False)] * votes, votes)
