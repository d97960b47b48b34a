"""What an estimate says of money, and how it counts calls."""

from __future__ import annotations

from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import genai_prices
import pytest
from genai_prices import calc_price

from mondegreen.judges.estimate import Estimate, estimate, most
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


@pytest.mark.parametrize(
    ("instructions", "prompt", "closing", "calls", "said", "back"),
    [
        # 4 letters a token; an answer is half as long as the prompt, and at least 60
        (400, 800, False, 1, 300, 100),
        (0, 800, False, 1, 200, 100),
        (400, 479, False, 1, 219, 60),
        (400, 488, False, 1, 222, 61),
        # a tool is called, and both are sent again with the answer
        (400, 800, True, 2, 300 + 300 + 100, 100 + 60),
        (3, 0, True, 2, 60, 120),
    ],
)
def test_tokens_of_a_question(
    instructions: int, prompt: int, calls: int, said: int, back: int, *, closing: bool
) -> None:
    tool = SimpleNamespace(run=print if closing else None)
    one: Any = SimpleNamespace(instructions="i" * instructions, prompt="p" * prompt, tool=tool)
    found = estimate([one], "openai:gpt-4o-mini")
    assert (found.calls, found.input_tokens, found.output_tokens) == (calls, said, back)
    assert estimate([one] * 3, "openai:gpt-4o-mini") == found + found + found
    price = calc_price(
        genai_prices.Usage(input_tokens=said, output_tokens=back),
        model_ref="gpt-4o-mini",
        provider_id="openai",
    )
    assert found.money == price.total_price
    for kind in ("openai-chat", "openai-responses"):
        assert estimate([one], f"{kind}:gpt-4o-mini").money == found.money
    assert estimate([one], "openai:gpt-4o-mini", unknown=True).money is None
    assert estimate([one], "openai:no-such-model").money is None
    assert estimate([], "openai:gpt-4o-mini") == Estimate(0, 0, 0, Decimal(0))
    one.tool = None
    assert estimate([one], "openai:gpt-4o-mini").calls == 1


@pytest.mark.parametrize(("size", "tokens"), [(0, 1), (2, 1), (3, 2), (3000, 1001)])
def test_the_most_that_a_request_may_cost(size: int, tokens: int) -> None:
    prices = [
        calc_price(
            genai_prices.Usage(input_tokens=said, output_tokens=back),
            model_ref="gpt-4o-mini",
            provider_id="openai",
        ).total_price
        for said, back in ((1_000_000, 0), (0, 1_000_000))
    ]
    expected = (prices[0] * tokens * Decimal("1.25") + prices[1] * 50) / 1_000_000
    assert most("openai:gpt-4o-mini", size, 50) == expected
    assert most("openai:no-such-model", size, 50) is None


def test_sums_and_multiples() -> None:
    one, open_ = Estimate(1, 20, 300, Decimal("0.5")), Estimate(4, 50, 600, None)
    assert one + one == one.times(2) == Estimate(2, 40, 600, Decimal("1.0"))
    assert one + open_ == open_ + one == Estimate(5, 70, 900, None)
    assert open_.times(0.5) == Estimate(2, 25, 300, None)
    assert str(Estimate(1234, 20000, 1000, None)) == (
        "1,234 calls, about 20,000 tokens out and 1,000 back, money unknown if nothing is asked twice"
    )
