"""What became of the entities: scored where they are given, else as it is stored."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.scoring import result_of
from mondegreen.bench.stored import stored

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.bench.observed import Observed
    from mondegreen.bench.stored import Stored
    from mondegreen.scoring.options import Options
    from mondegreen.store import Store

__all__ = ["METRIC", "Entities", "entities_of"]

METRIC: Final = "entities"
_COUNTS: Final = ("lost", "entities", "written", "matched")
_EVALUATED: Final = {"ok", "empty", "missing", "failed"}


@dataclass(frozen=True)
class Entities:
    """Entities of one system on one dataset, all utterances together.

    Attributes:
        lost: entities of the references that the transcripts do not have.
        entities: of the references.
        written: entities that stand in the transcripts.
        matched: those among them that were said.
        unknown: utterances that are not evaluated; with any there is no rate.
        signature: how they were scored.
    """

    lost: int
    entities: int
    written: int
    matched: int
    unknown: int = 0
    signature: str = ""

    @property
    def rate(self) -> float | None:
        """Lost over all; ``None`` without entities, or where not all is evaluated."""
        return self.lost / self.entities if self.entities and not self.unknown else None

    @property
    def precision(self) -> float | None:
        """Matched over written; ``None`` where none is written, or not all is evaluated."""
        return self.matched / self.written if self.written and not self.unknown else None

    def to_json(self) -> dict[str, Any]:
        """Return plain values; rates are fractions."""
        return {**vars(self), "rate": self.rate, "precision": self.precision}


def entities_of(
    store: Store, dataset: str, seen: Sequence[Observed], options: Options
) -> dict[str, Entities]:
    """Return what became of the entities, by system; nothing if none are given.

    Args:
        store: an open one.
        dataset: its id.
        seen: what the systems observed of the dataset.
        options: of scoring; with entities these are scored, else what `bench score` has stored counts.
    """
    if options.entities is not None and options.recipe is None:
        own = options.replace(metrics=[METRIC], forgive=None, severities=None)
        return {one.system: _scored(one, own) for one in seen}
    found = stored(store, dataset, METRIC, seen, ("status", "statistics"))
    return {} if found is None else {one.system: _stored(one, found) for one in seen}


def _scored(one: Observed, options: Options) -> Entities:
    found = result_of(one, options)[METRIC]
    return _of(found.counts, 0, found.signature)


def _stored(one: Observed, found: Stored) -> Entities:
    sums = dict.fromkeys(_COUNTS, 0)
    unknown = 0
    for row in found.of(one):
        if row is None or row[0] not in _EVALUATED:
            unknown += 1
            continue
        counts = json.loads(row[1])
        for name in _COUNTS:
            sums[name] += counts[name]
    return _of(sums, unknown, found.signature)


def _of(counts: Mapping[str, int], unknown: int, signature: str) -> Entities:
    return Entities(
        **{name: counts[name] for name in _COUNTS}, unknown=unknown, signature=signature
    )
