"""NIST's ``ctm``: recording, channel, start, duration, word, confidence."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from itertools import compress, islice, pairwise, repeat
from operator import add, ne, or_
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.nist import BLANK, TIME, are_records, spoken, warn_of_times
from mondegreen.corpus.segmented import Losses, SegmentFormat, is_silent, one_word, timed_words
from mondegreen.corpus.segments import Segments, Transcript, are_odd
from mondegreen.corpus.table import quoted
from mondegreen.corpus.times import plain, signed, written_signed
from mondegreen.errors import ParseError, typed
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["ALTERNATIVES", "Ctm"]

_FIELDS: Final = (5, 6)
_WITHOUT_CHANNEL: Final = 4
_SURE: Final = 3
_CONFIDENCE: Final = pattern(r"[+-]?[0-9.eE+-]{1,40}", re.ASCII)
_LINE: Final = pattern(
    rf"\S+[ \t]+(?:\S+[ \t]+)?(?:{TIME}[ \t]+{TIME}|\*[ \t]+\*)[ \t]+\S+(?:[ \t]+[-+0-9.eENA]+)?[ \t]*$"
)
_BLANKS: Final = pattern(rf"[{BLANK}]+")
_AT_ONCE: Final = 2**14
"""Lines that are read together."""
_TIMES: Final = pattern(r"(?:(?:[0-9]{1,9}(?:\.[0-9]{0,18})?|\.[0-9]{1,18})(?:\n|\Z))++")
_UNUSUAL: Final = "\x1c\x1d\x1e\x1f"
_UNUSUAL_LETTERS: Final = pattern(rf"[^\S{BLANK}\n]")
"""White space that parts no fields."""
_WIDE: Final = ("  ", "\t", "\r", "\v", "\f")
"""What parts fields and is not one space."""
_EXPECTED: Final = "recording channel start duration word [confidence]"
ALTERNATIVES: Final = {"<ALT_BEGIN>": "{", "<ALT>": "/", "<ALT_END>": "}"}
"""The marks of alternatives, and how they are written in a text."""


Place: TypeAlias = "tuple[str, str | None]"
"""A recording and a channel."""


class Ctm(SegmentFormat):
    """One word per line: ``recording channel start duration word [confidence]``.

    Without a confidence the channel may be missing. The segments of the reference cut the
    words. ``;;`` begins a comment. Alternatives (``<ALT_BEGIN>``, ``<ALT>``, ``<ALT_END>``) are
    scored as ``{ a / b }``.
    """

    name = "ctm"
    about = "NIST's ctm: one word per line, with its times"
    suffixes = (".ctm",)
    alternations = True
    words_alone = True
    by_recognisers = True
    signed_times = True
    example = "talk 1 0.10 0.45 so 0.98\ntalk 1 0.55 0.20 it\ntalk 1 0.80 0.40 goes 0.73\n"
    holds = frozenset({"recordings", "recording", "channel", "words", "word times", "confidence"})

    def recognise(self, sample: Sample) -> int:
        """Look at the fields of all lines; those of a UEM are no words."""
        if sample.is_named((".uem",)):
            return Certainty.NO
        return Certainty.SHAPE + 4 if are_records(sample, _LINE) else super().recognise(sample)

    def read_segments(self, source: Source) -> Transcript:
        """Read every line."""
        segments, odd = Segments(), list[int]()
        place: Place | None = None
        begin, number = 0, 1
        lines = source.lines()
        while block := list(islice(lines, _AT_ONCE)):
            columns = _plain_columns(block)
            runs = _by_line(source.name, number, block, odd) if columns is None else _runs(columns)
            for at, new, words in runs:
                if new != place:
                    _end_segment(segments, place, begin)
                    place, begin = new, number + at
                for column, more in zip(segments.words.columns(), words, strict=True):
                    column.extend(more)
            number += len(block)
        _end_segment(segments, place, begin)
        warn_of_times(source.name, odd, "a negative time or duration")
        _refuse_ends(source.name, segments)
        return Transcript(source.name, self.name, segments)

    def write(self, transcript: Transcript, losses: Losses) -> str:
        """Write one line per word."""
        lines = []
        for number, segment in enumerate(transcript.segments, 1):
            place = (
                f"{one_word(segment.recording, losses, 'recording', 'recording')} "
                f"{one_word(segment.channel, losses, '1', 'channel')}"
            )
            marked = any(word.text in ALTERNATIVES for word in segment.words)
            losses["segments without words"] += is_silent(segment)
            words = list(segment.words if marked else timed_words(segment, losses))
            if segment.text.split() and not words:
                raise self.error(segment, number, "start and end")
            for word in words:
                if word.text in ALTERNATIVES:
                    lines.append(f"{place} * * {word.text}")
                    continue
                if word.start is None or word.end is None:
                    raise self.error(segment, number, f"times for {word.text!r:.60}")
                confidence = "" if word.confidence is None else f" {plain(word.confidence)}"
                times = f"{plain(word.start)} {plain(word.end - word.start)}"
                lines.append(f"{place} {times} {one_word(word.text, losses, '@')}{confidence}")
        return "".join(f"{line}\n" for line in lines)

    def spoken(self, text: str) -> str:
        """Take the tags off the words, and write alternatives with braces; one without words is ``@``.

        >>> Ctm().spoken("so <ALT_BEGIN> i- <ALT> <ALT_END> it;x")
        'so { i- / @ } it'
        """
        if ";" not in text and "<" not in text:
            return text
        words: list[str] = []
        for word in text.split():
            is_end = word in {"<ALT>", "<ALT_END>"}
            if is_end and words and words[-1] in {"{", "/"}:
                words.append("@")
            words.append(ALTERNATIVES.get(word, word))
        return spoken(" ".join(words))


def _by_line(
    name: str, first: int, lines: list[str], odd: list[int]
) -> Iterator[tuple[int, Place, list[list[Any]]]]:
    """Yield the words of lines as `_runs` does, each by itself; lines with odd times go to ``odd``."""
    for at, line in enumerate(lines):
        bare = line.strip(BLANK)
        if not bare or line.startswith(";;"):
            continue
        recording, channel, *word = _fields(name, first + at, bare)
        if are_odd(word[1], word[2]):
            odd.append(first + at)
        yield at, (recording, channel), [[each] for each in (*word, None)]


def _plain_columns(lines: list[str]) -> list[Any] | None:
    """Return recordings, channels and the columns of the words; ``None`` where a line is not quite plain."""
    text = "\n".join(lines)
    if ";;" in text or "<" in text or any(map(text.__contains__, _UNUSUAL)):
        return None
    if not text.isascii() and _UNUSUAL_LETTERS.search(text):
        return None
    if any(map(text.__contains__, _WIDE)):
        text = _BLANKS.sub(" ", text)
    lines = list(map(str.strip, text.split("\n"), repeat(" ")))
    counts = {*map(str.count, lines, repeat(" "))}
    count = counts.pop() + 1
    if counts or count not in _FIELDS:
        return None
    fields = text.split()
    recordings, channels, *times, words = (fields[at::count] for at in range(min(_FIELDS)))
    if not all(_TIMES.fullmatch("\n".join(column)) for column in times):
        return None
    starts, durations = (list(map(Decimal, column)) for column in times)
    confidences: list[Decimal | None] = [None] * len(lines)
    if count == max(_FIELDS):
        written = fields[5::count]
        known = {each: _confidence(each) for each in {*written}}
        if any(found is None and each.upper() != "NA" for each, found in known.items()):
            return None
        confidences = list(map(known.__getitem__, written))
    ends = list(map(add, starts, durations))
    return [recordings, channels, words, starts, ends, confidences, [None] * len(lines)]


def _runs(columns: list[Any]) -> Iterator[tuple[int, Place, list[Any]]]:
    """Yield the words of one recording and channel after the other: where they begin, whose, the columns."""
    recordings, channels, *words = columns
    differ = (map(ne, column[1:], column) for column in (recordings, channels))
    changes = compress(range(1, len(recordings)), map(or_, *differ))
    for start, end in pairwise([0, *changes, len(recordings)]):
        place = recordings[start], channels[start]
        yield start, place, [column[start:end] for column in words]


def _end_segment(segments: Segments, place: Place | None, number: int) -> None:
    """Make a segment of the words of one recording and channel, if there are any."""
    if place is None:
        return
    words = segments.held
    segments.add(
        " ".join(words.text),
        recording=place[0],
        channel=place[1],
        start=min((time for time in words.start if time is not None), default=None),
        end=max((time for time in words.end if time is not None), default=None),
        line=number,
    )


def _refuse_ends(name: str, segments: Segments) -> None:
    """Refuse words whose fourth field is, for certain, when they end, and not how long they last.

    It is never before the start, never falls within a recording, and, taken as a duration, makes at
    least three words overlap the next one. No real durations do all that.

    Raises:
        ParseError: such words.
    """
    overlaps: list[tuple[Decimal, Decimal]] = []
    for row in range(len(segments)):
        words = segments.words_of(row)
        times = [
            (start, end - start)
            for start, end in zip(words.start, words.end, strict=True)
            if start is not None and end is not None
        ]
        if any(length < start for start, length in times) or any(
            longer < length for (_, length), (_, longer) in pairwise(times)
        ):
            return
        overlaps += [
            (start, length)
            for (start, length), (later, _) in pairwise(times)
            if 0 < start < later < start + length
        ]
    if len(overlaps) < _SURE:
        return
    start, end = map(plain, overlaps[0])
    field = 3 if segments.channel[0] is None else 4
    raise ParseError(
        name,
        None,
        f"field {field} is the end of each word and not its duration: it is never before the start, as in "
        f"{quoted(f'{start} {end}')}, and as durations {len(overlaps):,} words would overlap the next one; "
        f"expected {_EXPECTED}. Subtract the starts: awk '{{${field} -= ${field - 1}}} 1' "
        f"{typed(name)} > durations.ctm",
    )


def _fields(name: str, number: int, line: str) -> tuple[Any, ...]:
    """Return recording, channel, word, start, end and confidence of a line."""
    fields: list[Any] = _BLANKS.split(line)
    if len(fields) == _WITHOUT_CHANNEL and None not in map(written_signed, fields[1:3]):
        fields.insert(1, None)
    mark = next(
        (field.upper() for field in fields[2:5] if field and field.upper() in ALTERNATIVES), None
    )
    if mark is not None:  # its times, mostly stars, and its confidence say nothing
        return fields[0], fields[1], mark, None, None, None
    if len(fields) not in _FIELDS:
        problem = f"got {quoted(line)} with {len(fields)} fields, expected {_EXPECTED}"
        raise ParseError(name, number, problem)
    start, duration = written_signed(fields[2]), _duration(fields[3])
    if start is None or duration is None:
        given = fields[2] if start is None else fields[3]
        problem = f"{quoted(given)} is not a time in seconds, expected {_EXPECTED}"
        raise ParseError(name, number, problem)
    confidence = None
    if len(fields) == max(_FIELDS) and fields[5].upper() != "NA":
        confidence = _confidence(fields[5])
        if confidence is None:
            problem = f"{quoted(fields[5])} is not a confidence, expected {_EXPECTED}"
            raise ParseError(name, number, problem)
    return fields[0], fields[1], fields[4], start, start + duration, confidence


# The same few texts come again and again.
_duration = lru_cache(2**12)(written_signed)


@lru_cache(2**12)
def _confidence(text: str) -> Decimal | None:
    if not _CONFIDENCE.fullmatch(text):
        return None
    try:
        return signed(Decimal(text))
    except InvalidOperation:
        return None
