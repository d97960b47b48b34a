"""SegLST: a JSON list of segments, as the CHiME challenges and meeteval have them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.json_document import parse, to_json
from mondegreen.corpus.reply import both_or_none, given
from mondegreen.corpus.segmented import Losses, SegmentFormat
from mondegreen.corpus.segments import Segments, Transcript
from mondegreen.corpus.times import exact

if TYPE_CHECKING:
    from decimal import Decimal

    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Seglst"]

_OBJECTS = re.compile(r"\s*+\[\s*+(?:\{|\])")
_NOTHING = re.compile(r"\s*+\[\s*+\]\s*+")
_KEYS = {"session_id", "speaker", "start_time", "end_time", "words", "channel", "segment_id"}


class Seglst(SegmentFormat):
    """``[{"session_id", "speaker", "start_time", "end_time", "words"}, ...]``.

    The session is the recording. Times are optional, and may be texts. Other keys with texts or
    numbers are columns.
    """

    name = "seglst"
    about = "SegLST: a JSON list of segments, as CHiME and meeteval have them"
    shared_suffixes = (".json",)
    example = (
        '[{"session_id": "talk", "speaker": "ada", "start_time": 0.1, "end_time": 2.0, '
        '"words": "so it goes"},\n'
        '{"session_id": "talk", "speaker": "bo", "start_time": 2.5, "end_time": 4.0, '
        '"words": "and so on"}]\n'
    )
    holds = frozenset(
        {"text", "id", "recordings", "recording", "channel", "speaker", "times", "extra"}
    )

    def recognise(self, sample: Sample) -> int:
        """Look for its keys in a list of objects."""
        if not _OBJECTS.match(sample.text):
            return Certainty.NO
        if _NOTHING.fullmatch(
            sample.text
        ):  # a list of anything; its reader says that nothing is in it
            return Certainty.SHAPE
        found = len(sample.keys & {"session_id", "speaker", "start_time", "end_time"})
        return Certainty.MARKS + 1 + found if "words" in sample.keys and found else Certainty.NO

    def read_segments(self, source: Source) -> Transcript:
        """Read the list."""
        root = parse(source, "a list of segments (SegLST)")
        segments = Segments()
        kinds: dict[tuple[str | None, str | None], type] = {}
        for node in root.items():
            _read_object(node, segments)
            _check_speaker(node, kinds)
        return Transcript(source.name, self.name, segments)

    def write(self, transcript: Transcript, losses: Losses) -> str:  # noqa: ARG002
        """Write the list."""
        return to_json(
            [
                {
                    **given(session_id=each.recording, segment_id=each.id, channel=each.channel),
                    **given(speaker=each.speaker, start_time=each.start, end_time=each.end),
                    "words": each.text,
                    **{key: value for key, value in each.extra.items() if key not in _KEYS},
                }
                for each in transcript.segments
            ]
        )


def _read_object(node: Node, segments: Segments) -> None:
    text = node.text("words")
    start, end = both_or_none(_time(node, "start_time"), _time(node, "end_time"))
    extra = node.extra(*_KEYS)
    segments.add(
        text,
        id=node.label("segment_id"),
        recording=node.label("session_id"),
        channel=node.label("channel"),
        speaker=node.label("speaker"),
        start=start,
        end=end,
        extra=extra,
    )


def _check_speaker(node: Node, kinds: dict[tuple[str | None, str | None], type]) -> None:
    """Refuse a speaker of a recording whose name is a number here and a text there: one, or two of them?"""
    if not node.has("speaker"):
        return
    speaker = node.value["speaker"]
    key = node.label("session_id"), node.label("speaker")
    if kinds.setdefault(key, type(speaker)) is not type(speaker):
        raise node.at("speaker").error(
            f"the speaker {key[1]} of this session is a number in one segment and a text in another; "
            "expected one of both for one speaker"
        )


def _time(node: Node, key: str) -> Decimal | None:
    if node.has(key) and type(node.value[key]) is str:
        time: Any = exact(node.text(key))
        if time is None:
            raise node.at(key).error(
                f"{node.text(key)!r:.60} is not a time, expected seconds, such as 1.3"
            )
        return time  # type: ignore[no-any-return]
    return node.maybe_time(key)
