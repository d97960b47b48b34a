"""Sums of utterances without the utterances: what is added up of a corpus that is scored in parts."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from mondegreen.errors import SignatureMismatchError, UsageError
from mondegreen.metrics.base import Rows
from mondegreen.scoring import packs
from mondegreen.scoring.groups import Groups, exact_key, key_order
from mondegreen.scoring.result import Result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.coverage import Coverage
    from mondegreen.scoring.entity_report import EntityReport
    from mondegreen.scoring.hallucination import Hallucinations
    from mondegreen.scoring.metric_result import MetricResult
    from mondegreen.scoring.recipe import Recipe

__all__ = ["Totals"]

Sums = dict[str, tuple[int, ...]]


class _Group(NamedTuple):
    """One group: its key, how many of it were scored, and the statistics of each metric."""

    key: Any
    scored: int
    sums: Sums

    def plus(self, other: _Group | None) -> _Group:
        """Return the group with the utterances of another of the same key."""
        if other is None:
            return self
        return _Group(self.key, self.scored + other.scored, _added(self.sums, other.sums))


@dataclass(frozen=True)
class Totals:
    """The sums of some utterances, as small however many there were; they can be added and pickled.

    Attributes:
        recipe: how they were scored.
        sums: the statistics of each metric.
        coverage: how many were scored, and why the others were not.
        by: the columns of the groups.
        groups: those by the columns, each under its key with its type, as 1 and True are two.
        entities: of metrics that count entities.
        flags: those of each utterance that may be hallucinated, where they were asked for.

    >>> from mondegreen import score
    >>> parts = [Totals.of(score("a b", "a c")), Totals.of(score("d e", "d e"))]
    >>> (parts[0] + parts[1]).result()["wer"].value
    0.25
    """

    recipe: Recipe
    sums: Sums
    coverage: Coverage
    by: tuple[str, ...] = ()
    groups: dict[Any, _Group] = field(default_factory=dict)
    entities: EntityReport | None = None
    flags: tuple[str, ...] | None = None

    @classmethod
    def of(
        cls, result: Result, by: Sequence[str] = (), *, flags: Hallucinations | None = None
    ) -> Totals:
        """Return the sums of a result, and of its groups by some columns; with the ``flags`` that were found."""
        groups = {}
        for key, metrics in result.by(*by).items() if by else ():
            sums = {name: tuple(each.counts.values()) for name, each in metrics.items()}
            name, first = next(iter(metrics.items()))
            scored = first.utterances + result.metrics[name].left_out_of(sums[name])
            groups[exact_key(key)] = _Group(key, scored, sums)
        return cls(
            result.recipe,
            {name: part.sums for name, part in result.rows.items()},
            result.coverage,
            tuple(by),
            groups,
            result.entities,
            None if flags is None else tuple(flags.flagged.values()),
        )

    def __add__(self, other: Totals) -> Totals:
        """Return the sums of both.

        Raises:
            SignatureMismatchError: they were scored in different ways.
            UsageError: their groups are by different columns.
        """
        spoken = tuple(sorted({*self.recipe.languages, *other.recipe.languages}))
        marks = max(self.recipe.dont_care, other.recipe.dont_care)  # of some texts, as found
        pins = packs.joined(self.recipe.packs, other.recipe.packs)
        recipe, of_other = (
            replace(each.recipe, languages=spoken, dont_care=marks) for each in (self, other)
        )
        if recipe != of_other or packs.conflict(self.recipe.packs, other.recipe.packs):
            raise SignatureMismatchError(self.recipe.signature(), other.recipe.signature())
        if self.by != other.by:
            raise UsageError(f"these are sums by {self.by} and by {other.by}; expected the same")
        groups = dict(self.groups)
        for key, group in other.groups.items():
            groups[key] = group.plus(groups.get(key))
        return replace(
            self,
            recipe=replace(recipe, packs=pins),
            sums=_added(self.sums, other.sums),
            coverage=self.coverage + other.coverage,
            groups=groups,
            entities=self.entities + other.entities if self.entities and other.entities else None,
            flags=None if self.flags is None or other.flags is None else self.flags + other.flags,
        )

    def result(self, sample: Any = None) -> Result:
        """Return a result with rates, counts, groups and coverage, and no utterances.

        A ``sample`` of the references is there for who wants to know what they look like.
        """
        rows = {
            name: Rows(tuple(array("q") for _ in sums), sums) for name, sums in self.sums.items()
        }
        return _Summed(
            recipe=self.recipe,
            rows=rows,
            status=b"",
            reasons={},
            coverage=self.coverage,
            slices=self.by,
            entities=self.entities,
            references=sample,
            totals=self,
        )


def _added(first: Sums, second: Sums) -> Sums:
    return {
        name: tuple(map(sum, zip(sums, second[name], strict=True))) for name, sums in first.items()
    }


@dataclass(frozen=True, repr=False, kw_only=True)
class _Summed(Result):
    """A result of which the sums alone are there."""

    totals: Totals

    def __len__(self) -> int:
        return self.coverage.total

    @property
    def has_texts(self) -> bool:
        """No: references that are there are a sample, for hints."""
        return False

    @property
    def flagged(self) -> list[str] | None:
        """The flags, where they were asked for."""
        return None if self.totals.flags is None else list(self.totals.flags)

    def by(self, *columns: str) -> Groups:
        """Return the groups by the columns that were summed."""
        named = columns or self.slices
        if named != self.totals.by or not named:
            self._without_rows()
        groups = self.totals.groups
        found = [groups[exact] for exact in sorted(groups, key=key_order)]
        return Groups(
            named,
            tuple(
                (
                    each.key,
                    {
                        name: self._summary(name, sums, each.scored)
                        for name, sums in each.sums.items()
                    },
                )
                for each in found
            ),
        )

    def _summary(
        self, metric: str, sums: Any, utterances: int, _sample: Any = None
    ) -> MetricResult:
        return super()._summary(metric, sums, utterances)

    def _without_rows(self, *_: Any, **__: Any) -> NoReturn:
        summed = ", ".join(map(repr, self.totals.by)) or "no column"
        raise UsageError(
            f"this result has sums alone (by {summed}) and no utterances; score the texts at once with "
            "mondegreen.score, or name the columns with by= where they are scored in parts"
        )

    kinds = counts = utterance = texts = mean = column = sliced = _without_rows
    is_scored = scored_rows = aligned_columns = aligned_texts = _without_rows
    differences = forgiven = confusions = classes = with_intervals = _without_rows
    to_dict = to_arrow = to_pandas = to_polars = to_html = save = _without_rows
