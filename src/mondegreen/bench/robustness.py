"""How much worse systems are on degraded recordings: differences within samples, with intervals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mondegreen.bench.observed import observed
from mondegreen.bench.scoring import result_of
from mondegreen.bench.together import drawn_together
from mondegreen.stats.paired import Pair

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.bench.clips import Dataset
    from mondegreen.bench.observed import Observed
    from mondegreen.scoring.options import Options
    from mondegreen.scoring.result import Result
    from mondegreen.stats.interval import Interval
    from mondegreen.store import Store

__all__ = ["Difference", "differences", "parents", "unpaired"]


@dataclass(frozen=True)
class Difference:
    """One system on degraded recordings and on those they were made of.

    Attributes:
        system: its name.
        parent: the id of the dataset of the recordings.
        dataset: the id of the degraded ones.
        degradation: what was done to them.
        samples: how many are in both, with the same reference.
        before: the pooled rate on the recordings.
        after: the pooled rate on the degraded ones.
        interval: of after less before, by the paired bootstrap.
        metric: its name.
        signature: of both rates.
        left_out: samples that are not compared, by the reason.
    """

    system: str
    parent: str
    dataset: str
    degradation: str
    samples: int
    before: float
    after: float
    interval: Interval
    metric: str = "wer"
    signature: str = ""
    left_out: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def value(self) -> float:
        """How much the rate is higher on degraded recordings."""
        return self.after - self.before

    def to_json(self) -> dict[str, Any]:
        """Return plain values; rates are fractions."""
        return {**vars(self), "difference": self.value, "interval": self.interval.to_dict()}


def parents(datasets: Sequence[Dataset]) -> list[tuple[Dataset, Dataset]]:
    """Return each degraded dataset with the one that it was made of, if both are there."""
    known = {each.id: each for each in datasets}
    found = []
    for each in datasets:
        first = next((clip.parent for clip in each.clips if clip.parent), "")
        found += [(known[name], each) for name in known if first.startswith(f"{name}/")]
    return found


def differences(
    store: Store,
    parent: Dataset,
    degraded: Dataset,
    options: Options,
    systems: Sequence[str] | None = None,
    *,
    level: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
) -> list[Difference]:
    """Return the difference of each system that has transcribed both, the smallest first.

    Samples are paired one to one, so what makes a sample hard is hard in both. Conversations,
    recordings or speakers are drawn as a whole where the dataset names them. Of several repeats the
    first counts. A sample whose reference differs between the two is named and left out.

    Args:
        store: an open one.
        parent: the dataset of the recordings.
        degraded: that of the siblings.
        options: of scoring, with no judged metric.
        systems: names; ``None`` for all.
        level: the confidence.
        resamples: how often is drawn.
        seed: of the draw.
    """
    before = {one.system: one for one in observed(store, parent.id, systems)}
    after = {one.system: one for one in observed(store, degraded.id, systems)}
    names = {clip.id: clip.parent.removeprefix(f"{parent.id}/") for clip in degraded.clips}
    how = next((clip.degradation for clip in degraded.clips if clip.degradation), "")
    found = []
    for system in before.keys() & after.keys():
        first, second = _first(before[system]), _first(after[system])
        rows, left_out = [], dict[str, list[str]]()
        for name, (at, text) in second.items():
            there = first.get(names.get(name, ""))
            if there is None:
                left_out.setdefault("its parent is not scored", []).append(name)
            elif there[1] != text:
                left_out.setdefault("its parent has another reference", []).append(name)
            else:
                rows.append((there[0], at, names[name]))
        if not rows:
            continue
        results = result_of(before[system], options), result_of(after[system], options)
        metric = results[0][next(iter(results[0].rows))].name
        unit, clusters = drawn_together(parent, [name for _, _, name in rows])
        pair = Pair.of(
            _counts(results[1], metric, [at for _, at, _ in rows]),
            _counts(results[0], metric, [at for at, _, _ in rows]),
            results[0].metrics[metric].value,
            clusters=clusters,
            cluster_name=unit,
        )
        worse, better = pair.rates
        found.append(
            Difference(
                *(system, parent.id, degraded.id, how, len(rows), better, worse),
                interval=pair.interval(level=level, resamples=resamples, seed=seed),
                metric=metric,
                signature=results[0][metric].signature,
                left_out=left_out,
            )
        )
    return sorted(found, key=lambda each: (each.value, each.system))


def unpaired(
    store: Store, parent: Dataset, degraded: Dataset, systems: Sequence[str] | None = None
) -> dict[str, str]:
    """Return the systems that transcribed one of the two alone, each with the id of the other one.

    Args:
        store: an open one.
        parent: the dataset of the recordings.
        degraded: that of the siblings.
        systems: names; ``None`` for all.
    """
    there = [{*store.observations.systems_on(each.id)} for each in (parent, degraded)]
    lacking = dict.fromkeys(there[0] - there[1], degraded.id)
    lacking |= dict.fromkeys(there[1] - there[0], parent.id)
    return {name: lacking[name] for name in sorted(lacking) if systems is None or name in systems}


def _first(one: Observed) -> dict[str, tuple[int, str]]:
    """Return of each sample in the first repeat its row and its reference."""
    size = len(one.rows) // one.repeats
    names, texts = one.corpus.metadata["sample"][:size], [*one.corpus.references][:size]
    return {name: (at, text) for at, (name, text) in enumerate(zip(names, texts, strict=True))}


def _counts(result: Result, metric: str, rows: Sequence[int]) -> Any:
    import numpy as np  # of the extra bench

    columns = [np.asarray(column, np.int64)[rows] for column in result.rows[metric].columns]
    return np.stack(columns, axis=1)
