"""What a budget lets through, by an account kept by hand, and what bills and sentences say of money."""

from __future__ import annotations

import asyncio
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.services.budget import Budget, shown
from mondegreen.services.money import Bill

CENT = Decimal("0.01")
AMOUNTS = st.integers(0, 40).map(lambda cents: cents * CENT)


def asked(budget: Budget, most: Decimal | None) -> bool:
    """Ask for money that is either there or not: nobody else may give any back."""
    return asyncio.run(asyncio.wait_for(budget.reserve(most), 5))


@given(AMOUNTS, st.lists(st.tuples(AMOUNTS, st.none() | AMOUNTS), max_size=12))
def test_one_at_a_time_the_account_is_kept(
    limit: Decimal, requests: list[tuple[Decimal, Decimal | None]]
) -> None:
    budget, spent, dearest = Budget(limit), Decimal(0), Decimal(0)
    for most, price in requests:
        may = spent < limit and spent + most <= limit
        assert asked(budget, most) is may
        assert budget.underway == may
        if not may:
            assert budget.refuses
            continue
        assert budget.reserved == most
        budget.settle(most, price)
        cost = most if price is None else price
        spent, dearest = spent + cost, max(dearest, cost)
        assert (budget.spent, budget.dearest, budget.reserved) == (spent, dearest, 0)
        assert budget.closed is (spent >= limit)


@given(AMOUNTS, st.lists(AMOUNTS, max_size=12))
def test_what_is_under_way_may_cost_all_that_is_left(limit: Decimal, wanted: list[Decimal]) -> None:
    async def all_at_once() -> tuple[list[bool], int]:
        budget = Budget(limit)
        tasks = [asyncio.create_task(budget.reserve(most)) for most in wanted]
        await asyncio.sleep(0)
        told = [task.done() and task.result() for task in tasks]
        underway = budget.underway
        for most, yes in zip(wanted, told, strict=True):
            if yes:
                budget.settle(most, most)
                assert budget.spent <= limit
        for most, task, before in zip(wanted, tasks, told, strict=True):
            if not before and await asyncio.wait_for(task, 5):
                budget.settle(most, most)
        assert budget.spent <= limit
        assert (budget.underway, budget.reserved) == (0, 0)
        return told, underway

    told, underway = asyncio.run(all_at_once())
    held = Decimal(0)
    for most, yes in zip(wanted, told, strict=True):
        assert yes is (limit > 0 and held + most <= limit)
        held += most if yes else 0
    assert underway == sum(told)


def test_where_the_most_is_not_known_the_dearest_counts_for_each_under_way() -> None:
    budget = Budget(10 * CENT)
    assert asked(budget, None)  # nothing was dear yet
    budget.settle(None, 3 * CENT)
    assert [asked(budget, None), asked(budget, None)] == [True, True]  # 3 + 3 + 3 of 10
    with pytest.raises(TimeoutError):  # 3 + 9 are too much; it waits for one of the two
        asyncio.run(asyncio.wait_for(budget.reserve(None), 0.01))
    budget.settle(None, 1 * CENT)
    budget.settle(None, 1 * CENT)
    assert (budget.spent, budget.dearest, budget.reserved) == (5 * CENT, 3 * CENT, 0)
    assert not budget.refuses


def test_a_price_that_nobody_knows_closes_it() -> None:
    budget = Budget(CENT)
    assert asked(budget, None)
    budget.settle(None, None)
    assert (budget.blind, budget.closed, budget.refuses) == (True, True, True)
    assert budget.why == "a price is not known, so the budget cannot be kept"
    assert not asked(budget, Decimal(0))


def test_why() -> None:
    spent = Budget(2 * CENT, spent=2 * CENT)
    assert spent.why == "the budget of 0.02 USD is spent (0.02 USD)"
    assert Budget(2 * CENT, spent=CENT).why == "the budget of 0.02 USD is spent (0.01 USD)"
    room = Budget(2 * CENT, spent=CENT, refused=Decimal("0.010001"))
    assert room.why == (
        "the budget of 0.02 USD has no room for another request (0.01 USD spent; one may take 0.011 USD)"
    )
    assert (room.refuses, room.closed) == (True, False)
    assert "is spent" in Budget(2 * CENT, spent=2 * CENT, refused=CENT).why


@pytest.mark.parametrize(
    ("money", "said"),
    [
        ("0", "0 USD"),
        ("0.01", "0.01 USD"),
        ("0.0101", "0.011 USD"),
        ("0.011", "0.011 USD"),
        ("99.1", "100 USD"),
        ("123", "130 USD"),
    ],
)
def test_an_upper_bound_is_never_less(money: str, said: str) -> None:
    assert shown(Decimal(money)) == said


@given(st.lists(st.none() | AMOUNTS), st.lists(st.none() | AMOUNTS))
def test_bills_add_up(one: list[Decimal | None], other: list[Decimal | None]) -> None:
    both = Bill.of(one) + Bill.of(other)
    assert both == Bill.of([*one, *other])
    assert both.priced + both.unknown == len(one) + len(other)
    assert both.known == sum((each for each in [*one, *other] if each is not None), Decimal(0))
