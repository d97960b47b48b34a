"""The tab-delimited text that ELAN exports."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.corpus.segments import Segments, Transcript
from mondegreen.corpus.table import quoted
from mondegreen.corpus.times import parse_clock, written
from mondegreen.errors import ParseError
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Callable
    from decimal import Decimal

    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["ElanTab"]

_MOST_COMMENTS: Final = 20
_TIME: Final = pattern(r"(Begin Time|End Time|Duration) - (.+)")
_TIER: Final = "Tier"
_TEXT: Final = "Annotation"


def _milliseconds(cell: str) -> Decimal | None:
    time = written(cell)
    return None if time is None else time.scaleb(-3)


_UNITS: Final[dict[str, Callable[[str], Decimal | None]]] = {
    "msec": _milliseconds,
    "ss.msec": written,
    "hh:mm:ss.ms": parse_clock,
}
"""The forms of times that are read, the surest first; the others are in frames of a video."""


class ElanTab(SegmentFormat):
    """One annotation per line, with tabs, after a header.

    The header has ``Begin Time - ss.msec`` or the like. The text is in ``Annotation`` and the
    speaker in ``Tier``; or each tier has a column. Lines before the header are skipped. Times
    in frames alone are an error.
    """

    name = "elan-tab"
    about = "tab-delimited text exported by ELAN, with its header"
    shared_suffixes = (".txt",)
    time_unit = "as the header says: seconds, milliseconds or clock times"
    holds = frozenset({"text", "times", "speaker"})
    example = (
        "Tier\tBegin Time - ss.msec\tEnd Time - ss.msec\tAnnotation\n"
        "ada\t0.1\t2.0\tso it goes\nbo\t2.5\t4.0\tand so on\n"
    )

    def recognise(self, sample: Sample) -> int:
        """Look for the header."""
        lines = islice(sample.lines, _MOST_COMMENTS)
        return Certainty.MARKS + 2 if any(map(_is_header, lines)) else Certainty.NO

    def read_segments(self, source: Source) -> Transcript:
        """Read every annotation."""
        lines = enumerate(source.lines(), 1)
        begun = ((number, line) for number, line in lines if _is_header(line))
        number, line = next(begun, (0, ""))
        if not number:
            problem = (
                "no header has Begin Time, expected columns such as 'Begin Time - ss.msec'; export the "
                "tiers from ELAN as tab-delimited text with a header"
            )
            raise ParseError(source.name, None, problem)
        header = line.split("\t")
        ends = [
            _time_column(source.name, number, header, name) for name in ("Begin Time", "End Time")
        ]
        texts = [at for at, name in enumerate(header) if name == _TEXT] or [
            at for at, name in enumerate(header) if not _TIME.fullmatch(name)
        ]
        tier = header.index(_TIER) if {_TIER, _TEXT} <= {*header} else None
        segments = Segments()
        for at, row in lines:
            cells = row.split("\t")
            if not row.strip():
                continue
            if len(cells) != len(header):
                problem = f"got {len(cells)} cells, expected {len(header)} as in the header"
                raise ParseError(source.name, at, problem)
            said = [column for column in texts if cells[column].strip()] or texts[:1]
            if len(said) > 1:
                names = " and ".join(quoted(header[column]) for column in said[:2])
                problem = (
                    f"the tiers {names} have a text in one row; export the tiers that were spoken"
                )
                raise ParseError(source.name, at, problem)
            speaker = (
                header[said[0]] if _TEXT not in header else None if tier is None else cells[tier]
            )
            start, end = (_time(source.name, at, cells[column], unit) for column, unit in ends)
            text = cells[said[0]].strip()
            segments.add(text, speaker=speaker or None, start=start, end=end, line=at)
        return Transcript(source.name, self.name, segments)


def _is_header(line: str) -> bool:
    return "\t" in line and any(map(_TIME.fullmatch, line.split("\t")))


def _time_column(path: str, line: int, header: list[str], name: str) -> tuple[int, str]:
    """Return where the times are that are easiest to read, and their unit."""
    for unit in _UNITS:
        if f"{name} - {unit}" in header:
            return header.index(f"{name} - {unit}"), unit
    units = " or ".join(_UNITS)
    raise ParseError(
        path, line, f"no column {name} in {units}; export it with one of these formats"
    )


def _time(path: str, line: int, cell: str, unit: str) -> Decimal:
    time = _UNITS[unit](cell.strip())
    if time is None:
        raise ParseError(path, line, f"got {quoted(cell)}, expected a time as {unit}")
    return time
