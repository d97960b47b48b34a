"""Five thousand pairs of equally good systems: tests find as many better as they say, and no more."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from null_pairs import RATE, pairs

from mondegreen.metrics import METRICS
from mondegreen.stats.intervals import METHODS, interval
from mondegreen.stats.mapsswe import mapsswe, segments
from mondegreen.stats.mcnemar import mcnemar
from mondegreen.stats.paired import Pair
from mondegreen.stats.wilcoxon import wilcoxon

pytestmark = pytest.mark.slow
value = METRICS.get("wer")().value
PAIRS = 5000
TESTS = ("randomisation", "bootstrap", "wilcoxon", "mcnemar", "mapsswe")


@cache
def found_better() -> dict[str, float]:
    """Return for each test the share of null pairs in which p is at most 5 %."""
    found = dict.fromkeys(TESTS, 0)
    for made in pairs(PAIRS, 200, seed=20):
        pair = Pair.of(made.first, made.second, value)
        errors = [rows[:, 1:].sum(axis=1) for rows in (made.first, made.second)]
        found["randomisation"] += pair.randomisation(resamples=499).p <= 0.05
        found["bootstrap"] += pair.bootstrap(resamples=499).p <= 0.05
        found["wilcoxon"] += wilcoxon(*errors).p <= 0.05
        found["mcnemar"] += mcnemar(errors[0] == 0, errors[1] == 0).p <= 0.05
    for made in pairs(PAIRS, 100, seed=21, steps=True):
        cut = [segment for both in made.steps for segment in segments(*both)]
        found["mapsswe"] += mapsswe(cut).test.p <= 0.05
    return {name: number / PAIRS for name, number in found.items()}


@pytest.mark.parametrize("test", TESTS)
def test_false_findings(test: str) -> None:
    share = found_better()[test]
    least = 0.02 if test == "mcnemar" else 0.035  # exact on few items: its steps are wide
    assert least <= share <= 0.065, share


@pytest.mark.parametrize("method", METHODS)
def test_intervals_hold_the_rate_as_often_as_they_say(method: str) -> None:
    held = sum(
        RATE in interval(made.first, value, method=method, resamples=499)
        for made in pairs(PAIRS, 200, seed=22)
    )
    assert 0.93 <= held / PAIRS <= 0.97, held / PAIRS


def test_intervals_of_differences_hold_zero_as_often_as_they_say() -> None:
    held = sum(
        0.0 in Pair.of(made.first, made.second, value).interval(resamples=499)
        for made in pairs(PAIRS, 200, seed=23)
    )
    assert 0.93 <= held / PAIRS <= 0.97, held / PAIRS


def test_clusters_widen_what_utterances_alone_would_understate() -> None:
    """Utterances of one speaker are alike; by utterance the interval is too narrow, by speaker not."""
    random = np.random.default_rng(24)
    held = {"utterance": 0, "speaker": 0}
    speakers = np.repeat(np.arange(40), 10)
    for _ in range(1000):
        chance = random.beta(2, 18, 40)[speakers]
        wrong = random.binomial(10, chance)
        rows = np.stack([10 - wrong, wrong, 0 * wrong, 0 * wrong], axis=1)
        held["utterance"] += 0.1 in interval(rows, value, resamples=499)
        held["speaker"] += 0.1 in interval(rows, value, resamples=499, clusters=speakers)
    assert held["utterance"] < 850
    assert 910 <= held["speaker"] <= 970
