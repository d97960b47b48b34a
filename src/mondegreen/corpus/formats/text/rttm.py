"""NIST's ``RTTM``: who spoke when."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.nist import BLANK, TIME, are_records
from mondegreen.corpus.segmented import Losses, SegmentFormat, one_word
from mondegreen.corpus.segments import Segments, Transcript
from mondegreen.corpus.table import quoted
from mondegreen.corpus.times import plain, written
from mondegreen.errors import InputError, ParseError
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source
    from mondegreen.corpus.table import Table

__all__ = ["Rttm"]

_SPEAKER: Final = "SPEAKER"
_OTHERS: Final = {
    *("SEGMENT", "NOSCORE", "NO_RT_METADATA", "LEXEME", "NON-LEX", "NON-SPEECH", "FILLER"),
    *("EDIT", "IP", "SU", "CB", "A/P", "SPKR-INFO"),
}
_FEWEST, _MOST = 8, 10
_NONE: Final = "<NA>"
_LINE: Final = pattern(
    rf"SPEAKER[ \t]+\S+[ \t]+\S+[ \t]+{TIME}[ \t]+{TIME}(?:[ \t]+\S+){{3,5}}[ \t]*$"
)
_BEGUN: Final = pattern(
    rf"SPEAKER[ \t]+\S+[ \t]+\S+[ \t]+{TIME}[ \t]+{TIME}[ \t]+<NA>[ \t]", re.IGNORECASE
)
_NAMED: Final = pattern(r"SPEAKER[ \t]", re.IGNORECASE)
_EXPECTED: Final = "SPEAKER recording channel start duration <NA> <NA> speaker <NA> <NA>"


class Rttm(SegmentFormat):
    """One turn per line: ``SPEAKER recording channel start duration <NA> <NA> speaker <NA> <NA>``.

    It holds no words, so it cannot be scored as a transcript. Other types of lines are skipped;
    the last fields may be missing.
    """

    name = "rttm"
    about = "NIST's RTTM: who spoke when, without words"
    suffixes = (".rttm",)
    example = (
        "SPEAKER talk 1 0.10 1.90 <NA> <NA> ada <NA> <NA>\n"
        "SPEAKER talk 1 2.50 1.50 <NA> <NA> bo <NA> <NA>\n"
    )
    holds = frozenset({"recordings", "recording", "channel", "speaker", "times"})

    def recognise(self, sample: Sample) -> int:
        """Look at the fields of all lines; of lines with faults at the first words and the empty fields."""
        begun = _NAMED if sample.is_named(self.suffixes) else _BEGUN
        marked = any(map(begun.match, sample.whole_lines))
        own = marked or are_records(sample, _LINE)
        return Certainty.SHAPE + 5 if own else super().recognise(sample)

    def read_segments(self, source: Source) -> Transcript:
        """Read every turn."""
        segments = Segments()
        for number, line in enumerate(source.lines(), 1):
            if line.startswith(";;") or not line.strip(BLANK):
                continue
            fields = re.split(rf"[{BLANK}]+", line.strip(BLANK))
            if fields[0] in _OTHERS:
                continue
            if fields[0] != _SPEAKER or not _FEWEST <= len(fields) <= _MOST:
                problem = f"got {quoted(line)}, expected {_EXPECTED}"
                raise ParseError(source.name, number, problem)
            start, duration = map(written, fields[3:5])
            if start is None or duration is None:
                given = fields[3] if start is None else fields[4]
                problem = (
                    f"{quoted(given)} is not a time of 0 or more seconds, expected {_EXPECTED}"
                )
                raise ParseError(source.name, number, problem)
            segments.add(
                "",
                recording=fields[1],
                channel=None if fields[2] == _NONE else fields[2],
                speaker=None if fields[7] == _NONE else fields[7],
                start=start,
                end=start + duration,
                line=number,
            )
        return Transcript(source.name, self.name, segments)

    def table(self, transcript: Transcript) -> Table:
        """Refuse to make texts of turns.

        Raises:
            InputError: always, since there are no words.
        """
        raise InputError(
            f"{transcript.name}: RTTM says who spoke when and holds no words, so it cannot be "
            "scored as a transcript; give the words as stm, ctm, SegLST, ..., or score who spoke when: "
            "-m der"
        )

    def write(self, transcript: Transcript, losses: Losses) -> str:
        """Write one line per segment."""
        self.needs_times(transcript)
        lines = []
        for segment in transcript.segments:
            if segment.start is None or segment.end is None:
                continue  # refused above
            fields = (
                one_word(segment.recording, losses, "recording", "recording"),
                one_word(segment.channel, losses, _NONE, "channel"),
                plain(segment.start),
                plain(segment.end - segment.start),
                f"{_NONE} {_NONE}",
                one_word(segment.speaker, losses, _NONE, "speaker"),
            )
            lines.append(f"{_SPEAKER} {' '.join(fields)} {_NONE} {_NONE}\n")
        return "".join(lines)
