"""The passes of a system over a dataset: each repeat on its own, with its date, rate and speed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mondegreen._kernel import EMPTY
from mondegreen.bench.judge_passes import judge_passes
from mondegreen.bench.spread import Range, Spread
from mondegreen.stats.libraries import numpy
from mondegreen.stats.percentiles import percentile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.bench.standing import Standing
    from mondegreen.store import Store

__all__ = ["Pass", "passes_of", "spread_of"]


@dataclass(frozen=True)
class Pass:
    """One repeat of one system.

    Attributes:
        system: its name.
        number: which repeat, from 1.
        first: when its oldest observation was made.
        last: when its newest one was.
        rate: pooled; ``None`` where there is none.
        total: clips that count.
        answered: of them, those with a transcript.
        empty: of these, the empty ones.
        missing: clips that were never sent.
        failed: clips whose call failed.
        seconds: the median of the times of its calls, failed ones being slower than all others;
            ``None`` where it is not known.
        table: the counts of each clip, one row each.
    """

    system: str
    number: int
    first: str
    last: str
    rate: float | None
    total: int
    answered: int
    empty: int
    missing: int
    failed: int
    seconds: float | None
    table: Any

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {name: value for name, value in vars(self).items() if name != "table"}


def passes_of(store: Store, standing: Standing) -> list[Pass]:
    """Return the passes of one system, the first repeat first."""
    one, result = standing.observed, standing.result
    if one is None or result is None:
        return []
    np = numpy("passes")
    metric = standing.metric.name
    columns = result.rows[metric].columns
    table = np.stack([np.frombuffer(column, dtype=np.int64) for column in columns], axis=1)
    status = np.frombuffer(bytes(result.status), dtype=np.uint8)
    size = len(one.rows) // one.repeats
    found: dict[int, list[tuple[str, str, float | None]]] = {}
    for repeat, *row in store.observations.current(
        one.dataset, ("repeat", "timestamp", "status", "seconds"), one.system
    ):
        found.setdefault(repeat, []).append((row[0], row[1], row[2]))
    made = []
    for at, (repeat, calls) in enumerate(sorted(found.items())):
        rows = slice(at * size, (at + 1) * size)
        here = one.rows[rows]
        totals = tuple(int(each) for each in table[rows].sum(axis=0))
        rate = float(result.metrics[metric].value(totals))
        missing = sum(row is None for row in here)
        answered = int((status[rows] <= EMPTY).sum())
        times = [when for when, _, _ in calls]
        made.append(
            Pass(
                *(one.system, repeat + 1, min(times), max(times)),
                rate if math.isfinite(rate) else None,
                *(size, answered, int((status[rows] == EMPTY).sum()), missing),
                size - answered - missing,
                _median(calls),
                table[rows],
            )
        )
    return made


def _median(calls: list[tuple[str, str, float | None]]) -> float | None:
    seconds = [
        took if state == "ok" else math.inf
        for _, state, took in calls
        if took is not None or state != "ok"
    ]
    timed = sum(took is not None and state == "ok" for _, state, took in calls)
    if not timed or timed < sum(state == "ok" for _, state, _ in calls):
        return None
    value = percentile([each for each in seconds if each is not None], 50).value
    return value if value is not None and math.isfinite(value) else None


def spread_of(store: Store, standing: Standing, passes: Sequence[Pass]) -> Spread:
    """Return the spread of one system between its passes."""
    return Spread(
        standing.system,
        len(passes),
        Range.of(each.rate for each in passes),
        Range.of(each.seconds for each in passes),
        Range.of(each.answered / each.total for each in passes if each.total),
        Range.of(each.empty / each.total for each in passes if each.total),
        Range.of(_of_judge(store, standing)),
        None if standing.live is None else Range.of(standing.live.ttfs_of_repeats),
    )


def _of_judge(store: Store, standing: Standing) -> list[float | None]:
    """Return the semantic rate of each pass of the judge; none where not all is judged."""
    one, semantic = standing.observed, standing.semantic
    if one is None or semantic is None or not semantic.judged:
        return []
    return judge_passes(store, [one], semantic.signature)[one.system]
