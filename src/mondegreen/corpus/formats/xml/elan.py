"""ELAN's annotations, ``.eaf``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.corpus import xml_document
from mondegreen.corpus.format import Certainty
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.corpus.segments import Segments, Transcript
from mondegreen.corpus.table import quoted
from mondegreen.corpus.times import exact
from mondegreen.errors import InputError, ParseError, warn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from decimal import Decimal

    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source
    from mondegreen.corpus.xml_document import Element

__all__ = ["Elan"]

_ROOT: Final = "ANNOTATION_DOCUMENT"


class Elan(SegmentFormat):
    """Tiers of annotations in XML.

    The participant of a tier, or else its name, is the speaker. Tiers that annotate another
    tier, such as translations, are skipped with a warning. Times are milliseconds, and may be
    missing.
    """

    name = "elan"
    about = "annotations of ELAN"
    suffixes = (".eaf",)
    time_unit = "milliseconds"
    holds = frozenset({"text", "id", "speaker", "times"})
    example = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<ANNOTATION_DOCUMENT>\n<TIME_ORDER>\n'
        '<TIME_SLOT TIME_SLOT_ID="ts1" TIME_VALUE="100"/><TIME_SLOT TIME_SLOT_ID="ts2" TIME_VALUE="2000"/>\n'
        '<TIME_SLOT TIME_SLOT_ID="ts3" TIME_VALUE="2500"/><TIME_SLOT TIME_SLOT_ID="ts4" TIME_VALUE="4000"/>\n'
        '</TIME_ORDER>\n<TIER TIER_ID="ada">\n'
        '<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a1" TIME_SLOT_REF1="ts1" TIME_SLOT_REF2="ts2">'
        "<ANNOTATION_VALUE>so it goes</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>\n"
        '</TIER>\n<TIER TIER_ID="bo">\n'
        '<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a2" TIME_SLOT_REF1="ts3" TIME_SLOT_REF2="ts4">'
        "<ANNOTATION_VALUE>and so on</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>\n"
        "</TIER>\n</ANNOTATION_DOCUMENT>\n"
    )

    def recognise(self, sample: Sample) -> int:
        """Look for the first element."""
        found = sample.opening == "<" and xml_document.root_name(sample.text) == _ROOT
        return Certainty.MARKS + 1 if found else super().recognise(sample)

    def read_segments(self, source: Source) -> Transcript:
        """Read the annotations of all tiers of their own, in the order of their starts."""
        root = xml_document.parse(source, "annotations of ELAN")
        if root.name != _ROOT:
            problem = f"found the element {quoted(root.name)}, expected {_ROOT}"
            raise ParseError(source.name, root.line, problem)
        times = dict(_times(source.name, root))
        segments = Segments()
        skipped = []
        for tier in root.children("TIER"):
            if "PARENT_REF" in tier.attributes:
                skipped.append(tier.attributes.get("TIER_ID", ""))
            else:
                _read_tier(source.name, tier, times, segments)
        if skipped:
            shown = ", ".join(map(quoted, skipped[:10]))
            said = f"{source.name}: skipped {len(skipped)} tiers that annotate another: {shown}"
            if not any(segments.text):
                raise InputError(f"{said}; the tiers they annotate hold no words")
            warn(said)
        spoken = segments.take([row for row, text in enumerate(segments.text) if text])
        return Transcript(source.name, self.name, spoken.in_order())


def _times(name: str, root: Element) -> Iterator[tuple[str, Decimal | None]]:
    for slot in root.all("TIME_SLOT"):
        value = slot.attributes.get("TIME_VALUE")
        time = None if value is None else exact(value)
        if value is not None and time is None:
            problem = f"TIME_VALUE is {quoted(value)}, expected milliseconds"
            raise ParseError(name, slot.line, problem)
        yield slot.attributes.get("TIME_SLOT_ID", ""), None if time is None else time.scaleb(-3)


def _read_tier(
    name: str, tier: Element, times: dict[str, Decimal | None], segments: Segments
) -> None:
    speaker = tier.attributes.get("PARTICIPANT") or tier.attributes.get("TIER_ID")
    for each in tier.all("ALIGNABLE_ANNOTATION"):
        places = [each.attributes.get(f"TIME_SLOT_REF{number}", "") for number in (1, 2)]
        for place in places:
            if place not in times:
                problem = (
                    f"the time {quoted(place)} is not in TIME_ORDER, expected the id of a TIME_SLOT"
                )
                raise ParseError(name, each.line, problem)
        start, end = (times[place] for place in places)
        text = " ".join(value.text() for value in each.children("ANNOTATION_VALUE"))
        segments.add(
            " ".join(text.split()),
            id=each.attributes.get("ANNOTATION_ID"),
            speaker=speaker,
            start=start,
            end=end,
            line=each.line,
        )
