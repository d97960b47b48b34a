"""What a run of live systems needs to know of the ends of speech, said before it is too late."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mondegreen.bench.clips import Clip, Dataset
from mondegreen.bench.config import System
from mondegreen.bench.policies import asked_late, finalized, not_listened

LIVE = System("pocketsphinx-live:en-us", "pocketsphinx-live:en-us")
RECORDED = System("pocketsphinx:en-us", "pocketsphinx:en-us")
COMMAND = "mondegreen bench speech-ends"
OPEN = Clip("a", "a.wav", "some words")
KNOWN = replace(OPEN, id="b", speech_end_ms=900.0)
NO_SPEECH = replace(OPEN, id="c", speech_end_detector="energy@1")
SILENT = replace(OPEN, id="d", reference="")
NO_AUDIO = replace(OPEN, id="e", reason="no recording")


@pytest.mark.parametrize(
    ("clips", "systems", "said"),
    [
        ([OPEN, KNOWN], [LIVE], "1 of 2 clips has no speech end"),
        ([OPEN, replace(OPEN, id="z")], [RECORDED, LIVE], "2 of 2 clips have no speech end"),
        ([replace(OPEN, reference=None)], [LIVE], "1 of 1 clip has no speech end"),
        ([OPEN], [RECORDED], ""),
        ([KNOWN, NO_SPEECH, SILENT, NO_AUDIO], [LIVE], ""),
    ],
)
def test_clips_without_a_speech_end_and_the_command_that_finds_it(
    clips: list[Clip], systems: list[System], said: str
) -> None:
    lines = not_listened([Dataset("one", clips)], systems, COMMAND)
    assert len(lines) == bool(said)
    assert all(said in line and line.endswith(COMMAND) for line in lines)


def test_a_forced_system_is_asked_after_the_recording() -> None:
    forced, _ = finalized([LIVE], 0)
    datasets = [Dataset("one", [OPEN]), Dataset("two", [KNOWN])]
    (line,) = asked_late(datasets, forced, COMMAND)
    assert line.startswith("pocketsphinx-live:en-us[forced@0ms]: 1 clip of one@")
    assert "after the end of the recording" in line
    assert line.endswith(f"{COMMAND} --name one")
    assert asked_late(datasets, [LIVE, RECORDED], COMMAND) == []
    assert asked_late(datasets[1:], forced, COMMAND) == []
