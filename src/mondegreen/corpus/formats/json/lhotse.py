"""Lhotse's manifests of supervisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.formats.json.nemo import objects
from mondegreen.corpus.json_document import to_json
from mondegreen.corpus.reply import given
from mondegreen.corpus.segmented import Losses, SegmentFormat
from mondegreen.corpus.segments import Segment, Segments, Transcript
from mondegreen.corpus.times import exact, signed

if TYPE_CHECKING:
    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Lhotse"]

_KEYS = {"id", "recording_id", "start", "duration", "channel", "text", "speaker", "alignment"}
_WORD, _FEWEST, _MOST = "word", 3, 4


class Lhotse(SegmentFormat):
    """``{"id", "recording_id", "start", "duration", "channel", "text", "speaker"}`` per line.

    Alignments of words are optional: ``[symbol, start, duration, score]``. Other keys with
    texts or numbers, such as ``language``, are columns.
    """

    name = "lhotse"
    about = "Lhotse's supervisions, one JSON object per line"
    shared_suffixes = (".jsonl",)
    as_columns = "jsonl"
    example = (
        '{"id": "talk-1", "recording_id": "talk", "start": 0.1, "duration": 1.9, "channel": 0, '
        '"text": "so it goes", "speaker": "ada"}\n'
        '{"id": "talk-2", "recording_id": "talk", "start": 2.5, "duration": 1.5, "channel": 0, '
        '"text": "and so on", "speaker": "bo"}\n'
    )
    holds = frozenset(
        {
            *("text", "id", "recordings", "recording", "channel", "speaker", "times", "words"),
            *("word times", "confidence", "extra"),
        }
    )

    def recognise(self, sample: Sample) -> int:
        """Look for its keys in the first line."""
        row = sample.record or {}
        there = [row.get(key) is not None for key in ("id", "recording_id", "start", "duration")]
        return Certainty.MARKS + len(there) if all(there) else Certainty.NO

    def read_segments(self, source: Source) -> Transcript:
        """Read every line."""
        segments = Segments()
        for number, node in objects(source, "an object of a supervision on each line"):
            _read_object(node, number, segments)
        return Transcript(source.name, self.name, segments)

    def write(self, transcript: Transcript, losses: Losses) -> str:
        """Write one line per segment."""
        self.needs_times(transcript)
        lines = []
        for number, each in enumerate(transcript.segments, 1):
            if each.start is None or each.end is None:
                continue  # refused above
            name = each.id
            if name is None:
                losses["segments had no id and got one"] += 1
                name = f"{each.recording or 'recording'}-{number:06d}"
            row = {
                "id": name,
                "recording_id": each.recording or "recording",
                "start": each.start,
                "duration": each.end - each.start,
                "channel": _channel(each.channel),
                "text": each.text,
                **given(speaker=each.speaker),
                **{key: value for key, value in each.extra.items() if key not in _KEYS},
                **given(alignment=_alignment(each, losses)),
            }
            lines.append(to_json(row, indent=False) + "\n")
        return "".join(lines)


def _read_object(node: Node, number: int, segments: Segments) -> None:
    start = node.time("start")
    extra = node.extra(*_KEYS)
    if node.has("alignment"):
        for part in node.at("alignment").items(_WORD, optional=True):
            _read_word(part, segments)
    channel = node.value.get("channel")
    if type(channel) is list and len(channel) == 1:
        channel = channel[0]
    if channel is not None and type(channel) not in {int, str}:
        raise node.at("channel").error("expected the number of a channel, such as 0")
    segments.add(
        node.maybe_text("text") or "",
        id=node.label("id"),
        recording=node.label("recording_id"),
        channel=None if channel is None else str(channel),
        speaker=node.label("speaker"),
        start=start,
        end=start + node.time("duration"),
        extra=extra,
        line=number,
    )


def _read_word(node: Node, segments: Segments) -> None:
    parts = list(node.items())
    values = [part.value for part in parts]
    if not _FEWEST <= len(values) <= _MOST:
        raise node.error("expected [symbol, start, duration, score]")
    start, duration = map(exact, values[1:3])
    if start is None or duration is None:
        raise node.error("expected a start and a duration in seconds")
    score: Any = values[3] if len(values) == _MOST else None
    segments.word(parts[0].string(), start, start + duration, signed(score))


def _alignment(segment: Segment, losses: Losses) -> dict[str, Any] | None:
    if not segment.words:
        return None
    rows = []
    for word in segment.words:
        if word.start is None or word.end is None:
            losses["words without times are in the text alone"] += 1
            continue
        row = [word.text, word.start, word.end - word.start]
        rows.append(row if word.confidence is None else [*row, word.confidence])
    return {_WORD: rows} if rows else None


def _channel(name: str | None) -> Any:
    if name is None:
        return 0
    # A number, as lhotse has them, only where that is written as the name is: 00 is another.
    is_number = name.isascii() and name.isdigit() and len(name) < 10  # noqa: PLR2004
    return int(name) if is_number and str(int(name)) == name else name
