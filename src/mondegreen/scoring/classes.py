"""What kinds of mistakes a result has: each difference in one class, counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from mondegreen.errors import UsageError
from mondegreen.forgive.classes import CLASSES, Classifier
from mondegreen.scoring.forgiveness import is_column
from mondegreen.scoring.frames import as_arrow, as_pandas, as_polars
from mondegreen.scoring.renderers import CLASS_RENDERERS

if TYPE_CHECKING:
    from mondegreen.alignment.difference import Difference
    from mondegreen.scoring.result import Result

__all__ = ["Classes", "ErrorClass"]


class ErrorClass(NamedTuple):
    """One class of differences.

    Attributes:
        name: one of `mondegreen.forgive.classes.CLASSES`.
        differences: how many there are.
        errors: in words.
        share: of all remaining errors, 0 to 1.
        substitutions: of the errors.
        deletions: the same.
        insertions: the same.
        reference: the words of the most frequent difference, the first by alphabet among equals.
        hypothesis: the same.
        times: how often that one is there.
    """

    name: str
    differences: int
    errors: int
    share: float
    substitutions: int
    deletions: int
    insertions: int
    reference: str
    hypothesis: str
    times: int


@dataclass(frozen=True, repr=False)
class Classes:
    """The remaining differences by class, the class with most errors first.

    Errors sum to those of the metric: the remaining ones, where it was scored with forgivers.

    Attributes:
        metric: whose differences these are.
        language: whose words they were looked up in.
        classes: those that occur.
        missing: the classes of which nothing is known in the language.

    >>> from mondegreen import score
    >>> found = score("call me at five", "call him at nine").classes()
    >>> [(each.name, each.errors) for each in found]
    [('number', 1), ('function word', 1)]
    """

    metric: str
    language: str
    classes: tuple[ErrorClass, ...]
    missing: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, result: Result, metric: str, *, language: str | None = None, entities: Any = ()
    ) -> Classes:
        """Count the differences of a result.

        Raises:
            UsageError: they are not differences between words, or the texts are not there.
        """
        if not result.unit_of(metric).startswith("word"):
            raise UsageError(
                f"{metric} counts in the unit {result.unit_of(metric)!r}; classes of errors are of "
                "words, as those of wer"
            )
        kept = () if result.forgiving is None else result.forgiving.entities
        spoken = _languages(result, language)
        classifiers = {code: Classifier(code, (*kept, *entities)) for code in {*spoken.values()}}
        counts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        examples: defaultdict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
        pieces: defaultdict[str, list[Difference]] = defaultdict(list)
        for whole in result.differences(metric):
            pieces[spoken.get(whole.id, spoken[None])] += Classifier.pieces(whole)
        for code, found in pieces.items():
            classifiers[code].learn(found)
        for each, classifier in (
            (each, classifiers[code]) for code, found in pieces.items() for each in found
        ):
            name = classifier.of(each)
            steps = (1, each.substitutions, each.deletions, each.insertions)
            counts[name] = [sum(two) for two in zip(counts[name], steps, strict=True)]
            examples[name][" ".join(each.reference), " ".join(each.hypothesis)] += 1
        total = sum(sum(steps[1:]) for steps in counts.values())
        made = []
        for name, (differences, *errors) in counts.items():
            (said, written), times = min(
                examples[name].items(), key=lambda found: (-found[1], found[0])
            )
            made.append(
                ErrorClass(
                    name=name,
                    differences=differences,
                    errors=sum(errors),
                    share=sum(errors) / total,
                    substitutions=errors[0],
                    deletions=errors[1],
                    insertions=errors[2],
                    reference=said,
                    hypothesis=written,
                    times=times,
                )
            )
        made.sort(key=lambda each: (-each.errors, CLASSES.index(each.name)))
        codes = sorted(classifiers)
        missing = dict.fromkeys(name for code in codes for name in classifiers[code].missing)
        return cls(metric, ", ".join(codes), tuple(made), tuple(missing))

    def __iter__(self) -> Any:
        return iter(self.classes)

    def __len__(self) -> int:
        return len(self.classes)

    def __str__(self) -> str:
        return CLASS_RENDERERS.get("table")(self)

    __repr__ = __str__

    def records(self) -> list[dict[str, Any]]:
        """Return one row a class."""
        return [each._asdict() for each in self.classes]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {
            "metric": self.metric,
            "language": self.language,
            "missing": list(self.missing),
            "classes": self.records(),
        }

    def to_arrow(self) -> Any:
        """Return `records` as a pyarrow Table."""
        return as_arrow(self._columns())

    def to_pandas(self) -> Any:
        """Return `records` as a pandas DataFrame."""
        return as_pandas(self._columns())

    def to_polars(self) -> Any:
        """Return `records` as a polars DataFrame."""
        return as_polars(self._columns())

    def _columns(self) -> dict[str, list[Any]]:
        return {name: [getattr(each, name) for each in self.classes] for name in ErrorClass._fields}


def _languages(result: Result, language: str | None) -> dict[str | None, str]:
    """Return the language of each utterance by its id; ``None`` for that of all others."""
    if is_column(language):
        language = None
    chosen = result.forgiving or result.recipe.forgiving()
    if language or not result.recipe.languages or chosen is None:
        return {None: language or result.recipe.language or "en"}
    spoken = chosen.of(result.metadata)
    found: dict[str | None, str] = {
        result.id(row): spoken.of_row(row).language for row in range(len(result))
    }
    return {None: next(iter(found.values())), **found}
