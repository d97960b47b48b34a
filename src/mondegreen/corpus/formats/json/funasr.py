"""What FunASR writes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.reply import ReplyFormat, both_or_none

if TYPE_CHECKING:
    from decimal import Decimal

    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.segments import Segments

__all__ = ["Funasr"]

_SCALE: Final = -3
_TAG: Final = re.compile(r"<\|[^|<>]*\|>")
_KEYS: Final = (
    frozenset({"key", "text", "sentence_info"}),
    frozenset({"key", "text", "timestamp"}),
)
_BEGINS: Final = re.compile(r'\s*\[\s*\{\s*"key"\s*:')


class Funasr(ReplyFormat):
    """A list of recordings, each with a ``key``, a ``text`` and, with times, ``sentence_info``.

    Times are milliseconds there. Marks of SenseVoice (``<|zh|>``) are no words.
    """

    name = "funasr"
    about = "results of FunASR"
    time_unit = "milliseconds"
    keys = _KEYS
    holds = frozenset({"text", "recording", "recordings", "speaker", "times"})
    expected = 'a list of results of FunASR with "key" and "text"'
    example = '[{"key": "talk", "text": "so it goes and so on", "sentence_info": [{"text": "so it goes", "start": 100, "end": 2000, "spk": 0, "timestamp": [[100, 500], [500, 700], [700, 2000]]}, {"text": "and so on", "start": 2500, "end": 4000, "spk": 1, "timestamp": []}]}]\n'

    def recognise(self, sample: Sample) -> int:
        """Look for the keys in a list or in one object."""
        if sample.opening != "[":
            return super().recognise(sample)
        found = max((len(each) for each in self.keys if each <= sample.keys), default=0)
        if not found or not _BEGINS.match(sample.text):
            return Certainty.NO
        return Certainty.MARKS + found

    def fill(self, segments: Segments, root: Node) -> None:
        """Add the segments."""
        recordings = list(root.items()) if isinstance(root.value, list) else [root]
        if not recordings:
            raise root.error(f"an empty list, expected {self.expected}")
        for recording in recordings:
            name = recording.maybe_text("key")
            _add_recording(segments, recording, name)


def _add_recording(segments: Segments, recording: Node, name: str | None) -> None:
    if recording.has("sentence_info"):
        for node in recording.items("sentence_info"):
            times = node.maybe_time("start", _SCALE), node.maybe_time("end", _SCALE)
            start, end = both_or_none(*times)
            key = "text" if node.has("text") else "sentence"
            segments.add(
                _said(node.text(key)),
                recording=name,
                speaker=node.label("spk"),
                start=start,
                end=end,
            )
        return
    stamps = [list(pair.items()) for pair in recording.items("timestamp", optional=True)]
    ends: list[Decimal] = [part.seconds(_SCALE) for pair in stamps for part in pair]
    segments.add(
        _said(recording.text("text")),
        recording=name,
        start=min(ends, default=None),
        end=max(ends, default=None),
    )


def _said(text: str) -> str:
    return " ".join(_TAG.sub(" ", text).split())
