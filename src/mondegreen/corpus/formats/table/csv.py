"""Comma-separated values with a header."""

from __future__ import annotations

import csv
import io
from array import array
from decimal import Decimal
from itertools import chain
from typing import TYPE_CHECKING, Any

from mondegreen.corpus.columns import KNOWN
from mondegreen.corpus.format import Certainty
from mondegreen.corpus.table import Table, quoted, twice
from mondegreen.corpus.table_format import TableFormat
from mondegreen.corpus.times import plain
from mondegreen.errors import ParseError

if TYPE_CHECKING:
    from collections import Counter

    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Csv"]

_BATCH = 4096
_LARGEST_LIMIT = 2**31 - 1  # a C long on every platform
_TOO_LONG = (
    'a cell of this row is too long; is a closing " missing? '
    "If not, raise the limit with --max-line"
)


class Csv(TableFormat):
    """A header and rows, with cells quoted where needed.

    An empty cell is the empty text ``""``: the system wrote nothing, and that is scored. (It
    is a failure only where a column ``error`` says so.) Every row has as many cells as the
    header. A blank line is an error, except at the end of a file with two or more columns.
    A header without commas is parted by semicolons if it has some, as spreadsheets write them
    where the comma stands in numbers.
    """

    name = "csv"
    about = "comma-separated rows after a header"
    suffixes = (".csv",)
    example = 'id,reference,hypothesis\nu1,"so it goes, ever","so it goes, never"\nu2,no,\n'
    delimiter = ","
    other_delimiter = ";"

    def recognise(self, sample: Sample) -> int:
        """Look for two known names of columns in the first line, without spaces next to commas."""
        if sample.lines and _is_header(sample.lines[0]):
            return Certainty.SHAPE
        return super().recognise(sample)

    def read(self, source: Source) -> Table:
        """Read every row; cells are texts."""
        # The limit of the module is global and small. It is only ever raised, since another
        # thread may be reading; so rows of several lines are measured once more below.
        csv.field_size_limit(min(max(csv.field_size_limit(), source.max_line), _LARGEST_LIMIT))
        lines = source.lines(keep_ends=True)
        first = next(lines, None)
        delimiter = self._delimiter(first or "")
        lines = lines if first is None else chain([first], lines)
        reader = csv.reader(lines, delimiter=delimiter, strict=True)
        starts = array("Q")
        start = 1
        try:
            header = self._header(source.name, next(reader, None))
            columns: list[list[str]] = [[] for _ in header]
            start, blank = reader.line_num + 1, 0
            batch: list[list[str]] = []
            for row in reader:
                if not row:
                    blank = blank or start
                elif blank:
                    raise self._blank(source.name, blank)
                elif len(row) != len(header):
                    raise self._ragged(source.name, start, delimiter.join(row), row, header)
                elif reader.line_num > start and max(map(len, row)) > source.max_line:
                    raise ParseError(source.name, start, _TOO_LONG)
                else:
                    starts.append(start)
                    batch.append(row)
                    if len(batch) == _BATCH:
                        _move(batch, columns)
                start = reader.line_num + 1
        except csv.Error as error:
            raise ParseError(source.name, start, self._explain(str(error))) from None
        if blank and len(header) == 1:  # it could be an utterance or the end of the file
            raise self._blank(source.name, blank)
        _move(batch, columns)
        named: dict[str, Any] = dict(zip(header, columns, strict=True))
        return Table(source.name, self.name, named, starts)

    def _header(self, name: str, header: list[str] | None) -> list[str]:
        if header is None:
            return []
        if not header:
            raise ParseError(name, 1, "blank line, expected a header with the names of the columns")
        again = twice(header)
        if again is not None:
            raise ParseError(
                name, 1, f"two columns are named {quoted(again)}, expected different names"
            )
        return header

    def _blank(self, name: str, line: int) -> ParseError:
        return ParseError(
            name, line, 'blank line, expected a row; an empty text is written as "" in quotes'
        )

    def _delimiter(self, header: str) -> str:
        if self.delimiter in header or self.other_delimiter not in header:
            return self.delimiter
        try:
            cells = next(csv.reader([header], delimiter=self.other_delimiter, strict=True))
        except csv.Error:  # a quoted cell goes on in the next line
            return self.delimiter
        return self.delimiter if len(cells) == 1 else self.other_delimiter

    def _ragged(
        self, name: str, line: int, found: str, row: list[str], header: list[str]
    ) -> ParseError:
        return ParseError(
            name,
            line,
            f"found {_count(row)} in {quoted(found)}, expected {len(header)} as in the header; "
            f"put a text that holds the separator in quotes",
        )

    def _explain(self, problem: str) -> str:
        if problem == "unexpected end of data":
            return 'a quoted cell of this row never ends, expected a closing "'
        if "field larger than" in problem:
            return _TOO_LONG
        if "expected after" in problem:
            return (
                "text goes on after a closing quote, expected the next cell; "
                'a " inside a quoted cell is written twice: ""'
            )
        if "new-line character" in problem:
            return "a carriage return alone stands outside of quotes, expected CRLF or LF line ends"
        return problem

    def write_columns(self, columns: dict[str, list[Any]], losses: Counter[str]) -> str:  # noqa: ARG002
        """Write the header and the rows."""
        out = io.StringIO(newline="")
        writer = csv.writer(out, delimiter=self.delimiter, lineterminator="\n")
        writer.writerow(columns)
        for row in zip(*columns.values(), strict=True):
            writer.writerow([plain(cell) if isinstance(cell, Decimal) else cell for cell in row])
        return out.getvalue()


def _is_header(line: str) -> bool:
    if "," not in line:
        return False
    try:
        cells = next(csv.reader([line], strict=True), [])
    except csv.Error:
        return False
    # After a comma in a sentence there is a space.
    return len(KNOWN.intersection(cells)) > 1 and all(cell == cell.strip() for cell in cells)


def _count(row: list[str]) -> str:
    return "1 cell" if len(row) == 1 else f"{len(row)} cells"


def _move(batch: list[list[str]], columns: list[list[str]]) -> None:
    """Turn rows into the ends of columns; few rows at a time keep the memory small."""
    if batch:
        for column, cells in zip(columns, zip(*batch, strict=True), strict=True):
            column.extend(cells)
        batch.clear()
