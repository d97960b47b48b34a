"""Evaluations of a metric as they are stored: the newest way of scoring, against the newest references."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.observed import AT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.bench.observed import Observed
    from mondegreen.store import Store

__all__ = ["Stored", "stored"]

_KEY: Final = ("result_id", "ground_truth_version", "signature")


@dataclass(frozen=True)
class Stored:
    """Evaluations of one metric on one dataset, all made in one way.

    Attributes:
        signature: how they were made: as the newest of all was.
        rows: the columns that were asked for, by the observation and the version of its reference.
    """

    signature: str
    rows: dict[tuple[int, int], tuple[Any, ...]] = field(repr=False)

    def of(self, one: Observed) -> Iterator[tuple[Any, ...] | None]:
        """Yield of each utterance of a system its evaluation; ``None`` where there is none."""
        for row, version in zip(one.rows, one.versions, strict=True):
            yield None if row is None else self.rows.get((row[AT["id"]], version))


def stored(
    store: Store, dataset: str, metric: str, seen: Sequence[Observed], columns: Sequence[str]
) -> Stored | None:
    """Return what is stored of a metric for what systems observed; ``None`` if there is nothing.

    What is evaluated in another way alone, or against an earlier reference, is not there.

    Args:
        store: an open one.
        dataset: its id.
        metric: its name.
        seen: what the systems observed of the dataset.
        columns: of evaluations.
    """
    if metric not in store.evaluations.metrics(dataset):
        return None
    wanted = {
        (row[AT["id"]], version)
        for one in seen
        for row, version in zip(one.rows, one.versions, strict=True)
        if row is not None
    }
    found = store.evaluations.newest(dataset, metric, (*_KEY, *columns))
    rows = [each for each in map(tuple, found) if each[:2] in wanted]
    if not rows:
        return None
    signature = rows[-1][2]
    return Stored(
        signature, {(each[0], each[1]): each[3:] for each in rows if each[2] == signature}
    )
