"""Percentiles against values worked out by hand, and against numpy where all values are finite."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from mondegreen.stats.percentiles import LEAST, _ranks, percentile


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [
        ([7.0], 50, 7.0),
        ([1.0, 2.0], 50, 1.5),
        ([1.0, 2.0, 4.0], 50, 2.0),
        ([float(at) for at in range(30)], 90, 26.1),  # 0.9 * 29
        ([float(at) for at in range(31)], 90, 27.0),  # exactly on a value
        ([float(at) for at in range(60)], 95, 56.05),
        ([float(at) for at in range(300)], 99, 296.01),
        ([1.0, 2.0, math.inf], 50, 2.0),
        ([1.0, math.inf], 50, math.inf),
        ([math.inf] * 4, 50, math.inf),
        ([*[1.0] * 27, *[2.0] * 3], 90, 1.1),  # 26.1 lies between 1 and 2
        ([*[1.0] * 27, *[math.inf] * 3], 90, math.inf),
        ([*[1.0] * 28, *[math.inf] * 3], 90, 1.0),
    ],
)  # fmt: skip
def test_values_by_hand(values: list[float], percent: int, expected: float) -> None:
    shuffled = Random(1).sample(values, len(values))
    assert percentile(shuffled, percent).value == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("count", [1, 2, 5, 30, 61, 300, 777])
def test_type_7_is_that_of_numpy(count: int) -> None:
    random = Random(count)
    values = [random.lognormvariate(0, 1) for _ in range(count)]
    for percent in (50, 90, 95, 99):
        found = percentile(values, percent)
        if count >= LEAST.get(percent, 1):
            assert found.value == pytest.approx(float(np.percentile(values, percent)))


@pytest.mark.parametrize(("percent", "least"), LEAST.items())
def test_with_too_few_values_there_is_a_reason(percent: int, least: int) -> None:
    found = percentile([0.5] * (least - 1), percent)
    assert (found.value, found.low, found.high) == (None, None, None)
    assert found.reason == f"{least - 1} values, P{percent} needs {least}"
    enough = percentile([0.5] * least, percent)
    assert (enough.value, enough.low, enough.high, enough.reason) == (0.5, 0.5, 0.5, "")


def test_no_values_have_no_median() -> None:
    assert percentile([], 50).reason == "0 values, the median needs 1"


@pytest.mark.parametrize(
    ("count", "share", "ranks"),
    [
        (5, 0.5, None),  # 1 - 2 / 32 = 0.9375
        (6, 0.5, (1, 6)),  # 1 - 2 / 64 = 0.969
        (10, 0.5, (2, 9)),  # 1 - 22 / 1024 = 0.979; (2, 8) would be 0.935
        (28, 0.9, None),  # 0.9 ** 28 = 0.052 above the largest
        (29, 0.9, (21, 29)),  # P(B < 21) is 0.0016, P(B < 22) is 0.0062, and 0.0029 may be below
        (58, 0.95, None),
        (298, 0.99, None),
    ],
)
def test_ranks_by_hand(count: int, share: float, ranks: tuple[int, int] | None) -> None:
    assert _ranks(count, share, 0.95) == ranks


@pytest.mark.parametrize(("count", "share"), [(12, 0.5), (40, 0.9), (101, 0.5), (350, 0.99)])
def test_no_nearer_ranks_hold_it_often_enough(count: int, share: float) -> None:
    def held(low: int, high: int) -> float:
        return sum(
            math.comb(count, k) * share**k * (1 - share) ** (count - k) for k in range(low, high)
        )

    ranks = _ranks(count, share, 0.95)
    assert ranks is not None
    low, high = ranks
    assert held(low, high) >= 0.95
    for first in range(1, count - (high - low) + 2):
        assert held(first, first + high - low - 1) < 0.95
    for first in range(1, count - (high - low) + 1):
        assert held(first, first + high - low) <= held(low, high) + 1e-12


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    random, held, rounds = Random(7), 0, 2000
    truth = -math.log(1 - 0.9)  # of an exponential distribution
    for _ in range(rounds):
        found = percentile([random.expovariate(1) for _ in range(60)], 90)
        held += found.low <= truth <= found.high  # type: ignore[operator]
    assert held / rounds > 0.94


def test_a_percentile_never_falls_when_a_value_rises() -> None:
    random = Random(3)
    values = [random.random() for _ in range(64)]
    for percent in (50, 90, 95):
        before = percentile(values, percent).value
        for at in range(0, 64, 7):
            later = percentile([*values[:at], math.inf, *values[at + 1 :]], percent).value
            assert later >= before  # type: ignore[operator]
