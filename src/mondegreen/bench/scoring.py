"""Scoring what was observed: all metrics, in columns, and one evaluation per observation to keep."""

from __future__ import annotations

import json
import math
import re
from hashlib import sha256
from itertools import compress
from typing import TYPE_CHECKING, Any, Final

from mondegreen._kernel import EMPTY
from mondegreen.bench.judge_traces import with_traces
from mondegreen.bench.observed import AT, Observed, check_stored, language_of, observed
from mondegreen.corpus import Corpus
from mondegreen.errors import UsageError
from mondegreen.metrics import METRICS
from mondegreen.options.judging import Judging
from mondegreen.scoring.scorer import Scorer
from mondegreen.store.observations import now

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.bench.config import Bench
    from mondegreen.scoring.options import Options
    from mondegreen.scoring.result import MetricResult, Result
    from mondegreen.store import Store

__all__ = ["evaluate", "options_of", "result_of", "result_of_texts", "unjudged"]

_USUAL: Final = "mondegreen-{language}"
_STATUS: Final = ("ok", "empty", "missing", "failed")
_COUNTS: Final = ("substitutions", "deletions", "insertions")
_PROMPT: Final = re.compile(r"\bprompt:([0-9a-f]+)")
_LENGTHS: Final = ("hits", "substitutions", "deletions")


def options_of(bench: Bench | None, options: Options) -> Options:
    """Return the options of scoring: those given, else those of ``bench.toml``, else the usual.

    The usual are ``wer`` with the normalizer of each clip's language, and what is missing or failed
    counts as deletions, so that a system which drops a hard clip does not look better.

    Raises:
        UsageError: an option of the file is not known.
    """
    said: dict[str, Any] = {}
    if bench is not None:
        said = {k: v for k, v in bench.score.items() if k not in options.given}
        if "recipe" in options.given:
            said = {}
    merged = options.replace(**said) if said else options
    if bench is not None and bench.judge and merged.judge is None and _asks(merged):
        merged = merged.replace(judge=Judging(**bench.judge))
    usual: dict[str, Any] = {}
    if not {"missing", "recipe"} & merged.given:
        usual["missing"] = "deletions"
    own = all(METRICS.get(name).normalizer for name in merged.metrics or ("wer",) if name)
    if not own and not {"normalizer", "recipe"} & merged.given:
        usual["normalizer"] = _USUAL
    return merged.replace(**usual) if usual else merged


def _asks(options: Options) -> bool:
    return any(METRICS.get(name).judged for name in options.metrics or ())


def unjudged(options: Options) -> Options:
    """Return the options without the metrics that ask a judge; what those said is stored."""
    if options.recipe is not None:
        return options
    names = [name for name in options.metrics or ("wer",) if not METRICS.get(name).judged]
    return options.replace(metrics=names or ["wer"], judge=None)


def result_of(one: Observed, options: Options) -> Result:
    """Return the result of one system."""
    return _score(one.corpus, _fitted(one.language, options))


def result_of_texts(
    references: Sequence[str],
    hypotheses: Sequence[str | None],
    languages: Sequence[str],
    options: Options,
) -> Result:
    """Return the result of two columns of texts, as those of two systems.

    Args:
        references: one side.
        hypotheses: the other side.
        languages: of each clip, as the dataset has them.
        options: as of `options_of`.
    """
    codes = [*map(language_of, languages)]
    corpus = Corpus(None, [*references], [*hypotheses], {"language": codes})
    return _score(corpus, _fitted(codes[0] if len(set(codes)) == 1 else None, options))


def _fitted(language: str | None, options: Options) -> Options:
    """Return the options with the normalizer of the language, where all clips have the same one."""
    if options.normalizer != _USUAL or language is None:
        return options
    return options.replace(normalizer=_USUAL.replace("{language}", language))


def _score(corpus: Corpus, options: Options) -> Result:
    scorer = Scorer(options=options)
    scorer.update(corpus)
    return scorer.compute()


def evaluate(
    store: Store,
    datasets: Sequence[str],
    options: Options,
    systems: Sequence[str] | None = None,
    *,
    unverified: bool = False,
) -> dict[str, int]:
    """Score what is not evaluated yet, keep it, and return how many rows are new, by metric.

    A later attempt, a corrected reference, and another way to score are evaluated anew; what was
    evaluated stays. Judges are asked about nothing that they have judged.

    Args:
        store: an open one that may be written.
        datasets: ids.
        options: of scoring.
        systems: names; ``None`` for all.
        unverified: whether unverified drafts of references count too.

    Raises:
        UsageError: nothing was observed, or an option cannot be used.
    """
    check_stored(store, datasets, systems)
    new: dict[str, int] = {}
    there = 0
    for dataset in datasets:
        done: dict[tuple[str, str], set[tuple[int, int]]] = {}
        for one in observed(store, dataset, systems, unverified=unverified):
            fitted = _fitted(one.language, options)
            there += len(one.every)
            there_by_metric = _there(store, one, fitted, done)
            pending = _pending(one, there_by_metric)
            if not any(pending):
                continue
            result = _score(_cut(one.corpus, pending), fitted)
            rows = [*compress(range(len(one.rows)), pending)]
            for name in result.rows:
                made = _rows(one, result, name, rows)
                there_already = there_by_metric.get(name, set())
                made = [
                    row
                    for row in made
                    if (row["result_id"], row["ground_truth_version"]) not in there_already
                ]
                if made:
                    store.evaluations.put(with_traces(made, result.rows[name], rows, one))
                    new[name] = new.get(name, 0) + len(made)
    if not there:
        raise UsageError(f"{store.where}: nothing was transcribed yet: mondegreen bench run")
    return new


def _there(
    store: Store,
    one: Observed,
    options: Options,
    done: dict[tuple[str, str], set[tuple[int, int]]],
) -> dict[str, set[tuple[int, int]]]:
    """Return of each metric what it has evaluated already: observations with versions of references."""
    hashes = _hashes(options)
    for key in hashes.items():
        if key not in done:
            done[key] = store.evaluations.done(one.dataset, *key)
    return {key[0]: done[key] for key in hashes.items()}


def _pending(one: Observed, there: Mapping[str, set[tuple[int, int]]]) -> list[bool]:
    """Return of each utterance whether it lacks an evaluation by one of the metrics."""
    found = []
    for row, version in zip(one.rows, one.versions, strict=True):
        seen = row is None or all((row[AT["id"]], version) in each for each in there.values())
        found.append(not seen)
    return found


def _hashes(options: Options) -> dict[str, str]:
    """Return the digest of what decides each metric, by its name."""
    recipe = Scorer(options=options).recipe
    return {name: _digest(recipe.only(name).signature()) for name in recipe.metrics}


def _digest(signature: str) -> str:
    return sha256(signature.encode()).hexdigest()


def _cut(corpus: Corpus, chosen: list[bool]) -> Corpus:
    ids, references, hypotheses = corpus.ids or [], corpus.references, corpus.hypotheses
    return Corpus(
        [*compress(ids, chosen)],
        [*compress(references, chosen)],
        [*compress(hypotheses, chosen)],
        {name: [*compress(column, chosen)] for name, column in corpus.metadata.items()},
        source=corpus.source,
        system=corpus.system,
    )


def _rows(one: Observed, result: Result, metric: str, at: Sequence[int]) -> list[dict[str, Any]]:
    """Return the evaluations of one metric; what failed or is not judged has no rate."""
    kind, counted, found = result.metrics[metric], result.rows[metric], result[metric]
    shared = {
        "kind": "rate",
        "dataset": one.dataset,
        "service_name": one.service,
        "model_name": one.model,
        "system": one.system,
        "metric": metric,
        "signature": found.signature,
        "signature_hash": _digest(found.signature),
        "timestamp": now(),
        **_judge(found, result),
    }
    names = kind.statistics
    texts = _texts(result)
    made = []
    for row, (place, counts) in enumerate(zip(at, zip(*counted.columns, strict=True), strict=True)):
        seen = one.rows[place]
        if seen is None:
            continue
        why = counted.unjudged.get(row)
        status = _status(result, row) if why is None else why.status
        by_name = dict(zip(names, counts, strict=True))
        value = float(kind.value(counts)) if status in {"ok", "empty"} else math.nan
        made.append(
            {
                **shared,
                "sample_id": seen[AT["sample_id"]],
                "repeat": seen[AT["repeat"]],
                "result_id": seen[AT["id"]],
                "ground_truth_version": one.versions[place],
                "status": status,
                "reason": seen[AT["error"]] if why is None else str(why),
                "wer": value if math.isfinite(value) else None,
                **_counts(by_name, status, counted.details.get(row)),
                "statistics": json.dumps(by_name),
                "normalized_reference": texts[0][row],
                "normalized_hypothesis": texts[1][row],
            }
        )
    return made


def _status(result: Result, row: int) -> str:
    state = result.status[row]
    if state <= EMPTY:
        return _STATUS[state]
    return "missing" if result.reasons.get(row) is None else "failed"


def _judge(found: MetricResult, result: Result) -> dict[str, Any]:
    judge = found.judge or None
    if not judge:
        return {"judge": None, "prompt_hash": None}
    pinned = dict(zip(result.recipe.metrics, result.recipe.judges, strict=False)).get(
        found.name, ""
    )
    prompt = _PROMPT.search(pinned)
    return {"judge": str(judge)[:255], "prompt_hash": None if prompt is None else prompt[1]}


def _counts(by_name: Mapping[str, int], status: str, detail: Any) -> dict[str, Any]:
    """Return the counts of words that the views show, of metrics that have them."""
    if status not in _STATUS:
        return {}
    counts: dict[str, Any] = {name: by_name[name] for name in _COUNTS if name in by_name}
    if not counts and isinstance(detail, dict):
        counts = {name: detail[name] for name in _COUNTS if isinstance(detail.get(name), int)}
    if all(name in by_name for name in _LENGTHS):
        counts["reference_words"] = sum(by_name[name] for name in _LENGTHS)
    elif "reference_words" in by_name:
        counts["reference_words"] = by_name["reference_words"]
    return counts


def _texts(result: Result) -> tuple[list[str | None], list[str | None]]:
    """Return the texts as they were aligned."""
    sides = (
        result.references_normalized
        if result.references_normalized is not None
        else result.references,
        result.hypotheses_normalized
        if result.hypotheses_normalized is not None
        else result.hypotheses,
    )
    first, second = ([each if isinstance(each, str) else None for each in side] for side in sides)
    return first, second
