"""A leaderboard: systems on one dataset, ranked by what the dataset can tell apart and no more."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.calls import Calls, calls_of
from mondegreen.bench.history import history_of
from mondegreen.bench.leaderboard_row import Row
from mondegreen.bench.mixing import (
    DELAY,
    SEMANTIC_WER,
    WITHOUT,
    refuse_mixed_conditions,
    refuse_mixed_judges,
    refuse_mixed_scores,
    refuse_partial,
    refuse_weighted,
)
from mondegreen.bench.passes import passes_of, spread_of
from mondegreen.bench.ranking import ranked_by, ranking_of
from mondegreen.bench.standings import standings
from mondegreen.bench.time_gates import late
from mondegreen.errors import UsageError, counted, did_you_mean
from mondegreen.scoring.comparing.comparison import SystemScore
from mondegreen.scoring.comparing.letter_display import groups_of
from mondegreen.scoring.comparing.ranks import apart
from mondegreen.scoring.comparing.release_gates import Gate, Verdict, judged

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.bench.clips import Dataset
    from mondegreen.bench.history import History
    from mondegreen.bench.notes import Note
    from mondegreen.bench.spread import Spread
    from mondegreen.bench.standing import Standing
    from mondegreen.scoring.comparing.significance import Choices, PairOfSystems
    from mondegreen.scoring.options import Options
    from mondegreen.store import Store

__all__ = ["Board", "leaderboard"]

SCHEMA_VERSION: Final = 1
_PURPOSE: Final = "a leaderboard"


@dataclass(frozen=True)
class Board:
    """Systems on one dataset, the lowest rate first.

    Attributes:
        dataset: its id.
        metric: the name of the metric that ranks.
        signature: how all rates were made.
        unit: what is drawn together in intervals and tests: ``conversation``, ``recording``,
            ``speaker`` or ``clip``.
        units: how many of those there are.
        choices: how pairs were tested.
        rows: one per system.
        pairs: every pair, the better system first.
        without: columns that were left out.
        left_out: systems that are not in it, with the reason.
        since: the date from which on observations count; empty for all.
        references: a digest of the references.
        history: the passes of each system, and whether it drifted; ``None`` if not asked for.
        repeats: the spread between the passes of each system; ``None`` if not asked for.
        verdicts: of gates.
        unverified: whether unverified drafts of references count.
    """

    dataset: str
    metric: str
    signature: str
    unit: str
    units: int
    choices: Choices
    rows: list[Row]
    pairs: list[PairOfSystems]
    without: tuple[str, ...] = ()
    left_out: dict[str, str] = field(default_factory=dict)
    since: str = ""
    references: str = ""
    history: History | None = None
    repeats: list[Spread] | None = None
    verdicts: list[Verdict] = field(default_factory=list)
    unverified: bool = False

    @property
    def groups(self) -> list[list[str]]:
        """The largest sets of systems of which no two can be told apart, the best first."""
        return groups_of([each.system for each in self.rows if each.rank], apart(self.pairs))

    def gated(
        self,
        gate: Gate | None,
        limits: Sequence[float] = (),
        coverage: float | None = None,
        *,
        times: Mapping[str, float] | None = None,
        drift: bool = False,
    ) -> Board:
        """Return the board with the verdicts of gates.

        Args:
            gate: how much worse than a baseline a system may be.
            limits: rates above which no system may be.
            coverage: the share of clips that each system must have answered.
            times: delays in seconds above which no system may be, as `mondegreen.bench.time_gates` names
                them.
            drift: whether no pass may be worse than the one before it.

        Raises:
            UsageError: no such baseline.
        """
        verdicts = []
        if gate is not None:
            checked = gate.checked([each.system for each in self.rows])
            scores = [each.score for each in self.rows]
            verdicts += judged(
                checked, self.metric, scores, self.pairs, higher_is_better=self._higher
            )
        for each in self.rows:
            verdicts += [_limited(each, self.metric, limit) for limit in limits]
            if coverage is not None:
                verdicts.append(_covered(each, coverage))
        for name, limit in (times or {}).items():
            verdicts += late(self.rows, name, limit)
        if drift and self.history is not None:
            verdicts += self.history.verdicts(self.metric)
        return replace(self, verdicts=verdicts)

    @property
    def _higher(self) -> bool:
        return bool(ranked_by(self.rows[0].standing).higher_is_better)

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "schema_version": SCHEMA_VERSION,
            "dataset": self.dataset,
            "metric": self.metric,
            "signature": self.signature,
            "references": self.references,
            "unverified": self.unverified,
            "unit": self.unit,
            "units": self.units,
            "test": self.choices.test,
            "correction": "holm",
            "level": self.choices.level,
            "resamples": self.choices.resamples,
            "seed": self.choices.seed,
            "since": self.since or None,
            "systems": [each.to_json(self.without) for each in self.rows],
            "groups": self.groups,
            "pairs": [each.to_dict() for each in self.pairs],
            "without": [*self.without],
            "left_out": self.left_out,
            **({} if self.history is None else {"history": self.history.to_json()}),
            **(
                {}
                if self.repeats is None
                else {"repeats": [each.to_json() for each in self.repeats]}
            ),
            "gates": [each.to_dict() for each in self.verdicts],
        }


def leaderboard(
    store: Store,
    dataset: Dataset,
    options: Options,
    systems: Sequence[str] | None = None,
    *,
    level: float = 0.95,
    cluster: str | None = None,
    resamples: int | None = None,
    seed: int = 0,
    since: str = "",
    without: Sequence[str] = (),
    history: bool = False,
    notes: Sequence[Note] = (),
    repeats: bool = False,
    unverified: bool = False,
) -> Board:
    """Rank the systems of one dataset.

    Texts are scored as they are stored, so that all rates are of the same references, by the same
    normalizer; what is missing or failed counts as deletions. A system's rank is one more than the
    number of systems that are significantly better by the paired bootstrap, with Holm's correction over
    all pairs.

    Args:
        store: an open one.
        dataset: as it was frozen.
        options: of scoring, with no judged metric; the first metric ranks.
        systems: names; ``None`` for all.
        level: the confidence; 0.95 tests at 5 %.
        cluster: ``clip`` draws clips one by one; by default those of one conversation, recording or
            speaker are drawn together.
        resamples: how often is drawn; at least 10,000 times if not given.
        seed: of the random numbers.
        since: a date, as ``2026-11-01``; systems with older observations are left out, with the reason.
        without: columns to leave out, of `WITHOUT`.
        history: whether passes are compared with those before them.
        notes: on method; passes with one between them are not compared.
        repeats: whether the spread between passes is shown.
        unverified: whether unverified drafts of references count too. Systems that drafted them, or are
            of a vendor that did, are then left out, with the reason.

    Raises:
        UsageError: nothing was observed, or rows were not made in the same way.
    """
    for name in without:
        if name not in WITHOUT:
            known = ", ".join(WITHOUT)
            raise UsageError(f"--without {name}: expected {known}.{did_you_mean(name, WITHOUT)}")
    there = store.observations.systems_on(dataset.id)
    names = there if systems is None else [each for each in systems if each in there]
    if not names:
        raise UsageError(
            f"{store.where}: nothing of {dataset.id} was transcribed yet: mondegreen bench run"
        )
    calls = {name: calls_of(store, dataset.id, name, since) for name in names}
    left_out = {name: "nothing was transcribed" for name in systems or () if name not in there}
    left_out |= {name: _too_old(each, since) for name, each in calls.items() if each.before}
    names = [name for name in names if name not in left_out]
    if not names:
        raise UsageError(
            f"{dataset.id}: no system was observed since {since} alone; the newest observation is of "
            f"{max(each.last for each in calls.values())}"
        )
    every = standings(store, [dataset.id], options, names, unverified=unverified, calls=calls)
    found = [each for each in every if not each.withheld]
    left_out |= {
        each.system: each.withheld.removeprefix("n/a: ") for each in every if each.withheld
    }
    if not found:
        raise UsageError(
            f"{dataset.id}: all systems, or others of their vendors, drafted references that nobody verified, "
            "so none is ranked: mondegreen bench ground-truth review"
        )
    names = [each.system for each in found]
    calls = {name: calls[name] for name in names}
    refuse_mixed_scores(found)
    refuse_partial(found)
    refuse_weighted(found)
    if SEMANTIC_WER not in without:
        refuse_mixed_judges(store, found)
    if DELAY not in without:
        refuse_mixed_conditions(calls)
    ranking = ranking_of(
        dataset, found, level=level, cluster=cluster, resamples=resamples, seed=seed
    )
    choices = ranking.choices
    passes = {each.system: passes_of(store, each) for each in found if history or repeats}
    past = None
    if history:
        past = history_of(
            passes,
            notes,
            ranked_by(found[0]).value,
            clusters=ranking.codes.tolist(),
            unit=ranking.unit,
            choices=choices,
        )
    return Board(
        dataset.id,
        found[0].metric.title,
        found[0].metric.signature,
        ranking.unit,
        ranking.units,
        choices,
        [
            Row(
                SystemScore(
                    each.system,
                    ranking.ranks.get(each.system),
                    each.rate,
                    ranking.interval(each.system),
                    each.metric.errors,
                    each.rate,
                    each.metric.utterances,
                    each.coverage,
                ),
                each,
                calls[each.system],
            )
            for each in found
        ],
        ranking.pairs,
        tuple(without),
        left_out,
        since,
        _references(found[0]),
        past,
        [spread_of(store, each, passes[each.system]) for each in found] if repeats else None,
        unverified=unverified,
    )


def _references(standing: Standing) -> str:
    """Return a digest of what was said in each clip, in any order."""
    if standing.observed is None:
        return ""
    corpus = standing.observed.corpus
    said = sorted({*zip(corpus.metadata["sample"], map(str, corpus.references), strict=True)})
    return sha256(json.dumps(said).encode()).hexdigest()[:12]


def _too_old(calls: Calls, since: str) -> str:
    if calls.before == calls.count:
        return f"its newest observation is of {calls.last}, before {since}"
    return (
        f"{calls.before:,} of {counted(calls.count, 'observation')} are older than {since}, and a part of "
        "a system is not ranked"
    )


def _limited(row: Row, metric: str, limit: float) -> Verdict:
    said = f"{100 * limit:g} %"
    rate = row.score.rate
    if rate is None:
        reason = f"{metric} of {row.system} has no rate, so it cannot be below {said}"
        return Verdict(row.system, said, "fail-above", limit, met=False, reason=reason)
    met = rate <= limit
    how = "not above" if met else "above"
    reason = f"{metric} of {row.system} is {100 * rate:.2f} %, {how} {said}"
    return Verdict(row.system, said, "fail-above", limit, met=met, reason=reason)


def _covered(row: Row, least: float) -> Verdict:
    coverage = row.score.coverage
    answered = coverage.total - coverage.missing - coverage.failed
    share = answered / coverage.total if coverage.total else 0.0
    said, met = f"{100 * least:g} %", share >= least
    how = "not below" if met else "below"
    reason = f"coverage of {row.system} is {100 * share:.2f} %, {how} {said}"
    return Verdict(row.system, said, "min-coverage", least, met=met, reason=reason)
