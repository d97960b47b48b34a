"""``compare``: several systems on the same utterances."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from mondegreen.errors import UsageError, given
from mondegreen.scoring.arguments import listed_names, whole
from mondegreen.scoring.comparing.comparison import Comparison, SystemScore
from mondegreen.scoring.comparing.gates import Gate, judged
from mondegreen.scoring.comparing.oracle import contradicted, oracle
from mondegreen.scoring.comparing.places import places
from mondegreen.scoring.comparing.ranks import ranked
from mondegreen.scoring.comparing.significance import Choices, tested_pairs
from mondegreen.scoring.comparing.systems import gather
from mondegreen.scoring.comparing.unanswered import with_unanswered
from mondegreen.scoring.comparing.utterances import differing, slices
from mondegreen.stats.intervals import interval
from mondegreen.stats.libraries import numpy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.metrics.base import Metric
    from mondegreen.scoring.comparing.systems import Systems
    from mondegreen.scoring.result import Result

__all__ = ["compare"]

_IDS = ("same", "common")


def compare(
    results: Mapping[str, Result],
    metric: str | None = None,
    *,
    test: str = "randomisation",
    level: float = 0.95,
    cluster: str | None = None,
    resamples: int | None = None,
    seed: int = 0,
    by: str | Sequence[str] = (),
    differ: int = 10,
    together: bool = False,
    normalizers: str | Sequence[str] = (),
    baseline: str | None = None,
    margin: float | None = None,
    rule: str = "difference",
    ids: str = "same",
    threads: int = 1,
    entities: Any = None,
    judge: Any = None,
) -> Comparison:
    """Compare systems that were scored on the same utterances, in the same way.

    Args:
        results: by the name of the system, from `score`, or `load` for run files.
        metric: which one; the first of the first result if not given.
        test: of each pair: ``randomisation`` (approximate), ``bootstrap`` (paired),
            ``wilcoxon``, ``mcnemar`` (utterances without error), or ``mapsswe`` (NIST's, on words).
        level: the confidence of intervals and tests; 0.95 tests at 5 %.
        cluster: a column, as ``speaker``, whose utterances are drawn together.
        resamples: how often tests draw, 10,000 times if not given, and as often as it takes to
            separate any pair of very many systems; intervals draw 2,000 times at most.
        seed: of the random numbers.
        by: columns; the rates are also shown for each group.
        differ: how many of the utterances that differ most.
        together: look for what the systems could have together, and where all contradict the
            reference alike.
        normalizers: names; the places of the systems under each are shown beside each other.
        baseline: the system to which a release gate compares the others; with ``margin`` alone
            the first.
        margin: how much worse than the baseline a system may be, as a fraction.
        rule: of the gate: ``difference``, ``significant`` or ``not-shown-equal``.
        ids: ``same``: every system must have the same ids; ``common``: those that all have.
        threads: of scoring again under ``normalizers``.
        entities: as in `mondegreen.score`, for the same.
        judge: who is asked again for the same; as in `mondegreen.score`.

    Raises:
        UsageError: fewer than two systems, or an argument that cannot be used.
        SignatureMismatchError: scored in different ways.
        PairingError: other utterances, or other references.
        MissingDependencyError: without the extra ``stats``.

    >>> from mondegreen import score
    >>> said = ["the cat sat", "on the mat", "all day long", "in the sun"] * 5
    >>> first = score(said, ["the cat sat", "on the mat", "all day long", "in a sun"] * 5)
    >>> second = score(said, ["the cat sat", "on a mat", "all day long", "in the sun"] * 5)
    >>> compare({"first": first, "second": second}).tie_groups
    [['first', 'second']]
    """
    if not isinstance(ids, str) or ids not in _IDS:
        raise UsageError(f"ids={given(ids)}: expected 'same' or 'common'")
    differ = whole(differ, "differ", meaning="0 or more: how many utterances")
    systems = gather(results, metric, common=ids == "common")
    choices = Choices.of(
        len(systems.results),
        test=test,
        level=level,
        cluster=cluster,
        resamples=resamples,
        seed=seed,
    )
    gate = None
    if baseline is not None or margin is not None:
        named = next(iter(systems.results)) if baseline is None else baseline
        gate = Gate(named, 0.0 if margin is None else margin, rule).checked([*systems.results])
    if not systems.scored and systems.unjudged:
        raise UsageError(
            f"no utterance could be judged for all systems in {systems.metric}, so there is nothing to "
            "compare; result.unjudged() says why, and so does mondegreen score"
        )
    if not systems.scored:
        raise UsageError("no utterance was scored by all systems, so there is nothing to compare")
    columns = listed_names(by, "by", "'speaker' or ['speaker', 'noise']")
    again = listed_names(normalizers, "normalizers", "['none', 'lower']")
    if test == "mapsswe" and not all(result.has_texts for result in systems.results.values()):
        raise UsageError(
            "mapsswe aligns the texts, which these results are without; save them "
            "with texts=True, or choose another test"
        )
    if test == "mapsswe" and systems.first.recipe.reads:
        raise UsageError(
            "mapsswe cuts segments between words of one reference, and these references leave a "
            "choice; choose another test, as 'randomisation', or score with alternatives='literal'"
        )
    rates = {name: _rate(systems, name) for name in systems.results}
    sign = -1 if systems.kind.higher_is_better else 1
    order = sorted(rates, key=lambda name: (rates[name] is None, sign * (rates[name] or 0.0)))
    pairs = tested_pairs(systems, order, choices)
    scores = _scores(systems, order, rates, pairs, choices)
    title = systems.first[systems.metric].title
    return Comparison(
        metric=title,
        signature=systems.first.recipe.only(systems.metric).signature(),
        utterances=len(systems.scored),
        total=len(systems.ids),
        choices=choices,
        scores=scores,
        pairs=pairs,
        slices=slices(systems, columns),
        differing=differing(systems, differ),
        oracle=oracle(systems) if together else None,
        contradicted=contradicted(systems) if together else None,
        places=places(systems, again, threads=threads, entities=entities, judge=judge)
        if again
        else None,
        verdicts=[]
        if gate is None
        else with_unanswered(
            judged(
                gate,
                title,
                scores,
                pairs,
                higher_is_better=systems.kind.higher_is_better,
                known=(len(systems.scored), systems.unjudged),
            ),
            systems,
            gate,
            choices=choices,
            scores=scores,
            title=title,
        ),
        systems=systems,
    )


def _rate(systems: Systems, name: str) -> float | None:
    rows = systems.rows(name)
    columns = systems.results[name].rows[systems.metric].columns
    value = float(systems.kind.value([sum(column[row] for row in rows) for column in columns]))
    return value if math.isfinite(value) else None


def _scores(
    systems: Systems,
    order: list[str],
    rates: dict[str, float | None],
    pairs: Any,
    choices: Choices,
) -> list[SystemScore]:
    np = numpy("comparing systems")
    with_rate = [name for name in order if rates[name] is not None]
    apart = {frozenset((pair.first, pair.second)) for pair in pairs if pair.separated}
    ranks = ranked(with_rate, apart)
    clusters = None if choices.cluster is None else systems.column(choices.cluster)
    found = []
    for name in order:
        counts = systems.counts(np, name)
        own = systems.results[name][systems.metric]
        found.append(
            SystemScore(
                name,
                ranks.get(name),
                rates[name],
                interval(
                    counts,
                    systems.kind.value,
                    level=choices.level,
                    clusters=clusters,
                    cluster_name=choices.cluster or "",
                    resamples=min(choices.resamples, 2000),
                    seed=choices.seed,
                ),
                _errors(systems.kind, [int(total) for total in counts.sum(axis=0)]),
                None if own.reason else own.value,
                own.utterances,
                systems.results[name].coverage,
            )
        )
    return found


def _errors(kind: Metric, totals: Sequence[int]) -> float:
    exact = kind.exact(totals)
    return int(exact) if exact == int(exact) else exact
