"""Comma-separated values with a header."""

from __future__ import annotations

import csv
import io
import re
from array import array
from decimal import Decimal
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from mondegreen.corpus.columns import KNOWN
from mondegreen.corpus.format import Certainty
from mondegreen.corpus.table import Table, quoted, twice
from mondegreen.corpus.table_format import TableFormat
from mondegreen.corpus.times import plain
from mondegreen.errors import ParseError

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["BATCH", "TOO_LONG", "Csv", "move"]

BATCH = 4096
_MOST_COMMENTS = 100
_SEPARATOR = re.compile(r'"?sep=(.)"?\r?\n?\Z', re.IGNORECASE)
_LARGEST_LIMIT = 2**31 - 1  # a C long on every platform
TOO_LONG = (
    'a cell of this row is too long; is a closing " missing? '
    "If not, raise the limit with --max-line"
)


class Csv(TableFormat):
    """A header and rows, with cells quoted where needed.

    An empty cell is the empty text ``""``: the system wrote nothing, and that is scored. (It
    is a failure only where a column ``error`` says so.) Every row has as many cells as the
    header. A blank line is an error, except at the end of a file with two or more columns.
    A header without commas is cut at semicolons, bars or tabs if it has some; spreadsheets write
    semicolons where the comma is in numbers. A first line ``sep=;`` says so, and lines that
    begin with ``#`` before a known header are comments.
    """

    name = "csv"
    about = "comma-separated rows after a header"
    suffixes = (".csv",)
    example = 'id,reference,hypothesis\nu1,"so it goes, ever","so it goes, never"\nu2,no,\n'
    delimiter = ","
    other_delimiters = ";|\t"

    def recognise(self, sample: Sample) -> int:
        """Look for two known names of columns in the first line, without spaces next to commas."""
        lines = sample.lines
        if len(lines) > 1 and _SEPARATOR.match(lines[0]):
            return Certainty.MARKS
        if lines and _is_header(lines[0]):
            return Certainty.SHAPE
        return super().recognise(sample)

    def read(self, source: Source) -> Table:
        """Read every row; cells are texts."""
        # The limit of the module is global and small. It is only ever raised, since another
        # thread may be reading; so rows of several lines are measured again below.
        csv.field_size_limit(min(max(csv.field_size_limit(), source.max_line), _LARGEST_LIMIT))
        skipped, delimiter, lines = self._opened(source.lines(keep_ends=True))
        reader = csv.reader(lines, delimiter=delimiter, strict=True)
        starts = array("Q")
        start = skipped + 1
        try:
            header = self._header(source.name, start, next(reader, None))
            columns: list[list[str]] = [[] for _ in header]
            width, end, blank = len(header), reader.line_num, 0
            start = end + skipped + 1
            batch: list[list[str]] = []
            for row in reader:
                before, end = end, reader.line_num
                if len(row) == width and not blank:
                    if end > before + 1:
                        self._check_lines(source, start, row, delimiter)
                    starts.append(start)
                    batch.append(row)
                    if len(batch) == BATCH:
                        move(batch, columns)
                elif not row:
                    blank = blank or start
                elif blank:
                    raise self._blank(source.name, blank)
                else:
                    raise self._no_row(source.name, start, delimiter.join(row), row, header)
                start = end + skipped + 1
        except csv.Error as error:
            raise ParseError(source.name, start, self._explain(str(error))) from None
        if blank and len(header) == 1:  # it could be an utterance or the end of the file
            raise self._blank(source.name, blank)
        move(batch, columns)
        return self._table(source.name, header, columns, starts)

    def _opened(self, lines: Iterator[str]) -> tuple[int, str, Iterator[str]]:
        """Return how many lines are before the header, the delimiter, and the lines from there."""
        begun = [*islice(lines, 1)]
        separator = _SEPARATOR.match(begun[0]) if begun else None
        if separator is not None:
            return 1, separator[1], lines
        while begun and begun[-1].startswith("#") and len(begun) < _MOST_COMMENTS:
            more = [*islice(lines, 1)]
            if not more:
                break
            begun += more
        delimiter = self._delimiter(begun[-1]) if begun else self.delimiter
        if len(begun) > 1 and not KNOWN.intersection(begun[-1].strip().split(delimiter)):
            return 0, self._delimiter(begun[0]), chain(begun, lines)  # it was the header
        return max(len(begun) - 1, 0), delimiter, chain(begun[-1:], lines)

    def _table(
        self, name: str, header: list[str], columns: list[list[str]], starts: array[int]
    ) -> Table:
        """Return the table, without empty columns at the end that have no name."""
        width = len(header)
        while width and not header[width - 1] and not any(columns[width - 1]):
            width -= 1
        header, columns = header[:width], columns[:width]
        again = twice(header)
        if again is not None:
            raise self._twice(name, 1, again)
        self._refuse_header(name, header, columns, starts)
        named: dict[str, Any] = dict(zip(header, columns, strict=True))
        return Table(name, self.name, named, starts)

    def _refuse_header(
        self, name: str, header: list[str], columns: list[list[str]], starts: array[int]
    ) -> None:
        """Refuse a row that is the header again; of one column it could be what was spoken."""
        if len(header) < 2 or not KNOWN.intersection(header):  # noqa: PLR2004
            return
        for at in range(columns[0].count(header[0]) and len(columns[0])):
            if columns[0][at] == header[0] and [column[at] for column in columns] == header:
                raise ParseError(
                    name,
                    starts[at],
                    "the header is repeated here, expected a row; the file was put together from "
                    "several: take this line out",
                )

    def _header(self, name: str, line: int, header: list[str] | None) -> list[str]:
        if header is None:
            return []
        if not header:
            raise ParseError(
                name, line, "blank line, expected a header with the names of the columns"
            )
        again = twice([column for column in header if column])
        if again is not None:
            raise self._twice(name, line, again)
        return header

    def _twice(self, name: str, line: int, again: str) -> ParseError:
        problem = f"two columns are named {quoted(again)}, expected different names; rename one"
        return ParseError(name, line, problem)

    def _check_lines(self, source: Source, start: int, row: list[str], delimiter: str) -> None:
        """Refuse a row of several lines that is too long, or whose lines are rows of their own."""
        if max(map(len, row)) > source.max_line:
            raise ParseError(source.name, start, TOO_LONG)
        at, cell = next((at, cell) for at, cell in enumerate(row) if "\n" in cell)
        first, *others = (line.split(delimiter) for line in cell.split("\n"))
        first = [*row[:at], *first]
        others[-1] += row[at + 1 :]
        lines = [first, *others]
        # The first cell is then an id, as those of other rows are. After a comma in a text is a space.
        ids = at == 0 or " " in row[0] or not any(" " in line[0] for line in others)
        spaced = any(part.startswith(" ") for line in lines for part in line[1:])
        if (
            ids
            and not spaced
            and all(line[0] for line in others)
            and {*map(len, lines)} == {len(row)}
        ):
            raise ParseError(
                source.name,
                start,
                f"a quoted cell continues over {len(lines)} lines, each of which has "
                f"{len(row)} cells as a row has: a quotation mark is missing, or is part of the "
                'text. Write it twice, "", in a quoted cell, or save the table as JSON lines',
            )

    def _blank(self, name: str, line: int) -> ParseError:
        return ParseError(
            name, line, 'blank line, expected a row; an empty text is written as "" in quotes'
        )

    def _delimiter(self, header: str) -> str:
        """Return what parts the cells of the header."""
        if self.delimiter in header:
            return self.delimiter
        for delimiter in self.other_delimiters:
            if delimiter not in header:
                continue
            try:
                cells = next(csv.reader([header], delimiter=delimiter, strict=True))
            except csv.Error:  # a quoted cell continues in the next line
                continue
            if len(cells) > 1:
                return delimiter
        return self.delimiter

    def _no_row(
        self, name: str, line: int, found: str, row: list[str], header: list[str]
    ) -> ParseError:
        return ParseError(
            name,
            line,
            f"got {_count(row)} in {quoted(found)}, expected {len(header)} as in the header; "
            + (
                "a quoted cell continues over several lines: is a quotation mark missing?"
                if "\n" in found
                else "put a text that holds the separator in quotes"
            ),
        )

    def _explain(self, problem: str) -> str:
        if problem == "unexpected end of data":
            return 'a quoted cell of this row never ends, expected a closing "'
        if "field larger than" in problem:
            return TOO_LONG
        if "expected after" in problem:
            return (
                "text continues after a closing quote, expected the next cell; "
                'a " inside a quoted cell is written twice: ""'
            )
        if "new-line character" in problem:
            return "a single carriage return is outside of quotes, expected CRLF or LF line ends"
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


def move(batch: list[list[str]], columns: list[list[str]]) -> None:
    """Turn rows into the ends of columns; few rows at a time keep the memory small."""
    if batch:
        for column, cells in zip(columns, zip(*batch, strict=True), strict=True):
            column.extend(cells)
        batch.clear()
