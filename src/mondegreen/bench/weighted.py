"""A standing over a sample that was drawn by stratum: its rates are those of the whole."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from mondegreen._kernel import EMPTY
from mondegreen.bench.scoring import result_of, without_normalizer
from mondegreen.stats.interval import Interval
from mondegreen.stats.stratified import stratified_interval

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mondegreen.bench.standing import Standing
    from mondegreen.bench.weighting import Weighting
    from mondegreen.scoring.options import Options
    from mondegreen.scoring.result import MetricResult, Result

__all__ = ["weighted_standing"]

_DRAWING: Final = ("level", "resamples", "seed")


def weighted_standing(
    each: Standing, weighting: Weighting, options: Options, intervals: Mapping[str, Any] | None
) -> Standing:
    """Return a standing whose rates weight each clip by its stratum; or withhold them, with the reason.

    The rates are ratios of weighted sums. The counts stay those of the clips.

    Args:
        each: as it is without weights.
        weighting: what each clip stands for.
        options: by which it was scored.
        intervals: options of drawing; ``None`` for no intervals.
    """
    one, result = each.observed, each.result
    if weighting.reason or one is None or result is None:
        return replace(each, weighting=weighting)
    import numpy as np  # of the extra bench

    name = each.metric.name
    weights = weighting.of(one.corpus.metadata["sample"])
    answered = np.frombuffer(bytes(result.status), np.uint8) <= EMPTY
    size = len(weights) // one.repeats
    spread = None
    if one.repeats > 1:
        parts = (slice(at * size, (at + 1) * size) for at in range(one.repeats))
        rates = [_pooled(result, name, weights[part], part) for part in parts]
        known = [rate for rate in rates if rate is not None]
        spread = (min(known), max(known)) if len(known) == len(rates) else None
    bare = without_normalizer(options, name)
    before = one.before
    first, *others = (
        _weighted(metric, each, weighting, weights, intervals)
        for metric in (each.metric, *each.others)
    )
    return replace(
        each,
        weighting=weighting,
        metric=first,
        others=tuple(others),
        perfect_share=_perfect(result, name, weights, answered),
        mean=None if each.mean is None else _mean(result, name, weights, answered),
        answered_only=None
        if each.answered_only is None
        else _pooled(result, name, weights[answered], answered),
        no_normalizer=None
        if bare is None or each.no_normalizer is None
        else _pooled(result_of(one, bare), name, weights),
        before=None
        if before is None or each.before is None
        else _pooled(result_of(replace(one, corpus=before), options), name, weights),
        spread=spread if each.spread else None,
    )


def _weighted(
    metric: MetricResult,
    each: Standing,
    weighting: Weighting,
    weights: Any,
    intervals: Mapping[str, Any] | None,
) -> MetricResult:
    result, one = each.result, each.observed
    if result is None or one is None or metric.reason:
        return metric
    rate = _pooled(result, metric.name, weights)
    if rate is None:
        return metric
    made = replace(metric, value=rate, shown=None)
    if intervals is not None:
        vars(made)["interval"] = _interval(result, metric.name, each, weighting, intervals)
    return made


def _interval(
    result: Result,
    metric: str,
    each: Standing,
    weighting: Weighting,
    intervals: Mapping[str, Any],
) -> Interval:
    import numpy as np  # of the extra bench

    samples = each.observed.corpus.metadata["sample"] if each.observed else ()
    level = intervals.get("level", 0.95)
    refused = ""
    if intervals.get("cluster") not in {None, "sample"}:
        refused = "samples were drawn by stratum, and not by the unit of --cluster"
    if intervals.get("method", "percentile") != "percentile":
        refused = "samples drawn by stratum have an interval by percentile alone"
    if refused:
        return Interval(None, None, level, "percentile", len(samples), reason=refused)
    rows = np.stack([np.asarray(column) for column in result.rows[metric].columns], axis=1)
    return stratified_interval(
        rows.astype(np.int64),
        result.metrics[metric].value,
        [weighting.strata[name] for name in samples],
        weighting.sizes,
        units=samples if each.repeats > 1 else None,
        unit="sample" if each.repeats > 1 else "utterance",
        **{name: value for name, value in intervals.items() if name in _DRAWING},
    )


def _pooled(result: Result, metric: str, weights: Any, rows: Any = slice(None)) -> float | None:
    import numpy as np  # of the extra bench

    columns = result.rows[metric].columns
    totals = tuple(np.array([float(weights @ np.asarray(column)[rows])]) for column in columns)
    value = float(np.asarray(result.metrics[metric].value(totals)).ravel()[0])
    return value if math.isfinite(value) else None


def _perfect(result: Result, metric: str, weights: Any, answered: Any) -> float:
    good = answered.copy()
    good[[*result.rows_with_errors(metric)]] = False
    return float(weights[good].sum() / weights.sum())


def _mean(result: Result, metric: str, weights: Any, answered: Any) -> float | None:
    """Return the weighted mean of the utterances' rates, without those that have none."""
    import numpy as np  # of the extra bench

    kind = result.metrics[metric]
    columns = tuple(np.asarray(column, np.int64) for column in result.rows[metric].columns)
    rates = np.asarray(kind.value(columns), np.float64)
    known = np.isfinite(rates) & (answered | (sum(columns) > 0))  # a failure on silence is no 0
    if not known.any():
        return None
    return float((weights[known] * rates[known]).sum() / weights[known].sum())
