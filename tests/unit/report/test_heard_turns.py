"""The stretches of turns without words on a page are the times that ``der`` counts."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.report import heard_turns
from mondegreen.report.heard_words import EXTRA, MISSED, RIGHT, WRONG
from mondegreen.scoring.sessions import meetings_of


def sides(speakers: str) -> Any:
    turn = st.tuples(st.sampled_from(speakers), st.integers(0, 12), st.integers(1, 6))
    return st.lists(turn, min_size=1, max_size=6)


def segments(turns: list[tuple[str, int, int]]) -> list[dict[str, Any]]:
    return [
        {
            "session_id": "talk",
            "speaker": who,
            "start_time": at,
            "end_time": at + length,
            "words": "",
        }
        for who, at, length in turns
    ]


@settings(deadline=None)
@given(sides("abc"), sides("123"))
def test_times_of_states_are_those_of_der(said: list[Any], heard: list[Any]) -> None:
    result = mg.score(mg.sessions(segments(said), segments(heard)), metrics="der")
    (meeting,) = meetings_of(result.sessions, result.recipe)
    streams = meeting.diarised(collar=0, overlap=True, convention="pyannote")[2]
    lines = heard_turns.read(meeting, streams)
    found: list[Counter[str]] = [Counter(), Counter()]
    for counter, side in zip(found, lines, strict=True):
        for line in side:
            assert len(line.words) == len(line.times) == len(line.states)
            for (start, end), state in zip(line.times, line.states, strict=True):
                counter[state] += end - start
    counts = result["der"].counts
    assert found[0][MISSED] == counts["missed"]
    assert found[0][WRONG] == found[1][WRONG] == counts["confused"]
    assert found[1][EXTRA] == counts["false_alarm"]
    assert found[0][RIGHT] == found[1][RIGHT]
    assert sum(found[0].values()) == counts["scored"]
