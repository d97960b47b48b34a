"""Random transcripts that a format can hold."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from mondegreen.corpus.segments import Segment, Transcript, Word

WORDS = st.text("abcXYZéßçю你ก'’-.,!?&0189", min_size=1, max_size=6).filter(
    lambda text: "--" not in text and text.strip("-")
)
NAMES = st.text("abcXYZ019éю", min_size=1, max_size=6)
DIGITS = {"srt": 3, "vtt": 3, "sbv": 3, "assemblyai": 3, "azure": 3}
WORD_TIMES_ONLY = {"google", "elevenlabs", "speechmatics", "ctm"}
LABELLED = {"deepgram"}  # numbers come back as the names that they were


def times(places: int) -> st.SearchStrategy[Decimal]:
    return st.decimals(0, 99_999, places=places, allow_nan=False, allow_infinity=False)


@st.composite
def transcripts(draw: Any, name: str, holds: frozenset[str]) -> Transcript:
    places = DIGITS.get(name, draw(st.sampled_from([0, 2, 3, 6])))
    count = draw(st.integers(1, 4))
    recording = draw(NAMES) if "recording" in holds else None
    segments = []
    timed = name not in {"seglst", "nemo", "whisper", "whisperx"} or draw(st.booleans())
    timed |= name == "nemo"
    for number in range(count):
        if "recordings" in holds:
            recording = draw(NAMES)
        points = sorted(draw(st.lists(times(places), min_size=2, max_size=2)))
        texts = draw(st.lists(WORDS, min_size=0 if "text" in holds else 1, max_size=4))
        words: tuple[Word, ...] = ()
        if "words" in holds and (name in WORD_TIMES_ONLY or draw(st.booleans())):
            words = tuple(
                Word(
                    text,
                    *points,
                    draw(st.none() | times(2)) if "confidence" in holds else None,
                )
                for text in texts
            )
        needs_words = name in WORD_TIMES_ONLY and not words
        segment = Segment(
            " ".join(texts),
            speaker=draw(NAMES) if "speaker" in holds else None,
            recording=recording,
            channel=draw(NAMES) if "channel" in holds else None,
            id=f"{draw(NAMES)}-{number}" if "id" in holds else None,
            start=points[0] if timed and not needs_words else None,
            end=points[1] if timed and not needs_words else None,
            words=words,
        )
        if "labels" in holds:
            segment = replace(segment, labels=draw(st.none() | st.just("O,F0")))
        if "extra" in holds:
            segment = replace(segment, extra=draw(st.just({}) | st.just({"noise": "café", "n": 1})))
        if "times" not in holds and "word times" not in holds:
            segment = replace(segment, start=None, end=None)
        segments.append(segment)
    if name in {"speechmatics", "elevenlabs", "ctm", "google"}:
        segments = distinct(segments)
    if name == "rttm":
        segments = [replace(segment, text="") for segment in segments]
    if name == "textgrid":
        segments = intervals(segments)
    return Transcript("x", name, tuple(segments))


def intervals(segments: list[Segment]) -> list[Segment]:
    """Give each segment words and a duration, and each another start, in order of which they are read.

    Words are one after the other.
    """
    starts = {segment.start: segment for segment in segments}
    found = []
    for _, segment in sorted(starts.items(), key=lambda each: each[0] or Decimal(0)):
        start, end = segment.start or Decimal(0), (segment.end or Decimal(0)) + 1
        step = (end - start) / 16
        words = tuple(
            Word(word.text, start + step * at, start + step * (at + 1))
            for at, word in enumerate(segment.words)
        )
        found.append(replace(segment, text=segment.text or "a", end=end, words=words))
    return found


def distinct(segments: list[Segment]) -> list[Segment]:
    """Give each segment a speaker or channel of its own, by which such formats cut words."""
    return [
        replace(
            segment,
            speaker=None if segment.speaker is None else f"{segment.speaker}{number}",
            channel=None if segment.channel is None else f"{segment.channel}{number}",
        )
        for number, segment in enumerate(segments)
        if segment.words
    ] or [
        replace(
            segments[0],
            text="a",
            words=(Word("a", Decimal(0), Decimal(1)),),
            start=Decimal(0),
            end=Decimal(1),
        )
    ]
