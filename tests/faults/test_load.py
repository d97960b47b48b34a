"""Hundreds of requests at a time to services that misbehave: nothing is lost, doubled, mixed up or too dear."""

from __future__ import annotations

from decimal import Decimal

import pytest
from load import JUDGES, PER_MINUTE, STREAMS, TRANSCRIPTIONS, judges, streams, transcriptions

pytestmark = pytest.mark.slow
WHOLE = {"lost": 0, "doubled": 0, "out of order": 0}


def test_two_hundred_judge_calls_at_a_time() -> None:
    found = judges(2 * JUDGES)
    assert {name: found[name] for name in WHOLE} == WHOLE, found
    assert found["requests"] > found["tasks"] == found["answered"]
    # a reply may still be on its way to who asks, on a busy machine
    assert found["sent while told to wait"] <= found["requests"] / 100, found
    assert found["most in a second"] <= 1.25 * PER_MINUTE / 60, found
    assert found["MiB"] < 150, found


def test_a_budget_holds_to_the_cent_with_hundreds_in_flight() -> None:
    calm = judges(120, budget="0.05", calm=True)
    assert calm["statuses"] == {"ok": calm["answered"], "budget": 120 - calm["answered"]}
    assert Decimal(calm["spent"]) == Decimal(calm["money"]) <= Decimal("0.05")
    assert Decimal("0.04") < Decimal(calm["spent"])
    assert Decimal(calm["reserved"]) == 0
    # What may have been paid for without an answer counts at its dearest.
    odd = judges(200, budget="0.10")
    assert Decimal(odd["money"]) <= Decimal(odd["spent"]) <= Decimal("0.10")
    assert Decimal(odd["reserved"]) == 0
    assert odd["statuses"]["ok"] + odd["statuses"]["budget"] >= 200 - 6


def test_a_hundred_transcriptions_at_a_time() -> None:
    found = transcriptions(4 * TRANSCRIPTIONS)
    assert (found["lost"], found["out of order"], found["never sent"]) == (0, 0, 0), found
    assert found["requests"] > found["tasks"]
    assert found["MiB"] < 200, found


def test_fifty_live_streams_at_a_time() -> None:
    found = streams(STREAMS)
    assert {name: found[name] for name in WHOLE} == WHOLE, found
    assert found["outcomes"] == {"ok": 30, "connection": 10, "rate-limited": 10}
