"""Praat's TextGrid."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.segmented import Losses, SegmentFormat, one_line
from mondegreen.corpus.segments import Segments, Transcript
from mondegreen.corpus.table import quoted
from mondegreen.corpus.times import plain, written
from mondegreen.errors import InputError, ParseError, warn
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.segments import Segment
    from mondegreen.corpus.source import Source

__all__ = ["Textgrid"]

Interval = tuple[int, Decimal, Decimal, str]
"""The line, the start, the end and the text."""
Timed = tuple[Decimal, Decimal, str]
"""The same without the line."""

_BEGINS: Final = pattern(r'\s*(?:File type = )?"ooTextFile[^"]*"\s+(?:Object class = )?"TextGrid"')
# Praat reads what stands alone: strings, numbers and flags; all else between them is for people.
_TOKEN: Final = pattern(r'![^\n]*|"(?:[^"]|"")*+"|[^\s"]\S*')
_NUMBER: Final = pattern(r"-?[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?", re.ASCII)
_INTERVALS: Final = "IntervalTier"
_POINTS: Final = "TextTier"
_WORDS: Final = pattern(r"(?:(.+?) ?[-_|/] ?)?words?", re.IGNORECASE)
_SOUNDS: Final = pattern(r"(?:.+ ?[-_|/] ?)?(?:phones?|phonemes?|segments)", re.IGNORECASE)


class Textgrid(SegmentFormat):
    """Tiers of intervals, in the long or the short form.

    The name of a tier is the speaker, and each interval with a text is a segment. In a tier
    ``words`` or ``ada - words`` an interval is a word: of the segments of the tier ``ada`` before it, else
    words without a pause between them are a segment. Tiers of points and of phones are skipped with a
    warning.

    It is written in the long form, a tier per speaker, followed by one of words where words have
    times; what one speaker says at once is in several tiers of that name.
    """

    name = "textgrid"
    about = "Praat's TextGrid, in its long and its short form"
    suffixes = (".textgrid",)
    holds = frozenset({"text", "speaker", "times", "words", "word times"})
    example = (
        'File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0\nxmax = 4\n'
        "tiers? <exists>\nsize = 1\nitem []:\n    item [1]:\n"
        '        class = "IntervalTier"\n        name = "ada"\n        xmin = 0\n        xmax = 4\n'
        "        intervals: size = 2\n        intervals [1]:\n            xmin = 0.1\n"
        '            xmax = 2\n            text = "so it goes"\n        intervals [2]:\n'
        '            xmin = 2.5\n            xmax = 4\n            text = "and so on"\n'
    )

    def recognise(self, sample: Sample) -> int:
        """Look for the first two lines."""
        return Certainty.MAGIC if _BEGINS.match(sample.text) else super().recognise(sample)

    def read_segments(self, source: Source) -> Transcript:
        """Read the intervals of all tiers, in the order of their starts."""
        text = "\n".join(source.lines())
        if not _BEGINS.match(text):
            problem = f"got {quoted(text[:80])}, expected a TextGrid"
            raise ParseError(source.name, 1, problem)
        segments = Segments()
        skipped: list[str] = []
        for name, kind, intervals, words in _with_words(_tiers(_Tokens(source.name, text))):
            alone = _WORDS.fullmatch(name)
            if kind == _POINTS or (not alone and _SOUNDS.fullmatch(name)):
                skipped.append(name)
            elif alone:
                _add_words(intervals, alone[1], segments)
            else:
                _add_segments(intervals, words, name or None, segments)
        if skipped:
            shown = ", ".join(map(quoted, skipped[:10]))
            if not segments:
                problem = f"no tier holds words: {shown} are of points or sounds"
                raise InputError(
                    f"{source.name}: {problem}; expected a tier of intervals with words"
                )
            warn(
                f"{source.name}: skipped {len(skipped)} tiers of points or sounds: {shown}",
            )
        return Transcript(source.name, self.name, segments.in_order())

    def write(self, transcript: Transcript, losses: Losses) -> str:
        """Write a tier per speaker, and one of their words where these have times."""
        self.needs_times(transcript)
        tiers: dict[str, list[list[Segment]]] = {}
        for number, segment in enumerate(transcript.segments.in_order(), 1):
            if segment.start is None or segment.end is None:
                continue  # refused above
            if not segment.text.split():
                losses["segments without words"] += 1
                continue
            if segment.start == segment.end:
                raise self.error(segment, number, "duration")
            same = tiers.setdefault(_tier_of(segment.speaker, losses), [])
            free = (
                tier for tier in same if tier[-1].end is not None and tier[-1].end <= segment.start
            )
            tier = next(free, None)
            if tier is None:
                same.append(tier := [])
            tier.append(segment)
        if not tiers:
            raise InputError(
                "no segment has words, without which no textgrid can be written; choose another format with --to"
            )
        end = max((end for end in transcript.segments.end if end is not None), default=Decimal(0))
        named: list[tuple[str, list[Timed]]] = []
        for name, same in tiers.items():
            for tier in same:
                named.append((name, [_timed(segment, losses) for segment in tier]))
                if words := _words_of(tier, losses):
                    named.append((f"{name} - words" if name else "words", words))
        return _document(named, end)


def _tier_of(speaker: str | None, losses: Losses) -> str:
    """Return the name of the tier of a speaker, which is not that of a tier of words or of sounds."""
    name = " ".join((speaker or "").split())
    if _WORDS.fullmatch(name) or _SOUNDS.fullmatch(name):
        losses["names of speakers that are those of tiers of words or sounds were changed"] += 1
        return f"{name} (speaker)"
    return name


def _timed(segment: Segment, losses: Losses) -> Timed:
    start, end = segment.start or Decimal(0), segment.end or Decimal(0)
    return start, end, one_line(segment.text, losses)


def _words_of(tier: list[Segment], losses: Losses) -> list[Timed]:
    """Return the words of segments, if those of a segment have times one after the other in it."""
    found: list[Timed] = []
    for segment in tier:
        at, words = segment.start or Decimal(0), list[Timed]()
        for word in segment.words:
            start, end = word.start, word.end
            if start is not None and end is not None and at <= start < end:
                words.append((start, end, word.text))
                at = end
        if len(words) == len(segment.words) and (segment.end is None or at <= segment.end):
            found += words
        else:
            losses["words that are not one after the other within their segment"] += len(
                segment.words
            )
    return found


def _document(tiers: list[tuple[str, list[Timed]]], end: Decimal) -> str:
    lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', ""]
    lines += ["xmin = 0", f"xmax = {plain(end)}"]
    lines += ["tiers? <exists>", f"size = {len(tiers)}", "item []:"]
    for number, (name, spoken) in enumerate(tiers, 1):
        parts = list(_intervals(spoken, end))
        lines += [
            f"    item [{number}]:",
            '        class = "IntervalTier"',
            f"        name = {_quoted(name)}",
            "        xmin = 0",
            f"        xmax = {plain(end)}",
            f"        intervals: size = {len(parts)}",
        ]
        for at, (start, until, text) in enumerate(parts, 1):
            lines += [
                f"        intervals [{at}]:",
                f"            xmin = {plain(start)}",
                f"            xmax = {plain(until)}",
                f"            text = {_quoted(text)}",
            ]
    return "".join(f"{line}\n" for line in lines)


def _intervals(spoken: list[Timed], end: Decimal) -> Iterator[Timed]:
    """Yield intervals that fill the whole time, those without words empty."""
    at = Decimal(0)
    for start, until, text in spoken:
        if start != at:
            yield at, start, ""
        yield start, until, text
        at = until
    if at != end:
        yield at, end, ""


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


class _Tokens:
    """The strings, numbers and flags of a file, one after the other."""

    def __init__(self, name: str, text: str) -> None:
        self._name, self._text, self._at = name, text, 0
        self._found = _TOKEN.finditer(text)

    def _next(self, expected: str) -> str:
        for found in self._found:
            token, self._at = found[0], found.start()
            alone = token[0] == '"' or _NUMBER.fullmatch(token)
            if alone or (token[0] == "<" and token[-1] == ">"):
                return token
        raise ParseError(self._name, self.line, f"the file ends, expected {expected}")

    @property
    def line(self) -> int:
        """The line of the last token."""
        return self._text.count("\n", 0, self._at) + 1

    def error(self, token: str, expected: str) -> ParseError:
        """Return the error for a token."""
        return ParseError(self._name, self.line, f"got {quoted(token)}, expected {expected}")

    def string(self, expected: str) -> str:
        """Return the next token, which must be a string."""
        token = self._next(expected)
        if token[0] != '"':
            raise self.error(token, expected)
        return token[1:-1].replace('""', '"')

    def time(self, expected: str) -> Decimal:
        """Return the next token, which must be a time in seconds."""
        token = self._next(expected)
        time = written(token)
        if time is None:
            raise self.error(token, expected)
        return time

    def flag(self) -> str:
        """Return the next token, which says whether there are tiers."""
        return self._next("<exists>")


def _tiers(
    tokens: _Tokens,
) -> Iterator[tuple[str, str, list[Interval]]]:
    for _ in range(2):
        tokens.string("the kind of file")
    begin, end = tokens.time("xmin"), tokens.time("xmax")
    del begin, end
    if tokens.flag() != "<exists>":
        return
    for _ in range(int(tokens.time("the number of tiers"))):
        kind = tokens.string(f"{_INTERVALS} or {_POINTS}")
        if kind not in {_INTERVALS, _POINTS}:
            raise tokens.error(kind, f"{_INTERVALS} or {_POINTS}")
        name = " ".join(tokens.string("the name of a tier").split())
        tokens.time("xmin of the tier")
        tokens.time("xmax of the tier")
        intervals = []
        for _ in range(int(tokens.time("the number of intervals"))):
            start = tokens.time("the start of an interval, in seconds")
            line = tokens.line
            end = start if kind == _POINTS else tokens.time("the end of an interval, in seconds")
            text = " ".join(tokens.string("the text of an interval").split())
            if end < start:
                raise tokens.error(str(end), f"an end that is not before the start {start}")
            intervals.append((line, start, end, text))
        yield name, kind, intervals


def _with_words(
    tiers: Iterable[tuple[str, str, list[Interval]]],
) -> Iterator[tuple[str, str, list[Interval], list[Interval]]]:
    """Yield each tier with the words of its speaker, if the next tier of words holds them."""
    waiting: dict[str, tuple[str, str, list[Interval], list[Interval]]] = {}
    found: list[tuple[str, str, list[Interval], list[Interval]]] = []
    for name, kind, intervals in tiers:
        words = _WORDS.fullmatch(name)
        before = waiting.pop(words[1] or "", None) if words and kind == _INTERVALS else None
        if before is not None and _fits(before[2], intervals):
            before[3].extend(intervals)
            continue
        found.append((name, kind, intervals, []))
        if not words and kind == _INTERVALS:
            waiting[name] = found[-1]
    yield from found


def _fits(intervals: list[Interval], words: list[Interval]) -> bool:
    """Return whether each word is in an interval with a text."""
    spoken = iter([each for each in intervals if each[3]])
    now = next(spoken, None)
    for _, start, end, text in words:
        while text and now is not None and now[2] <= start:
            now = next(spoken, None)
        if text and (now is None or not now[1] <= start <= end <= now[2]):
            return False
    return True


def _add_segments(
    intervals: list[Interval], words: list[Interval], speaker: str | None, segments: Segments
) -> None:
    """Add each interval with a text as a segment, with the words in it."""
    spoken = [each for each in words if each[3]]
    at = 0
    for line, start, end, text in intervals:
        if not text:
            continue
        while at < len(spoken) and spoken[at][1] < end:
            segments.word(spoken[at][3], spoken[at][1], spoken[at][2])
            at += 1
        segments.add(text, speaker=speaker, start=start, end=end, line=line)


def _add_words(intervals: list[Interval], speaker: str | None, segments: Segments) -> None:
    """Add words without a pause between them as one segment each."""
    last = None
    for _, start, end, text in intervals:
        if not text or last != start:
            segments.add_by_speaker()
        if text:
            segments.word(text, start, end, speaker=speaker)
            last = end
    segments.add_by_speaker()
