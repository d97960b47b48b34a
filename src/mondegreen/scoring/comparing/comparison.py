"""What comparing systems gives: rates with intervals, ranks, pairs, slices, oracles."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from mondegreen.errors import UsageError
from mondegreen.scoring.averages import averages_of
from mondegreen.scoring.comparing.letter_display import groups_of
from mondegreen.scoring.comparing.ranks import apart
from mondegreen.scoring.number_columns import number_column
from mondegreen.scoring.renderers import COMPARISON_PLOTS, COMPARISON_RENDERERS, NOTEBOOK

if TYPE_CHECKING:
    from mondegreen.scoring.comparing.differing_utterances import Slice, UtteranceOfSystems
    from mondegreen.scoring.comparing.fillings import Left
    from mondegreen.scoring.comparing.oracle import Contradicted, Oracle
    from mondegreen.scoring.comparing.ranks import Rank
    from mondegreen.scoring.comparing.ranks_by_normalizer import Places
    from mondegreen.scoring.comparing.release_gates import Verdict
    from mondegreen.scoring.comparing.significance import Choices, PairOfSystems
    from mondegreen.scoring.comparing.systems import Systems
    from mondegreen.scoring.coverage import Coverage
    from mondegreen.scoring.plotting import ComparisonPlots
    from mondegreen.stats.interval import Interval

__all__ = ["Comparison", "SystemScore"]

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class SystemScore:
    """One system among others.

    Attributes:
        name: of the system.
        rank: its rank; ``None`` where it has no rate, or where its order against another
            system depends on what was not judged.
        rate: on the utterances that all systems have scored; ``None`` where there is none, or where
            not all was judged.
        interval: of that rate.
        errors: on the same utterances, of those that were judged; of weighed ones a part may count.
        own_rate: on all that it has scored itself.
        own_utterances: how many those are.
        coverage: how many were scored, empty, missing and failed, of its own.
        limits: the lowest and the highest rate on the common utterances; ``None`` each without one.
        left: of a judged metric, what was not judged of the common utterances.
    """

    name: str
    rank: Rank | None
    rate: float | None
    interval: Interval
    errors: float
    own_rate: float | None
    own_utterances: int
    coverage: Coverage
    limits: tuple[float | None, float | None] = (None, None)
    left: Left | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        rank = self.rank
        return {
            "name": self.name,
            "rank": rank.rank if rank else None,
            "worst_place": rank.worst_place if rank else None,
            "group": rank.group if rank else None,
            "rate": self.rate,
            "interval": self.interval.to_dict(),
            "errors": self.errors,
            "own_rate": self.own_rate,
            "own_utterances": self.own_utterances,
            "coverage": self.coverage.to_dict(),
            **self._of_judges(),
        }

    def _of_judges(self) -> dict[str, Any]:
        """Return what is said where the metric is a judged one."""
        if self.left is None:
            return {}
        low, high = self.limits
        counts = {"needed": self.left.needed, "unjudged": self.left.unjudged}
        return {"rate_low": low, "rate_high": high, **counts}


@dataclass(frozen=True, repr=False)
class Comparison:
    """Systems on the same utterances, the best first.

    Attributes:
        metric: its name, with the unit if that is not its default.
        signature: the comparing part that all share.
        utterances: how many all systems have scored; of sessions, how many speakers.
        total: how many there are.
        choices: how pairs were tested.
        scores: one per system, the best rate first.
        pairs: every pair of systems, the better one first.
        slices: rates by group, for each column that was asked for.
        differing: the utterances on which the systems differ most.
        oracle: lower bounds of what they could have together; ``None`` if not asked for.
        contradicted: where all contradict the reference alike; ``None`` if not asked for, or
            without texts.
        places: under other normalizers; ``None`` if not asked for.
        verdicts: of the gates.
        refused: what depends on utterances that were not judged, and is left open, with the counts.
        systems: the results, on which all of this is.

    >>> from mondegreen import compare, score
    >>> said = ["the cat sat", "on the mat", "all day long", "in the sun"] * 10
    >>> good = ["the cat sat", "on the mat", "all day long", "in a sun"] * 10
    >>> bad = ["the hat", "on the mat", "all they long", "in sun"] * 10
    >>> found = compare({"bad": score(said, bad), "good": score(said, good)})
    >>> [(each.name, each.rank.rank) for each in found.scores]
    [('good', 1), ('bad', 2)]
    >>> found.pair("good", "bad").separated
    True
    """

    metric: str
    signature: str
    utterances: int
    total: int
    choices: Choices
    scores: list[SystemScore]
    pairs: list[PairOfSystems]
    slices: list[Slice]
    differing: list[UtteranceOfSystems]
    oracle: Oracle | None
    contradicted: list[Contradicted] | None
    places: Places | None
    verdicts: list[Verdict]
    systems: Systems
    refused: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return COMPARISON_RENDERERS.get("table")(self)

    __repr__ = __str__

    def render(self, to: str) -> str:
        """Return the comparison as a text, by a name that ``mondegreen compare --to`` takes."""
        return COMPARISON_RENDERERS.get(to)(self)

    def _repr_html_(self) -> str:
        return NOTEBOOK.get("comparison")(self)

    @property
    def plot(self) -> ComparisonPlots:
        """Pictures for a notebook: ``rates()``, ``pareto(column)``; they need matplotlib."""
        return COMPARISON_PLOTS.get("matplotlib")(self)

    def pair(self, first: str, second: str) -> PairOfSystems:
        """Return one pair, in either order.

        Raises:
            UsageError: no such pair.
        """
        for pair in self.pairs:
            if {pair.first, pair.second} == {first, second}:
                return pair
        known = ", ".join(each.name for each in self.scores)
        raise UsageError(f"there is no pair {first!r} and {second!r}; systems: {known}")

    def without_texts(self) -> Comparison:
        """Return the same comparison, of results that hold no texts."""
        texts = ("references", "hypotheses", "references_normalized", "hypotheses_normalized")
        bare = {
            name: result._with(**dict.fromkeys(texts))
            for name, result in self.systems.results.items()
        }
        return replace(self, systems=self.systems.with_results(bare))

    @property
    def groups(self) -> list[list[str]]:
        """The largest sets of systems of which no two can be told apart, the best first."""
        return groups_of([each.name for each in self.scores if each.rank], apart(self.pairs))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as ``--to json`` writes them."""
        return {
            "schema_version": SCHEMA_VERSION,
            "metric": self.metric,
            "signature": self.signature,
            "utterances": self.utterances,
            "total": self.total,
            "test": self.choices.test,
            "level": self.choices.level,
            "cluster": self.choices.cluster,
            "resamples": self.choices.resamples,
            "seed": self.choices.seed,
            "systems": [each.to_dict() for each in self.scores],
            "groups": self.groups,
            "pairs": [each.to_dict() for each in self.pairs],
            "slices": [each.to_dict() for each in self.slices],
            "differing": [each.to_dict() for each in self.differing],
            "oracle": None if self.oracle is None else self.oracle.to_dict(),
            "contradicted": None
            if self.contradicted is None
            else [each.to_dict() for each in self.contradicted],
            "places": None if self.places is None else self.places.to_dict(),
            "gates": [each.to_dict() for each in self.verdicts],
            **({"refused": self.refused} if self.systems.kind.judged else {}),
            **self._next_to_rates(),
        }

    def _next_to_rates(self) -> dict[str, Any]:
        """Return the averages and the columns of numbers of each system, if they were asked for."""
        first, metric = self.systems.first, self.systems.metric
        found: dict[str, Any] = {}
        if first.shown_averages:
            found["averages"] = {
                name: averages_of(result, metric, self.systems.rows(name)).to_dict()
                for name, result in self.systems.results.items()
            }
        if first.number_columns:
            found["numbers"] = {
                name: [
                    number_column(result, column, self.systems.rows(name)).to_dict()
                    for column in first.number_columns
                ]
                for name, result in self.systems.results.items()
            }
        return found
