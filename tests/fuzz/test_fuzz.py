"""Stored inputs, and some made of them; `make fuzz` makes them for as long as one likes."""

from __future__ import annotations

from typing import Any

import pytest
from fuzz_inputs import inputs
from fuzz_targets import TARGETS, promised
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

EXAMPLES = 60


@pytest.mark.parametrize("name", TARGETS)
def test_stored_inputs(name: str) -> None:
    stored = TARGETS[name].corpus()
    assert stored
    for data in stored:
        promised(TARGETS[name], data)


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=EXAMPLES, suppress_health_check=[*HealthCheck])
@given(data=st.data())
def test_made_inputs(name: str, data: Any) -> None:
    promised(TARGETS[name], data.draw(inputs(TARGETS[name])))
