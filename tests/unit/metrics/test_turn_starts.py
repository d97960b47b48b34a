"""``turns``: by hand, and against plain Python that tries all pairs and all moments."""

from __future__ import annotations

import json
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from metric_oracle import assert_broadcasts

import mondegreen as mg
from mondegreen._kernel.sessions import Turns
from mondegreen.cli.app import run
from mondegreen.errors import InputError
from mondegreen.metrics.turns import found_within, interruptions, overlap, starts

if TYPE_CHECKING:
    from pathlib import Path

TIMES = st.integers(0, 20)
SEGMENTS = st.lists(st.tuples(st.integers(0, 3), TIMES, st.integers(0, 6)), max_size=12)
SAID = [("ann", 0.0, 2.0), ("bo", 1.5, 4.0), ("ann", 4.0, 6.0), ("ann", 6.5, 7.0), ("bo", 7.0, 8.0)]


def turns(segments: list[tuple[int, int, int]]) -> Turns:
    return Turns(
        [who for who, _, _ in segments],
        [start for _, start, _ in segments],
        [start + length for _, start, length in segments],
        4,
    )


def rows(segments: list[Any], names: dict[str, str] | None = None, by: float = 0.0) -> list[Any]:
    return [
        {
            "session_id": "s",
            "speaker": (names or {}).get(who, who),
            "start_time": start + by,
            "end_time": end + by,
            "words": "so",
        }
        for who, start, end in segments
    ]


def scored(said: list[Any], heard: list[Any], metrics: Any = "turns") -> mg.Result:
    return mg.score(mg.sessions(said, heard), metrics=metrics)


@given(SEGMENTS)
def test_overlap_is_that_of_every_moment(segments: list[tuple[int, int, int]]) -> None:
    moments = [
        len({who for who, start, length in segments if start <= at < start + length})
        for at in range(30)
    ]
    assert overlap(turns(segments)) == sum(each > 1 for each in moments)


@given(SEGMENTS)
def test_interruptions_are_those_of_all_pairs(segments: list[tuple[int, int, int]]) -> None:
    given_turns = turns(segments)
    began = starts(given_turns)
    assert interruptions(given_turns, began) == [
        sum(
            any(start < time < start + length for other, start, length in segments if other != who)
            for time in began[who]
        )
        for who in range(4)
    ]


@given(SEGMENTS)
def test_a_turn_begins_where_the_segment_before_is_another_speakers(
    segments: list[tuple[int, int, int]],
) -> None:
    order = sorted((start, start + length, who) for who, start, length in segments)
    found = [
        [
            start
            for at, (start, _, who) in enumerate(order)
            if who == each and (at == 0 or order[at - 1][2] != who)
        ]
        for each in range(4)
    ]
    assert starts(turns(segments)) == found


@given(st.lists(TIMES, max_size=5), st.lists(TIMES, max_size=5), st.integers(0, 5))
def test_pairs_are_as_many_as_can_be(said: list[int], heard: list[int], tolerance: int) -> None:
    short, long = sorted((said, heard), key=len)
    most = max(
        (
            sum(abs(a - b) <= tolerance for a, b in zip(short, chosen, strict=False))
            for chosen in permutations(long, len(short))
        ),
        default=0,
    )
    assert found_within(sorted(said), sorted(heard), tolerance) == most


def test_counts_by_hand() -> None:
    heard = [("1", 0.1, 2.1), ("2", 1.5, 4.0), ("2", 4.1, 6.0), ("1", 7.6, 8.0)]
    result = scored(rows(SAID), rows(heard))
    assert result["turns"].counts == {
        "reference_turns": 4,
        "hypothesis_turns": 3,
        "found_within_500_ms": 2,
        "found_within_250_ms": 2,
        "found_within_1000_ms": 2,
        "reference_interruptions": 1,
        "hypothesis_interruptions": 1,
        "reference_overlap": 500_000,
        "hypothesis_overlap": 600_000,
    }
    assert result["turns"].value == 4 / 7
    assert result.by("speaker")["ann"]["turns"].counts["reference_turns"] == 2


@pytest.mark.parametrize(
    ("by", "values"), [(0.0, (1, 1, 1)), (0.25, (1, 1, 1)), (0.4, (1, 0, 1)), (0.75, (0, 0, 1))]
)
def test_a_shift_and_other_names(by: float, values: tuple[int, ...]) -> None:
    spread = [(who, 10 * start, 10 * end) for who, start, end in SAID]
    heard = rows(spread, {"ann": "x", "bo": "y"}, by)
    result = scored(rows(spread), heard, ["turns", "turns[250]", "turns[1000]"])
    assert tuple(each.value for each in result) == values


def test_a_stream_too_many_is_nobodys() -> None:
    result = scored(rows(SAID), rows([*SAID, ("noise", 20.0, 21.0)]))
    assert result.by("speaker")["(nobody)"]["turns"].counts["hypothesis_turns"] == 1
    assert result["turns"].value == 2 * 4 / 9


def test_words_alone_are_turns_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The words of a ctm are segments; those of one channel are one turn until another speaks."""
    path = tmp_path / "talk.ctm"
    path.write_text(
        "talk A 0.0 0.4 so\ntalk A 0.5 0.4 it\ntalk B 1.0 0.4 goes\ntalk A 2.0 0.4 on\n"
    )
    other = tmp_path / "hyp.ctm"
    other.write_text(path.read_text())
    assert run(["score", str(path), str(other), "-m", "turns", "--to", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["metrics"][0]
    assert found["counts"]["reference_turns"] == 3
    assert found["value"] == 1


def test_hostile_sessions() -> None:
    untimed = [{"session_id": "s", "speaker": "a", "words": "so"}]
    with pytest.raises(InputError, match="no times"):
        scored(untimed, untimed)
    with pytest.raises(InputError, match="before its start"):
        scored(rows(SAID), rows([("a", 2.0, 1.0)]))


def test_zero_lengths_and_negative_times() -> None:
    said = rows([("a", -1.0, -1.0), ("b", 0.0, 0.0), ("a", 0.0, 0.0)])
    result = scored(said, said)
    assert result["turns"].counts["reference_overlap"] == 0
    assert result["turns"].value == 0  # without time in common no speaker is mapped


def test_values_of_arrays() -> None:
    for name in ("turns", "turns[250]", "turns[1000]"):
        assert_broadcasts(name, [(4, 3, 2, 1, 3, 1, 1, 5, 6), (1, 0, 0, 0, 0, 0, 0, 0, 0)])
