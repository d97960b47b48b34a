"""YouTube's SBV subtitles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.formats.cues.srt import blocks, clock
from mondegreen.corpus.segmented import Losses, SegmentFormat, one_line
from mondegreen.corpus.segments import Segments, Transcript
from mondegreen.corpus.table import quoted
from mondegreen.corpus.times import parse_clock
from mondegreen.errors import ParseError

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Sbv"]

_TIMES: Final = re.compile(
    r"\s*([0-9]{1,6}:[0-9]{2}:[0-9]{2}\.[0-9]{3})\s*,\s*([0-9]{1,6}:[0-9]{2}:[0-9]{2}\.[0-9]{3})\s*",
    re.ASCII,
)
_LINE: Final = re.compile(rf"{_TIMES.pattern}(?:\n|$)", re.ASCII)


class Sbv(SegmentFormat):
    """Cues separated by blank lines: two times with a comma between them, then the text."""

    name = "sbv"
    about = "YouTube's SBV subtitles"
    suffixes = (".sbv",)
    time_unit = "clock times"
    holds = frozenset({"text", "times"})
    example = "0:00:00.100,0:00:02.000\nso it goes\n\n0:00:02.500,0:00:04.000\nand so on\n"

    def recognise(self, sample: Sample) -> int:
        """Look for the times of the first cue."""
        return Certainty.MARKS if _LINE.match(sample.text) else super().recognise(sample)

    def read_segments(self, source: Source) -> Transcript:
        """Read every cue."""
        segments = Segments()
        for number, lines in blocks(source):
            found = _TIMES.fullmatch(lines[0])
            if found is None:
                problem = (
                    f"got {quoted(lines[0])}, expected hours:minutes:seconds.milliseconds,the same"
                )
                raise ParseError(source.name, number, problem)
            start, end = parse_clock(found[1]), parse_clock(found[2])
            text = " ".join(" ".join(lines[1:]).replace("[br]", " ").split())
            segments.add(text, start=start, end=end, line=number)
        return Transcript(source.name, self.name, segments)

    def write(self, transcript: Transcript, losses: Losses) -> str:
        """Write one cue per segment."""
        self.needs_times(transcript)
        cues = []
        for segment in transcript.segments:
            times = ",".join(
                clock(time, ".", losses)
                for time in (segment.start, segment.end)
                if time is not None
            )
            cues.append(f"{times}\n{one_line(segment.text, losses)}\n")
        return "\n".join(cues)
