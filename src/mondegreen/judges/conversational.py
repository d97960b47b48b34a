"""Conversational differences: a model lists what matters, and code counts what it listed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from mondegreen import _kernel
from mondegreen.judges.delimiters import delimited
from mondegreen.judges.prompts import prompt
from mondegreen.judges.question import NOTHING, Question
from mondegreen.judges.quoting import words_of
from mondegreen.judges.transcripts import needs, text_complaint, tokens_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.judges.answer import Answer, Ask
    from mondegreen.judges.status import Status

__all__ = ["ConversationalDifferences", "about_pair", "conversational_differences"]

PROTOCOL: Final = "conversational-wer@1"
_MOST_COMPLAINTS = 5


@dataclass(frozen=True)
class ConversationalDifferences:
    """What became of one pair.

    Attributes:
        status: ``ok``, or why nothing is known.
        reason: one sentence where the status is not ``ok``.
        normalized_reference: as the model wrote it; ``None`` unless ``ok``.
        normalized_hypothesis: the same of the other text.
        substitution_pairs: reference word and hypothesis word.
        deletion_words: words that are missing.
        insertion_words: words too many.
        explanation: the model's, in its words.
        answer: of the model; ``None`` where nobody had to be asked.

    >>> known = ConversationalDifferences("ok", None, "pay the card", "pay the car", (("card", "car"),))
    >>> known.reference_words, known.counts
    (3, (2, 1, 0, 0))
    """

    status: Status
    reason: str | None = None
    normalized_reference: str | None = None
    normalized_hypothesis: str | None = None
    substitution_pairs: tuple[tuple[str, str], ...] = ()
    deletion_words: tuple[str, ...] = ()
    insertion_words: tuple[str, ...] = ()
    explanation: str = ""
    answer: Answer[Any] | None = None

    @property
    def reference_words(self) -> int:
        """The words of the normalized reference, counted by code; 0 where nothing is known."""
        return len(words_of(self.normalized_reference or ""))

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """Hits, substitutions, deletions and insertions; what does not matter is a hit."""
        substituted, deleted = len(self.substitution_pairs), len(self.deletion_words)
        hits = self.reference_words - substituted - deleted
        return hits, substituted, deleted, len(self.insertion_words)

    def to_json(self) -> dict[str, Any]:
        """Return texts, lists and counts as a JSON object; the rate is null for an empty reference."""
        _, substituted, deleted, inserted = self.counts
        errors, words = substituted + deleted + inserted, self.reference_words
        pairs = [
            {"reference": said, "hypothesis": heard} for said, heard in self.substitution_pairs
        ]
        rate = errors / words if words else None
        return {
            "normalized_reference": self.normalized_reference,
            "normalized_hypothesis": self.normalized_hypothesis,
            "substitutions": substituted,
            "deletions": deleted,
            "insertions": inserted,
            "total_reference_words": words,
            "conversational_wer": rate if self.status == "ok" else None,
            "explanation": self.explanation,
            "substitution_pairs": pairs,
            "deletion_words": list(self.deletion_words),
            "insertion_words": list(self.insertion_words),
        }


async def conversational_differences(
    pairs: Sequence[tuple[str, str]], ask: Ask, *, language: str = "", sample: int = 0
) -> list[ConversationalDifferences]:
    """Return the differences that matter in each pair, in order; distinct pairs are asked once.

    Nobody is asked about texts that differ in case and punctuation at most, or where a text has no
    words: then all words of the other are missing, or too many.

    Args:
        pairs: reference and hypothesis; a missing one is given as ``""``.
        ask: asks questions and returns their answers, in order; for example
            ``partial(ask_all, model=model)``.
        language: of the texts, as a code; empty for any. Answers are checked by its rules.
        sample: for the same question asked again.

    Raises:
        UsageError: requests cannot succeed, or are forbidden.
    """
    known = {pair: _without_model(*pair) for pair in dict.fromkeys(pairs)}
    open_pairs = [pair for pair, found in known.items() if found is None]
    questions = [about_pair(*pair, sample, language) for pair in open_pairs]
    answers = await ask(questions) if questions else []
    known |= {p: _differences(answer) for p, answer in zip(open_pairs, answers, strict=True)}
    return [found for pair in pairs if (found := known[pair]) is not None]


def about_pair(
    reference: str, hypothesis: str, sample: int = 0, language: str = ""
) -> Question[Any]:
    """Ask which differences of two texts matter."""
    try:
        from mondegreen.judges import transcript_answers  # needs pydantic
    except ImportError as error:
        raise needs("asking for conversational differences") from error
    return Question(
        judge="conversational-wer",
        protocol=PROTOCOL,
        instructions=prompt(PROTOCOL).text,
        prompt=f"{delimited('reference', reference)}\n\n{delimited('hypothesis', hypothesis)}",
        output=transcript_answers.Conversational,
        check=partial(_check, reference, hypothesis, language),
        sample=sample,
        max_tokens=tokens_for(reference, hypothesis, reference),
        kept=NOTHING,
    )


def _without_model(reference: str, hypothesis: str) -> ConversationalDifferences | None:
    said, heard = words_of(reference), words_of(hypothesis)
    if not said or not heard or said == heard:
        normalized = " ".join(said), " ".join(heard)
        if said == heard:
            return ConversationalDifferences("ok", None, *normalized)
        return ConversationalDifferences("ok", None, *normalized, (), tuple(said), tuple(heard))
    return None


def _check(reference: str, hypothesis: str, language: str, answer: Any) -> list[str]:
    found = [*_other_texts(reference, hypothesis, language, answer), *_sums(answer)]
    said, heard = words_of(answer.normalized_reference), words_of(answer.normalized_hypothesis)
    pairs = answer.substitution_pairs
    lists = (
        ("normalized_reference", said, [*(p.reference for p in pairs), *answer.deletion_words]),
        ("normalized_hypothesis", heard, [*(p.hypothesis for p in pairs), *answer.insertion_words]),
    )
    for name, words, listed in lists:
        found += _not_there(name, words, listed)
    for number, pair in enumerate(pairs, 1):
        if words_of(pair.reference) == words_of(pair.hypothesis):
            found.append(
                f"substitution pair {number}: {pair.reference!r} is not an error; leave it out"
            )
    errors = len(pairs) + len(answer.deletion_words) + len(answer.insertion_words)
    if not found and errors > (most := _distance(said, heard)):
        found.append(
            f"the lists have {errors} differences, but {most} are enough to turn one normalized text "
            "into the other; list a difference once"
        )
    return found[:_MOST_COMPLAINTS]


def _other_texts(reference: str, hypothesis: str, language: str, answer: Any) -> Iterator[str]:
    """Yield complaints about normalized texts that are not the texts, or copied from each other."""
    sides = ("reference", reference, hypothesis), ("hypothesis", hypothesis, reference)
    for source, text, other in sides:
        name = f"normalized_{source}"
        complaint = text_complaint(name, getattr(answer, name), source, text, language, other)
        if complaint:
            yield complaint


def _sums(answer: Any) -> Iterator[str]:
    sums = (
        ("substitutions", "substitution_pairs"),
        ("deletions", "deletion_words"),
        ("insertions", "insertion_words"),
    )
    for count, name in sums:
        claimed, listed = getattr(answer, count), len(getattr(answer, name))
        if claimed != listed:
            yield f"{count} is {claimed}, but {name} has {listed}"


def _not_there(name: str, words: Sequence[str], listed: Sequence[str]) -> Iterator[str]:
    """Yield complaints about entries that are no word of the text, or more often than it has them."""
    there = Counter(words)
    for entry in listed:
        bare = words_of(entry)
        if len(bare) != 1:
            yield f"{entry!r} is not one word; list one word an entry"
            continue
        there[bare[0]] -= 1
        if there[bare[0]] < 0:
            more = " so often" if bare[0] in words else ""
            yield f"{entry!r} is not in {name}{more}"


def _distance(said: Sequence[str], heard: Sequence[str]) -> int:
    counts = _kernel.count([" ".join(said)], [" ".join(heard)], unit="word")
    return int(sum(counts.sums[1:4]))


def _differences(answer: Answer[Any]) -> ConversationalDifferences:
    value = answer.value
    if value is None:
        return ConversationalDifferences(answer.status, answer.reason, answer=answer)
    return ConversationalDifferences(
        status="ok",
        normalized_reference=" ".join(value.normalized_reference.split()),
        normalized_hypothesis=" ".join(value.normalized_hypothesis.split()),
        substitution_pairs=tuple((p.reference, p.hypothesis) for p in value.substitution_pairs),
        deletion_words=tuple(value.deletion_words),
        insertion_words=tuple(value.insertion_words),
        explanation=value.explanation,
        answer=answer,
    )
