"""Transcripts of Switchboard, as Mississippi State distributes them: an id, times, the words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.corpus.segments import Segments, Transcript
from mondegreen.corpus.table import quoted
from mondegreen.corpus.times import written_signed
from mondegreen.errors import ParseError
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Switchboard"]

_TIME: Final = r"([0-9]{1,9}\.[0-9]{1,18})"
_LINE: Final = pattern(rf"(\S+)[ \t]+{_TIME}[ \t]+{_TIME}(?:[ \t]+(.*))?", re.ASCII)
_CHANNEL: Final = pattern(r"(sw[0-9]+)([AB])-.*", re.IGNORECASE)


class Switchboard(SegmentFormat):
    """One segment per line: id, start, end and the text.

    Recording and channel are those of the id (``sw2001A-ms98-a-0002``).
    """

    name = "switchboard"
    about = "transcripts of Switchboard: an id, start, end and the text"
    holds = frozenset({"text", "id", "recordings", "recording", "channel", "times"})
    example = (
        "sw2001A-ms98-a-0001 0.100000 2.000000 so it goes\n"
        "sw2001B-ms98-a-0002 2.500000 4.000000 and so on\n"
    )

    def recognise(self, sample: Sample) -> int:
        """Look for the form of all lines, each with an id of its own and an end after its start."""
        lines = [_LINE.fullmatch(line) for line in sample.whole_lines]
        known = [line for line in lines if line and float(line[2]) <= float(line[3])]
        found = bool(lines) and len({line[1] for line in known}) == len(lines)
        return Certainty.SHAPE + 2 if found else super().recognise(sample)

    def read_segments(self, source: Source) -> Transcript:
        """Read every line."""
        segments = Segments()
        for number, line in enumerate(source.lines(), 1):
            if not line.strip():
                continue
            found = _LINE.fullmatch(line)
            if found is None:
                problem = f"got {quoted(line)}, expected an id, start, end and a text"
                raise ParseError(source.name, number, problem)
            start, end = written_signed(found[2]), written_signed(found[3])
            place = _CHANNEL.fullmatch(found[1])
            segments.add(
                (found[4] or "").strip(),
                id=found[1],
                recording=place[1] if place else None,
                channel=place[2] if place else None,
                start=start,
                end=end,
                line=number,
            )
        return Transcript(source.name, self.name, segments)
