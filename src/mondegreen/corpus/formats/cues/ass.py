"""Subtitles of Advanced SubStation Alpha, ``.ass`` and ``.ssa``."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.corpus.segments import Segments, Transcript
from mondegreen.corpus.table import quoted
from mondegreen.errors import ParseError

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Ass"]

_BEGINS: Final = re.compile(r"\s*(?:;[^\n]*\n\s*)*\[Script Info\]", re.IGNORECASE)
_CLOCK: Final = re.compile(r"\s*([0-9]{1,6}):([0-9]{2}):([0-9]{2}[.:][0-9]{1,3})\s*", re.ASCII)
_STYLE: Final = re.compile(r"\{[^{}]*\}")
_BREAK: Final = re.compile(r"\\[Nnh]")
_DRAWING: Final = re.compile(r"\{[^{}]*\\p[1-9][^{}]*\}")
_FIELDS: Final = ("Start", "End", "Text")


class Ass(SegmentFormat):
    """One segment per line ``Dialogue:`` in ``[Events]``; the line ``Format:`` names its fields.

    Styles in braces, comments and drawings are skipped. Line breaks become spaces. ``Name`` is
    the speaker.
    """

    name = "ass"
    about = "subtitles of Advanced SubStation Alpha"
    suffixes = (".ass", ".ssa")
    time_unit = "clock times"
    holds = frozenset({"text", "speaker", "times"})
    example = (
        "[Script Info]\nScriptType: v4.00+\n\n[Events]\n"
        "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
        "Dialogue: 0,0:00:00.10,0:00:02.00,Default,ada,0,0,0,,so it goes\n"
        "Dialogue: 0,0:00:02.50,0:00:04.00,Default,bo,0,0,0,,and so on\n"
    )

    def recognise(self, sample: Sample) -> int:
        """Look for the first section."""
        return Certainty.MARKS if _BEGINS.match(sample.text) else super().recognise(sample)

    def read_segments(self, source: Source) -> Transcript:
        """Read every line of dialogue, in the order of their starts."""
        segments = Segments()
        fields: list[str] | None = None
        section = ""
        for number, line in enumerate(source.lines(), 1):
            if line.strip().startswith("["):
                section = line.strip().casefold()
            kind, _, rest = line.partition(":")
            if section != "[events]" or kind.strip() not in {"Format", "Dialogue"}:
                continue
            if kind.strip() == "Format":
                fields = [field.strip() for field in rest.split(",")]
                for name in _FIELDS:
                    if name not in fields:
                        problem = f"the format of the events has no field {name}"
                        raise ParseError(source.name, number, problem)
                continue
            if fields is None:
                raise ParseError(source.name, number, "Dialogue before Format, expected it after")
            _read_line(source.name, number, fields, rest, segments)
        return Transcript(source.name, self.name, segments.in_order())


def _read_line(name: str, number: int, fields: list[str], rest: str, segments: Segments) -> None:
    cells = rest.split(",", len(fields) - 1)
    if len(cells) != len(fields):
        problem = f"{len(cells)} fields, expected {len(fields)}: {', '.join(fields)}"
        raise ParseError(name, number, problem)
    values = dict(zip(fields, cells, strict=True))
    start, end = (_time(name, number, values[key]) for key in ("Start", "End"))
    if _DRAWING.search(values["Text"]):
        return
    text = _BREAK.sub(" ", _STYLE.sub("", values["Text"]))
    speaker = (values.get("Name") or values.get("Actor") or "").strip()
    segments.add(" ".join(text.split()), speaker=speaker or None, start=start, end=end, line=number)


def _time(name: str, number: int, text: str) -> Decimal:
    found = _CLOCK.fullmatch(text)
    if found is None:
        problem = f"{quoted(text)} is not a time, expected hours:minutes:seconds.hundredths"
        raise ParseError(name, number, problem)
    hours, minutes, seconds = found.groups()
    return int(hours) * 3600 + int(minutes) * 60 + Decimal(seconds.replace(":", "."))
