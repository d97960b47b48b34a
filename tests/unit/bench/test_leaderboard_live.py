"""Live systems in a leaderboard: a column per policy, and points whose text and delay are of one event."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from boards import SAID, dataset_of, observe

from mondegreen.bench.clips import Dataset
from mondegreen.bench.delays import ttfs_of_system
from mondegreen.bench.keeping import keep_dataset
from mondegreen.bench.leaderboard import Board, leaderboard
from mondegreen.bench.points import Point, points_of
from mondegreen.bench.scoring import options_of
from mondegreen.errors import UsageError
from mondegreen.report.leaderboard import render
from mondegreen.report.pareto import draw, write_pictures
from mondegreen.scoring.options import Options
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mondegreen.store import Store

CLIPS = 12


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "results.db") as opened:
        yield opened


def listen(store: Store, system: str, policy: str, late: float, **conditions: Any) -> Dataset:
    """Keep a stream per clip, final so many seconds after the end of speech."""
    plain = dataset_of(CLIPS)
    clips = [replace(clip, speech_end_ms=3000.0, speech_end_detector="x") for clip in plain.clips]
    dataset = Dataset("trees", clips)
    keep_dataset(store, dataset)
    said = {"live": True, "policy": policy, "chunk_ms": 20, "wait": 10.0, **conditions}
    observe(store, dataset, system, [0] * CLIPS, seconds=[None] * CLIPS, conditions=said)
    with store.engine.begin() as connection:
        ids = connection.exec_driver_sql("SELECT id FROM results WHERE system = ?", (system,))
        for (number,) in ids.fetchall():
            connection.exec_driver_sql(
                "INSERT INTO events (result_id, seconds, audio_seconds, kind, text, final, segment) "
                "VALUES (?, ?, ?, 'final', ?, 1, 0)",
                (number, 3.0 + late, 3.0, SAID),
            )
    return dataset


def board(store: Store, dataset: Dataset, **more: Any) -> Board:
    return leaderboard(store, dataset, options_of(None, Options()), **more)


def test_each_policy_is_a_column_and_a_point_is_of_one_event(store: Store) -> None:
    listen(store, "a:m", "endpointed", 0.5)
    dataset = listen(store, "b:m", "forced@0ms", 0.25)
    observe(store, dataset, "batch:m", [1] * CLIPS, seconds=[2.0] * CLIPS)
    found = board(store, dataset)
    text = render([found])
    header, first, second, third = text.splitlines()[1:5]
    assert "ttfs[endpointed]: median, P95, P99" in header
    assert "ttfs[forced@0ms]: median, P95, P99" in header
    assert "0.50, n/a, n/a" in first + second + third
    assert "0.25, n/a, n/a" in first + second + third
    assert (
        "ttfs[endpointed] of a:m: 12 clips, 0 lost the end, 0 final before the end of speech"
        in text
    )
    assert "ttfs[endpointed] of a:m: 12 values, P95 needs 60" in text
    delay, ttfs, first, _ = points_of(store, found, options_of(None, Options()))
    assert [each.system for each in delay.points] == ["batch:m"]
    assert [(each.system, each.x, each.y) for each in ttfs.points] == [
        ("b:m [forced@0ms]", pytest.approx(0.25), 0.0), ("a:m [endpointed]", pytest.approx(0.5), 0.0),
    ]  # fmt: skip
    assert ttfs.not_drawn == {"batch:m": "it is not live"}
    why = "it is live, so its delay counts from the end of speech"
    assert delay.not_drawn == {"a:m": why, "b:m": why}
    assert [(each.system, each.x) for each in first.points] == [
        ("b:m [forced@0ms]", pytest.approx(0.25)), ("a:m [endpointed]", pytest.approx(0.5)),
    ]  # fmt: skip
    assert first.not_drawn == {"batch:m": "it is not live"}


def test_a_policy_in_the_name_is_said_once_and_one_point_has_no_line(store: Store) -> None:
    dataset = listen(store, "b:m[forced@0ms]", "forced@0ms", 0.25)
    ttfs, *_ = points_of(store, board(store, dataset), options_of(None, Options()))
    assert [each.system for each in ttfs.points] == ["b:m[forced@0ms]"]
    pytest.importorskip("matplotlib")
    dashed = "stroke-dasharray"
    assert dashed not in draw(ttfs).decode()
    two = replace(ttfs, points=[*ttfs.points, Point("c:m", 1.0, 0.5)])
    three = replace(ttfs, points=[*two.points, Point("d:m", 0.1, 0.6)])
    assert dashed in draw(three).decode()


def test_streams_of_other_conditions_are_refused_among_themselves(store: Store) -> None:
    listen(store, "a:m", "endpointed", 0.5)
    dataset = listen(store, "b:m", "endpointed", 0.25, chunk_ms=100)
    with pytest.raises(UsageError, match=r"chunk_ms\): a:m: 20; b:m: 100"):
        board(store, dataset)
    assert board(store, dataset, without=["delay"]).rows


def test_a_withheld_figure_has_its_reason_in_the_cell(store: Store) -> None:
    dataset = listen(store, "a:m", "endpointed", 0.5)
    found = board(store, dataset)
    (row,) = found.rows
    assert row.live is not None
    live = replace(
        row.live, ttfs=ttfs_of_system("endpointed", [], "partials on a fixed cadence"), points=()
    )
    other = replace(found, rows=[replace(row, standing=replace(row.standing, live=live))])
    assert "n/a: partials on a fixed cadence" in render([other])
    (ttfs, first, _) = points_of(store, other, options_of(None, Options()))
    assert ttfs.not_drawn == first.not_drawn == {"a:m": "partials on a fixed cadence"}


def test_both_operating_points_have_text_delay_and_intervals_of_their_own_events(
    store: Store, tmp_path: Path
) -> None:
    dataset = listen(store, "a:m", "endpointed", 0.5)
    wrong = " ".join([*SAID.split()[:-1], "plinth"])
    with store.engine.begin() as connection:  # a partial text with an error, 0.1 s after the speech
        for number, *_ in connection.exec_driver_sql("SELECT id FROM results").fetchall():
            said = wrong if number % 2 else SAID
            connection.exec_driver_sql(
                "UPDATE events SET id = id + 1000 WHERE result_id = ?", (number,)
            )
            connection.exec_driver_sql(
                "INSERT INTO events (result_id, seconds, audio_seconds, kind, text, final, segment, id) "
                "VALUES (?, 3.1, 3.1, 'partial', ?, 0, 0, ?)",
                (number, said, number),
            )
    found = board(store, dataset)
    ttfs, first, _ = points_of(store, found, options_of(None, Options()))
    (final,), (early,) = ttfs.points, first.points
    assert (final.x, final.y) == (pytest.approx(0.5), 0)
    assert early.x == pytest.approx(0.1)
    assert early.y == pytest.approx(0.5 / len(SAID.split()))
    low, high = early.along
    assert low is not None
    assert high is not None
    assert low < early.y < high
    assert early.across == (pytest.approx(0.1), pytest.approx(0.1))
    files = [path.name for path in write_pictures(first, tmp_path)]
    assert "pareto-first-text-light.svg" in files
