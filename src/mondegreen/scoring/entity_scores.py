"""Entities: the error rate in one number, and all rates by type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mondegreen._kernel import EMPTY
from mondegreen.corpus.table import as_list
from mondegreen.metrics.entities import EntityErrorRate, count_entities
from mondegreen.metrics.entity_spans import Annotation
from mondegreen.scoring.entity_columns import annotate
from mondegreen.scoring.inputs import Utterances
from mondegreen.scoring.scorer import Scorer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Unpack

    from mondegreen.metrics.entity_spans import Entity
    from mondegreen.scoring.scorer import Options

__all__ = ["EntityReport", "EntityScores", "entity_error_rate", "entity_scores"]

_NO_HYPOTHESIS = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityScores:
    """The counts of entities, summed, and the rates that follow; a rate by nothing is ``None``.

    >>> scores = EntityScores(lost=1, entities=4, written=3, matched=3, written_no_space=4,
    ...     matched_no_space=4, letter_errors=2, letters=40)
    >>> scores.recall, scores.precision, round(scores.f1, 3), scores.recall_no_space
    (0.75, 1.0, 0.857, 1.0)
    >>> scores.error_rate, scores.cer
    (0.25, 0.05)
    """

    lost: int
    entities: int
    written: int
    matched: int
    written_no_space: int
    matched_no_space: int
    letter_errors: int
    letters: int

    @property
    def error_rate(self) -> float | None:
        """Entities that were lost, over all that were said."""
        return _share(self.lost, self.entities)

    @property
    def recall(self) -> float | None:
        """Entities that were kept, over all that were said."""
        return _share(self.matched, self.entities)

    @property
    def precision(self) -> float | None:
        """Entities that were said, over all that were written."""
        return _share(self.matched, self.written)

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall."""
        return _share(2 * self.matched, self.entities + self.written)

    @property
    def recall_no_space(self) -> float | None:
        """Recall, whatever the spaces."""
        return _share(self.matched_no_space, self.entities)

    @property
    def precision_no_space(self) -> float | None:
        """Precision, whatever the spaces."""
        return _share(self.matched_no_space, self.written_no_space)

    @property
    def f1_no_space(self) -> float | None:
        """The harmonic mean of both, whatever the spaces."""
        return _share(2 * self.matched_no_space, self.entities + self.written_no_space)

    @property
    def cer(self) -> float | None:
        """Letters that are wrong in what stands for the entities, over their letters."""
        return _share(self.letter_errors, self.letters)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityReport:
    """Entity scores of all types together, and of each."""

    total: EntityScores
    by_type: dict[str, EntityScores]


def entity_error_rate(
    reference: Any,
    hypothesis: Any = None,
    *,
    metadata: Mapping[str, Iterable[Any]] | None = None,
    **options: Unpack[Options],
) -> float:
    """Return the share of the entities of the references that the hypotheses do not have.

    Args:
        reference: what was said: a text, a column of texts, or a `Corpus`.
        hypothesis: what the system wrote.
        metadata: columns; ``entities`` holds for each utterance a list of texts or of objects
            with ``text`` (or ``start`` and ``end``) and ``type``, or JSON of one.
        options: those of `mondegreen.score`; ``entities`` are phrases to look for in all texts.

    Returns:
        A fraction from 0 to 1; NaN where the references have no entities.

    Raises:
        UsageError: nobody says what the entities are.
        InputError: entities in a form that is not known, or that do not stand in their reference.

    >>> entity_error_rate("ann flew to rome", "anne flew to rome", entities=["ann", "rome"])
    0.5
    """
    return float(_scored(reference, hypothesis, metadata, options)[1]["entities"].value)


def entity_scores(
    reference: Any,
    hypothesis: Any = None,
    *,
    metadata: Mapping[str, Iterable[Any]] | None = None,
    **options: Unpack[Options],
) -> EntityReport:
    """Return recall, precision, F1, error rates and their counts, by the type of the entities.

    The arguments are those of `entity_error_rate`. Entities without a type stand under ``""``.
    Types do not add up to the total where the same words have several.

    >>> known = [{"text": "ann", "type": "PERSON"}, {"text": "rome", "type": "CITY"}]
    >>> report = entity_scores("ann flew to rome", "anne flew to rome", entities=known)
    >>> report.total.recall, {name: scores.recall for name, scores in report.by_type.items()}
    (0.5, {'CITY': 1.0, 'PERSON': 0.0})
    """
    scorer, result = _scored(reference, hypothesis, metadata, options)
    names = EntityErrorRate.statistics
    total = EntityScores(**dict(zip(names, result.rows["entities"].sums, strict=True)))
    normalized = result.references_normalized, result.hypotheses_normalized
    given = result.references, result.hypotheses
    references, hypotheses = (
        as_list(texts if changed is None else changed)
        for texts, changed in zip(given, normalized, strict=True)
    )
    utterances = Utterances(*given, result.ids, result.metadata)
    rows = annotate(utterances, references, hypotheses, scorer.entities, scorer.as_scored)
    sums: dict[str, list[int]] = {}
    for said, heard, annotation, status in zip(
        references, hypotheses, rows, result.status, strict=True
    ):
        if status > EMPTY:
            if result.recipe.missing == "skip":
                continue
            heard = _NO_HYPOTHESIS  # noqa: PLW2901 - counts as an empty one
        for kind in {entity.type for part in annotation for entity in part or ()}:
            counts = count_entities(said, heard, _of_type(annotation, kind))
            before = sums.setdefault(kind, [0] * len(names))
            sums[kind] = [a + b for a, b in zip(before, counts, strict=True)]
    by_type = {
        kind: EntityScores(**dict(zip(names, sums[kind], strict=True))) for kind in sorted(sums)
    }
    return EntityReport(total=total, by_type=by_type)


def _scored(reference: Any, hypothesis: Any, metadata: Any, options: Any) -> tuple[Scorer, Any]:
    scorer = Scorer(metrics=["entities"], **options)
    if isinstance(reference, str) and isinstance(hypothesis, str):
        reference, hypothesis = [reference], [hypothesis]
    scorer.update(reference, hypothesis, metadata=metadata)
    return scorer, scorer.compute()


def _of_type(annotation: Annotation, kind: str) -> Annotation:
    def those(entities: Sequence[Entity] | None) -> Sequence[Entity] | None:
        return None if entities is None else [each for each in entities if each.type == kind]

    return Annotation(
        those(annotation.said) or (), those(annotation.written), those(annotation.written_no_space)
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
