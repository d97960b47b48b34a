"""Labels of Audacity."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.segmented import Losses, SegmentFormat, one_line
from mondegreen.corpus.segments import Segments, Transcript
from mondegreen.corpus.table import quoted
from mondegreen.corpus.times import plain
from mondegreen.errors import ParseError

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Audacity"]

_LABEL: Final = re.compile(
    r"([0-9]{1,9}[.,][0-9]{1,18})\t([0-9]{1,9}[.,][0-9]{1,18})(?:\t(.*))?", re.ASCII
)
_FREQUENCIES: Final = "\\\t"


class Audacity(SegmentFormat):
    """One label per line: start, end and text, separated by tabs, without a header.

    Lines of frequencies, which begin with a backslash, are skipped.
    """

    name = "audacity"
    about = "labels of Audacity"
    holds = frozenset({"text", "times"})
    shared_suffixes = (".txt",)
    example = "0.100000\t2.000000\tso it goes\n2.500000\t4.000000\tand so on\n"

    def recognise(self, sample: Sample) -> int:
        """Look for two times in front of all lines."""
        lines = [line for line in sample.whole_lines if not line.startswith(_FREQUENCIES)]
        found = bool(lines) and all(map(_LABEL.fullmatch, lines))
        return Certainty.SHAPE + 6 if found else super().recognise(sample)

    def read_segments(self, source: Source) -> Transcript:
        """Read every label."""
        segments = Segments()
        for number, line in enumerate(source.lines(), 1):
            if not line.strip() or line.startswith(_FREQUENCIES):
                continue
            found = _LABEL.fullmatch(line)
            if found is None:
                problem = f"got {quoted(line)}, expected start, end and text with tabs between them"
                raise ParseError(source.name, number, problem)
            start, end = (Decimal(found[at].replace(",", ".")) for at in (1, 2))
            segments.add((found[3] or "").strip(), start=start, end=end, line=number)
        return Transcript(source.name, self.name, segments)

    def write(self, transcript: Transcript, losses: Losses) -> str:
        """Write one label per segment."""
        self.needs_times(transcript)
        lines = []
        for segment in transcript.segments:
            times = [
                plain(time if time.as_tuple().exponent != 0 else time + Decimal("0.0"))
                for time in (segment.start, segment.end)
                if time is not None
            ]
            text = one_line(segment.text, losses).replace("\t", " ")
            lines.append("\t".join([*times, text]) + "\n")
        return "".join(lines)
