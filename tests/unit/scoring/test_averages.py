"""Pooled, mean, median and capped rates are those of the utterances' own rates."""

from __future__ import annotations

import json
import math
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.cli.app import run
from mondegreen.report.conditions import conditions
from mondegreen.report.json import schema
from mondegreen.report.systems import Systems

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = st.lists(st.sampled_from(["a", "b", "c"]), max_size=6).map(" ".join)
PAIRS = st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=8)


def shown(value: float | None) -> float:
    return math.nan if value is None else value


@settings(deadline=None)
@given(PAIRS, st.sampled_from(["wer", "cer"]))
def test_averages_are_those_of_the_rates(pairs: list[tuple[str, str]], metric: str) -> None:
    result = mg.score(*map(list, zip(*pairs, strict=True)), metrics=metric)
    rates, errors, lengths = [], [], []
    for said, heard in pairs:
        counts = mg.score([said], [heard], metrics=metric)[metric].counts
        length = counts["hits"] + counts["substitutions"] + counts["deletions"]
        wrong = counts["substitutions"] + counts["deletions"] + counts["insertions"]
        rates.append(wrong / length if length else math.inf if wrong else 0.0)
        errors.append(min(wrong, length))
        lengths.append(length)
    found = result.averages()
    wanted = {
        "pooled": result[metric].value,
        "mean": fmean(rates),
        "median": median(rates),
        "capped-mean": fmean(min(rate, 1) for rate in rates),
    }
    for name, value in wanted.items():
        if value is None or math.isinf(value):
            assert found.rate(name) is None
            assert found.reasons[name.replace("-", "_")]
        else:
            assert found.rate(name) == pytest.approx(value)
    if sum(lengths) and math.isfinite(result[metric].value or 0):
        assert found.capped == pytest.approx(sum(errors) / sum(lengths))
        assert found.capped <= found.pooled + 1e-12  # type: ignore[operator]
    assert found.utterances == len(pairs)
    assert not found.left_out


def test_each_rate_has_its_name() -> None:
    result = mg.score(["a b c d", "e"], ["a b c d", "x y z"])
    found = result.averages("wer")
    assert (found.pooled, found.mean, found.median) == (3 / 5, 1.5, 1.5)
    assert (found.capped, found.capped_mean) == (1 / 5, 0.5)
    assert found.mean == result.mean("wer")


@pytest.mark.parametrize(
    ("metric", "options", "capped"),
    [
        ("sentence", {}, 0.5),
        ("mer", {}, None),
        ("wil", {}, None),
        ("wer", {"forgive": "numbers"}, 1 / 5),
        ("space-wer", {}, 1 / 5),
    ],
)
def test_capped_is_for_errors_over_a_length(metric: str, options: Any, capped: Any) -> None:
    found = mg.score(["a b c d", "e"], ["a b c d", "x y z"], metrics=metric, **options).averages()
    assert found.capped == (None if capped is None else pytest.approx(capped))
    assert ("capped" in found.reasons) is (capped is None)


def test_utterances_without_a_rate_are_counted() -> None:
    result = mg.score(["", "a b"], ["x", "a"], metrics="wer")
    found = result.averages()
    assert (found.mean, found.median, found.capped_mean) == (None, None, 0.75)
    assert found.reasons["mean"] == "1 utterance has errors against an empty reference"
    lists = {"listed_words": [["z"], ["a"]]}
    listed = mg.score(["", "a b"], ["x", "a"], metrics="b-wer", by=lists).averages()
    assert (listed.mean, listed.left_out) == (0, 1)
    none = mg.score(["a"], [None], missing="skip").averages()
    assert (none.pooled, none.reasons["mean"]) == (None, "nothing was scored")


def test_the_command_line_shows_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = tmp_path / "rows.csv"
    rows.write_text("reference,hypothesis,speaker\na b c d,a b c d,ann\ne,x y z,bob\n")
    names = "pooled,mean,median,capped,capped-mean"
    arguments = ["score", str(rows), "--averages", names, "--by", "speaker"]
    assert run(arguments) == 0
    printed = capsys.readouterr().out
    assert "metric   pooled      mean    median   capped  capped-mean" in printed
    assert "wer     60.00 %  150.00 %  150.00 %  20.00 %      50.00 %" in printed
    assert any(line.split()[:3] == ["bob", "wer", "300.00"] for line in printed.splitlines())
    assert run([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    jsonschema.validate(found, schema())
    assert found["averages"] == [mg.score(mg.read(rows)).averages().to_dict()]
    assert run(["score", str(rows), "--averages", "medium"]) == 2
    assert "Did you mean 'median'" in capsys.readouterr().err
    assert run(["score", str(rows), "--averages", "mean", "--to", "tsv"]) == 2


def meeting(name: str, speaker: str, words: str) -> dict[str, str]:
    return {"session_id": name, "speaker": speaker, "words": words}


def test_averages_of_sessions_are_of_recordings() -> None:
    """Rows of what belongs to nobody are no utterances of their own."""
    said = [
        meeting("a", "ann", "so it goes"),
        meeting("a", "bo", "on"),
        meeting("b", "ann", "so it"),
    ]
    heard = [
        meeting("a", "1", "so it"),
        meeting("a", "2", "on"),
        meeting("b", "1", "so it"),
        meeting("b", "2", "x"),
    ]
    result = mg.score(mg.sessions(said, heard), metrics="cpwer")
    found = result.averages()
    assert (found.utterances, found.left_out, found.of) == (2, 0, "recording")
    assert found.mean == result.mean("cpwer") == pytest.approx((1 / 4 + 1 / 2) / 2)
    assert found.median == pytest.approx((1 / 4 + 1 / 2) / 2)
    assert found.pooled == pytest.approx(2 / 6)
    assert found.capped == pytest.approx(2 / 6)


def test_sessions_print_nothing_of_nobody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / "ref.stm", tmp_path / "hyp.stm"]
    for file, words in zip(files, ("so it goes", "so it"), strict=True):
        file.write_text(f"talk 1 ann 0 2 {words}\n")
    assert run(["score", *map(str, files), "-m", "cpwer", "-a"]) == 0
    assert "(nobody)" not in capsys.readouterr().out
    assert run(["score", *map(str, files), "-m", "cpwer", "--to", "sclite-sum"]) == 2
    assert "not of sessions" in capsys.readouterr().err
    assert run(["score", *map(str, files), "-m", "cpwer", "--by", "session"]) == 2
    assert "A session is a recording" in capsys.readouterr().err


def test_texts_without_spaces_are_told_in_sessions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "talk.stm"
    file.write_text("talk 1 ann 0 2 今天天气很好\n")
    command = ["score", str(file), str(file), "-m", "cpwer"]
    assert run(command) == 0
    assert "no spaces between words" in capsys.readouterr().err
    assert run([*command, "-n", "whisper-basic-split-letters"]) == 0
    assert "no spaces between words" not in capsys.readouterr().err


def test_conditions_of_sessions_are_all_settings_of_their_signature() -> None:
    said = [{**meeting("a", "ann", "so it goes"), "start_time": 0, "end_time": 2}]
    result = mg.score(mg.sessions(said, said), metrics="speakers")
    shown = {name: value for name, value, _ in conditions(Systems.of({"a": result}, "der"), None)}
    expected = {
        "collar": "5 s",
        "DER convention": "pyannote",
        "DER collar": "0 s",
        "DER overlap": "scored",
    }
    assert shown.items() >= expected.items()
