"""Intervals of a rate: against drawing by hand, SciPy's bootstrap, and the formula of the delta method."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from mondegreen.errors import MissingDependencyError, UnknownNameError, UsageError
from mondegreen.metrics import METRICS
from mondegreen.stats import intervals
from mondegreen.stats.intervals import interval
from mondegreen.stats.resampling import drawn_totals, swapped_sums
from mondegreen.stats.units import by_cluster, cluster_codes, kinds_of

if TYPE_CHECKING:
    from mondegreen.stats.interval import Interval

WER = METRICS.get("wer")()
value = WER.value


def corpus(units: int, *, words: float = 12, seed: int = 1) -> Any:
    """Return rows as of word error rates: hits, substitutions, deletions, insertions."""
    random = np.random.default_rng(seed)
    length = random.poisson(words, units) + 1
    share = random.beta(1, 9, units)
    substitutions = random.binomial(length, share * 0.6)
    deletions = random.binomial(length - substitutions, share * 0.2)
    insertions = random.binomial(length, share * 0.2)
    hits = length - substitutions - deletions
    return np.stack([hits, substitutions, deletions, insertions], axis=1)


rows_of_units = st.lists(
    st.tuples(*[st.integers(0, 30)] * 4).filter(lambda row: sum(row[:3]) > 0), min_size=3
)


def test_kinds_are_the_rows_sorted_and_counted() -> None:
    kinds = kinds_of(np, np.array([[3, 1], [0, 2], [3, 1], [0, 1]]))
    assert kinds.rows.tolist() == [[0, 1], [0, 2], [3, 1]]
    assert kinds.numbers.tolist() == [1, 1, 2]
    assert kinds.units == 4


@given(rows=st.lists(st.tuples(*[st.integers(-(2**40), 2**40)] * 3), min_size=1))
def test_kinds_of_wide_numbers_too(rows: list[tuple[int, ...]]) -> None:
    kinds = kinds_of(np, np.array(rows))
    again = np.repeat(kinds.rows, kinds.numbers, axis=0)
    assert again.tolist() == sorted(map(list, rows))


@pytest.mark.parametrize("words", [3, 300], ids=["few kinds", "nearly all distinct"])
def test_resamples_are_distributed_as_drawing_by_hand(words: float) -> None:
    """Both ways to draw give the mean and covariance of n draws with replacement."""
    rows = corpus(400, words=words)
    totals = drawn_totals(np, kinds_of(np, rows), 20_000, seed=3)
    assert totals.mean(axis=0) == pytest.approx(rows.sum(axis=0), rel=0.01)
    wanted = 400 * np.cov(rows.T, bias=True)
    found = np.cov(totals.T)
    assert abs(found - wanted).max() < 0.05 * wanted.max()


@pytest.mark.parametrize("words", [3, 300], ids=["few kinds", "nearly all distinct"])
def test_swaps_are_distributed_as_fair_coins(words: float) -> None:
    rows = corpus(400, words=words)
    sums = swapped_sums(np, kinds_of(np, rows), 20_000, seed=3)
    assert sums.mean(axis=0) == pytest.approx(rows.sum(axis=0) / 2, rel=0.01)
    wanted = (rows.T @ rows) / 4
    assert abs(np.cov(sums.T) - wanted).max() < 0.05 * wanted.max()


def test_percentiles_as_scipy_finds_them() -> None:
    rows = corpus(500)
    found = interval(rows, value, resamples=20_000)

    def rate(*columns: Any, axis: int = -1) -> Any:
        return value([column.sum(axis=axis) for column in columns])

    theirs = stats.bootstrap(
        tuple(rows.T), rate, paired=True, method="percentile", n_resamples=20_000, rng=1
    ).confidence_interval
    width = theirs.high - theirs.low
    assert list(found) == pytest.approx(list(theirs), abs=0.03 * width)


def test_bca_as_scipy_finds_it() -> None:
    rows = corpus(60, seed=8)
    found = interval(rows, value, method="bca", resamples=20_000)

    def rate(*columns: Any, axis: int = -1) -> Any:
        return value([column.sum(axis=axis) for column in columns])

    theirs = stats.bootstrap(
        tuple(rows.T), rate, paired=True, method="BCa", n_resamples=20_000, rng=1
    ).confidence_interval
    width = theirs.high - theirs.low
    assert list(found) == pytest.approx(list(theirs), abs=0.04 * width)


def test_the_analytic_interval_is_the_delta_method() -> None:
    rows = corpus(2000)
    errors, length = rows[:, 1:].sum(axis=1), rows[:, :3].sum(axis=1)
    rate = errors.sum() / length.sum()
    residual = errors - rate * length
    error = np.sqrt(2000 / 1999 * (residual**2).sum()) / length.sum()
    reach = stats.t.ppf(0.975, 1999) * error
    found = interval(rows, value, method="analytic")
    assert list(found) == pytest.approx([rate - reach, rate + reach], rel=1e-3)
    assert (found.resamples, found.seed) == (0, None)


@pytest.mark.parametrize("method", intervals.METHODS)
@settings(max_examples=30, deadline=None)
@given(rows=rows_of_units, data=st.data())
def test_laws(method: str, rows: list[tuple[int, ...]], data: st.DataObject) -> None:
    def of(table: Any, **options: Any) -> Interval:
        return interval(np.array(table), value, method=method, resamples=200, **options)

    found = of(rows)
    shuffled = data.draw(st.permutations(rows))
    assert of(shuffled) == found, "the order of the units is of no account"
    if found.reason is None:
        assert found.low is not None
        assert found.high is not None
        assert 0 <= found.low <= found.high
    narrow = of(rows, level=0.5)
    if narrow.reason is None and method == "percentile":
        assert found.low <= narrow.low <= narrow.high <= found.high
    alone = of(rows, clusters=range(len(rows)))
    assert (alone.low, alone.high) == (found.low, found.high)


def test_clusters_are_summed_before_drawing() -> None:
    rows = corpus(100)
    speakers = [row % 10 for row in range(100)]
    whole = np.array([rows[start::10].sum(axis=0) for start in range(10)])
    found = interval(rows, value, clusters=speakers, cluster_name="speaker")
    by_hand = interval(whole, value)
    assert (found.low, found.high) == (by_hand.low, by_hand.high)
    assert (found.units, found.unit) == (10, "speaker")


def test_a_null_is_a_cluster_of_its_own() -> None:
    codes = cluster_codes(np, [None, "a", float("nan"), "a", 1, True, None, ["x"], ["x"]])
    assert len(set(codes.tolist())) == 7
    assert by_cluster(np, np.ones((9, 1), dtype=np.int64), codes).sum() == 9


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([[5, 1, 0, 0]], "an interval needs two units or more"),
        ([[5, 0, 0, 0]] * 9, "all units are alike, so they show no spread"),
        ([[5, 0, 0, 0], [7, 0, 0, 0]], "all units are alike, so they show no spread"),
        ([[0, 0, 0, 3], [0, 0, 0, 1]], "there is no rate"),
    ],
)
def test_why_there_is_no_interval(rows: list[list[int]], reason: str) -> None:
    for method in intervals.METHODS:
        found = interval(rows, value, method=method)
        assert (found.low, found.high, found.reason) == (None, None, reason)
        assert str(found) == f"no interval: {reason}"


def test_draws_without_words_are_no_end() -> None:
    found = interval([[0, 0, 0, 3], [9, 1, 0, 0], [9, 0, 0, 0]], value)
    assert (found.low, found.high) == (None, None)
    assert "some draws have none" in str(found.reason)


def test_no_analytic_interval_where_one_unit_holds_all_words() -> None:
    found = interval([[0, 0, 0, 3], [9, 1, 0, 0]], value, method="analytic")
    assert found.reason == "without one of the units there is no rate"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": 95}, "level=95 of type int: expected a confidence, such as 95% or 0.95"),
        ({"level": None}, "level=None"),
        ({"resamples": 99}, "expected a whole number from 100"),
        ({"resamples": True}, "resamples=True"),
        ({"seed": -1}, "seed=-1: expected a whole number, 0 or more"),
        ({"seed": "x"}, "seed='x'"),
        ({"clusters": [1]}, "1 clusters for 2 rows"),
    ],
)
def test_arguments_that_cannot_be_used(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        interval([[1, 1, 1, 1], [2, 1, 0, 0]], value, **options)


def test_an_unknown_method() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'percentile'"):
        interval([[1, 2], [3, 4]], value, method="percentil")


@pytest.mark.parametrize("rows", [[1, 2, 3], [[0.5, 1.0]], [["a"]]])
def test_rows_that_are_none(rows: Any) -> None:
    with pytest.raises(UsageError, match="expected integers, one row per unit"):
        interval(rows, value)


def test_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    with pytest.raises(MissingDependencyError, match=r"pip install '.\[stats\]'"):
        interval([[1, 2], [3, 4]], value)


@pytest.mark.slow
@pytest.mark.parametrize("words", [12, 150])
def test_a_thousand_resamples_of_a_hundred_thousand_utterances_take_under_a_second(
    words: float,
) -> None:
    rows = corpus(100_000, words=words)
    interval(rows[:100], value)  # what is loaded once
    times = []
    for _ in range(3):
        start = time.process_time()
        interval(rows, value)
        times.append(time.process_time() - start)
    assert min(times) < 1
