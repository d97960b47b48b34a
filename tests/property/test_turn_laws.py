"""Matching of turns and events against all ways in which they can be matched."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from mondegreen.bench.turns import EARLY, LATE, Turn, matched

TIMES = st.integers(0, 160).map(lambda tenth: tenth / 10)
TURNS = st.lists(
    st.tuples(TIMES, st.none() | st.integers(0, 40)), max_size=6, unique_by=lambda turn: turn[0]
).map(lambda made: [Turn(end, None if back is None else end - back / 10) for end, back in made])
EVENTS = st.lists(TIMES, max_size=7)


def windows(turns: list[Turn]) -> list[tuple[float, float]]:
    """Write down again, in other words, when an event counts for a turn."""
    ordered = sorted(turns, key=lambda turn: turn.end)
    found = []
    for at, turn in enumerate(ordered):
        last = turn.end + LATE
        for before, other in pairwise(ordered[at:]):
            # Turns that end at nearly the same time share the limit of the last of them.
            end = before.end
            begins = other.start if (other.start or 0.0) > end else other.end - EARLY
            last = min(last, before.end + LATE)
            if begins is not None and begins > end:
                last = min(last, begins)
                break
        found.append((turn.end - EARLY, last))
    return found


def most(turns: list[Turn], events: list[float]) -> int:
    """Return the most matches that there can be, in any order, by trying all."""
    times, heard = windows(turns), sorted(events)

    @cache
    def best(at: int, used: frozenset[int]) -> int:
        if at == len(times):
            return 0
        low, high = times[at]
        free = [n for n, each in enumerate(heard) if n not in used and low <= each <= high]
        return max([best(at + 1, used), *(1 + best(at + 1, used | {n}) for n in free)])

    return best(0, frozenset())


@given(TURNS, EVENTS)
def test_no_other_matching_has_more(turns: list[Turn], events: list[float]) -> None:
    found = matched(turns, events)
    assert found.found == most(turns, events)
    assert len(found.delays) == len(turns)
    assert found.events == len(events)


@given(TURNS, EVENTS)
def test_each_event_is_of_one_turn_and_they_are_in_time_order(
    turns: list[Turn], events: list[float]
) -> None:
    found = matched(turns, events)
    ends = sorted(turn.end for turn in turns)
    taken = [
        round(end + late, 6)
        for end, late in zip(ends, found.delays, strict=True)
        if math.isfinite(late)
    ]
    assert taken == sorted(taken)
    left = [round(each, 6) for each in events]
    for each in taken:
        left.remove(each)  # there is one for each
    assert all(-EARLY - 1e-9 <= late <= LATE or late == math.inf for late in found.delays)


@given(TURNS, EVENTS, TIMES)
def test_one_more_event_never_takes_a_turn_away(
    turns: list[Turn], events: list[float], more: float
) -> None:
    assert matched(turns, [*events, more]).found >= matched(turns, events).found
