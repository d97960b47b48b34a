"""Calls from two transcripts with recordings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from mondegreen.calls.recordings import read_recordings
from mondegreen.errors import InputError, PairingError

if TYPE_CHECKING:
    from pathlib import Path

STM = """\
c1 A Agent 0.0 2.0 <o> hello this is anna
c1 B Customer 2.0 4.0 <o> hi i lost my card
c1 A Agent 4.0 6.0 <o> which card was it
c2 A Agent 0.0 2.0 <o> good bye
"""
CTM = """\
C1 A 0.1 0.3 hello
C1 A 0.5 0.3 this
C1 A 1.4 0.3 hannah
C1 A 4.1 0.3 which
C1 A 5.4 0.3 it
C1 B 2.1 0.3 hi
C1 B 3.7 0.2 card
c2 A 0.1 0.3 good
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    stm, ctm = tmp_path / "r.stm", tmp_path / "h.ctm"
    stm.write_text(STM, "utf-8")
    ctm.write_text(CTM, "utf-8")
    return stm, ctm


def shown(turns) -> list[tuple[str, str]]:
    return [(turn.speaker, turn.text) for turn in turns]


def test_a_gap_between_turns_is_nobody_who_speaks(files) -> None:
    before = read_recordings(*map(str, files))
    with files[0].open("a", encoding="utf-8") as file:
        file.write("c1 B inter_segment_gap 6.0 7.0 <o>\nc1 A inter_segment_gap 6.0 7.0 <o>\n")
    assert [call.hypothesis for call in read_recordings(*map(str, files))] == [
        call.hypothesis for call in before
    ]


def test_two_channels(files) -> None:
    first, second = read_recordings(*map(str, files))
    assert (first.id, second.id) == ("c1", "c2")
    assert shown(first.hypothesis) == [
        ("Agent", "hello this hannah"), ("Customer", "hi card"), ("Agent", "which it"),
    ]  # fmt: skip
    assert [(t.start, t.end) for t in first.hypothesis] == [(0.1, 1.7), (2.1, 3.9), (4.1, 5.7)]
    assert shown(second.reference) == [("Agent", "good bye")]


def test_words_alone_on_both_sides_are_cut_at_pauses(files) -> None:
    first, _ = read_recordings(str(files[1]), str(files[1]))
    assert first.reference == first.hypothesis
    assert shown(first.reference) == [
        ("A", "hello this hannah"), ("B", "hi"), ("B", "card"), ("A", "which"), ("A", "it"),
    ]  # fmt: skip


def test_seglst(files, tmp_path: Path) -> None:
    rows = [
        {
            "session_id": "c1",
            "speaker": "bot",
            "words": "hello",
            "start_time": "0",
            "end_time": "1",
        },
        {"session_id": "c2", "speaker": "bot", "words": "good", "start_time": "0", "end_time": "1"},
    ]
    file = tmp_path / "h.json"
    file.write_text(json.dumps(rows), "utf-8")
    first, second = read_recordings(str(files[0]), str(file))
    assert shown(first.hypothesis) == [("bot", "hello")]
    assert shown(second.hypothesis) == [("bot", "good")]


def test_a_recording_that_was_not_heard_has_no_turns(files, tmp_path: Path) -> None:
    ctm = tmp_path / "one.ctm"
    ctm.write_text(CTM.rpartition("c2")[0], "utf-8")
    first, second = read_recordings(str(files[0]), str(ctm))
    assert first.hypothesis
    assert second.hypothesis == ()


def test_what_does_not_go_together(files, tmp_path: Path) -> None:
    other = tmp_path / "o.ctm"
    other.write_text("c9 A 0 1 hello\nc8 A 0 1 hello\n", "utf-8")
    with pytest.raises(
        PairingError, match=r"recordings without a reference: 2, as 'c9', 'c8'.*has 'c1'"
    ):
        read_recordings(str(files[0]), str(other))
    lines = tmp_path / "plain.txt"
    lines.write_text("hello\nyou\n", "utf-8")
    with pytest.raises(InputError, match="without speaker and channel"):
        read_recordings(str(files[0]), str(lines))
    with pytest.raises(InputError):
        read_recordings(str(files[0]), str(tmp_path / "none.ctm"))


def test_ignored_segments_are_no_turns(tmp_path: Path) -> None:
    stm, ctm = tmp_path / "r.stm", tmp_path / "h.ctm"
    stm.write_text(
        "c1 A Agent 0 2 hello\nc1 A Agent 2 4 IGNORE_TIME_SEGMENT_IN_SCORING\nc1 A Agent 4 6 bye\n"
    )
    ctm.write_text("c1 A 0 1 hello\nc1 A 2.5 1 noise\nc1 A 4.5 1 bye\n")
    (only,) = read_recordings(str(stm), str(ctm))
    assert shown(only.reference) == shown(only.hypothesis) == [("Agent", "hello"), ("Agent", "bye")]
