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

    Normalize = Callable[[list[str]], Iterable[Any]]

__all__ = ["REFERENCE_COLUMN", "NotCounted", "annotate", "column_entities", "normalized"]

REFERENCE_COLUMN, HYPOTHESIS_COLUMN = "entities", "hypothesis_entities"


class NotCounted(NamedTuple):
    """What was given and could not be counted.

    Attributes:
        emptied: how many entities of columns there are of which the normalizer leaves no word.
        blank: phrases of a list of which it leaves none, sorted.
        unsaid: phrases of a list that are in no reference, sorted.
    """

    emptied: int = 0
    blank: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()


def annotate(
    utterances: Utterances,
    references: Any,
    hypotheses: Any,
    phrases: Sequence[Phrase] | None,
    parts: Sequence[tuple[Normalize, Iterable[int]]],
) -> tuple[list[Annotation], NotCounted]:
    """Return the entities of each utterance, their texts normalized as the utterances are.

    And what of the list, or of the columns, is not counted.

    Args:
        utterances: the texts as they were given, and their columns.
        references: the texts as they are scored.
        hypotheses: the same.
        phrases: what to look for in all texts; ``None`` to read the columns ``entities`` and,
            where there is one, ``hypothesis_entities``.
        parts: what does to texts what was done to those of some utterances, and their rows.

    Raises:
        UsageError: neither a list nor a column.
        InputError: a column with something else than entities.
    """
    if phrases is not None:
        return _phrases(as_list(references), as_list(hypotheses), phrases, parts)
    if REFERENCE_COLUMN not in utterances.metadata:
        raise UsageError(
            f"the metric 'entities' finds no column {REFERENCE_COLUMN!r} that says what the "
            "entities of each reference are; give one, or a list of phrases: entities=[...], "
            "--entities FILE"
        )
    said, emptied = column_entities(utterances, REFERENCE_COLUMN, parts)
    if HYPOTHESIS_COLUMN not in utterances.metadata:
        return [Annotation(entities) for entities in said], NotCounted(emptied)
    written, more = column_entities(utterances, HYPOTHESIS_COLUMN, parts)
    rows = [Annotation(*pair, pair[1]) for pair in zip(said, written, strict=True)]
    return rows, NotCounted(emptied + more)


def _phrases(
    references: Sequence[Any],
    hypotheses: Sequence[Any],
    phrases: Sequence[Phrase],
    parts: Sequence[tuple[Normalize, Iterable[int]]],
) -> tuple[list[Annotation], NotCounted]:
    """Return where phrases are; in utterances of several languages normalized for each."""
    rows = [Annotation()] * len(references)
    worded: set[int] = set()
    heard: set[int] = set()
    for normalize, places in parts:
        known = normalized(phrases, normalize)
        there: set[Entity] = set()
        for row in places:
            rows[row] = Annotation(
                _in(references[row], known, spaces=True),
                _in(hypotheses[row], known, spaces=True),
                _in(hypotheses[row], known, spaces=False),
            )
            there.update(rows[row].said)
        worded.update(at for at, entity in enumerate(known) if entity.words)
        heard.update(at for at, entity in enumerate(known) if entity in there)
    blank = {phrase.text for at, phrase in enumerate(phrases) if at not in worded}
    unsaid = {phrase.text for at, phrase in enumerate(phrases) if at in worded - heard}
    return rows, NotCounted(blank=tuple(sorted(blank)), unsaid=tuple(sorted(unsaid)))


def column_entities(
    utterances: Utterances, name: str, parts: Sequence[tuple[Normalize, Iterable[int]]]
) -> tuple[list[list[Entity]], int]:
    """Return the phrases of a column, normalized, and of how many no word is left."""
    texts = utterances.hypotheses if name == HYPOTHESIS_COLUMN else utterances.references
    given = [
        phrases_of(value, text if isinstance(text, str) else None, _where(utterances, row, name))
        for row, (value, text) in enumerate(
            zip(utterances.metadata[name], as_list(texts), strict=True)
        )
    ]
    rows: list[list[Entity]] = [[] for _ in given]
    emptied = 0
    for normalize, places in parts:
        there = list(places)
        entities = normalized([phrase for row in there for phrase in given[row]], normalize)
        flat = iter(entities)
        for row in there:
            rows[row] = [entity for entity in (next(flat) for _ in given[row]) if entity.words]
        emptied += sum(not entity.words for entity in entities)
    return rows, emptied


def _where(utterances: Utterances, row: int, name: str) -> str:
    return f"{utterances.name(row)}, column {name!r}"


def normalized(phrases: Sequence[Phrase], normalize: Any) -> list[Entity]:
    """Return phrases as words, normalized as texts are."""
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
