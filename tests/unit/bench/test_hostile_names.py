"""Names in a bench are text: nothing that is printed of them is obeyed by a terminal."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import pytest
from boards import bench, dataset_of

from mondegreen.bench.clips import Clip, Dataset
from mondegreen.cli.app import run

if TYPE_CHECKING:
    from pathlib import Path

OBEYED = {"Cc", "Cf", "Zl", "Zp"}
NAMES = [
    "\x1b[31m\x07esc:m",
    "x\u202ey:m",
    "nl\nTotal: 0 %:m",
    "ls\u2028ps\u2029nel\x85:m",
    "cr\r\ttab\x7f\x9b2J:m",
    "\x1b]0;title\x07\u2066:m",
]
SHOWN = ["table", "markdown", "tsv", "json"]


def obeyed(text: str, also: str = "\n") -> set[str]:
    return {each for each in text if unicodedata.category(each) in OBEYED and each not in also}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    clips = [*dataset_of(12).clips, Clip("no\x1b[1m\u2028text", "", None, sha256="f" * 64)]
    dataset = Dataset("tr\x1b[2J\u202e", clips)
    bench(folder, dataset, {name: [at, None, 0, 1] * 3 for at, name in enumerate(NAMES)})
    return folder


@pytest.mark.parametrize(
    "words",
    [
        *(["report", "--to", to] for to in SHOWN),
        *(["leaderboard", "--matrix", "--to", to] for to in [*SHOWN, "csv"]),
        ["leaderboard"],
        ["status"],
    ],
    ids=" ".join,
)
def test_nothing_printed_is_obeyed(
    place: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    status = run(["bench", *words, "-c", str(place / "bench.toml")])
    out, err = capsys.readouterr()
    assert status == 0, err
    assert "esc" in out
    assert not obeyed(out, "\n\t" if "tsv" in words else "\n")
    assert not obeyed(err)
    assert not any(line.startswith("Total") for line in out.split("\n"))
