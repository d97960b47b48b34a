"""What whisper, whisper.cpp and programs on faster-whisper print while they work."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.corpus.segments import Segments, Transcript
from mondegreen.corpus.table import quoted
from mondegreen.corpus.times import parse_clock, written
from mondegreen.errors import ParseError

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["WhisperConsole"]

_CLOCK: Final = r"((?:[0-9]{1,6}:)?[0-9]{1,2}:[0-9]{2}[.,][0-9]{3})"
_SECONDS: Final = r"([0-9]{1,6}\.[0-9]{1,3})"
_LINE: Final = re.compile(
    rf"\s*\[(?:{_CLOCK} *--> *{_CLOCK}|{_SECONDS}s? *-{{1,2}}> *{_SECONDS}s?)\]\s*(.*)", re.ASCII
)
_MOST_BEFORE: Final = 20


class WhisperConsole(SegmentFormat):
    """One segment per line: ``[start --> end]`` and the text.

    Times are clock times or seconds (``[0.50s -> 2.90s]``). Lines before the first segment,
    such as the detected language, are skipped.
    """

    name = "whisper-console"
    about = "what whisper and whisper.cpp print, saved to a file"
    shared_suffixes = (".txt",)
    time_unit = "clock times"
    by_recognisers = True
    holds = frozenset({"text", "times"})
    example = "[00:00.100 --> 00:02.000]  so it goes\n[00:02.500 --> 00:04.000]  and so on\n"

    def recognise(self, sample: Sample) -> int:
        """Look for a line with times in brackets."""
        first = sample.lines[:_MOST_BEFORE]
        found = any(map(_LINE.match, first))
        return Certainty.MARKS if found else super().recognise(sample)

    def read_segments(self, source: Source) -> Transcript:
        """Read every line after the first one with times."""
        segments = Segments()
        for number, line in enumerate(source.lines(), 1):
            found = _LINE.fullmatch(line)
            if found is None:
                if segments and line.strip():
                    problem = f"got {quoted(line)}, expected [start --> end] and a text"
                    raise ParseError(source.name, number, problem)
                continue
            clock = found[1] is not None
            start, end = (
                parse_clock(found[at]) if clock else written(found[at])
                for at in ((1, 2) if clock else (3, 4))
            )
            segments.add(found[5].strip(), start=start, end=end, line=number)
        return Transcript(source.name, self.name, segments)
