"""NIST's segments: a literal copy of how sc_stats walks, sclite's alignment, and the statistic."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.errors import UsageError
from mondegreen.stats.mapsswe import mapsswe, segments
from mondegreen.stats.sclite_steps import sclite_steps


def reference(first: str, second: str) -> list[tuple[int, int]]:
    """The walk of sc_stats, state by state: b(egin), e(rror), g(ood)."""
    found = []
    i = j = e1 = e2 = good = 0
    state = "b"

    def store(stop1: int, stop2: int) -> None:
        errors = (
            sum(step != "C" for step in first[max(0, e1 - 1) : stop1]),
            sum(step != "C" for step in second[max(0, e2 - 1) : stop2]),
        )
        if errors != (0, 0):
            found.append(errors)

    while True:
        while i < len(first) and first[i] == "I":
            i, state = i + 1, "e"
        while j < len(second) and second[j] == "I":
            j, state = j + 1, "e"
        if i >= len(first) or j >= len(second):
            break
        both = first[i] == "C" and second[j] == "C"
        if state == "b":
            if both:
                e1, e2 = i, j
            else:
                state = "e"
        elif state == "e":
            if both:
                good, state = 1, "g"
        elif both:
            good += 1
            if good == 2:
                store(i + 1, j + 1)
                e1, e2, state = i, j, "b"
        else:
            state = "e"
        i, j = i + 1, j + 1
    if state != "b":
        store(len(first), len(second))
    return found


@st.composite
def aligned(draw: st.DrawFn) -> tuple[str, str]:
    """Two alignments of one reference."""
    words = draw(st.integers(0, 12))
    sides = []
    for _ in range(2):
        steps = draw(st.lists(st.sampled_from("CCCSD"), min_size=words, max_size=words))
        gaps = draw(st.lists(st.sampled_from(["", "", "", "I", "II"]), min_size=words + 1))
        sides.append(
            gaps[0] + "".join(step + gap for step, gap in zip(steps, gaps[1:], strict=False))
        )
    return sides[0], sides[1]


@given(aligned())
def test_segments_are_cut_as_sc_stats_does(steps: tuple[str, str]) -> None:
    assert segments(*steps) == reference(*steps)


@given(aligned())
def test_every_error_is_in_one_segment(steps: tuple[str, str]) -> None:
    found = segments(*steps)
    for side in (0, 1):
        assert sum(pair[side] for pair in found) == len(steps[side]) - steps[side].count("C")
    assert all(any(pair) for pair in found)
    assert segments(steps[1], steps[0]) == [(b, a) for a, b in found]


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ("CCCC", "CCCC", []),
        ("SCCC", "CCCC", [(1, 0)]),
        ("CSCSCC", "CCCCCC", [(2, 0)]),  # one right word does not close a segment
        ("CSCCSC", "CCCCCS", [(1, 0), (1, 1)]),
        ("ICCC", "CCCI", [(1, 0), (0, 1)]),
        ("CCS", "CCC", [(1, 0)]),
        ("", "II", [(0, 2)]),
    ],
)
def test_segments_by_hand(first: str, second: str, found: list[tuple[int, int]]) -> None:
    assert segments(first, second) == found


def test_the_statistic() -> None:
    found = mapsswe([(1, 0), (2, 1), (0, 1), (3, 0)])
    assert (found.segments, found.mean) == (4, 1.0)
    assert found.deviation == pytest.approx(1.6329931618554521)
    assert found.z == pytest.approx(1.224744871391589)
    assert found.test.p == pytest.approx(0.2206713619)


@pytest.mark.parametrize("pairs", [[], [(1, 0)], [(1, 0), (2, 1)]])
def test_no_spread_is_no_finding(pairs: list[tuple[int, int]]) -> None:
    found = mapsswe(pairs)
    assert (found.z, found.test.p) == (0.0, 1.0)


def test_what_cannot_be_aligned() -> None:
    with pytest.raises(UsageError, match="1 and 2 reference words"):
        segments("CI", "CC")
    with pytest.raises(UsageError, match="expected the letters C, S, D and I"):
        segments("CX", "CC")


def plain_steps(said: str, written: str) -> str:
    """sclite's alignment by the plain table: from the end, a pair before an insertion before a deletion."""
    costs = [
        [3 * (row + column) for column in range(len(written) + 1)] for row in range(len(said) + 1)
    ]
    for row in range(1, len(said) + 1):
        for column in range(1, len(written) + 1):
            paired = 4 * (said[row - 1] != written[column - 1])
            costs[row][column] = min(
                costs[row - 1][column - 1] + paired,
                costs[row - 1][column] + 3,
                costs[row][column - 1] + 3,
            )
    row, column, steps = len(said), len(written), ""
    while row or column:
        if row and column:
            same = said[row - 1] == written[column - 1]
            if costs[row][column] == costs[row - 1][column - 1] + 4 * (not same):
                row, column, steps = row - 1, column - 1, ("C" if same else "S") + steps
                continue
        if column and costs[row][column] == costs[row][column - 1] + 3:
            column, steps = column - 1, "I" + steps
        else:
            row, steps = row - 1, "D" + steps
    return steps


words = st.text("abc", max_size=12)


@given(words, words)
def test_steps_are_those_of_the_plain_table(said: str, written: str) -> None:
    assert sclite_steps(said, written) == plain_steps(said, written)


def test_steps_of_long_texts() -> None:
    assert sclite_steps([*range(30_000), "x"], [*range(1, 30_000), "y"]) == "D" + "C" * 29_999 + "S"
