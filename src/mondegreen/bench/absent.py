"""Systems of a bench of which nothing is stored: how many clips they lack, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mondegreen.bench.referenced import referenced
from mondegreen.errors import MissingDependencyError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.bench.config import System
    from mondegreen.store import Store

__all__ = ["Absent", "absent"]


@dataclass(frozen=True)
class Absent:
    """A system without an observation of a dataset.

    Attributes:
        dataset: its id.
        system: its name.
        total: clips that would be scored.
        usable: clips that would be transcribed.
        reason: why there is none, with what to type.
        not_scored: the ids of the other clips, by the reason.
    """

    dataset: str
    system: str
    total: int
    usable: int
    reason: str
    not_scored: dict[str, list[str]]

    def to_json(self) -> dict[str, Any]:
        """Return plain values, as those of a standing without metrics."""
        coverage: dict[str, Any] = {"total": self.total, "scored": 0, "missing": self.total}
        if self.not_scored:
            coverage["rows_left_out"] = self.not_scored
        return {
            "dataset": self.dataset,
            "system": self.system,
            "coverage": coverage,
            "metrics": [],
            "reason": self.reason,
        }


def absent(
    store: Store,
    datasets: Sequence[str],
    systems: Sequence[System],
    *,
    unverified: bool = False,
) -> list[Absent]:
    """Return the systems of which nothing is stored, dataset by dataset.

    Nobody is asked; whether there is a key or a package is looked up on this machine.

    Args:
        store: an open one.
        datasets: ids.
        systems: those that are expected.
        unverified: whether unverified drafts of references count too.
    """
    kept = store.observations
    reasons: dict[str, str] = {}
    stopped = kept.reasons()
    found = []
    for dataset in datasets:
        known = set(kept.systems_on(dataset))
        gone = [each for each in systems if each.name not in known]
        if not gone:
            continue
        here = referenced(store, dataset, unverified=unverified)
        for each in gone:
            if each.name not in reasons:
                reasons[each.name] = _reason(each, stopped.get(each.name, ""))
            why = reasons[each.name]
            found.append(
                Absent(dataset, each.name, len(here.clips), here.usable, why, here.left_out)
            )
    return found


def _reason(system: System, stopped: str) -> str:
    try:
        system.ready()
    except (UsageError, MissingDependencyError) as error:
        return f"skipped: {error}"
    if stopped:
        return f"failed: {stopped}; mend it, and run it again: mondegreen bench run --systems {system.name}"
    return f"not run: mondegreen bench run --systems {system.name}"
