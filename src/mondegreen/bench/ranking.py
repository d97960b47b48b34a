"""Ranks of systems on one dataset: who is significantly better, by the one test that tables and pages show."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.together import CLIP, drawn_together
from mondegreen.errors import UsageError
from mondegreen.scoring.comparing.ranks import apart, ranked
from mondegreen.scoring.comparing.significance import Choices, PairOfSystems
from mondegreen.stats.holm import holm
from mondegreen.stats.joint import Joint
from mondegreen.stats.libraries import numpy
from mondegreen.stats.paired import smallest_difference
from mondegreen.stats.units import by_cluster, cluster_codes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.bench.clips import Dataset
    from mondegreen.bench.standing import Standing
    from mondegreen.scoring.comparing.ranks import Rank
    from mondegreen.stats.interval import Interval

__all__ = ["Ranking", "ranked_by", "ranking_of"]

_PURPOSE: Final = "a leaderboard"
_SAMPLE: Final = "sample"  # the column of clips in a corpus


@dataclass(frozen=True)
class Ranking:
    """What the paired bootstrap tells of systems on the same clips.

    Attributes:
        joint: all systems in the same resamples.
        choices: how pairs were tested.
        codes: of each clip, the number of what it is drawn with.
        pairs: every pair, the better system first; p is corrected by Holm over all of them.
        ranks: of each system that has a rate.
    """

    joint: Joint
    choices: Choices
    codes: Any
    pairs: list[PairOfSystems]
    ranks: Mapping[str, Rank]

    @property
    def unit(self) -> str:
        """What is drawn together: ``conversation``, ``recording``, ``speaker`` or ``clip``."""
        return self.joint.unit

    @property
    def units(self) -> int:
        """How many of those there are."""
        return self.joint.units

    def interval(self, system: str) -> Interval:
        """Return the interval of the rate of a system."""
        return self.joint.interval(system, level=self.choices.level)


def ranking_of(
    dataset: Dataset,
    standings: Sequence[Standing],
    *,
    level: float = 0.95,
    cluster: str | None = None,
    resamples: int | None = None,
    seed: int = 0,
) -> Ranking:
    """Rank systems by the paired bootstrap, all of them drawn together, with Holm's correction.

    Args:
        dataset: as it was frozen.
        standings: of systems on that dataset, the best first.
        level: the confidence; 0.95 tests at 5 %.
        cluster: ``clip`` draws clips one by one, another name those alike in it; by default those of one
            conversation, recording or speaker are drawn together.
        resamples: how often is drawn; at least 10,000 times if not given.
        seed: of the random numbers.

    Raises:
        UsageError: there is no result, or an argument cannot be used.
    """
    choices = Choices.of(
        max(len(standings), 2),
        test="bootstrap",
        level=level,
        cluster=None,
        resamples=resamples,
        seed=seed,
    )
    unit, codes = _clusters(dataset, standings[0], cluster)
    joint = _drawn(standings, choices, unit, codes)
    pairs = _pairs(joint, standings, choices)
    rated = [each.system for each in standings if each.rate is not None and not joint.empty_draws]
    return Ranking(joint, choices, codes, pairs, ranked(rated, apart(pairs)))


def _clusters(dataset: Dataset, standing: Standing, cluster: str | None) -> tuple[str, Any]:
    """Return what is drawn together, and its number for each clip."""
    if standing.observed is None:
        return CLIP, None
    metadata = standing.observed.corpus.metadata
    size = len(metadata["sample"]) // standing.observed.repeats
    once = metadata["sample"][:size]
    if cluster in metadata and cluster != _SAMPLE:
        unit, values = cluster, metadata[cluster][:size]
    else:
        unit, values = drawn_together(dataset, once, CLIP if cluster == _SAMPLE else cluster)
    return unit, cluster_codes(numpy(_PURPOSE), values)


def ranked_by(standing: Standing) -> Any:
    """Return the metric that ranks.

    Raises:
        UsageError: there is no result.
    """
    if standing.result is None:
        raise UsageError("there is no result to rank; transcribe first: mondegreen bench run")
    return standing.result.metrics[standing.metric.name]


def _drawn(found: Sequence[Standing], choices: Choices, unit: str, codes: Any) -> Joint:
    """Draw the units of all systems together; the repeats of a clip stay with it."""
    np = numpy(_PURPOSE)
    tables: dict[str, Any] = {}
    for each in found:
        if each.observed is None or each.result is None:
            continue
        columns = each.result.rows[each.metric.name].columns
        table = np.stack([np.frombuffer(column, dtype=np.int64) for column in columns], axis=1)
        tables[each.system] = by_cluster(np, table, np.tile(codes, each.observed.repeats))
    value = ranked_by(found[0]).value
    return Joint.of(tables, value, unit=unit, resamples=choices.resamples, seed=choices.seed)


def _pairs(joint: Joint, found: Sequence[Standing], choices: Choices) -> list[PairOfSystems]:
    np = numpy(_PURPOSE)
    kind = ranked_by(found[0])
    outcomes = {
        (first.system, second.system): joint.pair(first.system, second.system, level=choices.level)
        for first, second in combinations(found, 2)
    }
    corrected = holm([test.p for _, _, test in outcomes.values()])
    errors = {
        name: np.asarray(kind.compared(tuple(table.T))) for name, table in joint.tables.items()
    }
    made = []
    for (names, (difference, interval, test)), p in zip(outcomes.items(), corrected, strict=True):
        first, second = (errors[name] for name in names)
        spread = joint.paired(*names).standard_error
        known = math.isfinite(difference)
        made.append(
            PairOfSystems(
                *names,
                difference if known else None,
                interval,
                test,
                p,
                separated=known and p < 1 - choices.level,
                wins=int((first < second).sum()),
                losses=int((first > second).sum()),
                smallest=smallest_difference(spread, level=choices.level) if spread > 0 else None,
            )
        )
    return made
