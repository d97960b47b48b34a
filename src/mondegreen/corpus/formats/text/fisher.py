"""Transcripts of Fisher, as the LDC distributes them."""

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

__all__ = ["Fisher"]

_TIME: Final = r"([0-9]{1,9}\.[0-9]{1,18})"
_LINE: Final = pattern(rf"{_TIME}[ \t]+{_TIME}[ \t]+([A-Za-z][\w-]*):(?:[ \t]+(.*))?", re.ASCII)


class Fisher(SegmentFormat):
    """One segment per line: start, end, the channel with a colon, and the text.

    The channel is the speaker too. Lines that begin with ``#`` are comments.
    """

    name = "fisher"
    about = "transcripts of Fisher: start, end, A: or B:, and the text"
    shared_suffixes = (".txt",)
    holds = frozenset({"text", "channel", "speaker", "times"})
    example = "# fe_03_00001.sph\n# Transcribed at the LDC\n\n0.10 2.00 A: so it goes\n\n2.50 4.00 B: and so on\n"

    def recognise(self, sample: Sample) -> int:
        """Look for the form of all lines but comments."""
        lines = [line for line in sample.whole_lines if not line.startswith("#")]
        found = bool(lines) and all(map(_LINE.fullmatch, lines))
        return Certainty.MARKS if found else super().recognise(sample)

    def read_segments(self, source: Source) -> Transcript:
        """Read every line."""
        segments = Segments()
        for number, line in enumerate(source.lines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            found = _LINE.fullmatch(line)
            if found is None:
                problem = f"got {quoted(line)}, expected start, end, speaker: and a text"
                raise ParseError(source.name, number, problem)
            start, end = written_signed(found[1]), written_signed(found[2])
            segments.add(
                (found[4] or "").strip(),
                channel=found[3],
                speaker=found[3],
                start=start,
                end=end,
                line=number,
            )
        return Transcript(source.name, self.name, segments)
