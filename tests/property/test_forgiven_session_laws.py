"""What is forgiven in sessions: never more than the errors there are, and nothing that is far apart in time."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_speakers import Plain, Segment, errors

import mondegreen as mg
from mondegreen._kernel.sessions import Session, Side
from mondegreen.metrics.forgiven import ForgivenRate
from mondegreen.metrics.registry import FORGIVEN, METRICS

STEP = 100_000
FAR = "10000000"
WORDS = ["um", "colour", "color", "data", "base", "database", "five", "hundred", "500", "so", "OK"]
NAMES = [name for name in FORGIVEN.names() if METRICS.get(name).uses_sessions]


def _segments(speakers: int, most: int) -> st.SearchStrategy[list[Segment]]:
    segment = st.builds(
        lambda speaker, start, length, words: Segment(
            speaker, start * STEP, (start + length) * STEP, " ".join(words)
        ),
        st.integers(0, speakers - 1),
        st.integers(0, 60),
        st.integers(0, 20),
        st.lists(st.sampled_from(WORDS), max_size=6),
    )
    return st.lists(segment, min_size=1, max_size=most)


def _rows(segments: list[Segment]) -> list[dict[str, Any]]:
    return [
        {
            "speaker": str(each.speaker),
            "start_time": each.start / 1_000_000,
            "end_time": each.end / 1_000_000,
            "words": each.words,
        }
        for each in segments
    ]


def _scored(name: str, sides: tuple[Any, Any], collar: str, **options: Any) -> Any:
    timed = METRICS.get(name).uses_collar
    pair = mg.sessions(*map(_rows, sides))
    return mg.score(pair, metrics=[name], collar=collar if timed else None, **options)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=8)
@given(_segments(3, 5), _segments(3, 5), st.sampled_from(["0", "1", FAR]))
def test_remaining_and_forgiven_errors_are_the_strict_ones_of_each_row(
    name: str, reference: list[Segment], hypothesis: list[Segment], collar: str
) -> None:
    strict = _scored(name, (reference, hypothesis), collar)
    forgiven = _scored(name, (reference, hypothesis), collar, forgive="agent")
    kind = forgiven.metrics[name]
    assert isinstance(kind, ForgivenRate)
    own, other = (each.rows[name].columns for each in (strict, forgiven))
    both = [list(zip(*columns, strict=True)) for columns in (own, other)]
    totals = [sum(strict.metrics[name].errors(row) for row in both[0])]
    totals.append(sum(kind.strict(row) for row in both[1]))
    assert totals[0] == totals[1]
    words = [sum(row[:3]) for row in both[0]]
    assert words == [row[1] for row in both[1]]
    assert strict[name].value >= forgiven[name].value


@pytest.mark.parametrize("name", ["cpwer", "tcpwer", "di-cpwer", "di-tcpwer"])
@settings(max_examples=8)
@given(_segments(3, 5), _segments(3, 5), st.sampled_from(["0", "1", FAR]))
def test_where_nothing_is_forgiven_each_row_has_its_strict_errors(
    name: str, reference: list[Segment], hypothesis: list[Segment], collar: str
) -> None:
    sides = reference, hypothesis
    strict = _scored(name, sides, collar)
    forgiven = _scored(name, sides, collar, forgive=["punctuation"])
    columns = strict.rows[name].columns
    found = [list(map(sum, zip(*columns[1:4], strict=True))), forgiven.rows[name].columns[0]]
    assert found[0] == list(found[1])


@settings(max_examples=25)
@given(_segments(2, 5), _segments(2, 5))
def test_a_collar_over_all_forgives_as_no_collar(
    reference: list[Segment], hypothesis: list[Segment]
) -> None:
    sides = reference, hypothesis
    timed = _scored("tcpwer", sides, FAR, forgive="agent")
    plain = _scored("cpwer", sides, FAR, forgive="agent")
    assert timed["tcpwer"].counts == plain["cpwer"].counts


@settings(max_examples=60)
@given(_segments(1, 8), _segments(1, 8), st.sampled_from([0, STEP, 10 * STEP, 10**13]))
def test_all_words_of_a_stretch_are_near_each_other(
    reference: list[Segment], hypothesis: list[Segment], collar: int
) -> None:
    sides = [
        Side(
            [each.speaker for each in segments],
            ([each.start for each in segments], [each.end for each in segments]),
            [each.words for each in segments],
        )
        for segments in (reference, hypothesis)
    ]
    session, plain = Session(sides[0], sides[1]), Plain(reference, hypothesis)
    said, heard = plain.words(0, plain.sides[0]), plain.words(1, plain.sides[1])
    places = [list(range(len(side))) for side in plain.sides]
    ends = [(0, 0), *session.stretches(*places, collar)]
    assert ends[-1] == (len(said), len(heard))
    total = [0, 0]
    for (first, other), (end, last) in pairwise(ends):
        assert (first, other) < (end, last)
        words = said[first:end], heard[other:last]
        near = {r[1] < h[2] + collar and h[1] - collar < r[2] for r in words[0] for h in words[1]}
        assert near <= {True}
        found = errors(*words, None)
        total = [total[0] + found[0], total[1] + found[1]]
    assert tuple(total) == errors(said, heard, collar)
