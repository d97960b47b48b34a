"""What an estimate says of money, and how it counts calls."""

from __future__ import annotations

from decimal import Decimal

import pytest

from mondegreen.judges.estimate import Estimate
from mondegreen.judges.metric import calls_for
from mondegreen.judges.pair import Pair


@pytest.mark.parametrize(
    ("money", "shown"),
    [
        (None, "money unknown"),
        (Decimal(0), "about 0.00 USD"),
        (Decimal("0.0001"), "less than 0.01 USD"),
        (Decimal("0.01"), "about 0.01 USD"),
        (Decimal("1.239"), "about 1.24 USD"),
    ],
)
def test_small_money_is_not_none(money: Decimal | None, shown: str) -> None:
    assert f"back, {shown} if nothing is asked twice" in str(Estimate(2, 3, 4, money))


@pytest.mark.parametrize(("each", "shown"), [(1, "1 call"), (2, "2 calls")])
def test_one_call_is_one(each: int, shown: str) -> None:
    assert calls_for([Pair(0, "a", "b")], each) == shown
