"""How systems stand to each other on a page: the order, ranks and groups, and the tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mondegreen.errors import MondegreenError
from mondegreen.report.comparison_parts import parts
from mondegreen.report.number_format import percent
from mondegreen.report.pages import front
from mondegreen.scoring.comparing import compare
from mondegreen.scoring.sampled_rows import Shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.report.pages import Front
    from mondegreen.report.systems import Systems
    from mondegreen.scoring.comparing.comparison import Comparison
    from mondegreen.scoring.comparing.ranks import Rank

__all__ = ["Standing"]


@dataclass(frozen=True)
class Standing:
    """How the systems of a page stand to each other.

    Attributes:
        order: the places of the systems, the best first; empty if they were not compared.
        ranks: by place, ``None`` where a system has none; ``None`` if they were not compared.
        common_rates: rates on the utterances that all systems have; ``None`` if these are all.
        notes: lines below the table.
        front: the tests, if a comparison was asked for.
    """

    order: Sequence[int] = ()
    ranks: Mapping[int, Rank | None] | None = None
    common_rates: Mapping[int, str] | None = None
    notes: Sequence[str] = ()
    front: Sequence[Front] = ()

    @classmethod
    def of(cls, systems: Systems, comparison: Comparison | None) -> Standing:
        """Return how systems stand; those that cannot be compared have no ranks, and a note says why."""
        found = comparison
        try:
            if found is None:
                found = compare(
                    dict(zip(systems.names, systems.results, strict=True)),
                    systems.metric,
                    ids="common",
                    differ=0,
                    **_as_shown(systems),
                )
        except MondegreenError as error:
            return cls(notes=[f"no ranks: {error}"])
        first, *rest = parts(found)
        at = {name: place for place, name in enumerate(systems.names)}
        same = all(each.own_utterances == found.utterances for each in found.scores)
        sliced = {f"{found.metric} by {each.column}" for each in found.slices}
        return cls(
            order=[at[each.name] for each in found.scores],
            ranks={at[each.name]: each.rank for each in found.scores},
            common_rates=None
            if same
            else {at[each.name]: percent(each.rate) for each in found.scores},
            notes=[
                *first.notes,
                *(
                    f"{each.title}: {note}"
                    for each in rest
                    if each.title in sliced
                    for note in each.notes
                ),
            ],
            front=[front(part) for part in rest if part.title not in sliced]
            if comparison is not None
            else [],
        )


def _as_shown(systems: Systems) -> dict[str, Any]:
    shown = systems.first.shown or Shown()
    return {"level": shown.level, "cluster": shown.cluster, "seed": shown.seed}
