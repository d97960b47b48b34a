"""Tests of two systems: against enumeration, SciPy's own, and laws."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from null_pairs import drawn
from scipy import stats

from mondegreen.errors import UsageError
from mondegreen.metrics import METRICS
from mondegreen.stats.holm import holm
from mondegreen.stats.mcnemar import mcnemar
from mondegreen.stats.paired import Pair, smallest_difference
from mondegreen.stats.wilcoxon import wilcoxon

value = METRICS.get("wer")().value
ROWS = st.lists(st.tuples(*[st.tuples(*[st.integers(0, 9)] * 4)] * 2), min_size=2, max_size=30)


def rate(rows: Any) -> float:
    return float(value(tuple(int(total) for total in np.asarray(rows).sum(axis=0))))


def pair_of(seed: int, utterances: int = 40) -> tuple[Any, Any]:
    made = drawn(np.random.default_rng(seed), utterances)
    return made.first, made.second


def test_randomisation_against_all_ways_to_swap() -> None:
    for seed in range(4):
        first, second = pair_of(seed, 10)
        observed = abs(rate(first) - rate(second))
        as_much = 0
        for swap in product([False, True], repeat=10):
            chosen = np.array(swap)[:, None]
            ours, theirs = np.where(chosen, second, first), np.where(chosen, first, second)
            as_much += abs(rate(ours) - rate(theirs)) >= observed - 1e-12
        found = Pair.of(first, second, value).randomisation(resamples=20_000)
        assert found.p == pytest.approx(as_much / 2**10, abs=0.015)


def test_the_interval_of_a_difference_against_drawing_by_hand() -> None:
    first, second = pair_of(5, 100)
    random = np.random.default_rng(1)
    apart = []
    for _ in range(5000):
        at = random.integers(0, 100, 100)
        apart.append(rate(first[at]) - rate(second[at]))
    found = Pair.of(first, second, value).interval(resamples=20_000)
    low, high = np.quantile(apart, [0.025, 0.975])
    assert list(found) == pytest.approx([low, high], abs=0.05 * (high - low))


def test_the_standard_error_of_a_difference_is_that_of_the_bootstrap() -> None:
    first, second = pair_of(6, 400)
    pair = Pair.of(first, second, value)
    low, high = pair.interval(level=0.6827, resamples=20_000)
    assert low is not None
    assert high is not None
    assert pair.standard_error == pytest.approx((high - low) / 2, rel=0.05)


@settings(max_examples=25, deadline=None)
@given(rows=ROWS, data=st.data())
def test_order_and_sides_are_of_no_account(rows: Any, data: st.DataObject) -> None:
    first, second = (np.array([row[side] for row in rows]) for side in (0, 1))
    order = np.array(data.draw(st.permutations(range(len(rows)))))
    pair = Pair.of(first, second, value)
    shuffled = Pair.of(first[order], second[order], value)
    turned = Pair.of(second, first, value)
    for name in ("randomisation", "bootstrap"):
        found = getattr(pair, name)(resamples=100)
        again = getattr(shuffled, name)(resamples=100)
        assert again.p == found.p
        assert 0 < found.p <= 1
    assert turned.randomisation(resamples=100).p == pair.randomisation(resamples=100).p
    interval, mirrored = pair.interval(resamples=100), turned.interval(resamples=100)
    assert interval.reason == mirrored.reason
    if interval.low is not None and tuple(first.sum(axis=0)) != tuple(second.sum(axis=0)):
        assert mirrored.high == pytest.approx(-interval.low, abs=1e-12)


def test_equal_systems_are_equal() -> None:
    first, _ = pair_of(1)
    pair = Pair.of(first, first, value)
    assert pair.randomisation().p == 1
    assert pair.bootstrap().p == 1
    assert pair.interval().reason == "all units are alike, so they show no spread"
    assert wilcoxon(first[:, 1], first[:, 1]).p == 1


def test_a_sure_difference_is_found() -> None:
    first = np.array([[9, 1, 0, 0]] * 40)
    second = np.array([[8, 2, 0, 0], [7, 3, 0, 0]] * 20)
    pair = Pair.of(first, second, value)
    assert pair.randomisation(resamples=999).p == 1 / 1000
    assert pair.bootstrap(resamples=999).p == 2 / 1000
    assert pair.difference == pytest.approx(-0.15)


def test_clusters_are_swapped_together() -> None:
    first, second = pair_of(3)
    clusters = [row % 8 for row in range(40)]
    whole = [np.array([rows[at::8].sum(axis=0) for at in range(8)]) for rows in (first, second)]
    by_hand = Pair.of(*whole, value)
    found = Pair.of(first, second, value, clusters=clusters, cluster_name="speaker")
    assert found.randomisation() == by_hand.randomisation()
    assert (found.unit, found.kinds.units) == ("speaker", 8)


def test_a_rate_that_is_none_has_no_difference() -> None:
    pair = Pair.of([[0, 0, 0, 1]] * 3, [[1, 0, 0, 0]] * 3, value)
    assert math.isnan(pair.difference)
    assert pair.randomisation().p == 1
    assert pair.interval().reason == "there is no rate"
    assert pair.randomisation().to_dict()["statistic"] is None


def test_tables_of_different_shapes() -> None:
    with pytest.raises(UsageError, match="one row per unit for both systems"):
        Pair.of([[1, 2]], [[1, 2], [3, 4]], value)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=300))
def test_mcnemar_is_the_exact_binomial_test(right: list[tuple[bool, bool]]) -> None:
    first, second = [pair[0] for pair in right], [pair[1] for pair in right]
    only = sum(a and not b for a, b in right), sum(b and not a for a, b in right)
    found = mcnemar(first, second)
    wanted = stats.binomtest(min(only), sum(only)).pvalue if sum(only) else 1.0
    assert found.p == pytest.approx(wanted, rel=1e-9)
    assert (found.items, found.statistic) == (sum(only), only[0] - only[1])


def test_mcnemar_where_sc_stats_is_wrong() -> None:
    """19 against 22 of 41, for which sc_stats prints 0.001."""
    found = mcnemar([True] * 19 + [False] * 22, [False] * 19 + [True] * 22)
    assert found.p == pytest.approx(0.755, abs=5e-4)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=60))
def test_wilcoxon_is_scipys(pairs: list[tuple[int, int]]) -> None:
    apart = [a - b for a, b in pairs if a != b]
    found = wilcoxon([a for a, _ in pairs], [b for _, b in pairs])
    assert found.items == len(apart)
    assert found.p == (stats.wilcoxon(apart).pvalue if apart else 1.0)


@pytest.mark.parametrize("test", [mcnemar, wilcoxon])
def test_columns_of_different_lengths(test: Any) -> None:
    with pytest.raises(UsageError, match="expected as many"):
        test([1, 0], [1])


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_steps_down(probabilities: list[float]) -> None:
    """At every level it rejects what the procedure of Holm's paper rejects."""
    adjusted = holm(probabilities)
    for level in (0.01, 0.05, 0.2):
        rejected = set()
        order = sorted(range(len(probabilities)), key=lambda at: probabilities[at])
        for rank, at in enumerate(order):
            if (len(order) - rank) * probabilities[at] > level:
                break
            rejected.add(at)
        assert {at for at, p in enumerate(adjusted) if p <= level} == rejected


def test_the_smallest_difference_is_found_in_four_of_five() -> None:
    normal = stats.norm
    error = 0.013
    smallest = smallest_difference(error)
    power = normal.sf(1.959964 - smallest / error) + normal.cdf(-1.959964 - smallest / error)
    assert power == pytest.approx(0.8, abs=1e-4)
