"""Utterance by utterance: where the systems differ most, and what slices say."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mondegreen.scoring.comparing.fillings import limits_of
from mondegreen.scoring.groups import _key, exact_key, key_order

if TYPE_CHECKING:
    from mondegreen.scoring.comparing.systems import Systems

__all__ = ["Slice", "UtteranceOfSystems", "differing", "slices"]


@dataclass(frozen=True)
class UtteranceOfSystems:
    """One utterance in all systems.

    Attributes:
        id: of the utterance.
        errors: of each system; of weighed ones a part may count.
        reference: what was said; ``None`` without texts.
        hypotheses: what each system wrote; ``None`` where it wrote nothing, or without texts.
    """

    id: str
    errors: dict[str, float]
    reference: Any
    hypotheses: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "id": self.id,
            "errors": self.errors,
            "reference": self.reference,
            "hypotheses": {name: _plain(text) for name, text in self.hypotheses.items()},
        }


def _plain(text: Any) -> Any:
    return text if isinstance(text, (str, list, tuple)) else None


def differing(systems: Systems, count: int) -> list[UtteranceOfSystems]:
    """Return the utterances with the largest difference between most and fewest errors.

    Those that were not judged for all systems are not among them.
    """
    names, kind = list(systems.results), systems.kind
    rows = {name: systems.rows(name) for name in names}
    columns = {name: systems.results[name].rows[systems.metric].columns for name in names}
    keys = []
    for at in range(len(systems.scored)):
        counts = [[column[rows[name][at]] for column in columns[name]] for name in names]
        if kind.judged and any(map(kind.left_out_of, counts)):
            continue
        compared = [kind.compared(each) for each in counts]
        apart = max(compared) - min(compared)
        if apart:
            keys.append((-apart, at, counts))
    keys.sort(key=lambda key: key[:2])
    found = []
    for _, at, counts in keys[:count]:
        texts = {name: systems.results[name].texts(rows[name][at]) for name in names}
        found.append(
            UtteranceOfSystems(
                systems.ids[systems.scored[at]],
                dict(zip(names, map(kind.exact, counts), strict=True)),
                texts[names[0]].get("reference"),
                {name: each.get("hypothesis") for name, each in texts.items()},
            )
        )
    return found


@dataclass(frozen=True)
class Slice:
    """The systems on the utterances of one group.

    Attributes:
        column: whose values make the groups.
        key: the value of this group.
        utterances: how many there are.
        rates: of each system; ``None`` where it has none, or where not all was judged.
        best: the systems with the best rate, whatever is open.
        limits: the lowest and the highest rate of those of which not all was judged.
    """

    column: str
    key: Any
    utterances: int
    rates: dict[str, float | None]
    best: tuple[str, ...]
    limits: dict[str, tuple[float | None, float | None]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        key = self.key
        plain = key is None or (isinstance(key, (bool, int, float, str)) and key == key)  # noqa: PLR0124
        return {
            "column": self.column,
            "key": key if plain else str(key),
            "utterances": self.utterances,
            "rates": self.rates,
            "best": list(self.best),
            **(
                {"limits": {n: list(ends) for n, ends in self.limits.items()}}
                if self.limits
                else {}
            ),
        }


def slices(systems: Systems, columns: list[str]) -> list[Slice]:
    """Return the groups of each column, in order of their keys."""
    names, kind = list(systems.results), systems.kind
    rows = {name: systems.rows(name) for name in names}
    parts = {name: systems.results[name].rows[systems.metric].columns for name in names}
    found = []
    for column in columns:
        groups: dict[Any, list[int]] = {}
        shown: dict[Any, Any] = {}
        for at, value in enumerate(systems.column(column)):
            key = _key(value)
            groups.setdefault(exact_key(key), []).append(at)
            shown.setdefault(exact_key(key), key)
        for exact in sorted(groups, key=key_order):
            totals = {
                name: [sum(part[rows[name][at]] for at in groups[exact]) for part in parts[name]]
                for name in names
            }
            found.append(_slice(column, shown[exact], len(groups[exact]), totals, kind))
    return found


def _slice(
    column: str, key: Any, utterances: int, totals: dict[str, list[int]], kind: Any
) -> Slice:
    """Return one group from the sums of each system."""
    limits = {name: limits_of(kind, sums) for name, sums in totals.items()}
    partly = {
        name: limits[name]
        for name, sums in totals.items()
        if kind.judged and kind.left_out_of(sums)
    }
    rates = {name: None if name in partly else low for name, (low, _) in limits.items()}
    sign = -1 if kind.higher_is_better else 1
    ends = {
        name: sorted((sign * low, sign * high)) if low is not None and high is not None else None
        for name, (low, high) in limits.items()
    }
    open_ends = [name for name, pair in ends.items() if pair is None and name in partly]
    known = {name: pair for name, pair in ends.items() if pair is not None}
    best = tuple(
        name
        for name, (_, worst) in known.items()
        if not open_ends and all(worst <= low for other, (low, _) in known.items() if other != name)
    )
    return Slice(column, key, utterances, rates, best, partly)
