"""Which entities each utterance has: from its columns, or from a list of phrases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mondegreen.corpus.phrases import Phrase, phrases_of
from mondegreen.corpus.table import as_list
from mondegreen.errors import UsageError
from mondegreen.metrics.entity_spans import Annotation, Entity, found

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from mondegreen.scoring.inputs import Utterances

__all__ = ["REFERENCE_COLUMN", "NotCounted", "annotate"]

REFERENCE_COLUMN, HYPOTHESIS_COLUMN = "entities", "hypothesis_entities"


class NotCounted(NamedTuple):
    """What was given and could not be counted.

    Attributes:
        emptied: how many entities of columns there are of which the normalizer leaves no word.
        blank: phrases of a list of which it leaves none, sorted.
        unsaid: phrases of a list that stand in no reference, sorted.
    """

    emptied: int = 0
    blank: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()


def annotate(
    utterances: Utterances,
    references: Any,
    hypotheses: Any,
    phrases: Sequence[Phrase] | None,
    normalize: Callable[[list[str]], Iterable[Any]],
) -> tuple[list[Annotation], NotCounted]:
    """Return the entities of each utterance, their texts normalized as the utterances are.

    And what of the list, or of the columns, is not counted.

    Args:
        utterances: the texts as they were given, and their columns.
        references: the texts as they are scored.
        hypotheses: the same.
        phrases: what to look for in all texts; ``None`` to read the columns ``entities`` and,
            where there is one, ``hypothesis_entities``.
        normalize: does to texts what was done to those of the utterances.

    Raises:
        UsageError: neither a list nor a column.
        InputError: a column with something else than entities.
    """
    if phrases is not None:
        known = _normalized(phrases, normalize)
        pairs = zip(as_list(references), as_list(hypotheses), strict=True)
        rows = [
            Annotation(
                _in(reference, known, spaces=True),
                _in(hypothesis, known, spaces=True),
                _in(hypothesis, known, spaces=False),
            )
            for reference, hypothesis in pairs
        ]
        there = {entity for row in rows for entity in row.said}
        texts = [phrase.text for phrase in phrases]
        both = list(zip(texts, known, strict=True))
        blank = {text for text, entity in both if not entity.words}
        unsaid = {text for text, entity in both if entity.words and entity not in there}
        return rows, NotCounted(blank=tuple(sorted(blank)), unsaid=tuple(sorted(unsaid)))
    if REFERENCE_COLUMN not in utterances.metadata:
        raise UsageError(
            f"the metric 'entities' finds no column {REFERENCE_COLUMN!r} that says what the "
            "entities of each reference are; give one, or a list of phrases: entities=[...], "
            "--entities FILE"
        )
    said, emptied = _column(utterances, REFERENCE_COLUMN, normalize)
    if HYPOTHESIS_COLUMN not in utterances.metadata:
        return [Annotation(entities) for entities in said], NotCounted(emptied)
    written, more = _column(utterances, HYPOTHESIS_COLUMN, normalize)
    rows = [Annotation(*pair, pair[1]) for pair in zip(said, written, strict=True)]
    return rows, NotCounted(emptied + more)


def _column(utterances: Utterances, name: str, normalize: Any) -> tuple[list[list[Entity]], int]:
    texts = utterances.references if name == REFERENCE_COLUMN else utterances.hypotheses
    given = [
        phrases_of(value, text if isinstance(text, str) else None, _where(utterances, row, name))
        for row, (value, text) in enumerate(
            zip(utterances.metadata[name], as_list(texts), strict=True)
        )
    ]
    entities = _normalized([phrase for row in given for phrase in row], normalize)
    flat = iter(entities)
    rows = [[entity for entity in (next(flat) for _ in row) if entity.words] for row in given]
    return rows, sum(not entity.words for entity in entities)


def _where(utterances: Utterances, row: int, name: str) -> str:
    return f"{utterances.name(row)}, column {name!r}"


def _normalized(phrases: Sequence[Phrase], normalize: Any) -> list[Entity]:
    texts = as_list(normalize([phrase.text for phrase in phrases])) if phrases else []
    return [
        Entity(tuple(text.split()), phrase.type)
        for text, phrase in zip(texts, phrases, strict=True)
    ]


def _in(text: Any, known: list[Entity], *, spaces: bool) -> list[Entity]:
    words = text.split() if isinstance(text, str) else text
    if not isinstance(words, (list, tuple)):
        return []
    return [entity for _, entity in found(words, known, spaces=spaces)]
