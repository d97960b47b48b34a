"""``mondegreen report``: what it takes, what it writes, and what it refuses."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from mondegreen.cli.app import run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref.txt").write_text("a b\nc d\n", "utf-8")
    (tmp_path / "one.txt").write_text("a x\nc d\n", "utf-8")
    (tmp_path / "two.txt").write_text("a b\n\n", "utf-8")
    (tmp_path / "both.csv").write_text(
        "id,speaker,text,one,two,hypothesis\n1,s,a b,a x,a b,a x\n2,t,c d,c d,,c d\n", "utf-8"
    )
    return tmp_path


def data(path: Path) -> Any:
    found = re.search(
        r'<script type="application/json" id="data">(.*?)</script>', path.read_text("utf-8")
    )
    assert found is not None
    return json.loads(found[1])


def test_a_file_with_both_sides(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["report", "both.csv", "--reference-column", "text"]
    assert run([*arguments, "--hypothesis-column", "one", "--title", "Title"]) == 0
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err.startswith("mondegreen: report: report.html (")
    page = data(folder / "report.html")
    assert page["systems"] == [""]
    assert [each["s"][0] and each["s"][0]["e"] for each in page["utterances"]] == [1, 0]
    assert "<title>Title</title>" in (folder / "report.html").read_text("utf-8")


def test_several_systems_in_every_way(folder: Path) -> None:
    for system in ("one", "two"):
        arguments = [
            "score",
            "ref.txt",
            f"{system}.txt",
            "--save",
            f"{system}.json",
            "--save-texts",
        ]
        assert run(arguments) == 0
    ways = [
        ["one=one.json", "two.json"],
        ["-r", "ref.txt", "-h", "one.txt", "-h", "two=two.txt"],
        [
            "both.csv",
            "--reference-column",
            "text",
            "--systems",
            "one,two",
            "--missing",
            "deletions",
        ],
    ]
    for at, way in enumerate(ways):
        assert run(["report", *way, "-o", f"{at}.html"]) == 0
        page = data(folder / f"{at}.html")
        assert page["systems"] == ["one", "two"]
        errors = {
            each["n"]: [part and part["e"] for part in each["s"]] for each in page["utterances"]
        }
        assert errors == {0: [1, 0], 1: [0, 2]}


def test_options_of_scoring(folder: Path) -> None:
    arguments = ["report", "-r", "ref.txt", "-h", "one.txt", "-m", "cer", "-n", "lower"]
    assert run([*arguments, "--utterances", "1"]) == 0
    page = data(folder / "report.html")
    assert page["metric"] == "cer"
    assert len(page["utterances"]) == 1
    assert run(["report", "-r", "ref.txt", "-h", "one.txt", "--recipe", "whisper-jiwer"]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "name a file, one per system"),
        (["ref.txt"], "holds one text per utterance"),
        (["nope.json"], "nope.json: no such file"),
        (["-r", "ref.txt"], "only one of -r and -h is given"),
        (["both.csv", "-r", "ref.txt", "-h", "one.txt"], "are both given"),
        (
            ["both.csv", "one.txt", "--systems", "a"],
            "--systems is for one table; 2 files are given",
        ),
        (["both.csv", "both.csv"], "two systems have the name 'both'"),
        (["both.csv", "-o", "both.csv"], "would be lost"),
        (["both.csv", "-o", "none/x.html"], "there is no folder none"),
        (["both.csv", "--recipe", "whisper-jiwer", "-n", "lower"], "leave out --normalizer"),
    ],
)
def test_what_is_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["report", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_run_files_are_scored_already(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "ref.txt", "one.txt", "--save", "run.parquet", "--save-texts"]) == 0
    assert run(["report", "run.parquet"]) == 0
    assert run(["report", "run.parquet", "-n", "lower"]) == 2
    assert "was scored already" in capsys.readouterr().err
