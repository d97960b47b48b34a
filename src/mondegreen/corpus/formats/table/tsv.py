"""Tab-separated values with a header."""

from __future__ import annotations

import csv
from array import array
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.columns import KNOWN
from mondegreen.corpus.format import Certainty, Format
from mondegreen.corpus.formats.table.csv import BATCH, TOO_LONG, Csv, move
from mondegreen.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source
    from mondegreen.corpus.table import Table

__all__ = ["Tsv"]

# Names of columns that may be a whole utterance after an id and a tab.
_WORDS: Final = {
    *("audio", "file", "filename", "key", "label", "output", "path", "predictions"),
    *("references", "hypotheses", "segment"),
}


class Tsv(Csv):
    r"""Like `Csv` with tabs. A line is a row, and a quotation mark in it is text.

    But a cell that begins and ends with quotation marks, with those inside it doubled, is quoted, as
    many programs write it. So may be one over several lines, of which none is a row of its own.
    """

    name = "tsv"
    about = "tab-separated rows after a header"
    suffixes = (".tsv",)
    example = "id\treference\thypothesis\nu1\tso it goes\tso it goes\nu2\tno\t\n"
    delimiter = "\t"
    other_delimiters = ""

    def recognise(self, sample: Sample) -> int:
        """Look for a known name of a column in the first line, next to a tab."""
        if sample.lines and _is_header(sample.lines[0]):
            return Certainty.SHAPE + 1
        return Format.recognise(self, sample)

    def read(self, source: Source) -> Table:
        """Read every row; cells are texts."""
        skipped, _, lines = self._opened(source.lines())
        first = next(lines, None)
        cells = None if first is None else _unquoted(first.split("\t"))[0] if first else []
        header = self._header(source.name, skipped + 1, cells)
        columns: list[list[str]] = [[] for _ in header]
        starts, batch = array("Q"), []
        for number, row in self._rows(source, enumerate(lines, skipped + 2), header):
            starts.append(number)
            batch.append(row)
            if len(batch) == BATCH:
                move(batch, columns)
        move(batch, columns)
        return self._table(source.name, header, columns, starts)

    def _rows(
        self, source: Source, lines: Iterator[tuple[int, str]], header: list[str]
    ) -> Iterator[tuple[int, list[str]]]:
        """Yield the rows, each with the line on which it begins."""
        width = len(header)
        again: list[tuple[int, str]] = []  # lines that were looked at, the next one last
        while (found := again.pop() if again else next(lines, None)) is not None:
            number, line = found
            row, may_go_on = line.split("\t"), False
            if '"' in line:
                row, may_go_on = _unquoted(row)
            if len(row) != width or may_go_on or not line:
                others = _no_rows(lines, again, width)
                used, joined = _joined([line, *(other for _, other in others)], width)
                if joined is not None and max(map(len, joined)) > source.max_line:
                    raise ParseError(source.name, number, TOO_LONG)
                if (
                    joined is None
                    and width > 1
                    and not (again or line or any(o for _, o in others))
                ):
                    return  # blank lines at the end
                row = joined or row
                if not line:
                    raise self._blank(source.name, number)
                if len(row) != width:
                    raise self._no_row(source.name, number, line, row, header)
                again += reversed(others[used:])
            yield number, row


def _no_rows(
    lines: Iterator[tuple[int, str]], again: list[tuple[int, str]], width: int
) -> list[tuple[int, str]]:
    """Return the lines up to the next one that has the cells of a row, which is looked at again."""
    found = []
    while (line := again.pop() if again else next(lines, None)) is not None:
        if line[1].count("\t") + 1 == width and line[1]:
            again.append(line)
            break
        found.append(line)
    return found


def _unquoted(cells: list[str]) -> tuple[list[str], bool]:
    """Return cells without quotation marks around them, and whether the last one may continue.

    >>> _unquoted(['"so ""it"" goes"', 'a "b"', '"c', '"'])
    (['so "it" goes', 'a "b"', '"c', '"'], True)
    """
    found = []
    for cell in cells:
        inner = cell[1:-1]
        if cell[:1] == '"' == cell[-1:] and len(cell) > 1 and '"' not in inner.replace('""', ""):
            found.append(inner.replace('""', '"'))
        else:
            found.append(cell)
    last = cells[-1]
    return found, last.startswith('"') and last.count('"') % 2 == 1


def _joined(lines: list[str], width: int) -> tuple[int, list[str] | None]:
    """Return the row that the first lines are, with a quoted cell over their ends.

    Before it how many lines are used after the first; ``None`` where there is no such row.
    """
    marks = 0
    for used, line in enumerate(lines):
        marks += line.count('"')
        if '"' in line and not marks % 2:
            try:
                rows = [
                    *csv.reader(
                        [f"{each}\n" for each in lines[: used + 1]], delimiter="\t", strict=True
                    )
                ]
            except csv.Error:
                continue
            if [*map(len, rows)] == [width]:
                return used, rows[0]
    return 0, None


def _is_header(line: str) -> bool:
    if "\t" not in line:
        return False
    known = KNOWN.intersection(cell.strip().strip('"') for cell in line.split("\t"))
    return bool(known - _WORDS) or len(known) > 1
