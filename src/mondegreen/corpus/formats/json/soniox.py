"""What Soniox answers for a recording."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.reply import WORDS, ReplyFormat, both_or_none

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.segments import Segments

__all__ = ["Soniox"]

_SCALE: Final = -3
_FAILED: Final = {"error", "failed"}


class Soniox(ReplyFormat):
    """``tokens``, parts of words that hold their own spaces, cut where the speaker changes.

    Times are milliseconds there. Tokens of a translation are not what was said and are skipped, and
    so are the marks of audio events and of an end. A reply without tokens is its ``text``.
    """

    name = "soniox"
    about = "replies of Soniox"
    time_unit = "milliseconds"
    keys = (
        frozenset({"tokens", "text", "start_ms", "end_ms"}),
        frozenset({"status_code", "error_type", "message"}),
        frozenset({"status", "error_message", "model", "filename"}),
    )
    holds = WORDS | {"word speakers"}
    expected = 'a reply of Soniox with "tokens"'
    example = '{"id": "t1", "text": "So it goes.", "tokens": [{"text": "So", "start_ms": 100, "end_ms": 500, "confidence": 0.98, "speaker": "1"}, {"text": " it", "start_ms": 500, "end_ms": 700, "confidence": 0.99, "speaker": "1"}, {"text": " go", "start_ms": 700, "end_ms": 900, "confidence": 0.9, "speaker": "1"}, {"text": "es.", "start_ms": 900, "end_ms": 1200, "confidence": 0.9, "speaker": "1"}]}\n'

    def fill(self, segments: Segments, root: Node) -> None:
        """Add the segments."""
        status = root.maybe_text("status")
        if status in _FAILED or root.has("error_type"):
            reason = root.maybe_text("error_message") or root.maybe_text("message")
            raise root.failure(status or "error", reason or "no transcript")
        if not root.has("tokens"):
            segments.add(root.text("text").strip())
            return
        for word in _words(root):
            segments.word(*word)
        segments.add_by_speaker()


def _words(root: Node) -> Iterator[tuple[Any, ...]]:
    """Join the tokens between two spaces of one speaker to a word."""
    held: list[Any] = []
    speaker: str | None = None
    for token in root.items("tokens"):
        text = token.text("text")
        marked = text.startswith("<") and text.endswith(">")
        if token.maybe_text("translation_status") == "translation" or marked or _is_event(token):
            continue
        given = token.label("speaker")
        if held and (text[:1].isspace() or given != speaker):
            yield _joined(held, speaker)
            held = []
        speaker = given
        times = token.maybe_time("start_ms", _SCALE), token.maybe_time("end_ms", _SCALE)
        held.append((text, *both_or_none(*times), token.number("confidence")))
        if text[-1:].isspace():
            yield _joined(held, speaker)
            held = []
    if held:
        yield _joined(held, speaker)


def _is_event(token: Node) -> bool:
    return token.has("is_audio_event") and token.at("is_audio_event").value is True


def _joined(parts: list[Any], speaker: str | None) -> tuple[Any, ...]:
    starts = [start for _, start, _, _ in parts if start is not None]
    ends = [end for _, _, end, _ in parts if end is not None]
    sure = [each for *_, each in parts if each is not None]
    return (
        " ".join("".join(text for text, *_ in parts).split()),
        starts[0] if starts else None,
        ends[-1] if ends else None,
        min(sure, default=None),
        speaker,
    )
