"""``compare``: several systems on the same utterances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.errors import UsageError
from mondegreen.options.checks import one_of
from mondegreen.scoring.arguments import listed_names, whole
from mondegreen.scoring.comparing.comparison import Comparison, SystemScore
from mondegreen.scoring.comparing.differing_utterances import differing, slices
from mondegreen.scoring.comparing.fillings import left, limits_of
from mondegreen.scoring.comparing.oracle import contradicted, oracle
from mondegreen.scoring.comparing.ranks import apart, ranked
from mondegreen.scoring.comparing.ranks_by_normalizer import places
from mondegreen.scoring.comparing.release_gates import Gate, judged
from mondegreen.scoring.comparing.significance import Choices, tested_pairs
from mondegreen.scoring.comparing.systems import collect_systems
from mondegreen.scoring.comparing.unanswered import with_unanswered
from mondegreen.scoring.sampled_rows import RECORDING, interval_of
from mondegreen.stats.libraries import numpy
from mondegreen.stats.resampling import NO_WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.metrics.base import Metric
    from mondegreen.scoring.comparing.significance import PairOfSystems
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
    min_judged: float | None = None,
    threads: int = 1,
    entities: Any = None,
    judge: Any = None,
) -> Comparison:
    """Compare systems that were scored on the same utterances, in the same way.

    Args:
        results: by the name of the system, from `score`, or `load` for run files.
        metric: its name. Default: the first metric of the first result.
        test: of each pair: ``randomisation`` (approximate), ``bootstrap`` (paired),
            ``wilcoxon``, ``mcnemar`` (utterances without error), or ``mapsswe`` (NIST's, on words).
        level: the confidence of intervals and tests; 0.95 tests at 5 %.
        cluster: a column, such as ``speaker``, whose utterances are resampled together.
        resamples: number of resamples of a test. Default: 10,000, and as many as needed to
            separate any pair of very many systems; intervals draw 2,000 times at most.
        seed: seed of the random numbers.
        by: columns; the rates are also shown per group.
        differ: number of utterances to list, those that differ most first.
        together: compute the oracle of all systems, and find where all contradict the
            reference alike.
        normalizers: names; the ranks of the systems under each are shown next to each other.
        baseline: the system with which a release gate compares the others; with ``margin`` alone
            the first.
        margin: how much worse than the baseline a system may be, as a fraction.
        rule: of the gate: ``difference``, ``significant`` or ``not-shown-equal``.
        ids: ``same``: every system must have the same ids; ``common``: only the ids that all systems have.
        min_judged: the share of the utterances that needed a judge that is enough for the gate, 0 to
            1; what is not judged then counts at its worst. All of them if not given.
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
    >>> compare({"first": first, "second": second}).groups
    [['first', 'second']]
    """
    one_of("ids", ids, known=_IDS)
    differ = whole("differ", differ, meaning="0 or more: how many utterances")
    systems = collect_systems(results, metric, common=ids == "common")
    if cluster is None and systems.first.recipe.uses_sessions:
        cluster = RECORDING
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
    if not systems.scored:
        raise UsageError(
            "no utterance was scored by all systems, so there is nothing to compare; add "
            "missing='deletions' (--missing deletions) to count missing hypotheses as empty"
        )
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
    limits = {name: limits_of(systems.kind, systems.totals(name)) for name in systems.results}
    order = _ordered(limits, higher_is_better=systems.kind.higher_is_better)
    pairs = tested_pairs(systems, order, choices)
    scores = _scores(systems, order, limits, pairs, choices)
    moved, refused = (
        places(systems, again, threads=threads, entities=entities, judge=judge)
        if again
        else (None, "")
    )
    together_ = oracle(systems) if together else None
    title = systems.first[systems.metric].title
    scored, total = systems.counted()
    return Comparison(
        metric=title,
        signature=systems.first.recipe.only(systems.metric).signature(),
        utterances=scored,
        total=total,
        choices=choices,
        scores=scores,
        pairs=pairs,
        slices=slices(systems, columns),
        differing=differing(systems, differ),
        oracle=together_,
        contradicted=contradicted(systems) if together else None,
        places=moved,
        refused=[
            *_refused(pairs),
            *filter(None, [refused, together_.refused if together_ else ""]),
        ],
        verdicts=[]
        if gate is None
        else with_unanswered(
            judged(
                gate,
                title,
                scores,
                pairs,
                higher_is_better=systems.kind.higher_is_better,
                left={name: left(systems, name) for name in order},
                min_judged=min_judged,
                wordless=systems.are_wordless(),
            ),
            systems,
            gate,
            choices=choices,
            scores=scores,
            title=title,
            min_judged=min_judged,
        ),
        systems=systems,
    )


Limits = tuple[float | None, float | None]


def _ordered(limits: dict[str, Limits], *, higher_is_better: bool) -> list[str]:
    """Return the systems, the best rate first; of a rate that is not known exactly, its middle."""
    sign = -1 if higher_is_better else 1

    def key(name: str) -> tuple[bool, float]:
        low, high = limits[name]
        return (True, 0.0) if low is None or high is None else (False, sign * (low + high) / 2)

    return sorted(limits, key=key)


def _refused(pairs: Sequence[PairOfSystems]) -> list[str]:
    """Return why pairs are neither ranked nor tested."""
    return [
        f"{each.first} and {each.second} are neither ranked nor tested: {each.refused}"
        for each in pairs
        if each.refused
    ]


def _scores(
    systems: Systems,
    order: list[str],
    limits: dict[str, Limits],
    pairs: Sequence[PairOfSystems],
    choices: Choices,
) -> list[SystemScore]:
    with_rate = [name for name in order if None not in limits[name]]
    drawn = choices.test == "bootstrap"
    unranked = {
        name
        for pair in pairs
        if pair.refused or (drawn and pair.interval.reason == NO_WORDS)
        for name in (pair.first, pair.second)
    }
    ranks = ranked(with_rate, apart(pairs), unranked)
    np = numpy("comparing systems")
    clusters = None if choices.cluster is None else systems.column(choices.cluster)
    shown = choices.shown
    found = []
    for name in order:
        own = systems.results[name][systems.metric]
        found.append(
            SystemScore(
                name,
                ranks.get(name),
                limits[name][0] if not left(systems, name).unjudged else None,
                interval_of(systems.kind, systems.counts(np, name), shown, clusters),
                _errors(systems.kind, systems.totals(name)),
                None if own.reason else own.value,
                own.utterances + own.unjudged,
                systems.results[name].coverage,
                limits[name],
                left(systems, name) if systems.kind.judged else None,
            )
        )
    return found


def _errors(kind: Metric, totals: Sequence[int]) -> float:
    exact = kind.exact(totals)
    return int(exact) if exact == int(exact) else exact
