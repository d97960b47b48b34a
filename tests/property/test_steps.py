"""The steps from a text to another: those of a table as in a textbook."""

from __future__ import annotations

from hypothesis import given
from strategies import short_tokens

from mondegreen import _kernel
from mondegreen._kernel.reference_ties import least


@given(short_tokens, short_tokens)
def test_steps_are_those_of_the_textbook(said: list[str], written: list[str]) -> None:
    assert _kernel.steps(said, written) == least(said, written)
