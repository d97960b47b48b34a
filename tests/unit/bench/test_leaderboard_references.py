"""Drafts of references on a leaderboard: counted when asked for, and never for those that wrote them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from boards import bench, dataset_of

from mondegreen.bench.clips import Dataset
from mondegreen.bench.ground_truth.drafting import draft
from mondegreen.bench.ground_truth.reviewing import Review
from mondegreen.cli.app import run
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable

CLIPS = 24
NONE = [0] * CLIPS
SYSTEMS = {
    "acme:one": NONE,
    "acme:two": [1, 0] * 12,
    "bolt:two": [3, 2, 4] * 8,
    "coil:x": [1] * CLIPS,
}
Said = tuple[int, str, str]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    def call(*words: str) -> Said:
        capsys.readouterr()
        status = run(["bench", *words])
        return status, *capsys.readouterr()

    return call


@pytest.fixture
def drafted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Dataset]:
    """A bench whose references are drafts by acme:one; returned are its database and its dataset."""
    monkeypatch.chdir(tmp_path)
    given = dataset_of(CLIPS)
    dataset = Dataset("trees", [replace(clip, reference=None) for clip in given.clips])
    database = bench(tmp_path, dataset, SYSTEMS)
    with open_store(database) as store:
        for name in SYSTEMS:
            provider, _, model = name.partition(":")
            row = {"system": name, "provider": provider, "model_name": model, "options": "{}"}
            store.observations.add_system(row)
        draft(store, dataset.id, dataset.clips, ["acme:one"])
    return database, dataset


def test_drafts_do_not_count_unless_asked_for(
    drafted: tuple[Path, Dataset], command: Callable[..., Said]
) -> None:
    status, _, err = command("leaderboard")
    assert status == 2
    assert "no reference is verified" in err
    status, out, err = command("leaderboard", "--unverified")
    assert status == 0, err
    assert "references: 0 verified (0 corrected), 24 unverified drafts" in out
    for name in ("acme:one", "acme:two"):  # the vendor of the one that drafted
        assert f"not ranked: {name}: it drafted references that nobody verified" in out
    status, out, _ = command("leaderboard", "--unverified", "--to", "json", "--matrix")
    (board,) = json.loads(out)
    assert board["unverified"]
    assert [(each["system"], each["rank"]) for each in board["systems"]] == [
        ("coil:x", 1),
        ("bolt:two", 2),
    ]
    assert {*board["left_out"]} == {"acme:one", "acme:two"}
    assert len(board["pairs"]) == 1


def test_with_drafters_alone_there_is_no_leaderboard(
    drafted: tuple[Path, Dataset], command: Callable[..., Said]
) -> None:
    status, out, err = command("leaderboard", "--unverified", "--systems", "acme:one,acme:two")
    assert (status, out) == (2, "")
    assert "so none is ranked" in err
    status, _, err = command(
        *("leaderboard", "--unverified", "--fail-if-worse", "wer", "--baseline", "acme:one")
    )
    assert status == 2
    assert "acme:one" in err


def test_on_verified_references_all_are_ranked_and_drafters_are_marked(
    drafted: tuple[Path, Dataset], command: Callable[..., Said]
) -> None:
    database, dataset = drafted
    with open_store(database) as store:
        (header,) = store.ground_truth.headers(dataset.id)
        review = Review(store, dataset.id, header, "ada")
        for _ in range(10):
            review.approve()
    status, out, err = command("leaderboard")
    assert status == 0, err
    assert "references: 10 verified (0 corrected)" in out
    named = "acme:one (drafted), acme:two (of the vendor acme); they are near"
    assert f"systems that drafted references, or whose vendors did: {named}" in out
    board = json.loads(command("leaderboard", "--to", "json")[1])[0]
    assert {each["system"]: each["drafted_references"] for each in board["systems"]} == {
        name: name.startswith("acme") for name in SYSTEMS
    }
    assert all(each["rank"] for each in board["systems"])
    assert {each["coverage"]["total"] for each in board["systems"]} == {10}
    mixed = json.loads(command("leaderboard", "--unverified", "--to", "json")[1])[0]
    assert {each["system"] for each in mixed["systems"]} == {"bolt:two", "coil:x"}
    assert {each["coverage"]["total"] for each in mixed["systems"]} == {CLIPS}
    assert mixed["references"] != board["references"]


def test_rates_are_those_of_the_report(
    drafted: tuple[Path, Dataset], command: Callable[..., Said]
) -> None:
    report = json.loads(command("report", "--unverified", "--to", "json")[1])
    board = json.loads(command("leaderboard", "--unverified", "--to", "json")[1])[0]
    rates = {each["system"]: each["metrics"][0]["value"] for each in report}
    assert {each["system"]: each["rate"] for each in board["systems"]} == {
        name: rates[name] for name in ("bolt:two", "coil:x")
    }


@pytest.mark.parametrize("more", [[], ["--seed", "3"], ["--level", "0.9"], ["--ci-by", "clip"]])
def test_the_page_of_a_report_has_the_leaderboards_test(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: Callable[..., Said],
    more: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    dataset = dataset_of(CLIPS, speaker=lambda at: f"s{at % 6}")
    bench(tmp_path, dataset, SYSTEMS)
    by_report = [] if more == ["--ci-by", "clip"] else more
    assert command("report", "--html", "page.html", *by_report)[0] == 0
    page = Path("page.html").read_text("utf-8")
    board = json.loads(command("leaderboard", "--to", "json", *more)[1])[0]
    shown = command("leaderboard", "--matrix", *more)[1]
    said = next(line for line in shown.splitlines() if line.startswith("paired bootstrap of"))
    assert (said in page) is (by_report == more)  # of speakers, unless clips were asked for
    if by_report == more:
        for pair in board["pairs"]:
            line = next(
                line for line in shown.splitlines()
                if line.startswith(pair["first"]) and f" {pair['second']} " in line
                and line.endswith((" yes", " no"))
            )  # fmt: skip
            for cell in line.split("  "):
                assert cell.strip() in page, (pair, cell)


def test_what_is_drawn_may_be_chosen_where_the_dataset_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Callable[..., Said]
) -> None:
    monkeypatch.chdir(tmp_path)
    dataset = dataset_of(
        CLIPS, speaker=lambda at: f"s{at % 6}", conversation=lambda at: f"c{at % 8}"
    )
    bench(tmp_path, dataset, SYSTEMS)
    units = {}
    for name in ("clip", "speaker", "conversation"):
        board = json.loads(command("leaderboard", "--to", "json", "--ci-by", name)[1])[0]
        units[name] = board["unit"], board["units"]
    assert units == {
        "clip": ("clip", CLIPS),
        "speaker": ("speaker", 6),
        "conversation": ("conversation", 8),
    }
    status, _, err = command("leaderboard", "--ci-by", "recording")
    assert status == 2
    assert "names no recording of any clip" in err
    status, _, err = command("leaderboard", "--ci-by", "speakr")
    assert status == 2
    assert "Did you mean 'speaker'?" in err
