"""The small parts: settings, money, secrets, pace, the door from ordinary code, traces."""

from __future__ import annotations

import asyncio
import json
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.errors import MondegreenError, UsageError
from mondegreen.judges import Settings, Usage, run
from mondegreen.judges.canonical import canonical, digest
from mondegreen.judges.endpoint import Endpoint
from mondegreen.judges.traces import without_texts
from mondegreen.judges.usage import price, usage_of
from mondegreen.services.addresses import host_of
from mondegreen.services.money import Bill
from mondegreen.services.pace import Pace
from mondegreen.services.secrets import without_secrets

MONEY = st.none() | st.decimals(0, 100, allow_nan=False, places=6)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("temperature", 3), ("temperature", "0"), ("timeout", 0), ("timeout", None), ("retries", -1),
        ("concurrency", 0), ("requests_per_minute", 0), ("longest_wait", float("nan")),
        ("retries", True),
    ],
)  # fmt: skip
def test_settings_out_of_range(option: str, value: Any) -> None:
    with pytest.raises(UsageError, match=f"^{option}="):
        Settings(**{option: value})


@given(st.lists(MONEY))
def test_a_bill_adds_what_is_known_and_counts_what_is_not(money: list[Decimal | None]) -> None:
    bill = Bill.of(money)
    assert bill.known == sum((value for value in money if value is not None), Decimal(0))
    assert bill.unknown == money.count(None)
    if money and all(value is None for value in money):
        assert str(bill) == "money unknown"


def test_an_empty_bill_costs_nothing() -> None:
    assert str(Bill.of([])) == "0 USD"
    assert str(Bill.of([Decimal("1E-7"), None, None])) == "0.0000001 USD, and unknown for 2 answers"


def test_usage_makes_a_round_trip() -> None:
    usage = Usage(2, 1, 3, 4, 5, 6)
    assert Usage.from_json(usage.to_json()) == usage
    assert usage + Usage() == usage


def response(tokens: int, cost: Any, unmeasured: int = 0) -> Any:
    def known() -> Any:
        if isinstance(cost, Exception):
            raise cost
        return SimpleNamespace(total_price=cost)

    usage = SimpleNamespace(
        input_tokens=tokens, output_tokens=tokens, cache_read_tokens=0, cache_write_tokens=0,
        cost=None, unmeasured_requests=unmeasured, has_values=lambda: tokens > 0,
    )  # fmt: skip
    return SimpleNamespace(usage=usage, cost=known)


@pytest.mark.parametrize(
    "error", [LookupError("my-local"), ValueError("no usage"), AssertionError()]
)
def test_a_price_that_nobody_knows_is_none(error: Exception) -> None:
    assert price(response(5, error)) is None


def test_a_response_without_usage_has_no_price_and_is_unmeasured() -> None:
    assert price(response(0, Decimal(0))) is None
    assert usage_of(response(0, Decimal(0))).unmeasured == 1
    assert price(response(5, Decimal("0.1"), unmeasured=1)) is None
    assert price(response(5, Decimal("0.1"))) == Decimal("0.1")


def test_secrets_are_struck_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "abcdef-secret")
    monkeypatch.setenv("TINY_TOKEN", "ab")
    assert without_secrets("key abcdef-secret, ab") == "key [SOME_API_KEY], ab"


@given(
    st.recursive(
        st.none() | st.booleans() | st.text() | st.integers(),
        lambda each: st.lists(each) | st.dictionaries(st.text(), each),
    )
)
def test_canonical_json_means_the_same_and_has_one_digest(value: Any) -> None:
    again = json.loads(canonical(value))
    assert again == value
    assert digest(again) == digest(value)


def test_lone_surrogates_have_a_digest() -> None:
    assert digest("\ud800") != digest("\ud801")


def test_what_json_does_not_know_has_no_digest() -> None:
    with pytest.raises(TypeError):
        digest(object())
    with pytest.raises(ValueError, match="JSON"):
        digest(float("nan"))


def test_so_many_are_under_way_and_no_more() -> None:
    async def work() -> int:
        pace, now, most = Pace(3), 0, 0

        async def one() -> None:
            nonlocal now, most
            async with pace.turn():
                now += 1
                most = max(most, now)
                await asyncio.sleep(0.001)
                now -= 1

        await asyncio.gather(*(one() for _ in range(20)))
        return most

    assert run(work()) == 3


def test_so_many_begin_in_a_minute_and_no_more() -> None:
    async def work() -> list[float]:
        pace, begun = Pace(10, per_minute=60 / 0.02), []

        async def one() -> None:
            async with pace.turn():
                begun.append(asyncio.get_running_loop().time())

        await asyncio.gather(*(one() for _ in range(6)))
        return sorted(begun)

    begun = run(work())
    assert begun[-1] - begun[0] >= 5 * 0.02 - 0.001


def test_who_is_asked_to_wait_makes_all_wait() -> None:
    async def work() -> float:
        pace = Pace(10)
        begun = asyncio.get_running_loop().time()
        pace.hold(0.05)
        async with pace.turn():
            return asyncio.get_running_loop().time() - begun

    assert run(work()) >= 0.05


async def _slept(value: Any) -> Any:
    await asyncio.sleep(0.001)
    if isinstance(value, BaseException):
        raise value
    return value


def test_the_door_from_a_script() -> None:
    assert run(_slept(1)) == 1
    with pytest.raises(KeyError):
        run(_slept(KeyError()))


def test_the_door_from_a_notebook_where_a_loop_is_running() -> None:
    async def cell() -> Any:
        with pytest.raises(KeyError):
            run(_slept(KeyError()))
        return run(_slept(2))

    assert asyncio.run(cell()) == 2


def test_a_trace_without_texts_has_no_word_of_them() -> None:
    trace = [
        {
            "kind": "request",
            "instructions": "sha256:0123",
            "parts": [{"part_kind": "user-prompt", "content": "my card 4111"}],
        },
        {
            "kind": "response",
            "model_name": "m",
            "usage": {"input_tokens": 3},
            "parts": [
                {"part_kind": "tool-call", "tool_name": "t", "args": {"word": "card", "n": 1}}
            ],
        },
    ]
    shape = without_texts(trace)
    assert "card" not in str(shape)
    assert "4111" not in str(shape)
    assert shape[1]["usage"] == {"input_tokens": 3}
    assert shape[1]["parts"][0]["tool_name"] == "t"
    assert shape[0]["instructions"] == "sha256:0123"


@pytest.mark.parametrize("spec", ["", "gpt-5.2", ":gpt-5.2", "openai:", "openai"])
def test_a_model_is_named_with_its_provider(spec: str) -> None:
    with pytest.raises(UsageError, match="expected provider:model"):
        Endpoint(spec)


@pytest.mark.parametrize("address", ["localhost:8000", "", "/v1"])
def test_an_address_is_an_address(address: str) -> None:
    with pytest.raises(UsageError, match="expected an address"):
        Endpoint("openai-chat:x", address)


def test_hosts_are_shown_without_passwords() -> None:
    assert host_of("http://me:secret@[::1]:80/v1") == "[::1]:80"
    assert host_of(None) == ""


def test_every_error_is_ours() -> None:
    assert issubclass(UsageError, MondegreenError)
