"""Workbooks of Excel."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from mondegreen.corpus import read
from mondegreen.errors import InputError, ParseError

if TYPE_CHECKING:
    from pathlib import Path

openpyxl = pytest.importorskip("openpyxl")
pytest.importorskip("python_calamine")

ROWS: list[list[Any]] = [
    ["id", "reference", "hypothesis", "day"],
    ["u1", "press one", "press won", date(2026, 11, 29)],
    [],
    [2, 21, "21", None],
    ["u3", "thank you", None, None],
]


def workbook(path: Path, *sheets: list[list[Any]]) -> Path:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets):
        sheet = book.create_sheet(f"sheet {number}")
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


@pytest.mark.parametrize("name", ["x.xlsx", "x.bin"])
def test_the_first_sheet(tmp_path: Path, name: str) -> None:
    corpus = read(workbook(tmp_path / name, ROWS))
    assert corpus.ids == ["u1", "2", "u3"]
    assert list(corpus.references) == ["press one", "21", "thank you"]
    assert list(corpus.hypotheses) == ["press won", "21", ""]
    assert corpus.metadata["day"] == ["2026-11-29", "", ""]


def test_other_sheets_are_named(tmp_path: Path) -> None:
    path = workbook(tmp_path / "x.xlsx", [], ROWS, [["note"], ["so"]])
    with pytest.warns(UserWarning, match="sheet 2"):
        assert len(read(path)) == 3


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([["id", "text", "text"], ["a", "b", "c"]], "twice"),
        ([["id", None, "text"], ["a", "b", "c"]], "no name"),
        ([["id", "text"], ["a", "b", "c"]], "no name|more cells"),
        ([], "is empty"),
    ],
)
def test_sheets_that_are_no_table(tmp_path: Path, rows: list[list[Any]], problem: str) -> None:
    with pytest.raises(ParseError, match=problem):
        read(workbook(tmp_path / "x.xlsx", rows))


def test_damaged_workbooks(tmp_path: Path) -> None:
    whole = workbook(tmp_path / "x.xlsx", ROWS).read_bytes()
    path = tmp_path / "y.xlsx"
    for at in range(4, len(whole), 97):
        path.write_bytes(whole[:at])
        with pytest.raises(InputError):
            read(path)
        path.write_bytes(whole[:at] + b"\xff\0\xff" + whole[at + 3 :])
        try:
            read(path)
        except InputError as error:
            assert "y.xlsx" in str(error)  # noqa: PT017 - some damage is not seen


def test_other_archives_are_refused(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.txt", "so it goes")
    path = tmp_path / "x.zip"
    path.write_bytes(buffer.getvalue())
    with pytest.raises(InputError, match="zip"):
        read(path, path)
