"""TTML subtitles, also called DFXP."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from mondegreen.corpus import xml_document
from mondegreen.corpus.format import Certainty
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.corpus.segments import Segments, Transcript
from mondegreen.corpus.table import quoted
from mondegreen.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source
    from mondegreen.corpus.xml_document import Element

__all__ = ["Ttml"]

_CLOCK: Final = re.compile(
    r"([0-9]{1,6}):([0-9]{2}):([0-9]{2})(\.[0-9]{1,18}|:[0-9]{1,4}(?:\.[0-9]{1,4})?)?", re.ASCII
)
_OFFSET: Final = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,18})?)(h|m|s|ms|f|t)", re.ASCII)
_FINEST: Final = 10**6
_EXPECTED: Final = (
    "hours:minutes:seconds, hours:minutes:seconds:frames, or a number with h, m, s, ms, f or t"
)


class Ttml(SegmentFormat):
    """One segment per paragraph.

    Times may be clock times with fractions or frames, or offsets with a unit. Times of ``body``
    and ``div`` are added. A paragraph without times has those of its spans. Its agent
    (``ttm:agent``) is the speaker.
    """

    name = "ttml"
    about = "TTML and DFXP subtitles"
    suffixes = (".ttml", ".dfxp")
    time_unit = "clock times"
    holds = frozenset({"text", "id", "speaker", "times"})
    example = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<tt xmlns="http://www.w3.org/ns/ttml"><body><div>\n'
        '<p begin="00:00:00.100" end="00:00:02.000">so it goes</p>\n'
        '<p begin="00:00:02.500" end="00:00:04.000">and so on</p>\n</div></body></tt>\n'
    )

    def recognise(self, sample: Sample) -> int:
        """Look for the first element."""
        found = sample.opening == "<" and xml_document.root_name(sample.text) == "tt"
        return Certainty.MARKS + 1 if found else super().recognise(sample)

    def read_segments(self, source: Source) -> Transcript:
        """Read every paragraph."""
        root = xml_document.parse(source, "TTML subtitles")
        if root.name != "tt":
            problem = f"found the element {quoted(root.name)}, expected tt"
            raise ParseError(source.name, root.line, problem)
        names = {
            agent.attributes.get("id", ""): " ".join(
                " ".join(name.text() for name in agent.children("name")).split()
            )
            for agent in root.all("agent")
        }
        rates = _Rates.of(source.name, root)
        segments = Segments()
        for body in root.children("body"):
            for paragraph, agent, start, end in _paragraphs(rates, body, Decimal(0), ""):
                segments.add(
                    " ".join(paragraph.text().split()),
                    id=paragraph.attributes.get("id"),
                    speaker=names.get(agent, agent) or None,
                    start=start,
                    end=end,
                    line=paragraph.line,
                )
        return Transcript(source.name, self.name, segments)


@dataclass(frozen=True)
class _Rates:
    """How long frames and ticks are in a document."""

    name: str
    frame: Fraction
    tick: Fraction

    @classmethod
    def of(cls, name: str, root: Element) -> _Rates:
        """Read the rates of a document, which has 30 frames in a second if it says nothing."""

        def whole(key: str, default: int) -> int:
            value = root.attributes.get(key, "")
            return (
                int(value) if value.isascii() and value.isdigit() and value.strip("0") else default
            )

        rate = Fraction(whole("frameRate", 30))
        parts = root.attributes.get("frameRateMultiplier", "1 1").replace(":", " ").split()
        if len(parts) == 2 and all(part.isascii() and part.isdigit() for part in parts):  # noqa: PLR2004
            rate *= Fraction(max(int(parts[0]), 1), max(int(parts[1]), 1))
        known = "frameRate" in root.attributes
        ticks = Fraction(whole("tickRate", 0)) or (rate if known else Fraction(1))
        return cls(name, 1 / rate, 1 / ticks)

    def time(self, element: Element, key: str) -> Decimal | None:
        """Return the time that an attribute stands for, ``None`` where it is not there.

        Raises:
            ParseError: it is not a time of TTML.
        """
        given = element.attributes.get(key)
        if given is None:
            return None
        clock, offset = _CLOCK.fullmatch(given.strip()), _OFFSET.fullmatch(given.strip())
        if clock is not None:
            hours, minutes, seconds = (Fraction(part) for part in clock.groups()[:3])
            rest = clock[4] or ".0"
            part = Fraction(rest[1:]) * self.frame if rest[0] == ":" else Fraction(f"0{rest}")
            return _decimal(hours * 3600 + minutes * 60 + seconds + part)
        if offset is not None:
            units = {
                "h": Fraction(3600),
                "m": Fraction(60),
                "s": Fraction(1),
                "ms": Fraction(1, 1000),
            }
            units |= {"f": self.frame, "t": self.tick}
            return _decimal(Fraction(offset[1]) * units[offset[2]])
        problem = f"{key} is {quoted(given)}, expected {_EXPECTED}"
        raise ParseError(self.name, element.line, problem)


def _decimal(time: Fraction) -> Decimal:
    """Return a time to the microsecond, which frames and ticks need not be."""
    return Decimal(round(time * _FINEST)) / _FINEST


def _paragraphs(
    rates: _Rates, element: Element, begin: Decimal, agent: str
) -> Iterator[tuple[Element, str, Decimal | None, Decimal | None]]:
    """Yield the paragraphs in an element that begins at a time, with their agents and times."""
    for child in element.children():
        start, end = _times(rates, child, begin)
        named = child.attributes.get("agent", agent)
        if child.name == "p":
            if start is None or end is None:
                spans = [
                    _times(rates, span, begin if start is None else start)
                    for span in child.all("span")
                ]
                starts = [each for each, _ in spans if each is not None]
                ends = [each for _, each in spans if each is not None]
                start = min(starts, default=None) if start is None else start
                end = max(ends, default=None) if end is None else end
            yield child, named, start, end
        else:
            yield from _paragraphs(rates, child, begin if start is None else start, named)


def _times(
    rates: _Rates, element: Element, begin: Decimal
) -> tuple[Decimal | None, Decimal | None]:
    start, end = rates.time(element, "begin"), rates.time(element, "end")
    length = rates.time(element, "dur")
    if end is None and length is not None:
        end = (start or Decimal(0)) + length
    if start is None and end is not None:
        start = Decimal(0)
    return (
        None if start is None else begin + start,
        None if end is None else begin + end,
    )
