"""Systems that are drawn together are tested as each pair alone is."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mondegreen.errors import UsageError
from mondegreen.scoring.comparing.letter_display import groups_of, letters
from mondegreen.stats import resampling
from mondegreen.stats.holm import holm
from mondegreen.stats.joint import Joint
from mondegreen.stats.paired import Pair
from mondegreen.stats.resampling import drawn_totals
from mondegreen.stats.units import kinds_of


def value(totals: Any) -> Any:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.divide(totals[0], totals[1])


def tables(units: int = 60, systems: int = 4, seed: int = 0) -> dict[str, Any]:
    random = np.random.default_rng(seed)
    lengths = random.integers(3, 15, units)
    return {
        f"s{at}": np.stack([random.binomial(lengths, 0.1 + 0.05 * at), lengths], axis=1)
        for at in range(systems)
    }


def test_it_is_the_paired_bootstrap_of_each_pair() -> None:
    made = tables()
    joint = Joint.of(made, value, resamples=20_000)
    for one, other in combinations(made, 2):
        difference, interval, test = joint.pair(one, other)
        alone = Pair.of(made[one], made[other], value)
        assert difference == alone.difference
        assert test.p == pytest.approx(alone.bootstrap(resamples=20_000, seed=1).p, abs=0.015)
        wanted = alone.interval(resamples=20_000, seed=1)
        assert interval.low == pytest.approx(wanted.low, abs=0.004)
        assert interval.high == pytest.approx(wanted.high, abs=0.004)


def test_order_of_units_and_systems_changes_nothing() -> None:
    made = tables()
    turned = {name: table[::-1] for name, table in reversed(made.items())}
    first, second = (Joint.of(each, value, resamples=500) for each in (made, turned))
    assert first.pair("s0", "s3") == second.pair("s0", "s3")
    assert first.interval("s2") == second.interval("s2")


def test_what_has_no_spread_or_no_rate_has_a_reason() -> None:
    made = {"a": [[1, 4]] * 9, "b": [[2, 4]] * 9, "c": [[0, 0]] * 9}
    joint = Joint.of(made, value, resamples=200)
    difference, interval, test = joint.pair("a", "b")
    assert (difference, interval.low, test.p) == (-0.25, None, 1.0)
    assert interval.reason == "all units are alike, so they show no spread"
    assert joint.pair("a", "c")[1].reason == "there is no rate"
    assert Joint.of({"a": [[1, 4]]}, value, resamples=200).interval("a").low is None
    assert Joint.of({"a": np.zeros((0, 2), int)}, value, resamples=200).units == 0
    with pytest.raises(UsageError, match=r"a \(9, 2\), b \(8, 2\): expected the same units"):
        Joint.of({"a": [[1, 4]] * 9, "b": [[1, 4]] * 8}, value)


@pytest.mark.parametrize("most", [3, 40_000, 10**13])
def test_sums_are_exact_in_every_kind_of_number(most: int) -> None:
    random = np.random.default_rng(1)
    rows = random.integers(0, most, (200, 40))
    made = drawn_totals(np, kinds_of(np, rows), 300, 5)
    wide, resampling._EXACT = resampling._EXACT, {}  # integers alone
    try:
        assert (drawn_totals(np, kinds_of(np, rows), 300, 5) == made).all()
    finally:
        resampling._EXACT = wide


def test_holm_is_the_closure_of_bonferroni() -> None:
    """Marcus, Peritz and Gabriel (1976): rejected if every set of hypotheses with it is."""
    random = np.random.default_rng(2)
    for size in range(1, 8):
        p = random.choice([0.001, 0.01, 0.02, 0.04, 0.2, 0.9], size).tolist()
        closed = [
            max(
                min(1.0, len(some) * min(p[each] for each in some))
                for count in range(1, size + 1)
                for some in combinations(range(size), count)
                if at in some
            )
            for at in range(size)
        ]
        assert holm(p) == pytest.approx(closed)


@settings(deadline=None)
@given(st.data())
def test_two_systems_share_a_group_if_and_only_if_they_cannot_be_told_apart(data: Any) -> None:
    names = [f"s{at}" for at in range(data.draw(st.integers(1, 8)))]
    every = [frozenset(pair) for pair in combinations(names, 2)]
    apart = {pair for pair in every if data.draw(st.booleans())}
    groups = groups_of(names, apart)
    marks = letters(names, apart)
    for pair in every:
        one, other = sorted(pair)
        assert any(pair <= {*group} for group in groups) == (pair not in apart)
        assert bool({*marks[one].split()} & {*marks[other].split()}) == (pair not in apart)
    assert {name for group in groups for name in group} == {*names}
    assert not any({*one} < {*other} for one in groups for other in groups)
    for group in groups:  # nobody could be added
        for name in {*names} - {*group}:
            assert any(frozenset((name, each)) in apart for each in group)


def test_letters_go_on_after_z() -> None:
    names = [f"s{at:02}" for at in range(30)]
    marks = letters(names, {frozenset(pair) for pair in combinations(names, 2)})
    assert [marks["s00"], marks["s25"], marks["s26"], marks["s29"]] == ["a", "z", "aa", "ad"]
