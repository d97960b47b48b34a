"""WebVTT subtitles."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.formats.cues.srt import ARROW, DASH, blocks, clock, times_of
from mondegreen.corpus.rolling import Cue, unrolled
from mondegreen.corpus.segmented import Losses, SegmentFormat, one_line
from mondegreen.corpus.segments import Segments, Transcript
from mondegreen.corpus.table import quoted
from mondegreen.errors import ParseError

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Vtt"]

_START: Final = re.compile(r"WEBVTT(?:[ \t].*)?")
_BEGINS: Final = re.compile(r"WEBVTT(?:[ \t].*)?(?:\r?\n|\Z)")
_VOICE: Final = re.compile(r"<v(?:\.[^\s<>]*)?[ \t]([^<>]*)>")
_TAG: Final = re.compile(r"</?(?:b|i|u|c|v|ruby|rt|lang)(?:[.\s][^<>]*)?>|<[0-9:.]+>")
_ENTITY: Final = re.compile(r"&(?:amp|lt|gt|nbsp|lrm|rlm|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});")
_COMMENTS: Final = re.compile(r"(?:NOTE|STYLE|REGION)(?:[ \t].*)?")
_EXPECTED: Final = "[hours:]minutes:seconds.milliseconds --> the same"


class Vtt(SegmentFormat):
    """``WEBVTT``, then cues separated by blank lines: a name, the times, the text.

    ``<v NAME>`` names the speaker; several speakers in a cue are as many segments. Other tags,
    ``NOTE``, ``STYLE`` and ``REGION`` are skipped.
    """

    name = "vtt"
    about = "WebVTT subtitles"
    suffixes = (".vtt",)
    time_unit = "clock times"
    example = (
        "WEBVTT\n\nfirst\n00:00:00.100 --> 00:00:02.000\n<v ada>so it goes\n\n"
        "00:00:02.500 --> 00:00:04.000\n<v bo>and so on\n"
    )
    holds = frozenset({"text", "id", "speaker", "times"})

    def recognise(self, sample: Sample) -> int:
        """Look for the first line."""
        return Certainty.MAGIC if _BEGINS.match(sample.text) else super().recognise(sample)

    def read_segments(self, source: Source) -> Transcript:
        """Read every cue."""
        segments = Segments()
        cues = blocks(source, white=False)
        first, lines = next(cues, (1, [""]))
        if first != 1:
            raise ParseError(source.name, 1, "a blank line, expected WEBVTT")
        if not _START.fullmatch(lines[0]):
            alone = ", and lines that end in LF or CR LF" if "\r" in lines[0] else ""
            raise ParseError(source.name, 1, f"got {quoted(lines[0])}, expected WEBVTT{alone}")
        shown = [
            _cue(source.name, number, cue)
            for number, cue in cues
            if not _COMMENTS.fullmatch(cue[0])
        ]
        plain = [tuple(_words(_VOICE.sub("", line)) for line in cue.lines) for cue in shown]
        for cue in unrolled(source.name, shown, plain):
            _read_cue(cue, segments)
        return Transcript(source.name, self.name, segments)

    def write(self, transcript: Transcript, losses: Losses) -> str:
        """Write one cue per segment."""
        self.needs_times(transcript)
        cues = ["WEBVTT\n"]
        for segment in transcript.segments:
            times = f" {ARROW} ".join(
                clock(time, ".", losses)
                for time in (segment.start, segment.end)
                if time is not None
            )
            text = html.escape(one_line(segment.text, losses), quote=False)
            if DASH.match(text):
                losses["texts hold what subtitles take for tags or times"] += 1
            if segment.speaker:
                text = f"<v {_voice(segment.speaker, losses)}>{text}"
            name = f"{one_line(segment.id, losses)}\n" if segment.id else ""
            if ARROW in name or _COMMENTS.match(name):
                losses["names of segments look like times or comments and were left out"] += 1
                name = ""
            cues.append(f"{name}{times}\n{text}\n")
        return "\n".join(cues)


def _voice(name: str, losses: Losses) -> str:
    plain = name.translate({ord(mark): " " for mark in "<>&\n\r"})
    if plain != name:
        losses["marks in the names of speakers became spaces"] += 1
    return plain


def _cue(name: str, first: int, lines: list[str]) -> Cue:
    at = 0 if ARROW in lines[0] else 1
    if at == len(lines) or ARROW not in lines[at]:
        problem = f"got {quoted(lines[0])}, expected {_EXPECTED}"
        raise ParseError(name, first, problem)
    start, end = times_of(name, first + at, lines[at], _EXPECTED)
    identifier = lines[0].strip() if at else None
    return Cue(first + at, start, end, tuple(lines[at + 1 :]), identifier)


def _read_cue(cue: Cue, segments: Segments) -> None:
    parts = _VOICE.split(" ".join(DASH.sub("", line.strip()) for line in cue.lines))
    # What is before the first voice, then a name and its words again and again.
    voices = [(None, parts[0]), *zip(parts[1::2], parts[2::2], strict=True)]
    said = [(speaker, _words(text)) for speaker, text in voices]
    for speaker, text in [each for each in said if each[1] or each[0]] or said[:1]:
        segments.add(
            text,
            id=cue.name,
            speaker=(speaker or "").strip() or None,
            start=cue.start,
            end=cue.end,
            line=cue.line,
        )


def _words(text: str) -> str:
    plain = _ENTITY.sub(lambda found: html.unescape(found[0]), _TAG.sub("", text))
    return plain.strip()
