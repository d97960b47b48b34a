"""Flags for what may be made up."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.cli.app import run
from mondegreen.scoring.hallucination import characters_per_minute, find, longest_loop

if TYPE_CHECKING:
    from pathlib import Path


def flags(reference: str, hypothesis: str, seconds: float | None = None) -> str:
    by = None if seconds is None else {"duration": [seconds]}
    found = find(mg.score([reference], [hypothesis], by=by))
    assert found is not None
    return found.flags[0]


@pytest.mark.parametrize(
    ("reference", "hypothesis", "seconds", "expected"),
    [
        ("", "", None, ""),
        ("", "thank you", 6, "empty-reference"),
        ("a", "a", 0.001, ""),
        ("so it goes", "so it goes " + "thank you " * 5, None, "loop"),
        ("no no no no no no", "no no no no no no no", None, ""),
        ("no", "no no no no no", None, ""),
        ("hm", "h" + "m" * 40, None, ""),
        ("a b", "a b h" + "m" * 40, None, "loop"),
        (
            "so it goes",
            "so it goes " + "and on " * 2 + "for ever more until the very end",
            1,
            "rate",
        ),
        ("quick " * 20, "quick " * 21, 1, ""),
        ("", "x" * 200, 6, "empty-reference,loop,rate"),
    ],
)
def test_flags(reference: str, hypothesis: str, seconds: float | None, expected: str) -> None:
    assert flags(reference, hypothesis, seconds) == expected


@given(st.lists(st.sampled_from("ab"), max_size=12))
def test_loops_against_brute_force(words: list[str]) -> None:
    best = min(len(words), 1)
    for size in range(1, 9):
        for at in range(len(words)):
            times = 1
            while words[at : at + size] == words[at + times * size : at + (times + 1) * size] != []:
                times += 1
            best = max(best, times)
    assert longest_loop(" ".join(words))[1] == best


@pytest.mark.parametrize("seconds", [None, 0, -1, float("nan")])
def test_no_length_no_rate(seconds: float | None) -> None:
    assert characters_per_minute("a", seconds) is None


@pytest.mark.parametrize("value", ["x", None, True, [1], float("inf"), 10**400])
def test_what_is_no_duration_is_none(value: object) -> None:
    found = find(mg.score(["", "a"], ["a", "a"], by={"duration": [value, 1]}))
    assert found is not None
    assert found.flags == ["empty-reference", ""]
    assert found.rates == [None, 60.0]


def test_in_the_table_and_the_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, rows = tmp_path / "x.jsonl", tmp_path / "rows.jsonl"
    pairs = [("", "thank you", 0, 6), ("so", "so", 6, 7)]
    file.write_text(
        "".join(
            json.dumps({"reference": r, "hypothesis": h, "start": s, "end": e}) + "\n"
            for r, h, s, e in pairs
        ),
        "utf-8",
    )
    assert run(["score", str(file), "--per-utterance", str(rows)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (
        lines[-2] == "1 hypothesis may be hallucinated: 1 with words where the reference is empty"
    )
    assert lines[-1].startswith("wer@")
    found = [json.loads(line) for line in rows.read_text("utf-8").splitlines()]
    assert [(row["hallucination"], row["characters_per_minute"]) for row in found] == [
        ("empty-reference", 90.0),
        ("", 120.0),
    ]
