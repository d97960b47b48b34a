"""Entities: the error rate in one number, and all rates by type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.scoring.entity_report import EntityReport, EntityScores
from mondegreen.scoring.scorer import Scorer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Unpack

    from mondegreen.options.scoring import RateKeywords
    from mondegreen.scoring.result import Result

__all__ = ["EntityReport", "EntityScores", "entity_error_rate", "entity_scores"]


def entity_error_rate(
    reference: Any,
    hypothesis: Any = None,
    *,
    metadata: Mapping[str, Iterable[Any]] | None = None,
    **options: Unpack[RateKeywords],
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
        UsageError: the entities are not given.
        InputError: entities in a form that is not known, or that are not in their reference.

    >>> entity_error_rate("ann flew to rome", "anne flew to rome", entities=["ann", "rome"])
    0.5
    """
    return float(_scored(reference, hypothesis, metadata, options)["entities"])


def entity_scores(
    reference: Any,
    hypothesis: Any = None,
    *,
    metadata: Mapping[str, Iterable[Any]] | None = None,
    **options: Unpack[RateKeywords],
) -> EntityReport:
    """Return recall, precision, F1, error rates and their counts, by the type of the entities.

    The arguments are those of `entity_error_rate`. Entities without a type are under ``""``.
    Types do not add up to the total where the same words have several.

    >>> known = [{"text": "ann", "type": "PERSON"}, {"text": "rome", "type": "CITY"}]
    >>> report = entity_scores("ann flew to rome", "anne flew to rome", entities=known)
    >>> report.total.recall, {name: scores.recall for name, scores in report.by_type.items()}
    (0.5, {'CITY': 1.0, 'PERSON': 0.0})
    """
    report = _scored(reference, hypothesis, metadata, options).entities
    return report or EntityReport()


def _scored(reference: Any, hypothesis: Any, metadata: Any, options: Any) -> Result:
    scorer = Scorer(metrics=["entities"], **options)
    if isinstance(reference, str) and isinstance(hypothesis, str):
        reference, hypothesis = [reference], [hypothesis]
    scorer.update(reference, hypothesis, metadata=metadata)
    return scorer.compute()
