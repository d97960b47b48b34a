"""Intervals, flags and signs where outputs show them: nothing infinite, nothing below nothing."""

from __future__ import annotations

import csv
import io
import json

import jsonschema
import pytest

import mondegreen as mg
from mondegreen.report.formulas import harmless
from mondegreen.report.json import content, schema

FORMULAS = ["=1+1", "+cmd", "-2+3", "@SUM(A1)", '=HYPERLINK("http://x","y")', " =1"]


def endless() -> mg.Result:
    """A draw of the first utterance alone has errors and no reference words."""
    return mg.score(["", "so it goes"], ["thank you", "so it goes"], by={"s": ["a", "b"]})


@pytest.mark.parametrize("name", ["table", "markdown", "latex", "csv", "tsv", "json"])
def test_an_endless_interval(name: str) -> None:
    result = endless().with_intervals()
    interval = result["wer"].interval
    assert interval is not None
    # draws without reference words have no rate, so there is no interval, and it says why
    assert (interval.low, interval.high) == (None, None)
    assert interval.reason is not None
    assert "reference words" in interval.reason
    text = result.render(name)
    assert " inf" not in text
    if name == "json":
        jsonschema.validate(json.loads(text), schema())


@pytest.mark.parametrize("name", ["table", "markdown", "latex"])
def test_slices_without_an_interval_say_why(name: str) -> None:
    speakers = ["ann", "ann", "bob", "bob"]
    result = mg.score(["a b"] * 4, ["a", "a b", "a b", "b"], by={"speaker": speakers})
    assert "slice" not in result.with_intervals().render(name)
    words = "no interval for wer in 2 of 2 slices"
    assert words in result.with_intervals(cluster="speaker").render(name)
    assert "slice" not in result.render(name)


@pytest.mark.parametrize(("speakers", "few"), [(3, True), (19, True), (20, False)])
def test_few_clusters_are_said_to_be_few(speakers: int, *, few: bool) -> None:
    said = ["a b"] * 60
    heard = ["a" if row % 3 == 0 and row < 10 else "a b" for row in range(60)]
    names = [f"s{row % speakers}" for row in range(60)]
    result = mg.score(said, heard, by={"speaker": names})
    shown = result.with_intervals(cluster="speaker").render("table")
    assert ("too narrow, as of fewer than 20 speakers" in shown) == few
    assert "too narrow" not in result.with_intervals().render("table")


def test_intervals_in_csv_are_those_of_tsv() -> None:
    result = endless().with_intervals()
    tables = [
        list(csv.reader(io.StringIO(result.render(name)), delimiter=mark))
        for name, mark in (("csv", ","), ("tsv", "\t"))
    ]
    assert tables[0] == tables[1]


@pytest.mark.parametrize("text", FORMULAS)
def test_no_spreadsheet_computes_a_cell(text: str) -> None:
    result = mg.score(["a", "b"], ["a", "c"], by={text: [text, "-5.5"]})
    rows = list(csv.reader(io.StringIO(result.render("csv"))))
    assert rows[0][0] == f"'{text}"
    assert {row[0] for row in rows[2:]} == {f"'{text}", "-5.5"}
    for row in rows:
        assert all(harmless(cell) == cell for cell in row if not cell.startswith("'"))


def test_flags_of_hallucination_in_json() -> None:
    hypotheses = ["thank you", "so it goes", "so so so so so so so"]
    result = mg.score(
        ["", "so it goes", "so it goes"],
        hypotheses,
        ids=["a", "b", "c"],
        by={"duration": ["6", "2", ""]},
    )
    found = content(result, flags=True)
    jsonschema.validate(found, schema())
    assert found["hallucinations"] == {
        "counts": {"empty-reference": 1, "loop": 1},
        "utterances": [
            {"id": "a", "flags": ["empty-reference"], "characters_per_minute": 90.0},
            {"id": "c", "flags": ["loop"], "characters_per_minute": None},
        ],
    }
    assert "hallucinations" not in content(mg.score("a", "a"), flags=True)


def test_no_difference_has_no_sign_of_its_own() -> None:
    same = {name: mg.score(["a b", "c"], ["a x", "c"]) for name in "ab"}
    found = mg.compare(same, baseline="a")
    for name in ("table", "markdown", "junit"):
        assert "-0.00" not in found.render(name)
    assert "p of one pair" in str(found)


def test_no_errors_of_what_counts_none() -> None:
    results = {name: mg.score("a b", "a x", metrics=["wil"]) for name in "ab"}
    row = mg.compare(results, differ=0).render("markdown").splitlines()[2]
    assert row.split("|")[6].strip() == "–"
