"""The test of each pair of systems."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import UnknownNameError, UsageError
from mondegreen.stats.checks import checked_level, checked_resamples, checked_seed
from mondegreen.stats.holm import holm
from mondegreen.stats.libraries import numpy
from mondegreen.stats.mapsswe import mapsswe, segments
from mondegreen.stats.mcnemar import mcnemar
from mondegreen.stats.paired import Pair, smallest_difference
from mondegreen.stats.sclite_steps import sclite_steps
from mondegreen.stats.units import by_cluster, cluster_codes
from mondegreen.stats.wilcoxon import wilcoxon

if TYPE_CHECKING:
    from mondegreen.scoring.comparing.systems import Systems
    from mondegreen.stats.interval import Interval
    from mondegreen.stats.paired_test import PairedTest

__all__ = ["TESTS", "Choices", "PairOfSystems", "tested_pairs"]

TESTS: Final = ("randomisation", "bootstrap", "mapsswe", "mcnemar", "wilcoxon")
_PURPOSE: Final = "comparing systems"
_MOST_UNASKED: Final = 100_000  # draws a pair; more take minutes, which somebody has to want


@dataclass(frozen=True)
class Choices:
    """How pairs are tested.

    Attributes:
        test: one of `TESTS`.
        level: the confidence; pairs are separated where p, corrected, is below ``1 - level``.
        cluster: the column whose equal values are kept together.
        resamples: how often is drawn.
        seed: of the random numbers.
    """

    test: str = "randomisation"
    level: float = 0.95
    cluster: str | None = None
    resamples: int = 10_000
    seed: int = 0

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
        # The smallest p that there can be, times the number of pairs, has to be below 1 - level.
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

    Attributes:
        first: the name of the one with the better rate.
        second: that of the other.
        difference: the rate of the first less that of the second; ``None`` where one has none.
        interval: of the difference, by the paired bootstrap.
        test: the outcome.
        p: of the test, corrected for the number of pairs (Holm).
        separated: whether this test set tells them apart, the first being the better one.
        wins: on how many utterances the first has fewer errors.
        losses: on how many the second has.
        smallest: the true difference that this test set would find in four of five cases.
        contrary: whether the test tells them apart, but not with the first as the better one.
    """

    first: str
    second: str
    difference: float | None
    interval: Interval
    test: PairedTest
    p: float
    separated: bool
    wins: int
    losses: int
    smallest: float | None
    contrary: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "first": self.first,
            "second": self.second,
            "difference": self.difference,
            "interval": self.interval.to_dict(),
            "test": self.test.to_dict(),
            "p_corrected": self.p,
            "separated": self.separated,
            "wins": self.wins,
            "losses": self.losses,
            "smallest_difference": self.smallest,
        }


def tested_pairs(systems: Systems, order: list[str], choices: Choices) -> list[PairOfSystems]:
    """Return every pair of systems, those that come first in ``order`` first."""
    np = numpy(_PURPOSE)
    counts = {name: systems.counts(np, name) for name in order}
    codes = None
    if choices.cluster is not None:
        codes = cluster_codes(np, systems.column(choices.cluster))
    steps = _all_steps(systems, order) if choices.test == "mapsswe" else {}
    value, kind = systems.kind.value, systems.kind
    found = []
    for first, second in combinations(order, 2):
        pair = Pair.of(
            counts[first],
            counts[second],
            value,
            clusters=codes,
            cluster_name=choices.cluster or "",
        )
        errors = [np.asarray(kind.compared(tuple(counts[name].T))) for name in (first, second)]
        if choices.test == "mapsswe":
            test = mapsswe(
                segment
                for ours, theirs in zip(steps[first], steps[second], strict=True)
                for segment in segments(ours, theirs)
            ).test
        elif choices.test == "mcnemar":
            test = mcnemar(errors[0] == 0, errors[1] == 0)
        elif choices.test == "wilcoxon":
            sides = (
                errors
                if codes is None
                else [by_cluster(np, each[:, None], codes)[:, 0] for each in errors]
            )
            test = wilcoxon(*sides)
        else:
            draw = getattr(pair, choices.test)
            test = draw(resamples=choices.resamples, seed=choices.seed)
        found.append((first, second, pair, test, errors))
    corrected = holm([test.p for _, _, _, test, _ in found])
    return [
        _made(first, second, pair, test, errors, p, choices)
        for (first, second, pair, test, errors), p in zip(found, corrected, strict=True)
    ]


def _made(  # noqa: PLR0917 - what one pair has
    first: str, second: str, pair: Pair, test: PairedTest, errors: Any, p: float, choices: Choices
) -> PairOfSystems:
    spread = pair.standard_error
    difference = pair.difference
    sure = p < 1 - choices.level and not math.isnan(difference)
    # The order is that of the rates. What these count can go the other way: one utterance with very
    # many errors makes the rate of a system that is better on most of them.
    better = {"wilcoxon": -1, "mcnemar": 1, "mapsswe": -1}.get(choices.test)
    agrees = better is None or (better * test.statistic > 0 and difference != 0)
    return PairOfSystems(
        first,
        second,
        None if math.isnan(difference) else difference,
        pair.interval(
            level=choices.level, resamples=min(choices.resamples, 2000), seed=choices.seed
        ),
        test,
        p,
        separated=sure and agrees,
        wins=int((errors[0] < errors[1]).sum()),
        losses=int((errors[0] > errors[1]).sum()),
        smallest=smallest_difference(spread, level=choices.level) if spread > 0 else None,
        contrary=sure and not agrees,
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
