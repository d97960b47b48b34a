"""Inputs that are made of others: stored ones of which pieces are taken out, repeated, moved and replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fuzz_targets import LONGEST
from hypothesis import strategies as st

if TYPE_CHECKING:
    from fuzz_targets import Target

__all__ = ["inputs"]

PLACES = st.floats(0, 1, exclude_max=True)
LENGTHS = st.integers(1, 40)
TIMES = st.sampled_from([2, 3, 10, 100, 5_000])


@st.composite
def inputs(draw: st.DrawFn, target: Target) -> bytes:
    """Draw a stored input of a target after up to six changes."""
    stored = target.corpus()
    pieces = [word.encode() for word in target.words]
    data = draw(st.sampled_from(stored))
    for _ in range(draw(st.integers(0, 6))):
        at = int(draw(PLACES) * (len(data) + 1))
        end = at + draw(LENGTHS)
        match draw(st.sampled_from("inxrsc")):
            case "i":  # a piece more
                data = data[:at] + draw(st.sampled_from(pieces)) + data[at:]
            case "n":  # anything instead
                data = data[:at] + draw(st.binary(max_size=8)) + data[end:]
            case "x":  # a piece less
                data = data[:at] + data[end:]
            case "r":  # the same again
                data = data[:at] + data[at:end] * draw(TIMES) + data[end:]
            case "s":  # a piece of another
                other = draw(st.sampled_from(stored))
                cut = int(draw(PLACES) * (len(other) + 1))
                data = data[:at] + other[cut : cut + draw(LENGTHS)] + data[at:]
            case _:  # the end is missing
                data = data[:at]
    return data[:LONGEST]
