"""How many entities were kept, of all kinds and of each."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final

from mondegreen._kernel import EMPTY
from mondegreen.metrics.entities import EntityErrorRate, count_entities
from mondegreen.metrics.entity_spans import Annotation

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.metrics.entity_spans import Entity
    from mondegreen.scoring.entity_columns import NotCounted

__all__ = ["EntityReport", "EntityScores"]

_RATES: Final = (
    *("error_rate", "recall", "precision", "f1"),
    *("recall_no_space", "precision_no_space", "f1_no_space", "cer"),
)


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

    lost: int = 0
    entities: int = 0
    written: int = 0
    matched: int = 0
    written_no_space: int = 0
    matched_no_space: int = 0
    letter_errors: int = 0
    letters: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return counts and rates as plain values; a rate by nothing is ``None``."""
        counts = {part.name: getattr(self, part.name) for part in fields(self)}
        return {**counts, **{name: getattr(self, name) for name in _RATES}}

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
        """Letters that are wrong in what replaces the entities, over their letters."""
        return _share(self.letter_errors, self.letters)

    def __add__(self, other: EntityScores) -> EntityScores:
        return EntityScores(
            **{
                part.name: getattr(self, part.name) + getattr(other, part.name)
                for part in fields(self)
            }
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityReport:
    """Entity scores of all types together, and of each; those without a type are under ``""``.

    Attributes:
        total: of all. Types do not add up to it where the same words have several.
        by_type: of each type, sorted.
        emptied_rows: how many entities of columns were not looked for, as the normalizer leaves no
            word of them.
        blank: phrases of a list for which that holds, as they were given, sorted.
        unsaid: phrases of a list that are in no reference, as they were given, sorted.
    """

    total: EntityScores = field(default_factory=EntityScores)
    by_type: dict[str, EntityScores] = field(default_factory=dict)
    emptied_rows: int = 0
    blank: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()

    @property
    def emptied(self) -> int:
        """How many entities were not looked for, as the normalizer leaves no word of them."""
        return self.emptied_rows + len(self.blank)

    @classmethod
    def of(
        cls,
        references: Iterable[Any],
        hypotheses: Iterable[Any],
        annotations: Iterable[Annotation],
        status: bytes,
        *,
        missing: str,
        not_counted: NotCounted,
    ) -> EntityReport:
        """Count the entities of texts as they are scored.

        Args:
            references: what was said.
            hypotheses: what the system wrote.
            annotations: the entities of each pair.
            status: of each pair, as in `mondegreen._kernel`.
            missing: what becomes of pairs without a hypothesis.
            not_counted: what was given, and cannot be.
        """
        total = EntityScores()
        by_type: defaultdict[str, EntityScores] = defaultdict(EntityScores)
        rows = zip(references, hypotheses, annotations, status, strict=True)
        for said, written, annotation, state in rows:
            if state > EMPTY and missing == "skip":
                continue
            heard = "" if state > EMPTY else written
            if not any(annotation):
                continue
            total += _scores(said, heard, annotation)
            for kind in {entity.type for part in annotation for entity in part or ()}:
                by_type[kind] += _scores(said, heard, _of_type(annotation, kind))
        return cls(
            total=total,
            by_type=dict(sorted(by_type.items())),
            emptied_rows=not_counted.emptied,
            blank=not_counted.blank,
            unsaid=not_counted.unsaid,
        )

    def __add__(self, other: EntityReport) -> EntityReport:
        kinds = sorted({*self.by_type, *other.by_type})
        nothing = EntityScores()
        return EntityReport(
            total=self.total + other.total,
            by_type={
                kind: self.by_type.get(kind, nothing) + other.by_type.get(kind, nothing)
                for kind in kinds
            },
            emptied_rows=self.emptied_rows + other.emptied_rows,
            blank=tuple(sorted({*self.blank, *other.blank})),
            unsaid=tuple(sorted({*self.unsaid} & {*other.unsaid})),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return counts and rates as plain values, ready for JSON."""
        return {
            "total": self.total.to_dict(),
            "by_type": {kind: scores.to_dict() for kind, scores in self.by_type.items()},
            "emptied": self.emptied,
            "unsaid": list(self.unsaid),
        }

    def stored(self) -> dict[str, Any]:
        """Return what a run file keeps."""
        return {
            "total": list(_counts(self.total)),
            "by_type": {kind: list(_counts(scores)) for kind, scores in self.by_type.items()},
            "emptied_rows": self.emptied_rows,
            "blank": list(self.blank),
            "unsaid": list(self.unsaid),
        }

    @classmethod
    def restored(cls, values: dict[str, Any], sums: Sequence[int] | None) -> EntityReport:
        """Return what `stored` gave, checked.

        Args:
            values: of a file that may have been edited.
            sums: the statistics of the metric ``entities``, where it was scored.

        Raises:
            ValueError: no counts that texts could have, or others than the sums.
        """
        total = _checked(values["total"])
        if sums is not None and _counts(total) != tuple(sums):
            raise ValueError("the counts of entities and the rows do not agree")
        by_type = {str(kind): _checked(counts) for kind, counts in values["by_type"].items()}
        if any(scores.entities > total.entities for scores in by_type.values()):
            raise ValueError("a type of entities has more than there are")
        phrases = [values[name] for name in ("blank", "unsaid")]
        if not all(isinstance(text, str) for part in phrases for text in part):
            raise ValueError("a phrase is not a text")
        emptied = values["emptied_rows"]
        if type(emptied) is not int or emptied < 0:
            raise ValueError(f"{emptied!r} is not a number of entities")
        blank, unsaid = (tuple(sorted(part)) for part in phrases)
        return cls(
            total=total,
            by_type=dict(sorted(by_type.items())),
            emptied_rows=emptied,
            blank=blank,
            unsaid=unsaid,
        )


def _counts(scores: EntityScores) -> tuple[int, ...]:
    return tuple(getattr(scores, part.name) for part in fields(scores))


def _checked(counts: Any) -> EntityScores:
    whole = isinstance(counts, list) and len(counts) == len(fields(EntityScores))
    if not whole or not all(type(count) is int and 0 <= count < 1 << 63 for count in counts):
        raise ValueError(f"{counts!r:.60} are not counts of entities")
    found = EntityScores(**dict(zip(EntityErrorRate.statistics, counts, strict=True)))
    pairs = (found.matched, found.written), (found.matched_no_space, found.written_no_space)
    if found.lost + found.matched != found.entities or any(part > all_ for part, all_ in pairs):
        raise ValueError(f"{counts!r:.60} are counts of entities that do not go together")
    return found


def _scores(reference: Any, hypothesis: Any, annotation: Annotation) -> EntityScores:
    counts = count_entities(reference, hypothesis, annotation)
    return EntityScores(**dict(zip(EntityErrorRate.statistics, counts, strict=True)))


def _of_type(annotation: Annotation, kind: str) -> Annotation:
    def those(entities: Sequence[Entity] | None) -> Sequence[Entity] | None:
        return None if entities is None else [each for each in entities if each.type == kind]

    return Annotation(
        those(annotation.said) or (), those(annotation.written), those(annotation.written_no_space)
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
