"""Segments and words that a file has more than once, as a run that was resumed writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.corpus.table import quoted
from mondegreen.errors import DoubtWarning, warn

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.corpus.segments import Segments

__all__ = ["warn_of_repeats"]


def warn_of_repeats(name: str, segments: Segments, recordings: Iterable[Sequence[int]]) -> None:
    """Warn where the same text of the same voice is at the same times again.

    Args:
        name: the file.
        segments: all of it.
        recordings: the rows of each recording.
    """
    found: list[str] = []
    words: list[str] = []
    rows_of = list(recordings)
    for rows in rows_of:
        part = segments.take(rows)
        found += [
            f"{quoted(part.text[at])} at {part.start[at]} s ({segments.place(rows[at])})"
            for at in _again_segments(part)
        ]
        if not found:
            words += _again_words(part)
    total, what = (len(segments), "segment") if found else (len(segments.words), "word")
    again = found or words
    if again:
        warn(
            f"{name}: {len(again):,} of {total:,} {what}s repeat an earlier one, with the same text at the same "
            f"times, the first is {again[0]}; what was said once is scored more than once. Take the "
            "repeated ones out",
            DoubtWarning,
        )


def _again_segments(segments: Segments) -> list[int]:
    voices = segments.speaker, segments.channel, segments.recording
    return _again([*zip(segments.text, segments.start, segments.end, *voices, strict=True)])


def _again_words(segments: Segments) -> list[str]:
    words = segments.words
    keys: list[tuple[Any, ...]] = list(zip(words.text, words.start, words.end, strict=True))
    if len({*keys}) == len(keys):
        return []
    voices = [
        (segments.channel[row], segments.recording[row], segments.speaker[row])
        for row in range(len(segments))
        for _ in range(segments.offsets[row + 1] - segments.offsets[row])
    ]
    keys = [(*key, *voice) for key, voice in zip(keys, voices, strict=True)]
    return [f"{quoted(words.text[at])} at {words.start[at]} s" for at in _again(keys)]


def _again(keys: Sequence[tuple[Any, ...]]) -> list[int]:
    """Return what occurs again of keys of a text, a start, an end and more.

    What has no words, or lasts no time, may well be equal.
    """
    if len({*keys}) == len(keys):
        return []
    known: set[tuple[Any, ...]] = set()
    found = []
    for row, key in enumerate(keys):
        text, start, end, *_ = key
        if not text.strip() or start is None or end is None or not start < end:
            continue
        if key in known:
            found.append(row)
        known.add(key)
    return found
