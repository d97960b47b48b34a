"""Canonical transcripts: a model writes a text in one form and lists entities; code checks and counts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from mondegreen.judges.delimiters import delimited
from mondegreen.judges.prompts import prompt
from mondegreen.judges.question import NOTHING, Question
from mondegreen.judges.quoting import occurrence, occurs, words_of
from mondegreen.judges.transcripts import needs, text_complaint, tokens_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.judges.answer import Answer, Ask
    from mondegreen.judges.status import Status

__all__ = [
    "ENTITY_TYPES",
    "CanonicalEntity",
    "CanonicalTranscript",
    "about_transcript",
    "canonical_transcripts",
]

PROTOCOL: Final = "canonical-wer@1"
ENTITY_TYPES: Final = (
    *("person", "organisation", "location", "date", "time", "money", "number", "phone", "email"),
    *("product", "id"),
)
_MOST_COMPLAINTS = 5


@dataclass(frozen=True)
class CanonicalEntity:
    """One entity of a canonical transcript.

    Attributes:
        index: the number of the word where it begins, from 0; code finds it.
        value: as it is there.
        type: one of `ENTITY_TYPES`.
    """

    index: int
    value: str
    type: str


@dataclass(frozen=True)
class CanonicalTranscript:
    """What became of one text.

    Attributes:
        status: ``ok``, or why there is no canonical form.
        reason: one sentence where the status is not ``ok``.
        text: the canonical form; ``None`` unless ``ok``.
        entities: in order; as often as they are said.
        answer: of the model; ``None`` for a text without words, of which nobody is asked.
    """

    status: Status
    reason: str | None = None
    text: str | None = None
    entities: tuple[CanonicalEntity, ...] = ()
    answer: Answer[Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the canonical transcript with its entities as a JSON object.

        >>> entity = CanonicalEntity(1, "5:05", "time")
        >>> CanonicalTranscript("ok", None, "at 5:05", (entity,)).to_json()
        {'canonical_transcript': 'at 5:05', 'entities': [{'index': 1, 'value': '5:05', 'type': 'time'}]}
        """
        listed = [{"index": e.index, "value": e.value, "type": e.type} for e in self.entities]
        return {"canonical_transcript": self.text, "entities": listed}


async def canonical_transcripts(
    texts: Sequence[str], ask: Ask, *, language: str = "", sample: int = 0
) -> list[CanonicalTranscript]:
    """Return each text in canonical form, in order; each distinct text is asked about once.

    A side of a pair is asked about alone, so a reference is asked once however many hypotheses
    there are, and no text can lean on the other.

    Args:
        texts: references and hypotheses alike; a missing one is given as ``""``.
        ask: asks questions and returns their answers, in order; for example
            ``partial(ask_all, model=model)``.
        language: of the texts, as a code; empty for any. Answers are checked by its rules.
        sample: for the same question asked again.

    Raises:
        UsageError: requests cannot succeed, or are forbidden.
    """
    open_texts = [text for text in dict.fromkeys(texts) if words_of(text)]
    questions = [about_transcript(text, sample, language) for text in open_texts]
    answers = await ask(questions) if questions else []
    known = {t: _transcript(answer) for t, answer in zip(open_texts, answers, strict=True)}
    return [known.get(text) or CanonicalTranscript("ok", text="") for text in texts]


def about_transcript(text: str, sample: int = 0, language: str = "") -> Question[Any]:
    """Ask for the canonical form of one text."""
    try:
        from mondegreen.judges import transcript_answers  # needs pydantic
    except ImportError as error:
        raise needs("asking for canonical transcripts") from error
    return Question(
        judge="canonical-wer",
        protocol=PROTOCOL,
        instructions=prompt(PROTOCOL).text,
        prompt=delimited("transcript", text),
        output=transcript_answers.Canonical,
        check=partial(_check, text, language),
        sample=sample,
        texts=1,
        max_tokens=tokens_for(text, text),
        kept=NOTHING,
    )


def _check(text: str, language: str, answer: Any) -> list[str]:
    written = answer.canonical_transcript
    other = text_complaint("canonical_transcript", written, "transcript", text, language)
    entities = [
        f"entity {number}: {entity.value!r} is not in canonical_transcript; copy it from there"
        for number, entity in enumerate(answer.entities, 1)
        if not occurs(entity.value, written)
    ]
    return [*([other] if other else []), *entities][:_MOST_COMPLAINTS]


def _transcript(answer: Answer[Any]) -> CanonicalTranscript:
    if answer.value is None:
        return CanonicalTranscript(answer.status, answer.reason, answer=answer)
    text = " ".join(answer.value.canonical_transcript.split())
    entities = _placed(text, [(each.value, each.type) for each in answer.value.entities])
    return CanonicalTranscript("ok", None, text, entities, answer)


def _placed(text: str, entities: Sequence[tuple[str, str]]) -> tuple[CanonicalEntity, ...]:
    """Find where each entity begins: after the previous one with the same words, else the first."""
    words = [" ".join(words_of(word)) for word in text.split()]
    next_position: dict[tuple[str, ...], int] = {}
    placed = []
    for value, kind in entities:
        wanted = [" ".join(words_of(word)) for word in value.split()]
        key = tuple(wanted)
        at = occurrence(wanted, words, next_position.get(key, 0))
        if at is None:
            if key in next_position:
                continue  # listed more often than it is said
            at = 0  # inside of a longer word, as in scripts without spaces
        next_position[key] = at + 1
        placed.append(CanonicalEntity(at, value, kind))
    return tuple(sorted(placed, key=lambda entity: entity.index))
