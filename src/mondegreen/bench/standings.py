"""Where each system stands on each dataset: accuracy with its interval, coverage, delay and cost."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import compress, repeat
from typing import TYPE_CHECKING, Any, Final

from mondegreen._kernel import EMPTY
from mondegreen.bench.calls import calls_of
from mondegreen.bench.costs import cost_of
from mondegreen.bench.entities import entities_of
from mondegreen.bench.ground_truth.drafters import drafters
from mondegreen.bench.importing import IMPORTED
from mondegreen.bench.judge_passes import SEMANTIC, judge_passes, remaining
from mondegreen.bench.live import live_figures
from mondegreen.bench.observed import check_stored, observed
from mondegreen.bench.passes import passes_of, spread_of
from mondegreen.bench.scoring import result_of, without_normalizer, without_unused_entities
from mondegreen.bench.silence import loops_of, silence_of
from mondegreen.bench.speed import speed_of
from mondegreen.bench.spread import Range
from mondegreen.bench.standing import Semantic, Standing, finite
from mondegreen.bench.stored import stored
from mondegreen.bench.submissions.submitted import submitted
from mondegreen.bench.weighted import weighted_standing
from mondegreen.bench.weighting import Weighting, weighting_of
from mondegreen.bench.withheld import without_rates
from mondegreen.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.bench.calls import Calls
    from mondegreen.bench.observed import Observed
    from mondegreen.bench.stored import Stored
    from mondegreen.scoring.options import Options
    from mondegreen.scoring.result import MetricResult, Result
    from mondegreen.store import Store

__all__ = ["standings"]

_EDITS: Final = ("hits", "substitutions", "deletions", "insertions")
_JUDGED: Final = (
    *("status", "substitutions", "deletions", "insertions", "reference_words"),
    *("wer", "statistics"),
)
_COUNTED: Final = {"ok", "empty", "missing", "failed"}
_THERE: Final = {"ok", "empty"}
_UNANSWERED: Final = "n/a: no answers, and no words to get wrong"
_HOUR: Final = 3600


def standings(
    store: Store,
    datasets: Sequence[str],
    options: Options,
    systems: Sequence[str] | None = None,
    intervals: Mapping[str, Any] | None = None,
    *,
    unverified: bool = False,
    calls: Mapping[str, Calls] | None = None,
) -> list[Standing]:
    """Return the standings, dataset by dataset, the lowest pooled rate first.

    Texts are scored as they are stored, so the numbers are those of the newest attempts and
    references. Nobody is asked: of a judged metric the stored evaluations are taken.

    Args:
        store: an open one.
        datasets: ids.
        options: of scoring, with no judged metric.
        systems: names; ``None`` for all.
        intervals: options of intervals; ``None`` for none.
        unverified: whether unverified drafts of references count too. A system that drafted them
            then comes last.
        calls: by system, of the only dataset; looked up if not given.

    Raises:
        UsageError: nothing was observed, or nothing of a system that is named; or no dataset has a
            reference that counts.
    """
    check_stored(store, datasets, systems)
    found: list[Standing] = []
    ranking = without_unused_entities(options)
    handed_in = submitted(store)
    for dataset in datasets:
        seen = [*observed(store, dataset, systems, unverified=unverified)]
        if seen and not seen[0].references.clips:
            continue
        weighting = weighting_of(store, dataset, seen[0].references) if seen else None
        semantic = _semantic(store, dataset, seen, weighting)
        entities = entities_of(store, dataset, seen, options)
        biased = drafters(store, dataset) if seen and seen[0].references.in_runs else {}
        here = [
            replace(
                _standing(
                    *(store, one, ranking, intervals),
                    drafted=biased.get(one.system, ""),
                    calls=calls.get(one.system) if calls else None,
                ),
                semantic=semantic.get(one.system),
                entities=entities.get(one.system),
                submitted=one.system in handed_in,
            )
            for one in seen
        ]
        here = [
            replace(each, between_repeats=spread_of(store, each, passes_of(store, each)))
            if each.repeats > 1
            else each
            for each in here
        ]
        if isinstance(weighting, Weighting):
            here = [weighted_standing(each, weighting, ranking, intervals) for each in here]
        elif weighting:
            here = [replace(each, weighting=weighting) for each in here]
        here = [without_rates(each) if each.withheld else each for each in here]
        found += sorted(here, key=_order)
    if not found:
        raise UsageError(f"{store.where}: {_nothing(store, datasets)}")
    return found


def _order(each: Standing) -> tuple[bool, float]:
    return bool(each.withheld), math.inf if each.rate is None else each.rate


def _nothing(store: Store, datasets: Sequence[str]) -> str:
    """Return why there is nothing to show."""
    if not any(store.observations.systems_on(dataset) for dataset in datasets):
        reasons = store.observations.reasons()
        if reasons:
            said = "; ".join(f"{name} failed: {reason}" for name, reason in reasons.items())
            return (
                f"nothing was transcribed: {said}; mend it, and run it again: mondegreen bench run"
            )
        return "nothing was transcribed yet: mondegreen bench run"
    if any(store.ground_truth.runs(dataset) for dataset in datasets):
        return (
            "no reference is verified; review the drafts: mondegreen bench ground-truth review. To "
            "score on unverified drafts, add --unverified"
        )
    return "no clip has a reference; write them, or draft them: mondegreen bench ground-truth draft"


def _standing(
    store: Store,
    one: Observed,
    options: Options,
    intervals: Mapping[str, Any] | None,
    *,
    drafted: str,
    calls: Calls | None,
) -> Standing:
    result = result_of(one, options)
    drawn = None
    if intervals is not None:
        more = {"cluster": "sample"} if one.repeats > 1 and not intervals.get("cluster") else {}
        drawn = {**intervals, **more}
        result = result.with_intervals(**drawn)
    first, *others = (_rated(result, each) for each in result)
    ok = [status == "ok" for status in one.column("status")]
    hours = math.fsum(filter(None, compress(one.column("audio_duration_seconds"), ok))) / _HOUR
    speed, cost = speed_of(store, one), cost_of(store, one)
    calls = calls or calls_of(store, one.dataset, one.system)
    return Standing(
        *(one.dataset, one.system, one.service, one.model, first, result.coverage),
        perfect=_perfect(result, first.name),
        mean=_mean(result, first.name),
        answered_only=_answered_only(result, first.name),
        no_normalizer=_bare(one, options, first.name),
        others=tuple(others),
        latency=calls.seconds if speed.elsewhere else None,
        ttfs=calls.ttfs,
        speed=speed.rtfx,
        usd=float(cost.usd) / hours if cost and hours else None,
        core_hours=speed.core_hours,
        measured=speed,
        cost=cost,
        repeats=one.repeats,
        spread=None if finite(first.value) is None else _spread(result, first.name, one.repeats),
        before=_before(one, options, first.name),
        drafted=bool(drafted),
        drafted_how=drafted,
        silence=silence_of(one, result, intervals),
        loops=loops_of(one, result),
        live=live_figures(store, one, result, first.name, options, intervals=drawn),
        result=result,
        observed=one,
    )


def _rated(result: Result, metric: MetricResult) -> MetricResult:
    """Return a metric without its value where nothing was answered, and the references have no words."""
    if not any(metric.counts.values()) and min(result.status, default=EMPTY) > EMPTY:
        return replace(metric, value=math.nan, undefined=_UNANSWERED, shown=None)
    return metric


def _before(one: Observed, options: Options, metric: str) -> float | None:
    """Return the pooled rate with the references as they were before corrections."""
    corpus = one.before
    if corpus is None:
        return None
    result = result_of(replace(one, corpus=corpus), options)
    return finite(_rated(result, result[metric]).value)


def _perfect(result: Result, metric: str) -> int:
    """Return how many utterances that were answered have no error; silence heard as such is one."""
    wrong = bytearray(len(result))
    for row in result.rows_with_errors(metric):
        wrong[row] = 1
    return sum(state <= EMPTY and not bad for state, bad in zip(result.status, wrong, strict=True))


def _mean(result: Result, metric: str) -> float | None:
    """Return the mean of the utterances' rates, without those that have none."""
    kind = result.metrics[metric]
    if not set(_EDITS) <= set(kind.statistics) or result.recipe.missing == "skip" or kind.forgives:
        value = result.mean(metric, leave_out_infinite=True)
        return value if math.isfinite(value) else None
    import numpy as np  # of the extra bench

    columns = dict(zip(kind.statistics, result.rows[metric].columns, strict=True))
    hits, substitutions, deletions, insertions = (np.asarray(columns[name]) for name in _EDITS)
    lengths = hits + substitutions + deletions
    errors = substitutions + deletions + insertions
    answered = np.frombuffer(bytes(result.status), np.uint8) <= EMPTY
    known = (lengths > 0) | ((errors == 0) & answered)
    rates = errors[known] / np.maximum(lengths[known], 1)
    return float(rates.mean()) if rates.size else None


def _answered_only(result: Result, metric: str) -> float | None:
    """Return the pooled rate of the utterances that were answered; empty answers are answers."""
    import numpy as np  # of the extra bench

    answered = np.frombuffer(bytes(result.status), np.uint8) <= EMPTY
    if not answered.any():
        return None
    sums = (int(np.asarray(column)[answered].sum()) for column in result.rows[metric].columns)
    return finite(result.metrics[metric].value(tuple(sums)))


def _bare(one: Observed, options: Options, metric: str) -> float | None:
    """Return the pooled rate of the texts as they are, if they are not scored so already."""
    bare = without_normalizer(options, metric)
    if bare is None:
        return None
    result = result_of(one, bare)
    return finite(_rated(result, result[metric]).value)


def _remaining(statistics: str | None, counts: Sequence[int | None]) -> int:
    """Return the errors that matter: as the metric counted them; of an import, all of its kinds."""
    if statistics is not None:
        return remaining(statistics)
    return sum(count or 0 for count in counts)


def _spread(result: Result, metric: str, repeats: int) -> tuple[float, float] | None:
    if repeats == 1:
        return None
    size = len(result) // repeats
    kind, columns = result.metrics[metric], result.rows[metric].columns
    sums = [
        tuple(sum(column[at * size : (at + 1) * size]) for column in columns)
        for at in range(repeats)
    ]
    rates = [float(kind.value(each)) for each in sums]
    return (min(rates), max(rates)) if all(map(math.isfinite, rates)) else None


def _semantic(
    store: Store, dataset: str, seen: Sequence[Observed], weighting: Weighting | str | None
) -> dict[str, Semantic]:
    """Return what is stored of the judged word error rate, by system."""
    found = stored(store, dataset, SEMANTIC, seen, _JUDGED)
    if found is None:
        return {}
    rates: dict[str, list[float | None]] = {}
    weighted = isinstance(weighting, Weighting) and not weighting.reason
    if not weighted and store.evaluations.are_repeated(dataset, SEMANTIC, found.signature):
        rates = judge_passes(store, seen, found.signature)
    passes = {name: Range.of(each) for name, each in rates.items() if len(each) > 1}
    made = {}
    for one in seen:
        weights = None
        if isinstance(weighting, Weighting) and not weighting.reason:
            weights = weighting.of(one.corpus.metadata["sample"]).tolist()
        made[one.system] = _judged(one, found, passes.get(one.system), weights)
    return made


def _judged(
    one: Observed, found: Stored, passes: Range | None, weights: Sequence[float] | None
) -> Semantic:
    """Add up the evaluations of one system; utterances without one are not judged.

    An import has none of what failed, is missing or empty: its figures are of the others, which are
    counted next to all there are.
    """
    imported = found.signature.startswith(IMPORTED)
    errors: float = 0
    words: float = 0
    perfect: float = 0
    done = unjudged = 0
    rates, shares = [], []
    for row, weight in zip(found.of(one), weights or repeat(1), strict=False):
        if row is None:
            unjudged += not imported
            continue
        status, *counts, rate, statistics = row
        if status not in _COUNTED or counts[-1] is None:
            unjudged += 1
            continue
        wrong = _remaining(statistics, counts[:-1])
        errors, words, done = errors + weight * wrong, words + weight * counts[-1], done + 1
        perfect += weight * (not wrong and status == "ok")
        if rate is None and status not in _THERE and counts[-1]:
            rate = wrong / counts[-1]  # what has no transcript counts as in the pooled rate
        if rate is not None:
            rates.append(rate)
            shares.append(weight)
    return Semantic(
        *(errors, words, done, unjudged, perfect),
        rates=tuple(rates),
        weights=None if weights is None else (math.fsum(weights), tuple(shares)),
        total=len(one.rows),
        signature=found.signature,
        passes=passes,
    )
