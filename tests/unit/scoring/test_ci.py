"""Intervals of results: which rows they draw, and where they are shown."""

from __future__ import annotations

import csv
import json
import pickle
from typing import TYPE_CHECKING, Any

import jsonschema
import numpy as np
import pytest

import mondegreen as mg
from mondegreen.cli import main
from mondegreen.report.json import content, schema
from mondegreen.stats.intervals import METHODS, interval

if TYPE_CHECKING:
    from pathlib import Path

SAID = ["a b c d", "e f g", "h i", "j k l m n", "o p q", "r s"] * 5
HEARD = ["a b c d", "e x g", "h", "j k l m n o", "o", "x y"] * 5
SPEAKERS = [f"s{row % 7}" for row in range(30)]


def result(**options: Any) -> mg.Result:
    return mg.score(SAID, HEARD, metrics=["wer", "cer"], by={"speaker": SPEAKERS}, **options)


def rows_of(found: mg.Result, metric: str, keep: Any = slice(None)) -> Any:
    return np.array(found.rows[metric].columns).T[keep]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("metric", ["wer", "cer"])
def test_the_interval_of_a_metric_is_that_of_its_rows(metric: str, method: str) -> None:
    found = result()
    wanted = interval(rows_of(found, metric), found.metrics[metric].value, method=method)
    assert found[metric].ci(method=method) == wanted
    assert found.interval(metric, method=method) == wanted
    assert found[metric].value in wanted


def test_the_interval_of_a_slice_is_that_of_its_rows() -> None:
    found = result()
    keep = [row for row, speaker in enumerate(SPEAKERS) if speaker == "s3"]
    wanted = interval(rows_of(found, "wer", keep), found.metrics["wer"].value)
    assert found.by("speaker")["s3"]["wer"].ci() == wanted


def test_clusters_are_columns() -> None:
    found = result()
    wanted = interval(
        rows_of(found, "wer"),
        found.metrics["wer"].value,
        clusters=SPEAKERS,
        cluster_name="speaker",
    )
    assert found["wer"].ci(cluster="speaker") == wanted
    with pytest.raises(mg.UsageError, match="no column 'speeker'"):
        found["wer"].ci(cluster="speeker")


def test_what_was_not_scored_is_not_drawn() -> None:
    heard: list[str | None] = list(HEARD)
    heard[4] = None
    found = mg.score(SAID, heard, missing="skip")
    keep = [row for row in range(30) if row != 4]
    assert found["wer"].ci() == interval(rows_of(found, "wer", keep), found.metrics["wer"].value)


def test_parts_of_utterances_have_no_interval() -> None:
    found = mg.score(SAID, HEARD).by("script")["Latin"]["wer"].ci()
    assert found.low is None
    assert (
        found.reason == "parts of utterances, such as the words of one script, cannot be resampled"
    )


def test_a_result_loaded_again_has_the_same_interval(tmp_path: Path) -> None:
    found = result()
    found.save(tmp_path / "run.json")
    assert mg.load(tmp_path / "run.json")["wer"].ci() == found["wer"].ci()
    assert pickle.loads(pickle.dumps(found["wer"])).ci() == found["wer"].ci()


def test_forgiven_rates_have_intervals_too() -> None:
    found = mg.score(["my data base"] * 9 + ["so"], ["my database"] * 9 + ["no"], forgive="spacing")
    low, high = found["wer"].ci()
    assert low is not None
    assert high is not None
    assert low < found["wer"].value < high


def test_json_has_intervals_if_asked() -> None:
    shown = content(result().with_intervals(0.9, cluster="speaker"))
    jsonschema.validate(shown, schema())
    first = shown["metrics"][0]["interval"]
    assert (first["level"], first["unit"], first["units"]) == (0.9, "speaker", 7)
    assert "interval" not in content(result())["metrics"][0]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as exit_:
        main(list(arguments))
    out, err = capsys.readouterr()
    return int(exit_.value.code or 0), out, err


@pytest.fixture
def pairs(tmp_path: Path) -> str:
    path = tmp_path / "pairs.jsonl"
    lines = [
        json.dumps({"reference": said, "hypothesis": heard, "speaker": speaker})
        for said, heard, speaker in zip(SAID, HEARD, SPEAKERS, strict=True)
    ]
    path.write_text("\n".join(lines), "utf-8")
    return str(path)


def test_the_table_shows_intervals(pairs: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "score", pairs, "--ci", "--by", "speaker", "--seed", "4")
    assert status == 0
    low, high = result()["wer"].ci(seed=4)
    assert low is not None
    assert high is not None
    assert f"{100 * low:.2f} to {100 * high:.2f} %" in out
    assert out.count("95 % interval") == 2
    assert "intervals: percentile bootstrap of 30 utterances, 1,000 resamples, seed 4" in out


def test_tsv_shows_intervals(pairs: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "score", pairs, "--ci", "--level", "90%", "--to", "tsv")
    (row,) = csv.DictReader(out.splitlines(), delimiter="\t")
    low, high = result()["wer"].ci(0.9)
    assert (float(row["interval_low"]), float(row["interval_high"])) == (low, high)


def test_the_table_says_why_there_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "r").write_text("a b\nc\n")
    _, out, _ = run(capsys, "score", str(tmp_path / "r"), str(tmp_path / "r"), "--ci")
    assert "no interval for wer: all units are alike, so they show no spread" in out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--seed", "1"], "add --ci"),
        (["--ci", "--to", "kaldi"], "--to kaldi shows no intervals"),
        (["--ci", "--ci-method", "bac"], "no method is named 'bac'. Did you mean 'bca'?"),
        (["--ci", "--level", "95"], "--level 95: expected a confidence, such as 95% or 0.95"),
        (["--ci", "--ci-by", "nobody"], "there is no column 'nobody'"),
    ],
)
def test_options_that_cannot_be_used(
    pairs: str, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capsys, "score", pairs, *options)
    assert (status, out) == (2, "")
    assert message in err
