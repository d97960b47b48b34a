"""Run files keep quantiles and tables of single words, so that nothing is missing when they are shown."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.cli.app import run
from mondegreen.errors import InputError

SAID = ["call Ann, now.", "so 3 of 4!", "well Bo?"]
HEARD = ["call An now.", "so 3 of 5", "well, bo"]
LISTED = {"listed_words": [["Ann"], [], ["Bo", "well"]]}


@pytest.fixture(params=["json", "parquet"])
def path(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    return tmp_path / f"run.{request.param}"


def timed(tmp_path: Path) -> Any:
    """Return the result of words with times and confidences, in two recordings."""
    said = "a 1 0.00 0.4 so\na 1 0.5 0.3 it\nb 1 1.0 0.3 goes\nb 1 2.0 0.2 on\n"
    heard = (
        "a 1 0.08 0.4 so 0.98\na 1 0.55 0.3 is 0.4\nb 1 1.09 0.45 goes 0.9\nb 1 2.03 0.2 on 0.6\n"
    )
    (tmp_path / "r.ctm").write_text(said)
    (tmp_path / "h.ctm").write_text(heard)
    corpus = mg.read(tmp_path / "r.ctm", tmp_path / "h.ctm")
    return mg.score(corpus, metrics=["word-times", "word-times[50]", "confidence"])


@pytest.mark.parametrize("metric", ["word-times", "word-times[50]", "confidence"])
def test_quantiles_are_kept_and_cut(tmp_path: Path, path: Path, metric: str) -> None:
    result = timed(tmp_path)
    result.save(path)
    loaded = mg.load(path)
    assert loaded[metric].measures == result[metric].measures
    assert loaded[metric].said == result[metric].said
    for key, metrics in result.by("recording").items():
        assert loaded.by("recording")[key][metric].measures == metrics[metric].measures
    assert str(loaded) == str(result)
    merged = mg.Scorer.from_result(loaded).compute()
    assert merged[metric].measures == result[metric].measures


@pytest.mark.parametrize("metric", ["b-wer", "punctuation", "capitals"])
def test_tables_of_words_and_marks_are_kept(path: Path, metric: str) -> None:
    result = mg.score(SAID, HEARD, metrics=metric, by=LISTED)
    result.save(path)
    loaded = mg.load(path)
    assert loaded.items(metric) == result.items(metric)
    assert re.search(r"said +kept +written", str(loaded))


@pytest.mark.parametrize("missing", ["skip", "deletions"])
def test_of_scored_utterances_alone(path: Path, missing: str) -> None:
    heard = [None, *HEARD[1:]]
    result = mg.score(SAID, heard, metrics=["b-wer", "punctuation"], by=LISTED, missing=missing)
    result.save(path)
    assert mg.load(path).items("punctuation") == result.items("punctuation")
    more = mg.Scorer.from_result(mg.load(path))
    assert more.compute().items("b-wer") == result.items("b-wer")


def test_words_of_the_texts_are_kept_with_the_texts_alone(path: Path) -> None:
    result = mg.score(SAID, HEARD, metrics="b-wer[numbers]")
    result.save(path)
    with pytest.raises(mg.MondegreenError, match="no run file without texts"):
        mg.load(path).items()
    result.save(path, texts=True)
    assert [score.item for score in mg.load(path).items()] == ["3", "4!", "5"]


@pytest.mark.parametrize(
    ("metric", "change"),
    [
        ("word-times", lambda run: run["columns"]["word-times.start_offsets"][0].append(1)),
        ("word-times", lambda run: run["columns"]["word-times.end_offsets"].__setitem__(0, ["1"])),
        ("word-times", lambda run: run["columns"]["word-times.end_offsets"].__setitem__(0, 3)),
        ("confidence", lambda run: run["columns"]["confidence.right"][0].append(5)),
        ("b-wer", lambda run: run["items"]["b-wer"].append(["x", 1, 1, 1])),
        ("b-wer", lambda run: run["items"]["b-wer"][0].__setitem__(2, 7)),
        ("b-wer", lambda run: run["items"]["b-wer"].append(run["items"]["b-wer"][0])),
        ("b-wer", lambda run: run["items"]["b-wer"].append(["x", 1.5, 0, 0])),
        ("b-wer", lambda run: run["items"].__setitem__("u-wer", [])),
    ],
)
def test_what_was_changed_is_refused(tmp_path: Path, metric: str, change: Any) -> None:
    path = tmp_path / "run.json"
    result = (
        timed(tmp_path) if metric != "b-wer" else mg.score(SAID, HEARD, metrics=metric, by=LISTED)
    )
    result.save(path)
    stored = json.loads(path.read_text())
    change(stored)
    path.write_text(json.dumps(stored))
    with pytest.raises(InputError, match="a damaged run file"):
        mg.load(path)


def test_a_file_of_an_earlier_release_has_none(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    timed(tmp_path).save(path)
    stored = json.loads(path.read_text())
    stored["columns"] = {
        name: column for name, column in stored["columns"].items() if not name.endswith("offsets")
    }
    path.write_text(json.dumps(stored))
    assert mg.load(path)["word-times"].measures == {}


TABLE = """id,reference,hypothesis,latency
1,the cat sat,{0},0.3
2,on the mat,on a mat,0.5
3,so it goes,so it,0.7
4,well then,well {1},n/a
"""


@pytest.fixture
def systems(tmp_path: Path) -> list[str]:
    """Return files of two systems, and their run files."""
    files = []
    for name, words in (("a", ("the cat sat", "then")), ("b", ("the cat", "so"))):
        path = tmp_path / f"{name}.csv"
        path.write_text(TABLE.format(*words))
        assert (
            run(["score", str(path), "--save", str(tmp_path / f"{name}.json"), "--save-texts"]) == 0
        )
        files.append(str(path))
    return files


ASKED = ["--averages", "pooled,mean,capped", "--numbers", "latency"]


@pytest.mark.parametrize("output", ["table", "json", "markdown", "latex"])
def test_comparisons_show_averages_and_numbers_of_files_and_run_files_alike(
    systems: list[str], capsys: pytest.CaptureFixture[str], output: str
) -> None:
    found = []
    for files in (systems, [path.replace(".csv", ".json") for path in systems]):
        capsys.readouterr()
        assert run(["compare", *files, *ASKED, "--to", output]) == 0
        found.append(capsys.readouterr().out)
    assert found[0] == found[1]
    if output == "table":
        assert "averages of wer\nsystem   pooled     mean   capped\n" in found[0]
        assert "latency and its correlation with wer\n" in found[0]
        assert "b: latency: 1 without a number: 4 (n/a)" in found[0]
    if output == "json":
        stored = json.loads(found[0])
        for name, path in zip("ab", systems, strict=True):
            alone = mg.score(mg.read(path))
            assert stored["averages"][name] == alone.averages().to_dict()
            assert stored["numbers"][name] == [alone.numbers("latency").to_dict()]


def test_averages_of_a_comparison_are_of_common_utterances(systems: list[str]) -> None:
    results = {Path(path).stem: mg.score(mg.read(path)) for path in systems}
    first = mg.compare({name: each.with_numbers("latency") for name, each in results.items()})
    assert first.to_dict()["numbers"]["a"][0]["count"] == 3
    assert "averages" not in first.to_dict()


def test_a_page_has_them(systems: list[str], tmp_path: Path) -> None:
    for files in (systems, systems[:1]):
        assert run(["report", *files, *ASKED, "-o", str(tmp_path / "page.html")]) == 0
        page = (tmp_path / "page.html").read_text()
        assert "Averages of wer" in page
        assert "Latency and its correlation with wer" in page
    assert run(["report", *systems, "-o", str(tmp_path / "page.html")]) == 0
    assert "Averages of wer" not in (tmp_path / "page.html").read_text()


@pytest.mark.parametrize("output", ["csv", "tsv"])
def test_outputs_without_a_place_for_them_say_so(
    systems: list[str], capsys: pytest.CaptureFixture[str], output: str
) -> None:
    assert run(["compare", *systems, *ASKED, "--to", output]) == 2
    assert f"--averages does not fit into --to {output}" in capsys.readouterr().err


def test_a_column_that_is_not_there_is_named(
    systems: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("compare", "report"):
        assert run([command, *systems, "--numbers", "latancy"]) == 2
        assert "there is no column 'latancy' to show numbers of" in capsys.readouterr().err
