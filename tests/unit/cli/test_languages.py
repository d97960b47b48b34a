"""``mondegreen languages``: what a beginner sees."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from mondegreen.cli.app import run
from mondegreen.languages import codes, language
from mondegreen.languages.beginning import FILES

if TYPE_CHECKING:
    from pathlib import Path


def said(capsys: pytest.CaptureFixture[str], *typed: str, status: int = 0) -> str:
    """Return what a command prints."""
    assert run(["languages", *typed]) == status
    found = capsys.readouterr()
    return found.out + found.err


@pytest.fixture
def icelandic(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Return a folder with a new language."""
    said(capsys, "new", "is", "--folder", str(tmp_path / "own"))
    return str(tmp_path / "own")


def test_a_new_language_reads_at_once(
    icelandic: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its numbers, units and dates are read, and check names the next step of each empty file."""
    own = language("is", tmp_path / "own")
    assert own.normalize("tuttugu og fimm kílómetrar") == own.normalize("25 km")
    assert own.meet("5 janúar 2024", "fimm janúar 2024")
    assert not own.meet("25 km", "26 km")
    told = said(capsys, "check", "is", "--folder", icelandic)
    for file in FILES:
        text = (tmp_path / "own" / "is" / file.name).read_text("utf-8")
        rows = [line for line in text.splitlines() if not line.startswith("#")]
        seldom = file.name in {"contractions.tsv", "informal.tsv", "spellings.tsv"}
        assert (f"{file.name}:" in told) == (not rows and not seldom), file.name
        assert text.startswith("#") or file.name == "SOURCES"


def test_a_step_is_gone_when_it_is_done(
    icelandic: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file with a row is no step any more."""
    assert "fillers.tsv" in said(capsys, "check", "is", "--folder", icelandic)
    with (tmp_path / "own" / "is" / "fillers.tsv").open("a", encoding="utf-8") as file:
        file.write("hmm\n")
    assert "fillers.tsv" not in said(capsys, "check", "is", "--folder", icelandic)


def test_a_case_that_fails_is_shown_with_its_readings(
    icelandic: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both texts, what they are written as, and what they may say."""
    with (tmp_path / "own" / "is" / "cases.tsv").open("a", encoding="utf-8") as file:
        file.write("=\tfimm kílómetrar\t6 km\twrong\n")
    told = said(capsys, "check", "is", "--folder", icelandic, status=1)
    assert "'fimm kílómetrar' is written '5 kílómetrar'" in told
    assert "'6 km': measure 6 kílómetri" in told


def test_a_language_without_tables_is_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It compiles, and the first step is its numbers."""
    place = str(tmp_path / "own")
    assert "CLDR has no tables for qqq" in said(capsys, "new", "qqq", "--folder", place)
    assert "1. numerals.tsv" in said(capsys, "check", "qqq", "--folder", place)


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (["new", "de"], "mondegreen has de already; to add to it"),
        (["new", "../x"], "no code of a language: '../x'"),
        (["new", "clinic", "--extends", "qqq"], "no data for language 'qqq' to extend"),
        (["check", "is"], "no data for language 'is'"),
        (["list", "--folder", "none"], "no such folder: none"),
    ],
)
def test_wrong_uses(
    typed: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each says what to do."""
    place = ["--folder", str(tmp_path / "own")] if typed[0] == "new" else []
    assert message in said(capsys, *typed, *place, status=2)
    assert not (tmp_path / "own").exists()


def test_a_folder_that_exists_is_not_overwritten(
    icelandic: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a person wrote stays."""
    assert "already; edit it" in said(capsys, "new", "is", "--folder", icelandic, status=2)


def test_an_overlay_is_written_and_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It holds the cases of its language, and its own."""
    place = str(tmp_path / "own")
    said(capsys, "new", "clinic", "--extends", "sv", "--folder", place)
    with (tmp_path / "own" / "clinic" / "units.tsv").open("a", encoding="utf-8") as file:
        file.write("unit\tpuff\tpuff\tpuffar\t-\t-\n")
    with (tmp_path / "own" / "clinic" / "cases.tsv").open("a", encoding="utf-8") as file:
        file.write("=\ttjugofem puffar\t25 puffar\tunits\n")
    said(capsys, "check", "clinic", "--folder", place)
    holding, every = language("clinic", tmp_path / "own").cases()
    assert (holding, every) == (every, language("sv").cases()[1] + 1)


def test_the_list_tells_what_each_language_knows(capsys: pytest.CaptureFixture[str]) -> None:
    """As text and as JSON, the same."""
    lines = [json.loads(line) for line in said(capsys, "list", "--json").splitlines()]
    assert [line["code"] for line in lines] == codes()
    english = next(line for line in lines if line["code"] == "en")
    assert {"numerals", "times", "dates", "money", "units", "contractions"} <= {*english["knows"]}
    assert english["holding"] == english["cases"] > 400
    assert len(english["digest"]) == 8
    told = said(capsys, "list")
    for line in lines:
        assert f"       {', '.join(line['knows']) or 'nothing of its own'}" in told
