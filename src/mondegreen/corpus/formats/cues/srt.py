"""SubRip subtitles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.rolling import Cue, unrolled
from mondegreen.corpus.segmented import Losses, SegmentFormat, one_line
from mondegreen.corpus.segments import Segments, Transcript
from mondegreen.corpus.table import quoted
from mondegreen.corpus.times import MILLISECOND, as_clock, parse_clock
from mondegreen.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from decimal import Decimal

    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Srt", "blocks", "clock", "times_of"]

ARROW: Final = "-->"
_TAG: Final = re.compile(r"</?(?:b|i|u|s|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}", re.IGNORECASE)
_SPEAKER: Final = re.compile(r"\[([^\[\]]+)\]:\s*")
DASH: Final = re.compile(r"\A[-\u2010-\u2015](?:\s+|$)")
"""What begins the line of another speaker in subtitles; it is not a word."""
_NUMBER: Final = re.compile(r"\s*[0-9]{1,18}\s*", re.ASCII)
_START: Final = re.compile(
    r"\s*+(?:[0-9]{1,18}[ \t]*\r?\n)?[ \t]*[0-9]{1,6}:[0-9]{1,2}:[0-9]{2}[,.][0-9]{3}[ \t]*-->"
)
_TIMES: Final = re.compile(
    r"[ \t]*(?:[0-9]{1,6}:)?[0-9]{1,2}:[0-9]{2}[,.][0-9]{3}[ \t]*-->[ \t]*(?:[0-9]{1,6}:)?[0-9]{1,2}:[0-9]{2}[,.][0-9]{3}"
)
_EXPECTED: Final = "hours:minutes:seconds,milliseconds --> hours:minutes:seconds,milliseconds"


class Srt(SegmentFormat):
    r"""Cues: a number, the times, the text.

    Tags (``<i>``, ``<font ...>``, ``{\an8}``) and dashes of a dialogue are removed, and lines
    joined. ``[NAME]: `` before the text is the speaker. Numbers of cues are ignored, and
    written again.
    """

    name = "srt"
    about = "SubRip subtitles"
    suffixes = (".srt",)
    time_unit = "clock times"
    example = (
        "1\n00:00:00,100 --> 00:00:02,000\n[ada]: so it goes\n\n"
        "2\n00:00:02,500 --> 00:00:04,000\n[bo]: and so on\n"
    )
    holds = frozenset({"text", "speaker", "times"})

    def recognise(self, sample: Sample) -> int:
        """Look for a number and times at the beginning."""
        return Certainty.MARKS if _START.match(sample.text) else super().recognise(sample)

    def read_segments(self, source: Source) -> Transcript:
        """Read every cue."""
        cues = [cue for first, lines in blocks(source) for cue in _cues(source.name, first, lines)]
        shown = [tuple(map(_plain, cue.lines)) for cue in cues]
        segments = Segments()
        for cue in unrolled(source.name, cues, shown):
            text = " ".join(filter(None, map(_plain, cue.lines)))
            speaker = _SPEAKER.match(text)
            segments.add(
                text[speaker.end() :] if speaker else text,
                speaker=speaker[1] if speaker else None,
                start=cue.start,
                end=cue.end,
                line=cue.line,
            )
        return Transcript(source.name, self.name, segments)

    def write(self, transcript: Transcript, losses: Losses) -> str:
        """Write one cue per segment."""
        self.needs_times(transcript)
        cues = []
        for number, segment in enumerate(transcript.segments, 1):
            times = f" {ARROW} ".join(
                clock(time, ",", losses)
                for time in (segment.start, segment.end)
                if time is not None
            )
            text = one_line(segment.text, losses)
            if _TAG.search(text) or ARROW in text or DASH.match(text):
                losses["texts hold what subtitles take for tags or times"] += 1
                text = text.replace(ARROW, "->")
            said = f"[{segment.speaker}]: {text}" if segment.speaker else text
            cues.append(f"{number}\n{times}\n{said}\n")
        return "\n".join(cues)


def _plain(line: str) -> str:
    return DASH.sub("", _TAG.sub("", line).strip())


def _cues(name: str, first: int, lines: list[str]) -> Iterator[Cue]:
    """Yield the cues between two blank lines, which are one, or more where none part them."""
    at = 1 if ARROW not in lines[0] and len(lines) > 1 else 0
    if ARROW not in lines[at] or (at and not _NUMBER.fullmatch(lines[0])):
        problem = f"got {quoted(lines[at])}, expected {_EXPECTED}"
        raise ParseError(name, first + at, problem)
    begins = [at, *(row for row in range(at + 1, len(lines)) if _TIMES.match(lines[row]))]
    for row, after in zip(begins, [*begins[1:], len(lines)], strict=True):
        start, end = times_of(name, first + row, lines[row], _EXPECTED)
        last = after
        if after < len(lines) and after - 1 > row and _NUMBER.fullmatch(lines[after - 1]):
            last = after - 1  # the number of the next cue
        yield Cue(first + row, start, end, tuple(lines[row + 1 : last]))


def blocks(source: Source, *, white: bool = True) -> Iterator[tuple[int, list[str]]]:
    """Yield what is between blank lines, with the number of its first line.

    With ``white`` a line of white space is blank too.
    """
    lines: list[str] = []
    first = 1
    for number, line in enumerate(source.lines(), 1):
        if line.strip() if white else line:
            if not lines:
                first = number
            lines.append(line)
        elif lines:
            yield first, lines
            lines = []
    if lines:
        yield first, lines


def times_of(name: str, number: int, line: str, expected: str) -> tuple[Decimal, Decimal]:
    """Return the times on both sides of the arrow; what follows them is for players."""
    before, _, after = line.partition(ARROW)
    given = before.strip(), (after.split() or [""])[0]
    start, end = map(parse_clock, given)
    if start is None or end is None:
        wrong = given[0] if start is None else given[1]
        problem = f"{quoted(wrong)} is not a time, expected {expected}"
        raise ParseError(name, number, problem)
    return start, end


def clock(time: Decimal, point: str, losses: Losses) -> str:
    """Write a time in milliseconds, and count what that loses."""
    if time != time.quantize(MILLISECOND):
        losses["times were rounded to milliseconds"] += 1
    return as_clock(time, point)
