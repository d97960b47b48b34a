"""What intervals and tests become as plain values, what each percentile needs, and rows that are all distinct."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from mondegreen.stats.interval import Interval
from mondegreen.stats.joint import Joint
from mondegreen.stats.paired_test import PairedTest
from mondegreen.stats.percentiles import LEAST, percentile
from mondegreen.stats.units import kinds_of


def test_an_interval_says_why_it_is_none_or_endless() -> None:
    whole = Interval(0.1, 0.2, 0.95, "bca", 9).to_dict()
    assert (whole["low"], whole["high"], whole["reason"]) == (0.1, 0.2, None)
    endless = Interval(0.1, math.inf, 0.95, "bca", 9).to_dict()
    assert (endless["low"], endless["high"]) == (0.1, None)
    assert "infinite" in endless["reason"]
    none = Interval(None, None, 0.95, "bca", 1, reason="one unit").to_dict()
    assert (none["low"], none["high"], none["reason"]) == (None, None, "one unit")


@pytest.mark.parametrize(("statistic", "plain"), [(2.5, 2.5), (math.inf, None), (math.nan, None)])
def test_a_test_as_plain_values(statistic: float, plain: float | None) -> None:
    found = PairedTest("bootstrap", 0.25, statistic, 7, 100, 3).to_dict()
    assert found == {
        "name": "bootstrap", "p": 0.25, "statistic": plain, "items": 7, "resamples": 100, "seed": 3,
    }  # fmt: skip


@pytest.mark.parametrize("percent", sorted(LEAST))
def test_one_value_fewer_than_needed_is_too_few(percent: int) -> None:
    values = [float(at) for at in range(LEAST[percent])]
    assert percentile(values, percent).value is not None
    too_few = percentile(values[1:], percent)
    assert too_few.value is None
    assert too_few.reason


def test_draws_without_a_word_are_a_reason() -> None:
    tables = {"a": [[1, 4]] + [[0, 0]] * 5, "b": [[2, 4]] + [[0, 0]] * 5}
    joint = Joint.of(
        {name: np.array(rows) for name, rows in tables.items()},
        lambda totals: np.divide(totals[0], totals[1], where=np.asarray(totals[1]) > 0,
                                 out=np.full(np.shape(totals[0]), np.nan)),
        resamples=200,
    )  # fmt: skip
    assert joint.empty_draws
    assert joint.interval("a").low is None
    assert joint.interval("a").reason


@pytest.mark.parametrize("widest", [5, 2**40])
def test_kinds_are_the_distinct_rows_with_their_numbers(widest: int) -> None:
    """Also where the values are too wide for one integer a row."""
    chance = Random(widest)
    distinct = [[chance.randrange(widest) for _ in range(3)] for _ in range(20)]
    rows = np.array([chance.choice(distinct) for _ in range(200)])
    expected, numbers = np.unique(rows, axis=0, return_counts=True)
    found = kinds_of(np, rows)
    assert found.rows.tolist() == expected.tolist()
    assert found.numbers.tolist() == numbers.tolist()
    assert found.units == 200
