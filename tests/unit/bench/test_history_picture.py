"""Pictures of history: what lines join, where notes break them, and what is written next to them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from boards import bench, dataset_of, observe

from mondegreen.bench.keeping import keep_dataset
from mondegreen.bench.leaderboard import Board, leaderboard
from mondegreen.bench.notes import Note
from mondegreen.bench.scoring import options_of
from mondegreen.cli.app import run
from mondegreen.report.history_picture import draw_history, lines_of, write_history
from mondegreen.scoring.options import Options
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mondegreen.store import Store

pytest.importorskip("matplotlib")

CLIPS = 30
GOOD, BAD = [1, 0] * 15, [3, 2, 4] * 10
DAYS = ("2026-11-01", "2026-11-08", "2026-11-15", "2026-11-22")
SVG = "{http://www.w3.org/2000/svg}"
NOTE = Note("2026-11-10", "other region", "eu, not us")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "results.db") as opened:
        yield opened


def board(store: Store, notes: Any = (), **systems: Any) -> Board:
    dataset = dataset_of(CLIPS)
    keep_dataset(store, dataset)
    for name, several in systems.items():
        for at, errors in enumerate(several):
            when = f"{DAYS[at]}T10:00:00.000+00:00"
            observe(store, dataset, name, errors, repeat=at, timestamp=when)
    return leaderboard(store, dataset, options_of(None, Options()), history=True, notes=notes)


def joined(found: Board) -> dict[str, list[list[int]]]:
    assert found.history is not None
    return {
        name: [[each.number for each, _ in piece] for piece in pieces]
        for name, pieces in lines_of(found.history).items()
    }


def picture(found: Board, theme: str = "light") -> ET.Element:
    assert found.history is not None
    made = draw_history(found.history, found.dataset, found.metric, theme)
    assert made == draw_history(found.history, found.dataset, found.metric, theme)
    return ET.fromstring(made)


def texts(root: ET.Element) -> list[str]:
    return ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]


def test_notes_break_the_lines_of_the_systems_that_they_are_about(store: Store) -> None:
    systems = {"a": [GOOD, BAD, GOOD, GOOD], "b": [BAD, GOOD, BAD, BAD]}
    assert joined(board(store, **systems)) == {"a": [[1, 2, 3, 4]], "b": [[1, 2, 3, 4]]}
    dataset, options = dataset_of(CLIPS), options_of(None, Options())
    for notes, wanted in (
        ([NOTE], {"a": [[1, 2], [3, 4]], "b": [[1, 2], [3, 4]]}),
        ([Note("2026-11-10", "x", systems=("b",))], {"a": [[1, 2, 3, 4]], "b": [[1, 2], [3, 4]]}),
        ([Note("2026-10-01", "before all")], {"a": [[1, 2, 3, 4]], "b": [[1, 2, 3, 4]]}),
        (
            [Note("2026-11-03", "x"), Note("2026-11-20", "y")],
            {"a": [[1], [2, 3], [4]], "b": [[1], [2, 3], [4]]},
        ),
    ):
        found = leaderboard(store, dataset, options, history=True, notes=notes)
        assert joined(found) == wanted
        written = texts(picture(found))
        assert {"a", "b"} <= {*written}
        for number, note in enumerate(notes, 1):
            assert any(f"{number}  {note}" in each for each in written), written


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lines_and_intervals_are_where_the_figures_are(store: Store, theme: str) -> None:
    found = board(store, a=[GOOD, BAD])
    root = picture(found, theme)
    lines = [
        each.get("d", "").split() for each in root.iter(f"{SVG}path")
        if "stroke-width: 1.2" in each.get("style", "")
    ]  # fmt: skip
    (line,) = [each for each in lines if each.count("L") == 1]
    assert float(line[2]) > float(line[5])  # the rate went up; SVG counts from the top
    bars = [
        each for each in root.iter(f"{SVG}path") if "stroke-width: 0.9" in each.get("style", "")
    ]
    assert len(bars) == 2


def test_hostile_names_one_pass_and_no_rate(store: Store, tmp_path: Path) -> None:
    found = board(store, **{"$x_1$ <b>\x1b": [GOOD], "_hidden": [BAD]})
    written = texts(picture(found))
    assert "$x_1$ <b>\\x1b" in written
    assert " _hidden" in written or "_hidden" in written
    assert found.history is not None
    made = write_history(found.history, tmp_path / "pictures", found.dataset, found.metric)
    assert [each.name for each in made] == [
        f"history-{theme}.{kind}" for theme in ("light", "dark") for kind in ("svg", "png")
    ]
    empty = type(found.history)([], [], [], ())
    assert write_history(empty, tmp_path / "none", "d", "wer") == []


def test_the_command(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    bench(tmp_path, dataset_of(CLIPS), {"a:m": GOOD})
    monkeypatch.chdir(tmp_path)
    with (tmp_path / "bench.toml").open("a", encoding="utf-8") as file:
        today = datetime.now(UTC).date()
        file.write(f'\n[[note]]\ndate = {today}\ntitle = "other region"\n')
    assert run(["bench", "leaderboard", "--draw-history", "pictures"]) == 0
    out, err = capsys.readouterr()
    assert "note on method" in out
    assert "wrote pictures/history-dark.png" in err
    assert len([*(tmp_path / "pictures").iterdir()]) == 4
    assert run(["bench", "leaderboard", "--draw-history", "bench.toml"]) == 2
    assert run(["bench", "leaderboard", "--draw-history", "p", "--to", "csv"]) == 2
