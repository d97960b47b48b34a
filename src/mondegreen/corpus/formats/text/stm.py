"""NIST's ``stm``: recording, channel, speaker, start, end, labels, words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.nist import (
    BLANK,
    IGNORE,
    TIME,
    are_records,
    has_alternatives,
    is_ignored,
    spoken,
    warn_of_times,
)
from mondegreen.corpus.segmented import Losses, SegmentFormat, one_line, one_word
from mondegreen.corpus.segments import Segments, Transcript
from mondegreen.corpus.table import quoted
from mondegreen.corpus.times import plain, written_signed
from mondegreen.errors import ParseError
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source
    from mondegreen.corpus.table import Table

__all__ = ["Stm"]

_FIELDS: Final = 5
_LABELS: Final = pattern(r"<([^<>\s]*)>(?=\s|$)")
_LINE: Final = pattern(rf"\S+[ \t]+\S+[ \t]+\S+[ \t]+{TIME}[ \t]+{TIME}(?:[ \t]|$)")
_HEADER: Final = pattern(r";;\s*(CATEGORY|LABEL)\s")
_BLANKS: Final = pattern(rf"[{BLANK}]+")
_EXPECTED: Final = "recording channel speaker start end [<labels>] words"


class Stm(SegmentFormat):
    """One segment per line: ``recording channel speaker start end <labels> words``.

    ``;;`` begins a comment. Segments with ``IGNORE_TIME_SEGMENT_IN_SCORING``, in any of
    sclite's spellings, are not scored, and neither are hypotheses in their time. Of
    alternatives such as ``{ um / uh / @ }`` the best is scored. Tags after a ``;`` are no part
    of a word.
    """

    name = "stm"
    about = "NIST's stm: one segment per line, with recording, channel, speaker and times"
    suffixes = (".stm",)
    alternations = True
    signed_times = True
    example = (
        ';; LABEL "O" "Overall" "All segments"\n'
        "talk 1 ada 0.10 2.00 <O> so it goes\n"
        "talk 1 bo 2.50 4.00 <O> and { so / thus } on\n"
    )
    holds = frozenset(
        {
            *("text", "recordings", "recording", "channel", "speaker", "times", "labels"),
            *("ignored", "header"),
        }
    )

    def recognise(self, sample: Sample) -> int:
        """Look at the fields of all lines."""
        return Certainty.SHAPE + 3 if are_records(sample, _LINE) else super().recognise(sample)

    def read_segments(self, source: Source) -> Transcript:
        """Read every line."""
        segments = Segments()
        header: list[str] = []
        for number, line in enumerate(source.lines(), 1):
            if line.startswith(";;"):
                if _HEADER.match(line):
                    header.append(line.rstrip(BLANK))
                continue
            if line.strip(BLANK):
                _read_line(source.name, number, line.strip(BLANK), segments)
        odd = [segments.line[row] or 0 for row in segments.odd_rows()]
        warn_of_times(source.name, odd, "a negative time, or an end before its start")
        return Transcript(source.name, self.name, segments, header)

    def table(self, transcript: Transcript) -> Table:
        """Return the segments that are scored as rows, and whether they have alternatives."""
        table = super().table(transcript)
        return replace(table, alternatives=any(map(has_alternatives, table.columns["text"])))

    def write(self, transcript: Transcript, losses: Losses) -> str:
        """Write one line per segment."""
        self.needs_times(transcript)
        lines = list(transcript.header)
        for segment in transcript.segments:
            names = (
                one_word(segment.recording, losses, "recording", "recording"),
                one_word(segment.channel, losses, "1", "channel"),
                one_word(segment.speaker, losses, "speaker", "speaker"),
            )
            times = (plain(time) for time in (segment.start, segment.end) if time is not None)
            labels = f" <{segment.labels}>" if segment.labels is not None else ""
            text = IGNORE if segment.ignored else one_line(segment.text, losses)
            if not labels and _LABELS.match(text):
                losses["texts begin like the labels of stm and will be read as such"] += 1
            lines.append(f"{' '.join((*names, *times))}{labels} {text}".rstrip())
        return "".join(f"{line}\n" for line in lines)

    def spoken(self, text: str) -> str:
        """Take the tags off the words."""
        return spoken(text)


def _read_line(name: str, number: int, line: str, segments: Segments) -> None:
    fields = _BLANKS.split(line, maxsplit=_FIELDS)
    if len(fields) < _FIELDS:
        problem = f"got {quoted(line)} with {len(fields)} fields, expected {_EXPECTED}"
        raise ParseError(name, number, problem)
    start, end = map(written_signed, fields[3:5])
    if start is None or end is None:
        given = fields[3] if start is None else fields[4]
        problem = f"{quoted(given)} is not a time in seconds, expected {_EXPECTED}"
        raise ParseError(name, number, problem)
    text = fields[_FIELDS] if len(fields) > _FIELDS else ""
    labels = _LABELS.match(text)
    if labels is not None:
        text = text[labels.end() :].lstrip(BLANK)
    ignored = is_ignored(text)
    segments.add(
        "" if ignored else text,
        recording=fields[0],
        channel=fields[1],
        speaker=fields[2],
        start=start,
        end=end,
        labels=None if labels is None else labels[1],
        ignored=ignored,
        line=number,
    )
