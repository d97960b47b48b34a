"""Passes over time: breaks, drift, and what moves between repeats, the judge apart."""

from __future__ import annotations

import json
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from boards import bench, dataset_of, observe

import mondegreen as mg
from mondegreen.bench.config import load_bench
from mondegreen.bench.keeping import keep_dataset
from mondegreen.bench.leaderboard import Board, leaderboard
from mondegreen.bench.notes import Note, notes_of
from mondegreen.bench.scoring import evaluate, options_of
from mondegreen.cli.app import run
from mondegreen.errors import InputError
from mondegreen.report.history import history_part
from mondegreen.report.history_picture import _reach, lines_of
from mondegreen.report.leaderboard import render
from mondegreen.scoring.options import Options
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mondegreen.store import Store

CLIPS = 40
GOOD = [1, 0] * 20
ALIKE = [0, 1] * 20
BAD = [3, 2, 4, 1] * 10
DAYS = ("2026-11-01", "2026-11-08", "2026-11-15")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "results.db") as opened:
        yield opened


def passes(store: Store, *several: Any, system: str = "a:m", **more: Any) -> Board:
    dataset = dataset_of(CLIPS)
    keep_dataset(store, dataset)
    for at, errors in enumerate(several):
        when = f"{DAYS[at]}T10:00:00.000+00:00"
        seconds = [0.5 + at] * CLIPS
        observe(store, dataset, system, errors, repeat=at, timestamp=when, seconds=seconds)
    return leaderboard(
        store, dataset, options_of(None, Options()), history=True, repeats=True, **more
    )


def test_a_system_that_became_worse_has_drifted(store: Store) -> None:
    found = passes(store, GOOD, ALIKE, BAD)
    assert found.history is not None
    drifts = {(each.before, each.after): each for each in found.history.drifts}
    assert [each.rate for each in found.history.passes] == pytest.approx([0.05, 0.05, 0.25])
    assert (drifts[1, 2].difference, drifts[1, 2].drifted) == (0.0, False)
    assert (drifts[2, 3].difference, drifts[2, 3].drifted) == (pytest.approx(0.2), True)
    text = render([found])
    assert "2026-11-15  2026-11-15" in text
    assert "+20.00" in text
    gated = found.gated(None, drift=True)
    assert [each.met for each in gated.verdicts] == [True, False]
    assert "wer of a:m #3 against a:m #2: +20.00 points, worse than by chance" in render([gated])
    better = passes(store, BAD, GOOD, system="b:m").gated(None, drift=True)
    assert [each.met for each in better.verdicts if each.system.startswith("b")] == [True]


@pytest.mark.parametrize(
    ("moments", "shown"),
    [
        (["2026-11-01T09:30:10", "2026-11-02T09:30:10"], ["2026-11-01", "2026-11-02"]),
        (["2026-11-01T09:30:10", "2026-11-01T17:05:00"], ["2026-11-01 09:30", "2026-11-01 17:05"]),
        (["2026-11-01T09:30:10", "2026-11-01T09:30:40"], ["2026-11-01 09:30:10", "2026-11-01 09:30:40"]),
    ],
)  # fmt: skip
def test_passes_of_one_day_have_times(store: Store, moments: list[str], shown: list[str]) -> None:
    dataset = dataset_of(8)
    keep_dataset(store, dataset)
    for repeat, moment in enumerate(moments):
        observe(store, dataset, "a:m", [0] * 8, repeat=repeat, timestamp=f"{moment}.000+00:00")
    found = leaderboard(store, dataset, options_of(None, Options()), history=True).history
    assert found is not None
    part = history_part(found, "wer", 0.95)
    assert [row[2] for row in part.rows] == shown
    start, end = _reach(lines_of(found))
    apart = datetime.fromisoformat(moments[1]) - datetime.fromisoformat(moments[0])
    assert end - start < 1.2 * apart  # two points on the axis


def test_drift_by_brute_force(store: Store) -> None:
    random = np.random.default_rng(3)
    one, other = (random.binomial(10, chance, CLIPS) for chance in (0.1, 0.14))
    found = passes(store, one.tolist(), other.tolist())
    assert found.history is not None
    (drift,) = found.history.drifts
    drawn = random.integers(0, CLIPS, (20_000, CLIPS))
    apart = (other - one)[drawn].sum(axis=1)
    p = min(1, 2 * (min((apart <= 0).sum(), (apart >= 0).sum()) + 1) / 20_001)
    assert drift.p == pytest.approx(p, abs=0.02)


def test_a_note_on_method_breaks_the_line(store: Store) -> None:
    notes = notes_of(
        [
            {"date": date(2026, 11, 10), "title": "new region", "systems": ["a:m"]},
            {"date": "2026-11-05", "title": "of others", "systems": ["z:m"]},
            {"date": date(2026, 10, 1), "title": "before all", "detail": "long ago"},
        ],
        "bench.toml",
    )
    assert [note.date for note in notes] == ["2026-10-01", "2026-11-05", "2026-11-10"]
    found = passes(store, GOOD, GOOD, BAD, notes=notes)
    assert found.history is not None
    assert [bool(each.reason) for each in found.history.drifts] == [False, True]
    text = render([found])
    assert "-- new region" in text
    assert "-- of others" not in text
    assert (
        "#2 and #3 are not compared: a note on method lies between them: 2026-11-10: new region"
        in text
    )
    assert "note on method: 2026-10-01: before all (long ago)" in text
    assert [each.met for each in found.gated(None, drift=True).verdicts] == [True, True]


@pytest.mark.parametrize(
    ("before", "after", "broken"),
    [("2026-11-09T23", "2026-11-10T00", True), ("2026-11-10T00", "2026-11-11T00", False)],
)
def test_the_day_of_a_note_counts_as_after_it(before: str, after: str, *, broken: bool) -> None:
    assert Note("2026-11-10", "x").breaks("a", before, after) is broken


@pytest.mark.parametrize(
    ("note", "problem"),
    [
        ('title = "x"', "a note is"),
        ("date = 2026-11-29", "a note is"),
        ('date = "soon"\ntitle = "x"', "a note is"),
        ('date = 2026-11-29\ntitle = "x"\nsystem = "a"', "note.system is not known.*'systems'"),
        ('date = 2026-11-29\ntitle = "x"\nsystems = "a"', "a note is"),
    ],
)
def test_notes_that_cannot_be_read(tmp_path: Path, note: str, problem: str) -> None:
    bench(tmp_path, dataset_of(2), {"a:m": [0, 0]})
    config = tmp_path / "bench.toml"
    text = config.read_text("utf-8")
    config.write_text(f'{text}\n[[note]]\ndate = 2026-11-29\ntitle = "fine"\n', "utf-8")
    assert load_bench(config).notes == (Note("2026-11-29", "fine"),)
    config.write_text(f"{text}\n[[note]]\n{note}\n", "utf-8")
    with pytest.raises(InputError, match=problem):
        load_bench(config)


def test_a_pass_that_was_broken_off_is_not_compared(store: Store) -> None:
    found = passes(store, GOOD, GOOD[:10], [None] * CLIPS)
    assert found.history is not None
    assert [each.reason for each in found.history.drifts] == [
        "30 of 40 clips of #2 were never sent", "30 of 40 clips of #2 were never sent",
    ]  # fmt: skip
    assert found.history.passes[2].rate == 1.0  # failed calls are deletions


def test_the_spread_between_repeats(store: Store) -> None:
    found = passes(store, GOOD, BAD, [*GOOD[:30], *[None] * 10])
    assert found.repeats is not None
    (spread,) = found.repeats
    rates = [0.05, 0.25, (15 + 100) / 400]
    assert spread.rate is not None
    assert spread.rate.values == pytest.approx(rates)
    assert spread.rate.deviation == pytest.approx(np.std(rates, ddof=1))
    assert (spread.rate.low, spread.rate.high) == (0.05, pytest.approx(max(rates)))
    assert spread.seconds is not None
    assert spread.seconds.values == (0.5, 1.5, 2.5)
    assert spread.answered is not None
    assert spread.answered.values == (1.0, 1.0, 0.75)
    assert spread.judge is None
    assert "spread between repeats" in render([found], "markdown")
    plain = json.loads(render([found], "json"))[0]
    assert plain["repeats"][0]["rate"]["values"] == pytest.approx(rates)
    assert len(plain["history"]["passes"]) == 3


def test_the_spread_of_the_judge_alone(store: Store) -> None:
    dataset = dataset_of(4)
    keep_dataset(store, dataset)
    observe(store, dataset, "a:m", [1, 0, 0, 0])
    options = Options(metrics=["semantic-wer"], judge=mg.Judging(protocol="rules"))
    evaluate(store, [dataset.id], options_of(None, options))

    def judge() -> Any:
        found = leaderboard(store, dataset, options_of(None, Options()), repeats=True)
        assert found.repeats is not None
        return found.repeats[0].judge

    assert judge().values == (0.025,)
    with store.engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM evaluations ORDER BY id").mappings()
        again = [{**row} for row in rows]
    for at, row in enumerate(again):
        del row["id"]
        statistics = json.loads(row["statistics"])
        row["statistics"] = json.dumps({**statistics, "remaining": 1 if at < 2 else 0})
    store.evaluations.put(again[:2])  # a second pass that was broken off is none
    assert judge().values == (0.025,)
    store.evaluations.put(again[2:])
    assert judge().values == (0.025, 0.05)
    assert judge().deviation == pytest.approx(0.0177, abs=1e-4)


def test_the_command(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    database = bench(tmp_path / "bench", dataset_of(CLIPS), {"a:m": GOOD})
    with open_store(database) as store:
        observe(
            store, dataset_of(CLIPS), "a:m", BAD, repeat=1,
            timestamp="2026-11-28T10:00:00.000+00:00",
        )  # fmt: skip
    monkeypatch.chdir(tmp_path / "bench")
    assert run(["bench", "leaderboard", "--history", "--repeats"]) == 0
    shown = capsys.readouterr().out
    assert "history" in shown
    assert "spread between repeats" in shown
    assert run(["bench", "leaderboard", "--fail-on-drift", "--to", "junit"]) == 1
    done = capsys.readouterr()
    assert 'failures="1"' in done.out
    assert "gate not met: wer of a:m #2 against a:m #1" in done.err
    with (tmp_path / "bench" / "bench.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[note]]\ndate = 2026-11-25\ntitle = "another microphone"\n')
    assert run(["bench", "leaderboard", "--fail-on-drift"]) == 0
    assert "another microphone" in capsys.readouterr().out
    assert run(["bench", "leaderboard", "--history", "--to", "csv"]) == 2
