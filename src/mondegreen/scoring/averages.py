"""Rates of a corpus under their names: pooled, mean, median, and with no utterance above 1."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from mondegreen.errors import counted
from mondegreen.metrics.base import Metric, ratio
from mondegreen.scoring.metric_result import NO_REFERENCE, NOTHING_SCORED
from mondegreen.scoring.sampled_rows import RECORDING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mondegreen.scoring.result import Result

__all__ = ["Averages", "averages_of", "mean_of"]


@dataclass(frozen=True)
class Averages:
    """One rate per way; ``None`` where there is none.

    Of sessions, what is said of utterances is true of recordings: a row of a speaker alone has not what
    belongs to nobody.

    Attributes:
        metric: whose rates.
        pooled: the formula of the summed counts, which is the rate of the metric.
        mean: of the rates of the utterances.
        median: of the same.
        capped: pooled, with at most as many errors in an utterance as its reference is long.
        capped_mean: the mean, with no utterance above 1.
        reasons: why a rate is ``None``, by its name.
        utterances: of how many utterances.
        left_out: of how many the metric has no rate; they are in ``pooled`` alone.
        of: ``utterance`` or ``recording``.
    """

    metric: str
    pooled: float | None
    mean: float | None
    median: float | None
    capped: float | None
    capped_mean: float | None
    reasons: dict[str, str]
    utterances: int
    left_out: int = 0
    of: str = "utterance"

    def rate(self, name: str) -> float | None:
        """Return a rate by its name, as ``capped-mean``."""
        found: float | None = getattr(self, name.replace("-", "_"))
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return dict(vars(self))


def averages_of(result: Result, metric: str, rows: Sequence[int] | None = None) -> Averages:
    """Return the rates of a metric; see `Result.averages`."""
    kind = result.metrics[metric]
    chosen = result.scored_rows() if rows is None else rows
    of = "recording" if result.recipe.uses_sessions else "utterance"
    counts = _counts_of(result, metric, chosen)
    number_of = counts.total()
    sums = [sum(map(int.__mul__, column, counts.values())) for column in zip(*counts, strict=True)]
    reasons: dict[str, str] = {}
    keep = partial(_kept, reasons)
    if not counts or (kind.judged and kind.left_out_of(sums)):
        why = "not all was judged" if counts else NOTHING_SCORED
        ways = ("pooled", "mean", "median", "capped", "capped_mean")
        none: Any = {name: keep(name, None, why) for name in ways}
        return Averages(metric, **none, reasons=reasons, utterances=number_of, of=of)
    rates: Counter[float] = Counter()
    for each, number in counts.items():
        value = math.nan if kind.left_out_of(each) else float(kind.value(each))
        if not math.isnan(value):
            rates[value] += number
    there = rates.total()
    without = kind.undefined or f"no {of} has a rate"
    infinite = f"{counted(rates[math.inf], f'{of} has', f'{of}s have')} {NO_REFERENCE}"
    mean = _mean(rates)
    return Averages(
        metric,
        pooled=keep("pooled", float(kind.value(sums)), kind.undefined or NO_REFERENCE),
        mean=keep("mean", mean, infinite if there else without),
        median=keep("median", _median(rates), infinite if there else without),
        capped=keep("capped", _capped(kind, counts, sums), "only of errors over reference length"),
        capped_mean=keep("capped_mean", _mean(rates, most=1.0), without),
        reasons=reasons,
        utterances=number_of,
        left_out=number_of - there,
        of=of,
    )


def mean_of(result: Result, metric: str, *, leave_out_infinite: bool) -> float:
    """Return the mean of the rates; see `Result.mean`."""
    kind = result.metrics[metric]
    if kind.judged and kind.left_out_of(result.rows[metric].sums):
        return math.nan
    rates: Counter[float] = Counter()
    for each, number in _counts_of(result, metric, result.scored_rows()).items():
        value = math.nan if kind.left_out_of(each) else float(kind.value(each))
        if not (math.isnan(value) or (leave_out_infinite and math.isinf(value))):
            rates[value] += number
    mean = _mean(rates)
    return math.nan if mean is None else mean


def _counts_of(result: Result, metric: str, rows: Sequence[int]) -> Counter[tuple[int, ...]]:
    """Return how many utterances have which counts; of sessions, how many recordings have which sums."""
    kinds = result.kinds(metric)
    if not result.recipe.uses_sessions:
        times = Counter(map(kinds.codes.__getitem__, rows))
        return Counter({kinds.counts[code]: number for code, number in times.items()})
    names = result.metadata[RECORDING]
    sums: dict[Any, list[int]] = {}
    for row in rows:
        counts = kinds.counts[kinds.codes[row]]
        total = sums.setdefault(names[row], [0] * len(counts))
        total[:] = map(int.__add__, total, counts)
    return Counter(map(tuple, sums.values()))


def _kept(reasons: dict[str, str], name: str, value: float | None, why: str) -> float | None:
    if value is not None and math.isfinite(value):
        return value
    reasons[name] = why
    return None


def _mean(rates: Mapping[float, int], most: float = math.inf) -> float | None:
    number = sum(rates.values())
    if not number:
        return None
    return math.fsum(min(rate, most) * times for rate, times in rates.items()) / number


def _median(rates: Mapping[float, int]) -> float | None:
    if not rates:
        return None
    ordered = sorted(rates)
    last = list(
        accumulate(map(rates.__getitem__, ordered))
    )  # of each rate how many are not above it
    number = last[-1]
    low, high = (ordered[bisect_right(last, at)] for at in ((number - 1) // 2, number // 2))
    return (low + high) / 2


def _capped(
    kind: Metric, counts: Mapping[tuple[int, ...], int], sums: Sequence[int]
) -> float | None:
    """Return the rate with capped errors, of metrics that are errors over a length."""
    length = _length(kind, sums)
    if not length or not math.isclose(kind.value(sums), kind.errors(sums) / length):
        return None
    errors = sum(min(kind.errors(each), _length(kind, each)) * n for each, n in counts.items())
    return float(ratio(errors, length))


def _length(kind: Metric, counts: Iterable[int]) -> int:
    named = dict(zip(kind.statistics, counts, strict=True))
    if "reference_words" in named:
        return named["reference_words"]
    if {"hits", "substitutions", "deletions"} <= {*named}:
        return named["hits"] + named["substitutions"] + named["deletions"]
    return [*named.values()][1] if type(kind).value is Metric.value else 0
