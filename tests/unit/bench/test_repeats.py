"""Repeats of a clip are no more clips: percentiles, their intervals and coverage count clips."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from boards import SAID, dataset_of, observe
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.bench.calls import calls_of
from mondegreen.bench.clips import Dataset
from mondegreen.bench.keeping import keep_dataset
from mondegreen.bench.leaderboard import leaderboard
from mondegreen.bench.scoring import options_of
from mondegreen.bench.standings import standings
from mondegreen.bench.turns import Turn, matched, turn_figures
from mondegreen.report.bench import render
from mondegreen.report.leaderboard import render as render_board
from mondegreen.scoring.options import Options
from mondegreen.stats.percentiles import LEAST, medians, percentile
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mondegreen.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "results.db") as opened:
        yield opened


def options() -> Options:
    return options_of(None, Options())


def stream(store: Store, clips: int, repeats: int, late: float = 0.5) -> Dataset:
    """Keep streams that are final 0.1 s later in each repeat."""
    plain = dataset_of(clips)
    there = [replace(clip, speech_end_ms=3000.0, speech_end_detector="x") for clip in plain.clips]
    dataset = Dataset("trees", there)
    keep_dataset(store, dataset)
    told = {"live": True, "policy": "endpointed", "chunk_ms": 20, "wait": 10.0}
    for repeat in range(repeats):
        observe(
            *(store, dataset, "a:m", [0] * clips),
            seconds=[None] * clips,
            repeat=repeat,
            conditions=told,
        )
    with store.engine.begin() as connection:
        found = connection.exec_driver_sql("SELECT id, repeat FROM results").fetchall()
        for number, repeat in found:
            connection.exec_driver_sql(
                "INSERT INTO events (result_id, seconds, audio_seconds, kind, text, final, segment) "
                "VALUES (?, ?, 3.0, 'final', ?, 1, 0)",
                (number, 3.0 + late + repeat / 10, SAID),
            )
    return dataset


@given(
    st.lists(st.floats(0, 100), min_size=1, max_size=40),
    st.integers(2, 9),
    st.sampled_from([50, 90, 95, 99]),
)
def test_the_same_answers_again_tell_nothing_more(
    values: list[float], repeats: int, percent: int
) -> None:
    once = percentile(values, percent)
    again = percentile(values * repeats, percent, clips=[*range(len(values))] * repeats)
    assert again.count == once.count == len(values)
    assert (again.value is None) == (len(values) < LEAST.get(percent, 1))
    assert again.value == pytest.approx(once.value)
    assert again.low == pytest.approx(once.low)
    assert again.high == pytest.approx(once.high)


def test_the_median_of_each_clip_counts() -> None:
    values, clips = [1.0, 9.0, 2.0, 5.0, 3.0, 7.0], ["a", "b", "a", "b", "a", "b"]
    assert medians(values, clips) == [2.0, 7.0]
    assert percentile(values, 50, clips=clips).value == pytest.approx(4.5)


def test_delays_of_a_stream_count_clips(store: Store) -> None:
    stream(store, 4, 8)
    (found,) = standings(store, ["trees@" + store_id(store)], options())
    live = found.live
    assert live is not None
    assert (live.ttfs.clips, live.ttfs.answers) == (4, 32)
    median, p90, p95, p99 = live.ttfs.percentiles
    assert median.value == pytest.approx(0.85)  # of 0.5 to 1.2 in each clip
    assert (median.low, median.high) == (None, None)
    assert "4 clips with 32 values: too few for an interval" in median.reason
    for each in (p90, p95, p99):
        assert each.value is None
        assert (
            each.reason
            == f"4 clips with 32 values, P{each.percent} needs {LEAST[each.percent]} clips"
        )
    for each in (live.ttft, live.audio_to_final, *(point.delay for point in live.points)):
        assert each.count == 4
        assert each.low is None
    text = render([found])
    assert "4 of 4 clips, 32 of 32 answers" in text
    assert "ttfs[endpointed] of 4 clips, 32 answers" in text
    assert "0 of 32" in text  # answers that lost the end
    plain = json.loads(render([found], "json"))[0]
    assert plain["clips"] == {"answered": 4, "total": 4}
    assert plain["live"]["ttfs"]["clips"] == 4


def store_id(store: Store) -> str:
    with store.engine.begin() as connection:
        (found,) = connection.exec_driver_sql("SELECT DISTINCT dataset FROM results").fetchall()
    return str(found[0]).partition("@")[2]


def test_enough_clips_have_percentiles_in_spite_of_repeats(store: Store) -> None:
    dataset = stream(store, 30, 3)
    (found,) = standings(store, [dataset.id], options())
    assert found.live is not None
    _, p90, p95, _ = found.live.ttfs.percentiles
    assert p90.value == pytest.approx(0.6)
    assert p90.count == 30
    assert p95.reason == "30 clips with 90 values, P95 needs 60 clips"


def test_a_leaderboard_counts_clips_in_delays_and_coverage(store: Store) -> None:
    dataset = dataset_of(4)
    keep_dataset(store, dataset)
    for repeat in range(15):
        errors = [0, 0, 0, None if repeat == 3 else 0]
        seconds = [1.0 + repeat / 100 + at for at in range(4)]
        observe(store, dataset, "a:m", errors, seconds=seconds, repeat=repeat)
        observe(store, dataset, "b:m", [0] * 4, seconds=seconds, repeat=repeat)
    board = leaderboard(store, dataset, options())
    text = render_board([board])
    assert "3 of 4 clips, 59 of 60 answers" in text
    assert "4 of 4 clips, 60 of 60 answers" in text
    assert "4 clips with 60 values, P95 needs 60 clips" in text
    found = calls_of(store, dataset.id, "b:m").seconds
    assert found.calls == 60
    assert [each.value for each in found.percentiles] == [pytest.approx(2.57), None, None]
    assert json.loads(render_board([board], "json"))
    (row,) = [each for each in board.rows if each.system == "a:m"]
    assert row.to_json()["clips"] == {"answered": 3, "total": 4}
    assert row.standing.measured.timed == 4
    assert "4 recordings, 59 calls" in row.standing.measured.said


def test_recorded_calls_have_percentiles_of_clips(store: Store) -> None:
    dataset = dataset_of(3)
    keep_dataset(store, dataset)
    for repeat, slow in enumerate((0.0, 0.0, 30.0)):  # a clip that was slow once is not slow
        observe(store, dataset, "a:m", [0] * 3, seconds=[1.0 + slow, 2.0, 3.0], repeat=repeat)
    (found,) = standings(store, [dataset.id], options())
    assert found.latency is not None
    median, *others = found.latency.percentiles
    assert median.value == pytest.approx(2.0)
    assert [each.reason[:7] for each in others] == ["3 clips"] * 2


def test_turns_of_repeats_are_the_same_turns() -> None:
    clips = [matched([Turn(2.0), Turn(6.0)], [2.4, 6.2]), matched([Turn(1.0)], [1.1])]
    again = turn_figures(clips * 20, None, {"resamples": 200}, ["a", "b"] * 20)
    assert (again.clips, again.answers, again.turns) == (2, 40, 60)
    assert again.said == "2 clips, 40 answers"
    median, p90 = again.delay
    assert median.count == 3
    assert p90.reason == "3 turns with 60 values, P90 needs 30 turns"
    assert {each.units for each in again.intervals.values()} == {2}
