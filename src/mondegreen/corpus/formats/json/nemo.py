"""NeMo manifests: one JSON object per line for each piece of audio."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mondegreen.corpus.columns import HYPOTHESIS_OF_PAIR
from mondegreen.corpus.format import Certainty
from mondegreen.corpus.json_document import parse_text, to_json
from mondegreen.corpus.reply import given
from mondegreen.corpus.segmented import Losses, SegmentFormat
from mondegreen.corpus.segments import Segments, Transcript

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Nemo", "objects"]

_KEYS = {"audio_filepath", "offset", "duration", "text", "speaker"}


class Nemo(SegmentFormat):
    """``{"audio_filepath", "offset", "duration", "text"}`` per line.

    ``pred_text`` is read where ``text`` is missing. The path is the recording, and the default
    offset 0. Other keys with texts or numbers are columns. ``mondegreen score`` reads manifests
    with both sides as jsonl.
    """

    name = "nemo"
    about = "NVIDIA NeMo manifests, one JSON object per line"
    shared_suffixes = (".json", ".jsonl")
    as_columns = "jsonl"
    example = (
        '{"audio_filepath": "talk.wav", "offset": 0.1, "duration": 1.9, "text": "so it goes"}\n'
        '{"audio_filepath": "talk.wav", "offset": 2.5, "duration": 1.5, "text": "and so on"}\n'
    )
    holds = frozenset({"text", "recordings", "recording", "speaker", "times", "extra"})

    def recognise(self, sample: Sample) -> int:
        """Look for its keys in the first line."""
        row = sample.record or {}
        there = [row.get(key) is not None for key in ("audio_filepath", "duration")]
        texts = row.get("text") is not None or row.get("pred_text") is not None
        return Certainty.MARKS + 3 if all(there) and texts else Certainty.NO

    def cuts_recordings(self, head: bytes) -> bool:
        """Whether a recording is on several lines, as far as can be seen."""
        seen: set[str] = set()
        for line in head.decode("utf-8", "replace").split("\n"):
            try:
                name = json.loads(line).get("audio_filepath")
            except (ValueError, RecursionError, AttributeError):
                continue  # a blank line, or where the head ends
            if isinstance(name, str) and name in seen:
                return True
            seen.add(str(name))
        return False

    def read_segments(self, source: Source) -> Transcript:
        """Read every line."""
        return self._read(source, ("text", "pred_text"))

    def read_hypotheses(self, source: Source) -> Transcript:
        """Read every line; ``text`` is the reference where there is ``pred_text`` or the like."""
        return self._read(source, HYPOTHESIS_OF_PAIR.names)

    def _read(self, source: Source, keys: tuple[str, ...]) -> Transcript:
        segments = Segments()
        for number, node in objects(source, "an object of a NeMo manifest on each line"):
            _read_object(node, number, keys, segments)
        return Transcript(source.name, self.name, segments)

    def write(self, transcript: Transcript, losses: Losses) -> str:
        """Write one line per segment."""
        lines = []
        for number, each in enumerate(transcript.segments, 1):
            if not each.recording:
                raise self.error(each, number, "recording")
            times: dict[str, Any] = {}
            if each.start is not None and each.end is not None:
                times = {"offset": each.start, "duration": each.end - each.start}
            else:
                losses["segments without times have no duration"] += 1
            row = {
                "audio_filepath": each.recording,
                **times,
                "text": each.text,
                **given(speaker=each.speaker),
                **{key: value for key, value in each.extra.items() if key not in _KEYS},
            }
            lines.append(to_json(row, indent=False) + "\n")
        return "".join(lines)


def objects(source: Source, expected: str) -> Iterator[tuple[int, Node]]:
    """Yield the objects of lines, each with the number of its line; blank ones hold none."""
    for number, line in enumerate(source.lines(), 1):
        if line.strip():
            yield number, parse_text(source.name, line, expected, first=number)


def _read_object(node: Node, number: int, keys: tuple[str, ...], segments: Segments) -> None:
    start = end = None
    if node.has("duration"):
        start = node.maybe_time("offset") or node.time("duration") * 0
        end = start + node.time("duration")
    key = next((key for key in keys if node.has(key)), "text")
    extra = node.extra(*_KEYS, key)
    segments.add(
        node.text(key),
        recording=node.text("audio_filepath"),
        speaker=node.label("speaker"),
        start=start,
        end=end,
        extra=extra,
        line=number,
    )
