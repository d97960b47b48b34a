"""What Amazon Transcribe writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from mondegreen.corpus.reply import WrittenReply, all_words, both_or_none, given
from mondegreen.corpus.times import exact, plain, written

if TYPE_CHECKING:
    from collections.abc import Iterable
    from decimal import Decimal

    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.segmented import Losses
    from mondegreen.corpus.segments import Segments

__all__ = ["Aws"]

_Speakers: TypeAlias = "dict[tuple[Decimal | None, Decimal | None], str | None]"


class Aws(WrittenReply):
    """``results.audio_segments`` where they are there, else ``results.items``.

    Times and confidences are texts there. Punctuation is attached to the word before it, and
    items are cut where the speaker or the channel changes. Older transcripts have the names of
    speakers and channels next to the items.
    """

    name = "aws"
    about = "transcripts of Amazon Transcribe"
    keys = (
        frozenset({"results", "items", "jobName"}),
        frozenset({"results", "transcripts", "transcript"}),
    )
    example = '{"jobName": "talk", "results": {"transcripts": [{"transcript": "So it goes."}], "items": [{"start_time": "0.1", "end_time": "0.5", "alternatives": [{"confidence": "0.98", "content": "So"}], "type": "pronunciation"}, {"start_time": "0.5", "end_time": "0.7", "alternatives": [{"confidence": "0.99", "content": "it"}], "type": "pronunciation"}, {"start_time": "0.7", "end_time": "1.2", "alternatives": [{"confidence": "0.97", "content": "goes"}], "type": "pronunciation"}, {"alternatives": [{"confidence": "0.0", "content": "."}], "type": "punctuation"}]}, "status": "COMPLETED"}\n'
    holds = frozenset(
        {"text", "recording", "channel", "speaker", "times", "words", "word times", "confidence"}
    )
    expected = 'a transcript of Amazon with "results"'

    def fill(self, segments: Segments, root: Node) -> None:
        """Add the segments."""
        recording = root.maybe_text("jobName")
        results = root.at("results")
        items = list(results.items("items", optional=True))
        if results.has("audio_segments"):
            known = {item.label("id"): _item(item)[0] for item in items if item.has("id")}
            for node in results.items("audio_segments"):
                _add_audio(segments, node, known, recording)
            return
        if not items:
            texts = [node.text("transcript") for node in results.items("transcripts")]
            segments.add(" ".join(texts).strip(), recording=recording)
            return
        if results.has("channel_labels"):
            for part in results.at("channel_labels").items("channels"):
                inner = part.items("items", optional=True)
                _add_items(segments, inner, {}, recording, part.label("channel_label"))
            return
        _add_items(segments, items, _speakers(results), recording)

    def document(self, segments: Segments, losses: Losses) -> Any:  # noqa: ARG002
        """Return a transcript with segments of audio."""
        items: list[dict[str, Any]] = []
        for segment, word in all_words(segments):
            best = {**given(confidence=_text(word.confidence)), "content": word.text}
            items.append(
                {
                    "id": len(items),
                    "type": "pronunciation",
                    "alternatives": [best],
                    **given(start_time=_text(word.start), end_time=_text(word.end)),
                    **given(speaker_label=segment.speaker, channel_label=segment.channel),
                }
            )
        audio, at = [], 0
        for number, segment in enumerate(segments):
            count = len(segment.words)
            # Words that only the text has are items without times, and no part of a segment.
            numbers = list(range(at, at + count))
            at += count or len(segment.text.split())
            audio.append(
                {
                    "id": number,
                    "transcript": segment.text,
                    **given(start_time=_text(segment.start), end_time=_text(segment.end)),
                    **given(speaker_label=segment.speaker, channel_label=segment.channel),
                    "items": numbers,
                }
            )
        names = [segment.recording for segment in segments if segment.recording]
        text = " ".join(segment.text for segment in segments)
        return {
            **given(jobName=names[0] if names else None),
            "status": "COMPLETED",
            "results": {
                "transcripts": [{"transcript": text}],
                "items": items,
                "audio_segments": audio,
            },
        }


def _add_items(
    segments: Segments,
    items: Iterable[Node],
    speakers: _Speakers,
    recording: str | None,
    channel: str | None = None,
) -> None:
    at = channel
    words = segments.words
    for node in items:
        word, attached, name = _item(node)
        if attached and segments.is_held:
            words.text[-1] += word.text
            continue
        if (name or channel) != at:
            segments.add_by_speaker(recording=recording, channel=at, named=False)
        at = name or channel
        speaker = word.speaker or speakers.get((word.start, word.end))
        segments.word(word.text, word.start, word.end, word.confidence, speaker)
    segments.add_by_speaker(recording=recording, channel=at, named=False)


def _speakers(results: Node) -> _Speakers:
    """Return who speaks when, as it is listed next to the items."""
    if not results.has("speaker_labels"):
        return {}
    return {
        (_maybe(item, "start_time"), _maybe(item, "end_time")): item.label("speaker_label")
        for segment in results.at("speaker_labels").items("segments", optional=True)
        for item in segment.items("items", optional=True)
    }


def _add_audio(
    segments: Segments, node: Node, items: dict[str | None, _Item], recording: str | None
) -> None:
    start, end = both_or_none(_maybe(node, "start_time"), _maybe(node, "end_time"))
    for part in node.items("items", optional=True):
        word = items.get(str(part.value)) if type(part.value) in {int, str} else None
        if word is None:
            raise part.error(f"no item has the id {str(part.value)[:60]}, expected one of items")
        if word.start is not None or not segments.is_held:
            segments.word(word.text, word.start, word.end, word.confidence)
        else:
            segments.words.text[-1] += word.text
    segments.add(
        node.text("transcript").strip(),
        recording=recording,
        channel=node.label("channel_label"),
        speaker=node.label("speaker_label"),
        start=start,
        end=end,
    )


class _Item(NamedTuple):
    text: str
    start: Decimal | None
    end: Decimal | None
    confidence: Decimal | None
    speaker: str | None


def _item(node: Node) -> tuple[_Item, bool, str | None]:
    best = next(node.items("alternatives"), None)
    if best is None:
        raise node.error("no alternatives, expected one or more")
    start, end = both_or_none(_maybe(node, "start_time"), _maybe(node, "end_time"))
    speaker = node.label("speaker_label")
    word = _Item(best.text("content"), start, end, _confidence(best), speaker)
    return word, node.maybe_text("type") == "punctuation", node.label("channel_label")


def _maybe(node: Node, key: str) -> Decimal | None:
    if not node.has(key):
        return None
    if type(node.value[key]) is not str:
        return node.time(key)
    text = node.text(key)
    time = written(text)
    if time is None:
        raise node.at(key).error(f"{text!r:.60} is not a time, expected seconds as '1.30'")
    return time


def _confidence(node: Node) -> Decimal | None:
    if not node.has("confidence") or type(node.value["confidence"]) is not str:
        return node.number("confidence")
    text = node.text("confidence")
    found = exact(text)
    if found is None:
        raise node.at("confidence").error(f"{text!r:.60} is not a number, expected it from 0 to 1")
    return found


def _text(number: Decimal | None) -> str | None:
    return None if number is None else plain(number)
