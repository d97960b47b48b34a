"""256 sessions of invented words, with the values of meeteval 0.4.3, md-eval-22 and pyannote.metrics 4.2.0."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mondegreen._kernel.sessions import Session, Side, Turns, diarise, self_overlap

SESSIONS = [
    json.loads(line)
    for line in (Path(__file__).parent / "speakers" / "sessions.jsonl").read_text().splitlines()
]
COLLARS = {"cp": None, "tcp": 5_000_000, "tcp_05": 500_000}
ASSIGNED = {
    "orc": (None, "exact", False),
    "orc_greedy": (None, "greedy", False),
    "tcorc": (5_000_000, "exact", False),
    "tcorc_greedy": (5_000_000, "greedy", False),
    "dicp": (None, "exact", True),
    "dicp_greedy": (None, "greedy", True),
    "ditcp_greedy": (5_000_000, "greedy", True),
}
EXACT_OF = {"orc_greedy": "orc", "tcorc_greedy": "tcorc", "dicp_greedy": "dicp"}
HALF_A_FRAME = 0.0015


def _microseconds(seconds: float) -> int:
    return round(seconds * 1_000_000)


def _side(rows: list[Any]) -> tuple[Side, dict[int, str]]:
    names: dict[str, int] = {}
    streams = [names.setdefault(row[0], len(names)) for row in rows]
    times = [_microseconds(row[1]) for row in rows], [_microseconds(row[2]) for row in rows]
    return Side(streams, times, [row[3] for row in rows]), {at: name for name, at in names.items()}


def _session(case: Any) -> tuple[Session, dict[int, str], dict[int, str]]:
    said, speakers = _side(case["reference"])
    heard, streams = _side(case["hypothesis"])
    return Session(said, heard), speakers, streams


def _turns(rows: list[Any]) -> Turns:
    side, names = _side(rows)
    assert side.times is not None
    return Turns(side.streams, *side.times, len(names))


def _is_compared(case: Any, collar: int | None) -> bool:
    return collar is None or not case["on_the_edge"]


@pytest.mark.parametrize("name", COLLARS)
def test_maps_of_speakers_have_the_errors_of_meeteval(name: str) -> None:
    compared = 0
    for case in SESSIONS:
        expected = case.get(name)
        if not isinstance(expected, dict) or not _is_compared(case, COLLARS[name]):
            continue
        session, speakers, streams = _session(case)
        found = session.pairs(COLLARS[name])
        words: dict[int, int] = {}
        for row in case["hypothesis"]:
            label = next(at for at, stream in streams.items() if stream == row[0])
            words[label] = words.get(label, 0) + len(row[3].split())
        extra = [stream for stream in session.streams if stream not in found.streams]
        insertions = sum(words[stream] for stream in extra)
        hits, substitutions, deletions, inserted = (
            sum(each) for each in zip(*found.counts, strict=True)
        )
        split = [substitutions, deletions, inserted + insertions]
        assert [sum(split), hits + substitutions + deletions] == expected["counts"][:2], case["id"]
        assert found.streams.count(None) == expected["missed"], case["id"]
        assert len(extra) == expected["falarm"], case["id"]
        compared += 1
        if case["cp"]["optima"] != 1:
            continue
        assert split == expected["most_hits"], case["id"]
        if name == "cp":
            pairs = {
                (speakers[speaker], None if stream is None else streams[stream])
                for speaker, stream in zip(session.speakers, found.streams, strict=True)
            } | {(None, streams[stream]) for stream in extra}
            assert pairs == {tuple(pair) for pair in expected["assignment"]}, case["id"]
    assert compared == {"cp": 256, "tcp": 255, "tcp_05": 225}[name]


@pytest.mark.parametrize("name", ASSIGNED)
def test_assignments_of_segments_have_at_most_the_errors_of_meeteval(name: str) -> None:
    collar, search, swapped = ASSIGNED[name]
    compared = 0
    for case in SESSIONS:
        expected = case.get(name)
        if not isinstance(expected, dict) or not _is_compared(case, collar):
            continue
        session, _, _ = _session(case)
        found = session.assigned(collar, search, swapped=swapped)
        errors = sum(counts[1] + counts[2] for counts in found.counts) + found.insertions
        theirs = expected["counts"][0]
        compared += 1
        if search == "exact":
            assert errors == theirs, case["id"]
            continue
        best = case.get(EXACT_OF.get(name, ""))
        assert not isinstance(best, dict) or best["counts"][0] <= errors, case["id"]
        assert errors <= theirs, case["id"]
    assert compared == {"orc": 220, "tcorc": 250, "dicp": 230}.get(
        name, 256 if collar is None else 255
    )


def test_orders_of_segments_have_the_errors_of_meeteval() -> None:
    compared = 0
    for case in SESSIONS:
        expected = case.get("mimo")
        if isinstance(expected, dict):
            found = _session(case)[0].interleaved("exact")
            assert found.errors == expected["counts"][0], case["id"]
            compared += 1
    assert compared == 213


@pytest.mark.parametrize("tool", ["md_eval", "pyannote"])
@pytest.mark.parametrize("way", ["c0", "c25", "c25_no_overlap", "c0_no_uem"])
def test_diarisation_has_the_times_of_each_tool(tool: str, way: str) -> None:
    compared = 0
    for case in SESSIONS:
        expected = (case.get(tool) or {}).get(way)
        if not isinstance(expected, list):
            continue
        times, false_alarm, _ = diarise(
            _turns(case["reference"]),
            _turns(case["hypothesis"]),
            region=None if way == "c0_no_uem" else [(0, _microseconds(case["end"]))],
            both=False,
            collar=250_000 if "c25" in way else 0,
            overlap="no_overlap" not in way,
            map_scored=tool == "pyannote",
        )
        scored, missed, confused = (sum(each[at] for each in times) for at in range(3))
        found = [each / 1_000_000 for each in (scored, missed, false_alarm, confused)]
        assert found == pytest.approx(expected, abs=HALF_A_FRAME), case["id"]
        compared += 1
    assert compared >= {"md_eval": 230, "pyannote": 0 if way == "c0_no_uem" else 256}[tool]


def test_jaccard_errors_are_those_of_pyannote() -> None:
    other = {}
    for case in SESSIONS:
        expected = case["pyannote"]["jer"]
        times, _, map_ = diarise(
            _turns(case["reference"]),
            _turns(case["hypothesis"]),
            region=[(0, _microseconds(case["end"]))],
            both=True,
            collar=0,
            overlap=True,
            map_scored=True,
        )
        rates = [
            1.0 if heard is None else (either - both) / either
            for (_, _, _, either, both), heard in zip(times, map_, strict=True)
            if either
        ]
        assert len(rates) == expected[1], case["id"]
        if sum(rates) != pytest.approx(expected[0], abs=1e-6):
            other[case["id"]] = sum(rates)
    # Two maps have the same time in common, and not the same rates.
    assert set(other) == {"small-046"}


def test_words_of_other_speakers_are_those_of_diarizationlm() -> None:
    """Where the alignment has the same counts, nine sessions have another alignment all the same."""
    equal = other = 0
    for case in SESSIONS:
        expected = case.get("wder")
        if not isinstance(expected, dict):
            continue
        speakers, (hits, *errors) = _session(case)[0].word_diarisation()
        if [*errors, hits] != expected["wer"]:
            continue
        wrong = sum(each[0] + each[1] for each in speakers)
        assert sum(each[2] + each[3] for each in speakers) == expected["aligned"], case["id"]
        equal += wrong == expected["confused"]
        other += wrong != expected["confused"]
    assert (equal, other) == (204, 9)


def test_time_that_a_speaker_speaks_twice() -> None:
    for case in SESSIONS:
        for side, expected in zip(
            ("reference", "hypothesis"), case["self_overlap_ms"][0], strict=True
        ):
            found = sum(over for over, _ in self_overlap(_turns(case[side])))
            assert found / 1000 == pytest.approx(expected, abs=1), (case["id"], side)
