"""Scoring what was observed: all metrics, in columns, and one evaluation per observation to keep."""

from __future__ import annotations

import json
import math
import re
from contextlib import contextmanager
from hashlib import sha256
from itertools import compress
from typing import TYPE_CHECKING, Any, Final

from mondegreen._kernel import EMPTY
from mondegreen.bench.judge_traces import with_traces
from mondegreen.bench.observed import AT, Observed, check_stored, language_of, observed
from mondegreen.corpus import Corpus
from mondegreen.errors import UsageError, visible
from mondegreen.metrics import METRICS
from mondegreen.options.judging import REPEAT, Judging
from mondegreen.scoring.arguments import listed_names
from mondegreen.scoring.options import Options
from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.scorer import Scorer
from mondegreen.store.observations import now
from mondegreen.text.normalizers import normalizer as text_normalizer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from mondegreen.bench.config import Bench
    from mondegreen.options.option import Group
    from mondegreen.scoring.result import MetricResult, Result
    from mondegreen.store import Store

__all__ = [
    "asks",
    "evaluate",
    "options_of",
    "result_of",
    "result_of_texts",
    "unjudged",
    "without_normalizer",
    "without_unused_entities",
]

_USUAL: Final = "mondegreen-{language}"
_STATUS: Final = ("ok", "empty", "missing", "failed")
_THERE: Final = {"ok", "empty"}
_COUNTS: Final = ("substitutions", "deletions", "insertions")
_PROMPT: Final = re.compile(r"\bprompt:([0-9a-f]+)")
_LENGTHS: Final = ("hits", "substitutions", "deletions")


def options_of(bench: Bench | None, options: Options) -> Options:
    """Return the options of scoring: those given, else those of ``bench.toml``, else the usual.

    The usual are ``wer`` with the normalizer of each clip's language, and what is missing or failed
    counts as deletions, so that a system which drops a hard clip does not look better. So it is with
    a recipe that would stop at such a clip.

    Raises:
        UsageError: an option of the file is not known, or cannot be used.
    """
    merged = _listed(options)
    if bench is not None:
        merged = _with_those_of_the_file(bench, merged)
    usual: dict[str, Any] = {}
    stops = "recipe" not in merged.given or Recipe.of(merged).missing == "error"
    if "missing" not in merged.given and stops:
        usual["missing"] = "deletions"
    return _with_usual_normalizer(merged.replace(**usual))


def _with_those_of_the_file(bench: Bench, options: Options) -> Options:
    """Return options with those of ``bench.toml`` that are not given; files are next to it.

    Raises:
        UsageError: one is not known, or cannot be used.
    """
    folder = bench.path.parent
    said = {} if "recipe" in options.given else bench.score
    said = {name: value for name, value in said.items() if name not in options.given}
    table = "score"
    try:
        merged = _listed(options.replace(**_placed(Options, said, folder))) if said else options
        if bench.judge and merged.judge is None and asks(merged):
            table = "judge"
            merged = merged.replace(judge=Judging(**_placed(Judging, bench.judge, folder)))
    except UsageError as error:
        raise UsageError(f"{visible(str(bench.path))}: [{table}]: {error}") from None
    return merged


def _listed(options: Options) -> Options:
    """Return options whose metrics are a list of names that are known, if any are named."""
    names = options.metrics
    if names is None:
        return options
    if isinstance(names, str):
        names = [name.strip() for name in names.split(",")]
    names = listed_names(names, "metrics", '["wer", "cer"]')
    for name in names:
        METRICS.get(name)
    return options.replace(metrics=names)


def _placed(kind: type[Group], said: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return options in which the names of files that are in a folder are their paths."""

    def placed(value: Any) -> Any:
        if isinstance(value, list):
            return [*map(placed, value)]
        there = isinstance(value, str) and value and (folder / value).is_file()
        return str(folder / value) if there else value

    files = {name for name, about in kind.described.items() if about.path}
    return {name: placed(value) if name in files else value for name, value in said.items()}


def _with_usual_normalizer(options: Options) -> Options:
    """Return options with the normalizer of each language, where metrics need one and none is given."""
    own = all(METRICS.get(name).normalizer for name in options.metrics or ("wer",) if name)
    if own or {"normalizer", "recipe"} & options.given:
        return options
    return options.replace(normalizer=_USUAL)


def asks(options: Options) -> bool:
    """Return whether a judge decides one of the metrics."""
    names: Sequence[str] = options.metrics or ()
    if options.recipe is not None:
        names = Recipe.of(options).metrics
    return any(METRICS.get(name).judged for name in names)


def unjudged(options: Options) -> Options:
    """Return the options without the metrics that ask a judge; what those said is stored.

    Raises:
        UsageError: a recipe has such a metric, and can only be taken as a whole.
    """
    if options.recipe is not None:
        if asks(options):
            raise UsageError(
                "the recipe has a judged metric, and this command asks no model; score it first, "
                "as mondegreen bench score --recipe ..., and leave out --recipe here"
            )
        return options
    names = [name for name in options.metrics or ("wer",) if not METRICS.get(name).judged]
    return _with_usual_normalizer(options.replace(metrics=names or ["wer"], judge=None))


def without_normalizer(options: Options, metric: str) -> Options | None:
    """Return the options of one metric on the texts as they are; ``None`` where that is no other way.

    A metric with a normalizer of its own has no other way, and a recipe says all there is.
    """
    plain = options.normalizer in {None, "none"}
    if plain or options.recipe is not None or METRICS.get(metric).normalizer:
        return None
    return without_unused_entities(options.replace(metrics=[metric], normalizer="none"))


def without_unused_entities(options: Options) -> Options:
    """Return the options without entities where neither a metric nor a forgiver looks at them."""
    used = options.forgive is not None or options.recipe is not None
    if (
        options.entities is None
        or used
        or any(METRICS.get(name).uses_entities for name in options.metrics or ("wer",))
    ):
        return options
    return options.replace(entities=None)


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
    times: int = 1,
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
        times: how often judged metrics are evaluated. Each time the judge is asked anew; no kept answer
            to an earlier time counts.

    Raises:
        UsageError: nothing was observed, or an option cannot be used; several times without a judge.
    """
    check_stored(store, datasets, systems)
    if times > 1:
        _check_repeats(options, times)
    new: dict[str, int] = {}
    for time in range(times):
        with _repeated(options, time):
            _evaluate(store, datasets, options, systems, new, unverified=unverified, time=time)
    return new


def _check_repeats(options: Options, times: int) -> None:
    named = f"judge-repeats={times}"
    if not asks(options):
        raise UsageError(
            f"{named} (--judge-repeats): none of the metrics asks a judge; name one, as "
            "metrics=['semantic-wer'] (-m semantic-wer)"
        )
    if options.judge is None or options.judge.model is None:
        raise UsageError(
            f"{named} (--judge-repeats): rules say the same each time; name a model, as "
            "model='anthropic:claude-sonnet-5-5' (--model)"
        )


@contextmanager
def _repeated(options: Options, time: int) -> Iterator[None]:
    """Let the judge know which time it is."""
    judge = options.judge
    if judge is not None:
        judge.state[REPEAT] = time
    try:
        yield
    finally:
        if judge is not None:
            judge.state[REPEAT] = 0


def _evaluate(
    store: Store,
    datasets: Sequence[str],
    options: Options,
    systems: Sequence[str] | None,
    new: dict[str, int],
    *,
    unverified: bool,
    time: int,
) -> None:
    """Score what is not evaluated so often yet; after the first time keep what a judge decides alone."""
    there = 0
    for dataset in datasets:
        done: dict[tuple[str, str], set[tuple[int, int]]] = {}
        for one in observed(store, dataset, systems, unverified=unverified):
            fitted = _fitted(one.language, options)
            there += len(one.every)
            there_by_metric = _there(store, one, fitted, done, time)
            pending = _pending(one, there_by_metric)
            if not any(pending):
                continue
            result = _score(_cut(one.corpus, pending), fitted)
            signatures = _signatures(one, fitted)
            rows = [*compress(range(len(one.rows)), pending)]
            for name in there_by_metric:
                made = _rows(one, result, name, signatures[name], rows)
                there_already = there_by_metric[name]
                made = [
                    row
                    for row in made
                    if (row["result_id"], row["ground_truth_version"]) not in there_already
                    and (
                        not time or row["status"] in _STATUS
                    )  # an earlier verdict stays the newest
                ]
                if made:
                    store.evaluations.put(with_traces(made, result.rows[name], rows, one))
                    new[name] = new.get(name, 0) + len(made)
    if not there:
        raise UsageError(f"{store.where}: nothing was transcribed yet: mondegreen bench run")


def _there(
    store: Store,
    one: Observed,
    options: Options,
    done: dict[tuple[str, str], set[tuple[int, int]]],
    time: int,
) -> dict[str, set[tuple[int, int]]]:
    """Return of each metric what it has evaluated already: observations with versions of references."""
    hashes = {name: _digest(signature) for name, signature in _signatures(one, options).items()}
    if time:
        hashes = {name: each for name, each in hashes.items() if METRICS.get(name).judged}
    for key in hashes.items():
        if key not in done:
            done[key] = store.evaluations.done(one.dataset, *key, times=time + 1)
    return {key[0]: done[key] for key in hashes.items()}


def _pending(one: Observed, there: Mapping[str, set[tuple[int, int]]]) -> list[bool]:
    """Return of each utterance whether it lacks an evaluation by one of the metrics."""
    found = []
    for row, version in zip(one.rows, one.versions, strict=True):
        seen = row is None or all((row[AT["id"]], version) in each for each in there.values())
        found.append(not seen)
    return found


def _signatures(one: Observed, options: Options) -> dict[str, str]:
    """Return what decides each metric, by its name: with the packs of all clips, not of those at hand."""
    recipe = Scorer(options=options).recipe_of(one.corpus.metadata)
    return {name: recipe.only(name).signature() for name in recipe.metrics}


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


def _rows(
    one: Observed, result: Result, metric: str, signature: str, at: Sequence[int]
) -> list[dict[str, Any]]:
    """Return the evaluations of one metric; what failed or is not judged has no rate."""
    kind, counted, found = result.metrics[metric], result.rows[metric], result[metric]
    shared = {
        "kind": "rate",
        "dataset": one.dataset,
        "service_name": one.service,
        "model_name": one.model,
        "system": one.system,
        "metric": metric,
        "signature": signature,
        "signature_hash": _digest(signature),
        "timestamp": now(),
        **_judge(found, result),
    }
    names = kind.statistics
    texts = _texts(result, kind.normalizer, counted.details)
    made = []
    for row, (place, counts) in enumerate(zip(at, zip(*counted.columns, strict=True), strict=True)):
        seen = one.rows[place]
        if seen is None:
            continue
        why = counted.unjudged.get(row)
        status = _status(result, row) if why is None else why.status
        by_name = dict(zip(names, counts, strict=True))
        value = float(kind.value(counts)) if status in _THERE else math.nan
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
                "normalized_hypothesis": texts[1][row] if status in _THERE else None,
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


def _texts(
    result: Result, normalizer: str | None, details: Mapping[int, Any]
) -> list[Sequence[str | None]]:
    """Return the texts of both sides as a metric compared them.

    Those are its own normalizer's, or what a model wrote that normalizes.
    """
    if normalizer:
        by = text_normalizer(normalizer)
        sides = [
            by.batch([each if isinstance(each, str) else "" for each in side])
            for side in (result.references, result.hypotheses)
        ]
    else:
        sides = [
            side if normalized is None else normalized
            for side, normalized in (
                (result.references, result.references_normalized),
                (result.hypotheses, result.hypotheses_normalized),
            )
        ]
    said, heard = ([each if isinstance(each, str) else None for each in side] for side in sides)
    for row, each in details.items():
        if isinstance(each, dict):
            said[row] = each.get("normalized_reference", said[row])
            heard[row] = each.get("normalized_hypothesis", heard[row])
    return [said, heard]
