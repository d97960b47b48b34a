"""Workbooks of Excel and LibreOffice, through python-calamine."""

from __future__ import annotations

import io
import warnings
import zipfile
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.format import COLUMNS, Certainty, Format
from mondegreen.corpus.memory import refuse_more
from mondegreen.corpus.table import Table, quoted, twice
from mondegreen.errors import MissingDependencyError, ParseError

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Xlsx"]

_ZIP: Final = b"PK\x03\x04"
_OLD: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_WAY_OUT: Final = "save it again, or its sheet as CSV UTF-8, and give that"
_MOST_COLUMNS: Final = 1000


_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_KIND: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_ROWS: Final = (("id", "text"), ("u1", "so it goes"), ("u2", "and so on"))


def _small() -> bytes:
    """Return the smallest workbook with two utterances."""
    cells = "".join(
        "<row>" + "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in row) + "</row>"
        for row in _ROWS
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_KIND}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_KIND}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
        f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
        '<sheet name="talk" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="r1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
        "</Relationships>",
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_MAIN}"><sheetData>{cells}</sheetData>'
        "</worksheet>",
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return buffer.getvalue()


class Xlsx(Format):
    """The first sheet with anything in it; its first row is the header.

    A cell is the text that a CSV of the sheet would have: whole numbers without a point, dates as
    ``2026-11-29``. Rows without anything in them are skipped, and so are columns without a header
    if they are empty. Other sheets are named in a warning. Needs ``mondegreen[excel]``.
    """

    name = "xlsx"
    about = "the first sheet of an Excel or LibreOffice workbook"
    suffixes = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
    time_unit = "seconds"
    has_columns = True
    holds = COLUMNS
    example = _small()

    def recognise(self, sample: Sample) -> int:
        """Look for a zip with the parts of a workbook, or an old one by its name."""
        if sample.head.startswith(_ZIP):
            parts = b"xl/" in sample.head or b"opendocument.spreadsheet" in sample.head
            return Certainty.MAGIC if parts or sample.is_named(self.suffixes) else Certainty.NO
        named = sample.head.startswith(_OLD) and sample.is_named(self.suffixes)
        return Certainty.MAGIC if named else Certainty.NO

    def read(self, source: Source) -> Table:
        """Read the first sheet with anything in it."""
        data = source.data(text=False)
        _refuse_bomb(source.name, data)
        name, rows = _sheet(source.name, data)
        header = [_text(cell).strip() for cell in rows[0]] if rows else []
        while header and not header[-1]:
            header.pop()
        self._check(source.name, name, header, rows)
        body = [(number, row) for number, row in enumerate(rows[1:], 2) if any(map(_text, row))]
        columns: dict[str, list[Any]] = {
            column: [_text(row[at]) for _, row in body] for at, column in enumerate(header)
        }
        return Table(source.name, self.name, {**columns}, [number for number, _ in body])

    def _check(self, path: str, sheet: str, header: list[str], rows: list[list[Any]]) -> None:
        """Refuse a header that does not name all columns, each differently."""
        again = twice(header)
        if not header or "" in header or again is not None or len(header) > _MOST_COLUMNS:
            problem = "a column has no name"
            if again:
                problem = f"the column {quoted(again)} occurs twice"
            elif len(header) > _MOST_COLUMNS:
                problem = f"{len(header):,} columns, more than {_MOST_COLUMNS:,}"
            raise ParseError(
                path,
                1,
                f"sheet {quoted(sheet)}: {problem}, expected a name for each column in row 1",
            )
        for number, row in enumerate(rows[1:], 2):
            if any(map(_text, row[len(header) :])):
                problem = f"more cells than the {len(header)} columns of the header"
                raise ParseError(path, number, f"sheet {quoted(sheet)}: {problem}")


def _refuse_bomb(name: str, data: bytes) -> None:
    """Refuse a zip that does not fit into memory once it is unpacked."""
    if not data.startswith(_ZIP):
        return
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(part.file_size for part in archive.infolist())
    except (zipfile.BadZipFile, ValueError, OSError) as error:
        raise ParseError(name, None, f"the workbook is damaged: {error}; {_WAY_OUT}") from None
    refuse_more(name, size, "data")


def _sheet(path: str, data: bytes) -> tuple[str, list[list[Any]]]:
    """Return the name and the rows of the first sheet with anything in it."""
    try:
        from python_calamine import CalamineError, CalamineWorkbook  # an extra
    except ImportError:
        raise MissingDependencyError("python-calamine", "excel", "reading workbooks") from None
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        sheets = [
            (name, rows)
            for name in book.sheet_names
            if (rows := book.get_sheet_by_name(name).to_python(skip_empty_area=True))
        ]
    except (CalamineError, OSError, ValueError) as error:
        raise ParseError(path, None, f"the workbook cannot be read: {error}; {_WAY_OUT}") from None
    if not sheets:
        raise ParseError(path, None, "the workbook is empty, expected a sheet with a header")
    if len(sheets) > 1:
        others = ", ".join(quoted(name) for name, _ in sheets[1:10])
        warnings.warn(
            f"{path}: the sheet {quoted(sheets[0][0])} is read; not read: {others}", stacklevel=2
        )
    return sheets[0]


def _text(cell: Any) -> str:
    """Return a cell as a CSV would have it.

    >>> _text(21.0), _text(0.5), _text(True), _text("so"), _text(date(2026, 11, 29))
    ('21', '0.5', 'TRUE', 'so', '2026-11-29')
    """
    if isinstance(cell, str):
        return cell
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime | date | time):
        return cell.isoformat()
    return str(cell)
