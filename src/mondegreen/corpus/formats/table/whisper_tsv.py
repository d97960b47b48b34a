"""The table that openai-whisper writes with ``--output_format tsv``."""

from __future__ import annotations

import csv
import io
import re
from decimal import Decimal
from typing import TYPE_CHECKING, ClassVar, Final

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.corpus.segments import Segments, Transcript
from mondegreen.corpus.table import quoted
from mondegreen.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["WhisperTsv"]

_WHOLE: Final = re.compile(r"[0-9]{1,12}", re.ASCII)
_HEADERS: Final = (["start", "end", "text"], ["start", "end", "speaker", "text"])


class WhisperTsv(SegmentFormat):
    """The columns ``start``, ``end`` and ``text``, with times in whole milliseconds.

    If the times have a decimal point, it is an ordinary table in seconds.
    """

    name = "whisper-tsv"
    about = "tables of openai-whisper, with times in milliseconds"
    shared_suffixes: ClassVar[tuple[str, ...]] = (".tsv",)
    time_unit = "milliseconds"
    by_recognisers = True
    holds = frozenset({"text", "times"})
    example = "start\tend\ttext\n100\t2000\tso it goes\n2500\t4000\tand so on\n"
    separator: ClassVar[str] = "\t"

    def recognise(self, sample: Sample) -> int:
        """Look for the header and for whole numbers under it."""
        lines = sample.whole_lines
        if len(lines) < 2 or self._cells(lines[0]) not in _HEADERS:  # noqa: PLR2004
            return Certainty.NO
        starts = [line.split(self.separator)[:2] for line in lines[1:]]
        whole = all(all(map(_WHOLE.fullmatch, each)) and len(each) == 2 for each in starts)  # noqa: PLR2004
        return Certainty.MARKS if whole else Certainty.NO

    def read_segments(self, source: Source) -> Transcript:
        """Read every row."""
        rows = self._rows(source)
        header = next(rows, (1, []))[1]
        if header not in _HEADERS:
            problem = (
                f"found the columns {', '.join(map(quoted, header))}, expected start, end, text"
            )
            raise ParseError(source.name, 1, problem)
        segments = Segments()
        for number, cells in rows:
            if len(cells) != len(header):
                problem = f"{len(cells)} cells, expected {len(header)}: {', '.join(header)}"
                raise ParseError(source.name, number, problem)
            for cell in cells[:2]:
                if not _WHOLE.fullmatch(cell):
                    problem = f"{quoted(cell)} is not a whole number of milliseconds"
                    raise ParseError(
                        source.name, number, f"{problem}; for seconds add --format {self._plain}"
                    )
            start, end = (Decimal(cell).scaleb(-3) for cell in cells[:2])
            speaker = cells[2].strip() or None if len(header) > 3 else None  # noqa: PLR2004
            segments.add(cells[-1].strip(), speaker=speaker, start=start, end=end, line=number)
        return Transcript(source.name, self.name, segments)

    _plain: ClassVar[str] = "tsv"

    def _cells(self, line: str) -> list[str]:
        return [cell.strip().strip('"') for cell in line.split(self.separator)]

    def _rows(self, source: Source) -> Iterator[tuple[int, list[str]]]:
        for number, line in enumerate(source.lines(), 1):
            if line.strip():
                yield number, line.split(self.separator)


def quoted_rows(source: Source) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a table with commas and quotation marks, with the lines they end on."""
    reader = csv.reader(io.StringIO("\n".join(source.lines())), strict=True)
    try:
        for cells in reader:
            if cells:
                yield reader.line_num, cells
    except csv.Error as error:
        raise ParseError(source.name, reader.line_num, f"{error}") from None
