"""What --per-utterance wrote is read back as it was; run files are refused by name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg
from mondegreen.corpus import read
from mondegreen.corpus.table import as_list
from mondegreen.errors import InputError, ParseError
from mondegreen.report.rows import write as write_rows
from mondegreen.types import Failed

if TYPE_CHECKING:
    from pathlib import Path

HYPOTHESES = ["a", "", None, Failed("timeout"), ""]


@pytest.mark.parametrize("kind", ["tsv", "jsonl", "parquet"])
@pytest.mark.parametrize("missing", ["skip", "deletions"])
def test_per_utterance_comes_back(tmp_path: Path, kind: str, missing: Any) -> None:
    """All four states, in every form, from one file and as the second of two."""
    if kind == "parquet":
        pytest.importorskip("pyarrow")
    result = mg.score(["a", "b", "c", "d", ""], HYPOTHESES, missing=missing)
    path = tmp_path / f"rows.{kind}"
    write_rows(result, path)
    assert as_list(read(path).hypotheses) == HYPOTHESES
    assert as_list(read(path, path).hypotheses) == HYPOTHESES
    assert mg.score(read(path), missing=missing).coverage == result.coverage


def test_csv_and_reasons(write: Any) -> None:
    """The reason of a failure: reason, else error, else that it failed."""
    rows = "ref,hyp,status,{}\na,,failed,late\nb,,failed,\nc,,missing,\nd,x,scored,\ne,,empty,\n"
    for name in ("reason", "error"):
        corpus = read(write("x.csv", rows.format(name)))
        assert corpus.hypotheses == [Failed("late"), Failed("failed"), None, "x", ""]
    corpus = read(write("y.csv", "ref,hyp,status,reason,error\na,,failed,,e\nb,,failed,r,e\n"))
    assert corpus.hypotheses == [Failed("e"), Failed("r")]
    assert corpus.metadata["status"] == ["failed", "failed"]
    assert read(write("z.csv", "ref,hyp,status\na,,failed\n")).hypotheses == [Failed("failed")]


@pytest.mark.parametrize("word", ["ok", "", "Missing", "missing "])
def test_another_status_is_metadata(write: Any, word: str) -> None:
    """One row with another word, and the column means something else, which is said."""
    said = "1 text in 'hyp' without words, of which the column 'status' says 'missing'"
    with pytest.warns(UserWarning, match=said):
        corpus = read(write("x.csv", f"ref,hyp,status\na,,missing\nb,c,{word}\n"))
    assert corpus.hypotheses == ["", "c"]
    with pytest.warns(UserWarning, match=said):
        nulls = read(
            write("x.jsonl", '{"ref":"a","hyp":"","status":"missing"}\n{"ref":"b","hyp":""}\n')
        )
    assert read(write("y.csv", f"ref,hyp,status\na,x,missing\nb,c,{word}\n")).hypotheses == [
        "x",
        "c",
    ]
    assert nulls.hypotheses == ["", ""]


@pytest.mark.parametrize("odd", ['["x"]', '{"a": 1}', "1", "null", "true"])
def test_a_status_that_is_no_text_is_metadata(write: Any, odd: str) -> None:
    lines = f'{{"ref":"a","hyp":"","status":"failed"}}\n{{"ref":"b","hyp":"c","status":{odd}}}\n'
    with pytest.warns(UserWarning, match="the column 'status' says 'failed'"):
        assert read(write("x.jsonl", lines)).hypotheses == ["", "c"]


def test_status_of_the_references(write: Any) -> None:
    """Says nothing about the hypotheses of another file."""
    names = write("r.csv", "id,ref,status\n1,a,missing\n"), write("h.csv", "id,hyp\n1,b\n")
    assert read(*names).hypotheses == ["b"]


@pytest.mark.parametrize("word", ["missing", "failed"])
def test_words_that_should_not_be(write: Any, word: str) -> None:
    """A text is never dropped in silence."""
    with pytest.raises(ParseError) as error:
        read(write("x.csv", f"ref,hyp,status\na,b,scored\nc,d,{word}\n"))
    assert str(error.value) == (
        f"x.csv:3: the status is {word!r} and the hypothesis 'hyp' is 'd', expected none; correct "
        "one of them, or give the column 'status' another name"
    )


@pytest.mark.parametrize("texts", [True, False])
@pytest.mark.parametrize("form", ["compact", "indented", "other order", "parquet"])
def test_run_files(tmp_path: Path, form: str, *, texts: bool) -> None:
    """Hold counts; whichever way they were written, the error says what to do."""
    kind = "parquet" if form == "parquet" else "json"
    if kind == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"run.{kind}"
    mg.score(["a", "b"], ["a", "c"]).save(path, texts=texts)
    if form == "indented":
        path.write_text(json.dumps(json.loads(path.read_text()), indent=2))
    elif form == "other order":
        path.write_text(json.dumps(json.loads(path.read_text()), sort_keys=True))
    for files in ((path,), (path, path)):
        with pytest.raises(InputError) as error:
            read(*files, max_line=10_000)
        assert str(error.value) == (
            f"{path}: this is a run file, which holds counts: compare run files with mondegreen "
            "compare, or load it in Python with "
            "mondegreen.load(...)"
        )


def test_a_long_run_file(tmp_path: Path) -> None:
    """Is refused as one, not because of its one long line."""
    path = tmp_path / "run.json"
    mg.score(["a"] * 200, ["a"] * 200).save(path)
    with pytest.raises(InputError, match="this is a run file"):
        read(path, max_line=100)
