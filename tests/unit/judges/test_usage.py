"""What is taken from a server's word about tokens and money, and what is not."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest

from mondegreen.judges.usage import Usage, price, usage_of

MOST = 10**8


def told(**numbers: Any) -> Any:
    given = {
        "input_tokens": 10, "cache_read_tokens": 2, "cache_write_tokens": 3, "output_tokens": 4,
        "unmeasured_requests": 0, "cost": None, "has_values": lambda: True,
    }  # fmt: skip
    return SimpleNamespace(**{**given, **numbers})


@dataclass(frozen=True)
class Response:
    """A response whose list price depends on how it was processed."""

    usage: Any = field(default_factory=told)
    provider_details: dict[str, Any] | None = None
    batch: Any = "0.01"

    def cost(self) -> Any:
        if isinstance(self.batch, Exception):
            raise self.batch
        in_batch = (self.provider_details or {}).get("processing") == "batch"
        return SimpleNamespace(total_price=self.batch if in_batch else "0.02")


def test_each_number_has_its_place() -> None:
    assert usage_of(Response()) == Usage(1, 0, 10, 2, 3, 4)
    assert usage_of(Response()).to_json() == {
        "requests": 1, "unmeasured": 0, "input_tokens": 10, "cache_read_tokens": 2,
        "cache_write_tokens": 3, "output_tokens": 4,
    }  # fmt: skip
    assert Usage.from_json({}) == Usage() == Usage(0, 0, 0, 0, 0, 0)
    assert Usage.from_json({"input_tokens": "7", "other": 1}) == Usage(input_tokens=7)


@pytest.mark.parametrize(
    "name", ["input_tokens", "cache_read_tokens", "cache_write_tokens", "output_tokens"]
)
@pytest.mark.parametrize(
    ("count", "true"),
    [
        (0, True),
        (1, True),
        (MOST, True),
        (MOST + 1, False),
        (-1, False),
        (1.5, False),
        (None, False),
    ],
)
def test_nonsense_is_not_measured(name: str, count: Any, *, true: bool) -> None:
    response = Response(told(**{name: count}))
    assert (usage_of(response) == Usage(1, 1)) is not true
    assert (price(response) == Decimal("0.02")) is true
    assert (price(response) is None) is not true


@pytest.mark.parametrize("numbers", [{"unmeasured_requests": 1}, {"has_values": lambda: False}])
def test_what_a_server_does_not_say(numbers: dict[str, Any]) -> None:
    response = Response(told(**numbers, cost="5"))
    assert usage_of(response) == Usage(requests=1, unmeasured=1)
    assert price(response) is None


def test_prices() -> None:
    assert price(Response(told(cost="0.5"))) == Decimal("0.5")
    assert price(Response(told(cost=0))) == 0
    assert price(Response()) == Decimal("0.02")
    assert price(Response(provider_details={"processing": "priority"})) == Decimal("0.02")
    batch = {"processing": "batch", "other": 1}
    assert price(Response(provider_details=batch)) == Decimal("0.01")
    # the list has no price of a batch if it is that of one alone
    assert price(Response(provider_details=batch, batch="0.02")) is None
    for error in (LookupError(), ValueError(), AssertionError()):
        assert price(Response(batch=error)) is None
