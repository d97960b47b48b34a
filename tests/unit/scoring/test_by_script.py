"""Rates by the script of the reference word."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.cli.app import run
from mondegreen.scoring.scripts import script_of_token

if TYPE_CHECKING:
    from pathlib import Path

WORDS = st.sampled_from(["call", "मुझे", "我", "24", "%", "Привет", "x9", "ที่"])
TEXTS = st.lists(WORDS, max_size=6).map(" ".join)
PAIRS = st.lists(st.tuples(TEXTS, st.one_of(TEXTS, st.none())), min_size=1, max_size=6)


@given(
    PAIRS, st.sampled_from(["word", "character", "mixed"]), st.sampled_from(["skip", "deletions"])
)
def test_the_scripts_add_up_to_the_result(
    pairs: list[tuple[str, str | None]], unit: str, missing: str
) -> None:
    references, hypotheses = map(list, zip(*pairs, strict=True))
    metric = "cer" if unit == "character" else "wer"
    result = mg.score(references, hypotheses, metrics=metric, unit=unit, missing=missing)
    groups = result.by("script")
    for name, total in result[metric].counts.items():
        assert sum(groups[script][metric].counts[name] for script in groups) == total


@pytest.mark.parametrize(
    ("token", "script"),
    [
        *(("नमस्ते", "Devanagari"), ("\u0301a", "Latin"), ("5kg", "Latin"), ("42", "Digit")),
        *(
            ("", "Common"),
            ("\ud800", "Common"),
            ("٣", "Digit"),
            ("我買", "Han"),
            ("Wi-Fi", "Latin"),
        ),
    ],
)
def test_scripts_of_tokens(token: str, script: str) -> None:
    assert script_of_token(token) == script


def test_a_column_of_that_name_goes_first() -> None:
    result = mg.score(["a", "我"], ["a", "x"], by={"script": ["old", "new"]})
    assert list(result.by("script")) == ["new", "old"]


def test_what_cannot_be_cut_by_script_says_why(tmp_path: Path) -> None:
    with pytest.raises(mg.UsageError, match="over an alignment, as wer or cer"):
        mg.score("a", "a", metrics="sentence").by("script")
    with pytest.raises(mg.UsageError, match="used alone"):
        mg.score(["a"], ["a"], by={"speaker": ["s"]}).by("script", "speaker")
    with pytest.raises(mg.UsageError, match="is not a column here"):
        mg.score("a", "a").column("script")
    mg.score("a", "a").save(tmp_path / "run.json")
    with pytest.raises(mg.UsageError, match="without its texts"):
        mg.load(tmp_path / "run.json").by("script")


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "calls.jsonl"
    file.write_text('{"reference": "मुझे call करो", "hypothesis": "मुझे कॉल करो now"}\n', "utf-8")
    assert run(["score", str(file), "--by", "script", "--json"]) == 0
    slices = json.loads(capsys.readouterr().out)["slices"]
    found = {each["group"]["script"]: each["metrics"][0]["errors"] for each in slices}
    assert found == {"Devanagari": 0, "Latin": 2}


def test_what_has_no_rates_by_script_is_refused_before_it_is_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "calls.jsonl"
    file.write_text('{"reference": "a", "hypothesis": "b"}\n', "utf-8")
    (tmp_path / "none.jsonl").write_text("", "utf-8")
    model = f"replay:{tmp_path / 'none.jsonl'}"
    assert run(["score", str(file), "-m", "facts", "--model", model, "--by", "script"]) == 2
    told = capsys.readouterr().err
    assert "over an alignment, as wer or cer; here are facts" in told
    assert "answers" not in told
