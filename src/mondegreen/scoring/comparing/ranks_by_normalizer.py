"""The places of the systems under several normalizers, and which of them depend on the choice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from mondegreen.errors import UsageError
from mondegreen.scoring.comparing.fillings import depends, left, limits_of
from mondegreen.scoring.forgiveness import own
from mondegreen.scoring.scorer import Scorer
from mondegreen.text.normalizers import normalizer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.scoring.comparing.systems import Systems
    from mondegreen.scoring.result import Result

__all__ = ["Places", "places", "rescored"]


@dataclass(frozen=True)
class Places:
    """Where each system is under each normalizer.

    Attributes:
        names: the systems, in the order of the first normalizer.
        rates: by normalizer, of each system; ``None`` where it has none.
        places: by normalizer, the place of each system, from 1; equal rates share one.
    """

    names: list[str]
    rates: dict[str, dict[str, float | None]]
    places: dict[str, dict[str, int]]

    def span(self, name: str) -> tuple[int, int]:
        """Return the best and the worst place of a system under any of the normalizers."""
        found = [places[name] for places in self.places.values()]
        return min(found), max(found)

    @property
    def depending(self) -> list[str]:
        """The systems whose place depends on the normalizer."""
        return [name for name in self.names if len({*self.span(name)}) > 1]

    def groups(self) -> list[tuple[int, int, list[str]]]:
        """Return runs of places that depend on the normalizer: from, to, and who takes them.

        >>> rates = {"a": {"x": 0.1, "y": 0.2, "z": 0.3}, "b": {"x": 0.1, "y": 0.4, "z": 0.3}}
        >>> Places.of(rates).groups()
        [(2, 3, ['y', 'z'])]
        """
        spans = sorted((*self.span(name), name) for name in self.depending)
        found: list[tuple[int, int, list[str]]] = []
        for low, high, name in spans:
            if found and low <= found[-1][1]:
                first, last, names = found[-1]
                found[-1] = first, max(last, high), [*names, name]
            else:
                found.append((low, high, [name]))
        return [(low, high, sorted(names, key=self.names.index)) for low, high, names in found]

    @classmethod
    def of(
        cls, rates: dict[str, dict[str, float | None]], *, higher_is_better: bool = False
    ) -> Places:
        """Return the places that rates give; a system without a rate comes last."""
        sign = -1 if higher_is_better else 1

        def key(rate: float | None) -> tuple[bool, float]:
            return rate is None, sign * (rate or 0.0)

        found = {
            made: {
                name: 1 + sum(key(other) < key(rate) for other in by_name.values())
                for name, rate in by_name.items()
            }
            for made, by_name in rates.items()
        }
        first = next(iter(found.values()))
        return cls(sorted(first, key=first.__getitem__), rates, found)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "normalizers": list(self.rates),
            "systems": [
                {
                    "name": name,
                    "best_place": self.span(name)[0],
                    "worst_place": self.span(name)[1],
                    "rates": {made: rates[name] for made, rates in self.rates.items()},
                    "places": {made: found[name] for made, found in self.places.items()},
                }
                for name in self.names
            ],
            "depending": self.depending,
        }


def rescored(result: Result, metric: str, name: str, **data: Any) -> Result:
    """Return a result of the same texts under another normalizer.

    ``data`` is what a recipe does not hold: the entities, the judge, the threads.

    Raises:
        UsageError: the result has no texts, or the metric has a normalizer of its own.
    """
    if not result.has_texts:
        raise UsageError(
            "other normalizers need the texts; save the run with texts=True (--save-texts)"
        )
    if result.metrics[metric].normalizer:
        raise UsageError(
            f"{metric} has a normalizer of its own, so no other changes it; leave normalizers= "
            "(--normalizers) out, or name another metric"
        )
    found: Any = normalizer(name)
    made = replace(result.recipe.only(metric), normalizer=f"{name}@{found.version}", packs=())
    recipe = made.checked()
    scorer = Scorer.from_recipe(recipe, forgive=own(result), **data)
    metadata = result.metadata
    scorer.update(result.references, result.hypotheses, ids=result.ids, metadata=metadata)
    return scorer.compute()


def places(systems: Systems, names: Iterable[str], **data: Any) -> tuple[Places | None, str]:
    """Return the places as they were scored, and under the named normalizers; see `rescored`.

    Where a judge left something open under one of them there are no places, and the text says why.
    """
    metric = systems.metric
    scored = systems.first.recipe.only(metric).normalizer
    rates: dict[str, dict[str, float | None]] = {}
    for name in dict.fromkeys([scored, *names]):
        same = name in {scored, scored.partition("@")[0]}
        shown = scored.partition("@")[0] if same else name
        under = (
            systems
            if same
            else systems.with_results(
                {
                    system: rescored(result, metric, name, **data)
                    for system, result in systems.results.items()
                }
            )
        )
        if any(left(under, system).unjudged for system in under.results):
            why = f"no places by normalizer: {depends(under, under.results, f'those under {shown} depend on them')}"
            return None, why
        rates[shown] = {system: _rate(under, system) for system in under.results}
    return Places.of(rates, higher_is_better=systems.kind.higher_is_better), ""


def _rate(systems: Systems, name: str) -> float | None:
    """Return the rate on the utterances that all have scored."""
    return limits_of(systems.kind, systems.totals(name))[0] if systems.scored else None
