"""LRC: lines that begin with the time at which they are sung or said."""

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

__all__ = ["Lrc"]

_CLOCK: Final = r"([0-9]{1,6}):([0-5]?[0-9](?:[.:][0-9]{1,3})?)"
_STAMP: Final = re.compile(rf"\s*\[{_CLOCK}\]", re.ASCII)
_WORD_STAMP: Final = re.compile(rf"<{_CLOCK}>", re.ASCII)
_TAG: Final = re.compile(r"\s*\[([a-zA-Z#]+):([^\]]*)\]\s*")
_BETWEEN: Final = re.compile(r"\s*[:–—-]\s+")
_LENGTH: Final = re.compile(_CLOCK, re.ASCII)


class Lrc(SegmentFormat):
    """One segment per line, with ``[minutes:seconds.hundredths]`` before the text.

    A segment ends where the next begins; the tag ``[length:...]`` ends the last. A line with
    several times is as many segments. Other tags and times of words are skipped.
    """

    name = "lrc"
    about = "LRC lyrics with times"
    suffixes = (".lrc",)
    time_unit = "clock times"
    holds = frozenset({"text", "times"})
    example = "[ti:a song]\n[00:00.10]so it goes\n[00:02.00]\n[00:02.50]and so on\n[00:04.00]\n"

    def recognise(self, sample: Sample) -> int:
        """Look for times and tags in front of all lines."""
        lines = sample.whole_lines
        timed = [line for line in lines if _STAMP.match(line) and "-->" not in line]
        known = len(timed) + sum(_TAG.fullmatch(line) is not None for line in lines)
        found = bool(timed) and known == len(lines)
        return Certainty.SHAPE + 6 if found else super().recognise(sample)

    def read_segments(self, source: Source) -> Transcript:
        """Read every line with a time, in the order of the times."""
        cues: list[tuple[Decimal, int, str]] = []
        length = None
        for number, line in enumerate(source.lines(), 1):
            rest, times = line, []
            while found := _STAMP.match(rest):
                times.append(_time(found))
                rest = rest[found.end() :]
            tag = _TAG.fullmatch(line)
            if times:
                text = " ".join(_WORD_STAMP.sub(" ", rest).split())
                cues += [(time, number, text) for time in times]
            elif tag is not None:
                given = _LENGTH.fullmatch(tag[2].strip()) if tag[1].casefold() == "length" else None
                length = length if given is None else _time(given)
            elif line.strip():
                problem = f"got {quoted(line)}, expected [minutes:seconds.hundredths] and a text"
                raise ParseError(source.name, number, problem)
        if cues and all(_BETWEEN.match(f"{text} ") for _, _, text in cues):
            cues = [(time, number, _BETWEEN.sub("", text, count=1)) for time, number, text in cues]
        cues.sort(key=lambda cue: cue[0])
        ends = [*(time for time, _, _ in cues), length][1:]
        segments = Segments()
        for (start, number, text), end in zip(cues, ends, strict=True):
            if text:
                known = end is None or end >= start
                segments.add(text, start=start, end=end if known else None, line=number)
        return Transcript(source.name, self.name, segments)


def _time(found: re.Match[str]) -> Decimal:
    return int(found[1]) * 60 + Decimal(found[2].replace(":", "."))
