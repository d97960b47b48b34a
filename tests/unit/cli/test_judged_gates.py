"""Gates on metrics of which a judge left something open: they are not met, unless it is said how much may be."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

import mondegreen as mg
from mondegreen.cli import main

if TYPE_CHECKING:
    from pathlib import Path

SAID = [f"please pay the card number {n}" for n in range(100)]
HEARD = [text if row < 60 else text.replace("card", "cart") for row, text in enumerate(SAID)]


def written(folder: Path, name: str, said: list[str], heard: list[str]) -> str:
    path = folder / name
    rows = enumerate(zip(said, heard, strict=True))
    path.write_text(
        "".join(
            json.dumps({"id": str(row), "reference": one, "hypothesis": other}) + "\n"
            for row, (one, other) in rows
        )
    )
    return str(path)


@pytest.fixture
def data(tmp_path: Path) -> str:
    """Return 60 equal pairs and 40 that need the judge."""
    return written(tmp_path, "data.jsonl", SAID, HEARD)


@pytest.fixture
def nobody(tmp_path: Path) -> list[str]:
    """Return a model that answers nothing."""
    (tmp_path / "none.jsonl").write_text("\n")
    return ["--model", f"replay:{tmp_path / 'none.jsonl'}"]


def ran(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as done:
        main([*map(str, words)])
    out, said = capsys.readouterr()
    return int(str(done.value.code or 0)), out, said


SCORE = ("score", "-m", "semantic-wer")


def test_a_dead_judge_has_no_rate(
    data: str, nobody: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = ran(capsys, *SCORE, data, *nobody, "--json")
    assert status == 0
    (metric,) = json.loads(out)["metrics"]
    assert (metric["value"], metric["reason"]) == (None, "0 of 40 judged")
    assert metric["value_low"] == 0.0
    assert 0 < metric["value_high"] < 0.1
    assert (metric["needed"], metric["unjudged"], metric["utterances"]) == (40, 40, 60)
    coverage = json.loads(out)["coverage"]
    assert coverage["needed"] == {"semantic-wer": 40}
    assert coverage["unjudged"] == {"semantic-wer": {"unavailable": 40}}


@pytest.mark.parametrize(
    ("gates", "says"),
    [
        (
            ["--fail-above", "semantic-wer=50%"],
            "so it cannot be said to be below 50.00 %; --min-judged",
        ),
        (["--min-coverage", "50%"], "0.00 % of what needed the judge; --min-judged says"),
        (["--min-judged", "95%"], "0.00 % of what needed the judge, below 95.00 %"),
        (["--fail-above", "semantic-wer=50%", "--min-judged", "1%"], "below 1.00 %, so it cannot"),
        (
            ["--fail-above", "semantic-wer=1%", "--min-judged", "0%"],
            "above 1.00 % (0 of 40 judged)",
        ),
    ],
)
def test_a_dead_judge_meets_no_gate(
    data: str, nobody: list[str], gates: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = ["--missing", "skip"] if "--min-coverage" in gates else []
    status, _, said = ran(capsys, *SCORE, data, *nobody, *missing, *gates)
    assert status == 1, said
    assert "gate not met: semantic-wer" in said
    assert says in said


def test_the_worst_case_meets_a_gate_if_enough_is_judged(
    data: str, nobody: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    gates = ["--fail-above", "semantic-wer=50%", "--min-judged", "0%"]
    assert ran(capsys, *SCORE, data, *nobody, *gates)[0] == 0


def test_where_nothing_is_needed_all_is_judged(
    tmp_path: Path, nobody: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    data = written(tmp_path, "equal.jsonl", SAID, SAID)
    gates = ["--fail-above", "semantic-wer=0%", "--min-judged", "100%"]
    status, out, said = ran(capsys, *SCORE, data, *nobody, *gates)
    assert status == 0, said
    assert "0.00 %" in out
    assert "judged)" not in out
    rules = ran(capsys, *SCORE, written(tmp_path, "d.jsonl", SAID, HEARD), *gates[2:])
    assert rules[0] == 0  # the protocol rules asks nobody


def test_a_gate_on_another_metric_stands_by_itself(
    data: str, nobody: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("score", "-m", "wer", "-m", "semantic-wer", data, *nobody)
    assert ran(capsys, *words, "--fail-above", "wer=50%")[0] == 0


@pytest.mark.parametrize("share", ["1.5", "120%", "-1", "much"])
def test_a_share_is_a_share(data: str, share: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, said = ran(capsys, *SCORE, data, "--min-judged", share)
    assert (status, out) == (2, "")
    assert "--min-judged" in said
    assert "95%" in said


def test_a_baseline_is_not_met_by_what_was_not_judged(
    data: str, tmp_path: Path, nobody: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run.json"
    assert ran(capsys, *SCORE, data, *nobody, "--save", str(run))[0] == 0
    gate = ("--baseline", str(run), "--fail-if-worse", "semantic-wer", "--margin", "50%")
    status, _, said = ran(capsys, *SCORE, data, *nobody, *gate)
    assert status == 1
    assert "this run 40 of 40 unjudged, run.json 40 of 40 unjudged, so it cannot be said" in said
    assert ran(capsys, *SCORE, data, *nobody, *gate, "--min-judged", "0%")[0] == 0


def test_gates_of_comparisons_and_junit(
    data: str, tmp_path: Path, nobody: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    other = written(tmp_path, "other.jsonl", SAID, SAID)
    words = ("compare", f"a={other}", f"b={data}", "-m", "semantic-wer", *nobody)
    gate = ("--fail-if-worse", "semantic-wer", "--margin", "50%")
    status, out, said = ran(capsys, *words, *gate, "--to", "junit")
    assert status == 1
    assert ET.fromstring(out).attrib == {"tests": "1", "failures": "1", "errors": "0"}
    assert "gate not met" in said
    status, out, _ = ran(capsys, *words, *gate, "--min-judged", "0%", "--to", "junit")
    assert status == 0
    assert "at worst, as b 40 of 40 unjudged, a 0 of 0 unjudged" in out
    status, out, said = ran(capsys, *words, "--min-judged", "0%")
    assert (status, out) == (2, "")
    assert "--min-judged is part of a gate; add --fail-if-worse" in said


def test_in_python_the_range_is_there_too(data: str, nobody: list[str]) -> None:
    judge = mg.Judging(nobody[1], tell=str)
    found = mg.score(mg.read(data), metrics=["semantic-wer"], judge=judge)["semantic-wer"]
    assert (found.value, found.value_low, found.reason) == (None, 0.0, "0 of 40 judged")
    assert float(found) != float(found)  # NaN
    assert mg.semantic_wer(SAID, HEARD, judge=judge) != mg.semantic_wer(SAID, HEARD, judge=judge)
    whole = mg.score(SAID, SAID, metrics=["semantic-wer"], judge=judge)["semantic-wer"]
    assert (whole.value, whole.value_low, whole.value_high, whole.reason) == (0.0, 0.0, 0.0, None)
