"""Laws of draws in which no unit has reference words: no interval, no test, and a gate is not met."""

from __future__ import annotations

import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.metrics.base import ratio
from mondegreen.stats.intervals import interval
from mondegreen.stats.joint import Joint
from mondegreen.stats.paired import Pair
from mondegreen.stats.resampling import NO_WORDS
from mondegreen.stats.stratified import stratified_interval

WORDS = 10


def rate(totals):  # type: ignore[no-untyped-def]
    """Errors over words; both in a row."""
    return ratio(totals[0], totals[1])


spoken = st.lists(st.integers(0, WORDS), min_size=1, max_size=2)
silent = st.lists(st.integers(0, 3), min_size=3, max_size=30)


@settings(max_examples=40, deadline=None)
@given(spoken, silent, st.data())
def test_few_spoken_clips_have_no_interval_and_no_test(
    spoken: list[int], silent: list[int], data: st.DataObject
) -> None:
    rows = [[each, WORDS] for each in spoken] + [[each, 0] for each in silent]
    drawn = st.lists(st.integers(0, 3), min_size=len(rows), max_size=len(rows))
    moved = data.draw(drawn)
    others = [[row[0] + more, row[1]] for row, more in zip(rows, moved, strict=True)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = interval(rows, rate)
        joint = Joint.of({"a": rows, "b": others}, rate, resamples=1000)
        pair = Pair.of(rows, others, rate)
        ends = pair.interval(resamples=1000)
        tests = joint.pair("a", "b")[2], pair.bootstrap(resamples=1000)
        in_strata = stratified_interval(
            rows, rate, ["x"] * len(rows), {"x": 10 * len(rows)}, resamples=1000
        )
    assert joint.empty_draws
    for each in (found, in_strata, joint.interval("a"), joint.pair("a", "b")[1], ends):
        assert (each.low, each.high) == (None, None)
        assert each.reason
    assert in_strata.reason == NO_WORDS
    assert [each.p for each in tests] == [1.0, 1.0]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, WORDS), min_size=5, max_size=30))
def test_clips_that_all_have_words_are_as_before(errors: list[int]) -> None:
    rows = [[each, WORDS] for each in errors]
    assert interval(rows, rate).reason != NO_WORDS
    assert not Joint.of({"a": rows, "b": rows[::-1]}, rate, resamples=1000).empty_draws


@pytest.mark.parametrize("rule", ["not-shown-equal", "significant"])
@pytest.mark.parametrize("noise", ["", "uh"])
def test_a_gate_is_not_met_where_draws_have_no_words(rule: str, noise: str) -> None:
    references = ["ash birch cedar elm", *[""] * 5]
    systems = {
        "old": ["ash birch cedar elm", *["uh"] * 5],
        "new": ["ash birch cedar oak", *[noise] * 5],
    }
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = mg.compare(
            {name: mg.score(references, texts) for name, texts in systems.items()},
            test="bootstrap",
            baseline="old",
            margin=10.0,
            rule=rule,
        )
    assert {each.rank for each in found.scores} == {None}
    (verdict,) = found.verdicts
    assert not verdict.met
    assert "some draws have none, so it cannot be said not to be worse" in verdict.reason
