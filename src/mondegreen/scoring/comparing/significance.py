"""The test of each pair of systems."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.errors import UnknownNameError, UsageError
from mondegreen.scoring.comparing.fillings import depends, fillings, left
from mondegreen.scoring.sampled_rows import Shown
from mondegreen.stats.argument_checks import checked_level, checked_resamples, checked_seed
from mondegreen.stats.holm import holm
from mondegreen.stats.interval import Interval
from mondegreen.stats.intervals import NO_SPREAD
from mondegreen.stats.libraries import numpy
from mondegreen.stats.mapsswe import mapsswe, segments
from mondegreen.stats.mcnemar import mcnemar
from mondegreen.stats.paired import Pair, smallest_difference
from mondegreen.stats.sclite_steps import sclite_steps
from mondegreen.stats.units import by_cluster, cluster_codes
from mondegreen.stats.wilcoxon import wilcoxon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.comparing.systems import Systems
    from mondegreen.stats.paired_test import PairedTest

__all__ = ["TESTS", "Choices", "PairOfSystems", "tested_pairs"]

TESTS: Final = ("randomisation", "bootstrap", "mapsswe", "mcnemar", "wilcoxon")
_PURPOSE: Final = "comparing systems"
_MOST_DRAWS: Final = 2000
"""Draws for an interval, which needs fewer than the corrected p of many pairs."""
_MOST_UNASKED: Final = 100_000  # draws a pair; more take minutes, which somebody must want


@dataclass(frozen=True)
class Choices:
    """How pairs are tested.

    Attributes:
        test: one of `TESTS`.
        level: the confidence; pairs are separated where p, corrected, is below ``1 - level``.
        cluster: the column whose equal values are kept together.
        resamples: how often is drawn.
        seed: seed of the random numbers.
    """

    test: str = "randomisation"
    level: float = 0.95
    cluster: str | None = None
    resamples: int = 10_000
    seed: int = 0

    @property
    def shown(self) -> Shown:
        """How the intervals of rates and differences are made, with fewer draws than a test needs."""
        resamples = min(self.resamples, _MOST_DRAWS)
        return Shown(self.level, cluster=self.cluster, resamples=resamples, seed=self.seed)

    @classmethod
    def of(
        cls,
        systems: int,
        *,
        test: str,
        level: float,
        cluster: str | None,
        resamples: int | None,
        seed: int,
    ) -> Choices:
        """Return choices that can separate this many systems; without ``resamples`` enough of them.

        Raises:
            UsageError: a test that is not known, cannot keep clusters, or could separate no pair.
        """
        if test not in TESTS:
            raise UnknownNameError("test", str(test), TESTS)
        if cluster is not None and test in {"mapsswe", "mcnemar"}:
            raise UsageError(
                f"test={test!r} takes each utterance for itself; with cluster= choose "
                "'randomisation', 'bootstrap' or 'wilcoxon'"
            )
        level, seed = checked_level(level), checked_seed(seed)
        pairs = systems * (systems - 1) // 2
        # The smallest p that there can be, times the number of pairs, must be below 1 - level.
        needed = math.ceil(2 * pairs / (1 - level)) if test in {"randomisation", "bootstrap"} else 0
        if resamples is None:
            thousands = math.ceil((needed + 1) / 1000) * 1000
            resamples = max(cls.resamples, min(thousands, _MOST_UNASKED))
        drawn = checked_resamples(resamples)
        if needed and 2 * pairs / (drawn + 1) >= 1 - level:
            raise UsageError(
                f"resamples={drawn:,} can separate none of {pairs:,} pairs at this level; take "
                f"more than {needed:,}, or a test that draws nothing, as 'wilcoxon' or 'mcnemar'"
            )
        return cls(test, level, cluster, drawn, seed)


@dataclass(frozen=True)
class PairOfSystems:
    """Two systems on the utterances that all have scored.

    Where a judge left something open, the pair is looked at with it at its best and at its worst. It is
    *refused* where the order or the decision is not the same in all of these.

    Attributes:
        first: the name of the one with the better rate.
        second: that of the other.
        difference: the rate of the first less that of the second; ``None`` where one has none, or
            not all was judged.
        interval: of the difference, by the paired bootstrap; over all that may be open.
        test: the outcome, the least sure one of those that are looked at; ``None`` where refused.
        p: of the test, corrected for the number of pairs (Holm); ``None`` where refused.
        separated: whether this test set tells them apart, the first being the better one.
        wins: on how many utterances, or sessions with several speakers, the first has fewer errors,
            whatever is open.
        losses: on how many the second has.
        smallest: the true difference that this test set would find in four of five cases; ``None``
            where not all was judged.
        contrary: whether the test tells them apart, but not with the first as the better one.
        refused: why order and decision are not known; empty where they are.
        ends: where not all was judged, the difference and its interval with what is open in favour
            of the first, and of the second; empty where nothing bounds it.
    """

    first: str
    second: str
    difference: float | None
    interval: Interval
    test: PairedTest | None
    p: float | None
    separated: bool
    wins: int
    losses: int
    smallest: float | None
    contrary: bool = False
    refused: str = ""
    ends: tuple[tuple[float, Interval], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        partly = bool(self.ends or self.refused)
        low, high = (end[0] for end in self.ends) if self.ends else (None, None)
        return {
            "first": self.first,
            "second": self.second,
            "difference": self.difference,
            "interval": self.interval.to_dict(),
            "test": None if self.test is None else self.test.to_dict(),
            "p_corrected": self.p,
            "separated": self.separated,
            "wins": self.wins,
            "losses": self.losses,
            "smallest_difference": self.smallest,
            **({"difference_low": low, "difference_high": high} if partly else {}),
            **({"refused": self.refused} if self.refused else {}),
        }


class _Outcome(NamedTuple):
    """A pair in one filling: the pair, the test, and the errors of each utterance on both sides."""

    pair: Pair
    test: PairedTest
    errors: tuple[Any, Any]

    def favours_first(self, name: str) -> bool:
        """Return whether what the test counts goes the same way as the rates, the first being better."""
        # What these count can go the other way: one utterance with very many errors makes the rate of
        # a system that is better on most of them.
        better = {"wilcoxon": -1, "mcnemar": 1, "mapsswe": -1}.get(name)
        return better is None or (better * self.test.statistic > 0 and self.pair.difference != 0)


def tested_pairs(systems: Systems, order: list[str], choices: Choices) -> list[PairOfSystems]:
    """Return every pair of systems, those that come first in ``order`` first."""
    np = numpy(_PURPOSE)
    codes = None
    if choices.cluster is not None:
        codes = cluster_codes(np, systems.column(choices.cluster))
    steps = _all_steps(systems, order) if choices.test == "mapsswe" else {}
    outcomes: dict[tuple[str, str], list[_Outcome]] = {}
    for first, second in combinations(order, 2):
        segmented = None
        if steps:
            aligned = zip(steps[first], steps[second], strict=True)
            segmented = mapsswe(each for pair in aligned for each in segments(*pair)).test
        outcomes[first, second] = [
            _tested(np, systems.kind, tables, codes, choices, segmented)
            for tables in fillings(np, systems, first, second, codes)
        ]
    ends = [_ends_of_p(each) for each in outcomes.values()]
    corrected = zip(*(holm(side) for side in zip(*ends, strict=True)), strict=True)
    return [
        _made(systems, names, each, p, choices)
        if each
        else _without_bounds(np, systems, names, choices)
        for (names, each), p in zip(outcomes.items(), corrected, strict=True)
    ]


def _ends_of_p(outcomes: Sequence[_Outcome]) -> tuple[float, float]:
    """Return the lowest and the highest p of a pair; 1 where there are no outcomes.

    Where several fillings stand for all that there are, a p that is drawn may be off by chance in
    those that nobody looked at: by three standard errors at most.
    """
    found = [each.test.p for each in outcomes] or [1.0]
    if len(found) < 2:  # noqa: PLR2004 - all was judged, or nothing is known
        return found[0], found[0]
    drawn = outcomes[0].test.resamples
    low, high = min(found), max(found)
    if any(each.test.name == "bootstrap" and each.pair.standard_error == 0 for each in outcomes):
        low = (
            0.0  # all differences are alike, of which it says nothing; next to that it may be sure
        )
    off = [3 * math.sqrt(p * (1 - p) / drawn) if drawn else 0.0 for p in (low, high)]
    return max(0.0, low - off[0]), min(1.0, high + off[1])


def _tested(  # noqa: PLR0917 - all that decides an outcome
    np: Any,
    kind: Any,
    tables: tuple[Any, Any],
    codes: Any,
    choices: Choices,
    segmented: PairedTest | None,
) -> _Outcome:
    pair = Pair.of(*tables, kind.value, clusters=codes, cluster_name=choices.cluster or "")
    ours, theirs = (np.asarray(kind.compared(tuple(table.T))) for table in tables)
    if segmented is not None:
        test = segmented
    elif choices.test == "mcnemar":
        test = mcnemar(ours == 0, theirs == 0)
    elif choices.test == "wilcoxon":
        sides = (
            (ours, theirs)
            if codes is None
            else [by_cluster(np, each[:, None], codes)[:, 0] for each in (ours, theirs)]
        )
        test = wilcoxon(*sides)
    else:
        draw = getattr(pair, choices.test)
        test = draw(resamples=choices.resamples, seed=choices.seed)
    return _Outcome(pair, test, (ours, theirs))


def _made(
    systems: Systems,
    names: tuple[str, str],
    outcomes: list[_Outcome],
    p: tuple[float, float],
    choices: Choices,
) -> PairOfSystems:
    """Return a pair; ``p`` are the lowest and the highest corrected value of its outcomes."""
    threshold = 1 - choices.level
    differences = [each.pair.difference for each in outcomes]
    defined = not any(map(math.isnan, differences))
    sessions = systems.sessions()
    agrees = [each.favours_first(choices.test) for each in outcomes]
    surely = [p[1] < threshold and defined, p[0] < threshold and defined]
    how = choices.shown
    intervals = [
        each.pair.interval(level=how.level, resamples=how.resamples, seed=how.seed)
        for each in outcomes
    ]
    least_sure = max(outcomes, key=lambda each: each.test.p)
    if len(outcomes) == 1:
        (only,), (errors,) = outcomes, [outcomes[0].errors]
        spread = only.pair.standard_error
        return PairOfSystems(
            *names,
            differences[0] if defined else None,
            intervals[0],
            only.test,
            p[1],
            separated=surely[0] and agrees[0],
            wins=_fewer(*errors, sessions),
            losses=_fewer(*errors[::-1], sessions),
            smallest=smallest_difference(spread, level=choices.level) if spread > 0 else None,
            contrary=surely[0] and not agrees[0],
        )
    sign = -1 if systems.kind.higher_is_better else 1
    holds = defined and sign * max(differences, key=lambda each: sign * each) <= 0
    decided = surely[0] == surely[1] and (not surely[0] or len({*agrees}) == 1)
    why = ""
    if not (holds and decided):
        what = "the decision" if holds else "the order"
        why = depends(systems, names, f"{what} depends on them")
    ends = tuple(zip(differences[:2], intervals[:2], strict=True)) if defined else ()
    favourable, adverse = (each.errors for each in outcomes[:2])
    unjudged = sum(left(systems, name).unjudged for name in names)
    return PairOfSystems(
        *names,
        None,
        _over_all(intervals, differences, unjudged),
        None if why else least_sure.test,
        None if why else p[1],
        separated=not why and surely[0] and agrees[0],
        wins=_fewer(*adverse, sessions),
        losses=_fewer(*favourable[::-1], sessions),
        smallest=None,
        contrary=not why and surely[0] and not agrees[0],
        refused=why,
        ends=ends,
    )


def _fewer(ours: Any, theirs: Any, sessions: Sequence[Any] | None) -> int:
    """Return on how many utterances, or sessions, one side has fewer errors than the other."""
    if sessions is None:
        return int((ours < theirs).sum())
    np = numpy(_PURPOSE)
    codes = cluster_codes(np, sessions)
    one, other = (by_cluster(np, each[:, None], codes) for each in (ours, theirs))
    return int((one < other).sum())


def _over_all(
    intervals: Sequence[Interval], differences: Sequence[float], unjudged: int
) -> Interval:
    """Return the interval that holds those of all fillings; one without spread is its difference."""
    first, ends = intervals[0], []
    for interval, difference in zip(intervals, differences, strict=True):
        if interval.low is not None and interval.high is not None:
            ends += [interval.low, interval.high]
        elif interval.reason == NO_SPREAD:
            ends.append(difference)
        else:
            return replace(first, low=None, high=None, reason=interval.reason, unjudged=unjudged)
    return replace(first, low=min(ends), high=max(ends), reason=None, unjudged=unjudged)


def _without_bounds(
    np: Any, systems: Systems, names: tuple[str, str], choices: Choices
) -> PairOfSystems:
    """Return a pair of which nothing is known but how it is where both were judged."""
    kind = systems.kind
    tables = [systems.counts(np, name) for name in names]
    ruled = ~np.logical_or(*(kind.left_out_of(tuple(table.T)) > 0 for table in tables))
    ours, theirs = (np.asarray(kind.compared(tuple(table.T))) for table in tables)
    why = depends(systems, names)
    return PairOfSystems(
        *names,
        None,
        Interval(None, None, choices.level, "percentile", len(ruled), reason=why),
        None,
        None,
        separated=False,
        wins=int((ruled & (ours < theirs)).sum()),
        losses=int((ruled & (ours > theirs)).sum()),
        smallest=None,
        refused=why,
    )


def _all_steps(systems: Systems, order: list[str]) -> dict[str, list[str]]:
    """Return each system's alignments of words, as NIST's sclite makes them."""
    found = {}
    for name in order:
        if systems.results[name].recipe.reads:
            raise UsageError(
                "test='mapsswe' walks over the words that all systems were asked for, and with "
                "alternatives= or dont_care= they differ by system; choose 'randomisation', "
                "'bootstrap' or 'wilcoxon'"
            )
        references, hypotheses = systems.results[name].aligned_texts(systems.rows(name))
        found[name] = [
            sclite_steps(_words(said), _words(written))
            for said, written in zip(references, hypotheses, strict=True)
        ]
    return found


def _words(text: Any) -> list[Any]:
    return text.split() if isinstance(text, str) else list(text)
