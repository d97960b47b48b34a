"""Seconds of calls are the same in the report and in the leaderboard, failed calls and few clips included."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from boards import dataset_of, observe

from mondegreen.bench.clips import Dataset
from mondegreen.bench.keeping import keep_dataset
from mondegreen.bench.leaderboard import leaderboard
from mondegreen.bench.scoring import options_of
from mondegreen.bench.standings import standings
from mondegreen.report.bench import notes_of, table_of
from mondegreen.report.leaderboard import columns_of
from mondegreen.report.leaderboard import render as render_board
from mondegreen.report.silence import PER_MINUTE
from mondegreen.scoring.options import Options
from mondegreen.store import open_store

if TYPE_CHECKING:
    from pathlib import Path

COLUMN = "seconds: median, P95, P99"
FEW = [0.39, 0.40, 0.41]


@pytest.mark.parametrize(
    ("seconds", "failed", "shown"),
    [
        (FEW, 0, "0.40, n/a, n/a"),
        (FEW, 1, "0.41, n/a, n/a"),  # the median of four, of which one is slower than all others
        (FEW, 4, "lost, n/a, n/a"),
        ([0.5] * 100, 0, "0.50, 0.50, n/a"),
        ([0.5] * 95, 5, "0.50, lost, n/a"),
        ([0.5] * 300, 0, "0.50, 0.50, 0.50"),
    ],
)
def test_one_definition(tmp_path: Path, seconds: list[float], failed: int, shown: str) -> None:
    dataset = dataset_of(len(seconds) + failed)
    with open_store(tmp_path / "a.db") as store:
        keep_dataset(store, dataset)
        said: list[int | None] = [*[0] * len(seconds), *[None] * failed]
        observe(store, dataset, "a:m", said, seconds=[*seconds, *[60.0] * failed])
        options = options_of(None, Options())
        board = leaderboard(store, dataset, options)
        found = standings(store, [dataset.id], options)
    header, (row,) = table_of(found, [], "table")
    assert columns_of(board)[COLUMN] == [row[header.index(COLUMN)]] == [shown]
    (plain,) = board.to_json()["systems"]
    values = [each["value"] for each in plain["seconds"]["percentiles"]]
    assert [*(found[0].to_json()["latency_seconds"] or {}).values()] == values
    line = f"seconds of a:m: {failed:,} of {len(said):,} calls failed"
    for text in ("\n".join(notes_of(found, [], header)), render_board([board])):
        assert (line in text) == bool(failed)
        assert ("P99 needs 300" in text) == (len(said) < 300)


@pytest.mark.parametrize(
    ("name", "host", "values"),
    [
        ("http_version", "api.example", ("HTTP/1.1", "HTTP/2")),
        ("reused", "api.example", (True, False)),
        ("processor", None, ("one", "two")),
        ("device", None, ("cpu", "cuda")),
        ("threads", None, (1, 4)),
        ("threads", None, (4, 4)),
    ],
)
def test_conditions_that_differ_are_said_in_both(
    tmp_path: Path, name: str, host: str | None, values: tuple[Any, Any]
) -> None:
    dataset = dataset_of(4)
    with open_store(tmp_path / "a.db") as store:
        keep_dataset(store, dataset)
        for system, value in zip(("a:m", "b:m"), values, strict=True):
            observe(store, dataset, system, [0] * 4, conditions={name: value}, host=host)
        options = options_of(None, Options())
        board = render_board([leaderboard(store, dataset, options)])
        found = standings(store, [dataset.id], options)
    header, _ = table_of(found, [], "table")
    what = "seconds" if host else "RTFx"
    line = f"{what}: the conditions differ ({name.replace('_', ' ')}), so compare with care"
    for text in ("\n".join(notes_of(found, [], header)), board):
        assert (line in text) == (values[0] != values[1])


def test_words_on_silence_are_in_the_leaderboard(tmp_path: Path) -> None:
    dataset = dataset_of(4)
    silent = [*dataset.clips[:3], replace(dataset.clips[3], reference="")]
    with open_store(tmp_path / "a.db") as store:
        for clips, column in ((dataset.clips, False), (silent, True)):
            one = Dataset(f"silent-{column}".lower(), clips)
            keep_dataset(store, one)
            observe(store, one, "a:m", [0] * 4)  # ten words on four seconds
            columns = columns_of(leaderboard(store, one, options_of(None, Options())))
            assert columns.get(PER_MINUTE) == (["150.00"] if column else None)
