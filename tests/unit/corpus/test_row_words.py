"""What formats say of words reaches the rows of a corpus, whatever the reference is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg
from mondegreen.corpus.converting import read_transcript
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.segmented import SegmentFormat

if TYPE_CHECKING:
    from pathlib import Path


WITHOUT = {"lhotse", "mistral", "textgrid", "whisper"}
"""Whose examples have no words of their own, so that the first words have the starts of segments."""


def _holding(part: str) -> list[str]:
    kinds: dict[str, Any] = {name: FORMATS.get(name) for name in FORMATS.names()}
    return [
        name
        for name, kind in kinds.items()
        if issubclass(kind, SegmentFormat) and part in kind.holds and isinstance(kind.example, str)
    ]


def _read(name: str, folder: Path) -> tuple[Any, Any]:
    """Return the segments of the format's own example, and the words of the row that they are in."""
    kind: Any = FORMATS.get(name)
    suffix = kind.suffixes[0] if kind.suffixes else (*kind.shared_suffixes, ".txt")[0]
    heard = folder / f"heard{suffix}"
    heard.write_text(kind.example, "utf-8")
    segments = read_transcript(str(heard), name).segments
    said = folder / "said.txt"
    said.write_text(" ".join(" ".join(segments.text).split()) + "\n", "utf-8")
    corpus = mg.read(said, heard, hypothesis_format=name)
    words = corpus.words[1]
    assert words is not None
    return segments, words()


@pytest.mark.parametrize("name", _holding("confidence"))
def test_confidences_reach_the_rows(name: str, tmp_path: Path) -> None:
    given, found = _read(name, tmp_path)
    known = [each for each in given.words.confidence if each is not None]
    there = [each for each in found.confidence if each is not None]
    assert bool(known) == (name not in {"google", "watson", *WITHOUT})
    if FORMATS.get(name).log_confidence:  # type: ignore[attr-defined]
        known = [each.exp() for each in known]
    assert sorted(there) == sorted(known)


@pytest.mark.parametrize("name", _holding("word times"))
def test_times_reach_the_rows(name: str, tmp_path: Path) -> None:
    given, found = _read(name, tmp_path)
    starts = given.start if name in WITHOUT else given.words.start
    known = sorted(int(each * 1_000_000) for each in starts if each is not None)
    assert known
    assert sorted(each for each in found.start if each is not None) == known
