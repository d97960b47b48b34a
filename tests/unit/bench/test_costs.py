"""How the money of a system is said, and what of it is written."""

from __future__ import annotations

from decimal import Decimal

import pytest

from mondegreen.bench.costs import Cost

ONE = "0.36 USD per hour of audio"


@pytest.mark.parametrize(
    ("prices", "said"), [((), "not known"), ((ONE,), ONE), ((ONE, "9 USD"), f"{ONE} or 9 USD")]
)
def test_words_and_values(prices: tuple[str, ...], said: str) -> None:
    cost = Cost(Decimal("1.5"), Decimal("0.25"), prices)
    assert cost.said == f"list price {said}; 1.5000 USD, of which 0.2500 for calls that failed"
    assert cost.to_json() == {"usd": "1.5", "again": "0.25", "prices": [*prices]}
