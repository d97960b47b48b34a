"""Columns of numbers: quantiles, correlations and ranges are those that others compute."""

from __future__ import annotations

import json
import math
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import jsonschema
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import mondegreen as mg
from mondegreen.cli.app import run
from mondegreen.errors import UsageError
from mondegreen.report.json import content, schema
from mondegreen.scoring.ranges import numbers, ranges

if TYPE_CHECKING:
    from pathlib import Path

FINITE = st.floats(-1e6, 1e6, allow_nan=False).map(lambda number: round(number, 3))
NO_NUMBER: list[Any] = [
    *(None, "", " ", "n/a", "3 s", "1_000", "0x1f", "\uff11", "1,5", "nan", "inf", "-Infinity"),
    *(True, False, math.nan, math.inf, -math.inf, [3], {"a": 1}, (1, [2]), 10**400, b"3"),
]
NUMBERS: list[tuple[Any, float]] = [
    *((3, 3.0), (-0.5, -0.5), ("3", 3.0), (" 2.50 ", 2.5), (".5", 0.5), ("1e-2", 0.01)),
    *(("+7.", 7.0), (Decimal("1.25"), 1.25), (10**20, 1e20)),
]
VALUES = st.one_of(FINITE, st.integers(-50, 50), st.sampled_from(NO_NUMBER))
WORDS = ("a", "b", "c")


def pairs_for(rows: int) -> tuple[list[str], list[str]]:
    """Return pairs with 0 to 2 errors in three words, from row to row others."""
    wrong = [("a", "b", "c"), ("a", "x", "c"), ("x", "y", "c")]
    return ["a b c"] * rows, [" ".join(wrong[row % 3]) for row in range(rows)]


@pytest.mark.parametrize("value", NO_NUMBER, ids=repr)
def test_no_numbers(value: Any) -> None:
    assert math.isnan(numbers([value])[0])
    found = mg.score(["a"] * 2, ["a"] * 2, by={"x": [1, value]}).numbers("x")
    assert (found.count, found.without) == (1, {"2": str(value)})


@pytest.mark.parametrize(("value", "number"), NUMBERS, ids=repr)
def test_numbers(value: Any, number: float) -> None:
    assert list(numbers([value, None])) == pytest.approx([number, math.nan], nan_ok=True)
    assert list(numbers([True, 1, 1.0, "1"]))[1:] == [1, 1, 1]


@settings(deadline=None)
@given(st.lists(VALUES, min_size=1, max_size=40))
def test_quantiles_and_correlations_are_those_of_numpy_and_scipy(values: list[Any]) -> None:
    result = mg.score(*pairs_for(len(values)), by={"x": values})
    known = [
        (row, value) for row, value in enumerate(values) if not math.isnan(numbers([value])[0])
    ]
    there = [float(value) for _, value in known]
    if not there:
        with pytest.raises(mg.UsageError, match="has no numbers"):
            result.numbers("x")
        return
    found = result.numbers("x")
    assert found.count + len(found.without) == len(values)
    wanted = [np.quantile(there, each) for each in (0, 0.5, 0.95, 0.99, 1)]
    shown = [found.minimum, found.median, found.p95, found.p99, found.maximum]
    assert shown == pytest.approx(wanted, rel=1e-12, abs=1e-12)
    (pair,) = found.correlations
    rates = [(row % 3) / 3 for row, _ in known]
    assert pair.rows == len(known)
    if len(there) < 3 or len(set(there)) == 1 or len(set(rates)) == 1:
        assert (pair.pearson, pair.spearman) == (None, None)
        assert pair.reason
    else:
        assert pair.pearson == pytest.approx(stats.pearsonr(there, rates)[0], abs=1e-6)
        assert pair.spearman == pytest.approx(stats.spearmanr(there, rates)[0], abs=1e-9)
        assert not pair.reason


@settings(deadline=None)
@given(st.lists(VALUES, min_size=1, max_size=40), st.sets(st.integers(-60, 60), min_size=1))
def test_ranges_hold_their_numbers(values: list[Any], ends: set[int]) -> None:
    limits = sorted(ends)
    name = f"x:{','.join(map(str, limits))}"
    result = mg.score(*pairs_for(len(values)), by={"x": values})
    if all(math.isnan(number) for number in numbers(values)):
        with pytest.raises(mg.UsageError, match="has no numbers"):
            result.by(name)
        return
    wanted: dict[str, list[int]] = {}
    for row, value in enumerate(values):
        number = numbers([value])[0]
        if math.isnan(number):
            key = "null"
        elif number < limits[0]:
            key = f"<{limits[0]}"
        elif number >= limits[-1]:
            key = f"≥{limits[-1]}"
        else:
            low = max(limit for limit in limits if limit <= number)
            key = f"[{low}, {min(limit for limit in limits if limit > number)})"
        wanted.setdefault(key, []).append(row)
    groups = result.by(name)
    found = {key or "null": metrics["wer"] for key, metrics in groups.items()}
    assert {key: metric.utterances for key, metric in found.items()} == {
        key: len(rows) for key, rows in wanted.items()
    }
    for key, rows in wanted.items():
        assert found[key].errors == sum(row % 3 for row in rows)
    order = [f"<{limits[0]}"]
    order += [f"[{low}, {high})" for low, high in pairwise(limits)]
    order += [f"≥{limits[-1]}", "null"]
    assert [key or "null" for key in groups] == [key for key in order if key in wanted]


@settings(deadline=None)
@given(
    st.lists(VALUES, min_size=1, max_size=60),
    st.sampled_from([("tertiles", 3), ("quartiles", 4), ("quintiles", 5), ("deciles", 10)]),
)
def test_quantile_ranges_hold_equally_many(values: list[Any], how: tuple[str, int]) -> None:
    there = sorted(number for number in numbers(values) if not math.isnan(number))
    if not there:
        return
    found = ranges(f"x:{how[0]}", values)
    cuts = np.quantile(there, np.arange(1, how[1]) / how[1])
    cuts = sorted({cut for cut in cuts if cut > there[0]})
    wanted: list[int | None] = [
        None if math.isnan(number) else int(np.searchsorted(cuts, number, side="right"))
        for number in numbers(values)
    ]
    places = {
        each: place for place, each in enumerate(sorted({p for p in wanted if p is not None}))
    }
    ranked = sorted({each.place for each in found if each is not None})
    assert [None if e is None else ranked.index(e.place) for e in found] == [
        None if place is None else places[place] for place in wanted
    ]
    for value, each in zip(numbers(values), found, strict=True):
        if each is not None:
            low, high = map(float, each[1:-1].split(", "))
            assert low <= value < high or (each.endswith("]") and value == high)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("x:", "expected limits in ascending order"),
        ("x:5,0", "expected limits in ascending order"),
        ("x:0,0", "expected limits in ascending order"),
        ("x:0,ten", "expected limits in ascending order"),
        ("x:nan,1", "expected limits in ascending order"),
        ("x:quartile", "Did you mean 'quartiles'"),
        ("y:0,5", "there is no column 'y'"),
        ("speaker:0,5", "'speaker' has no numbers; the first is 'ann'"),
    ],
)
def test_ranges_that_cannot_be(
    name: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = mg.score(["a", "b"], ["a", "b"], by={"x": [1, 2], "speaker": ["ann", "bob"]})
    with pytest.raises(mg.UsageError, match=message):
        result.by(name)
    rows = tmp_path / "rows.csv"
    rows.write_text("reference,hypothesis,x,speaker\na,a,1,ann\nb,b,2,bob\n")
    assert run(["score", str(rows), "--by", name]) == 2
    assert message.partition(";")[0] in capsys.readouterr().err


def test_a_column_whose_name_has_a_colon_goes_first() -> None:
    result = mg.score(
        ["a", "b"], ["a", "x"], by={"x": [1, 9], "x:5": ["one", "two"], "a:b": [1, 2]}
    )
    assert list(result.by("x:5")) == ["one", "two"]
    assert list(result.by("a:b:2")) == ["<2", "≥2"]


def test_the_command_line_shows_what_python_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = tmp_path / "rows.jsonl"
    said, heard = pairs_for(12)
    latency: list[Any] = [0.1 * row for row in range(11)]
    table = zip(said, heard, [*latency, "n/a"], strict=True)
    rows.write_text(
        "\n".join(json.dumps({"reference": r, "hypothesis": h, "latency": n}) for r, h, n in table)
    )
    arguments = ["score", str(rows), "--numbers", "latency", "--by", "latency:0.5", "-m", "wer,cer"]
    assert run(arguments) == 0
    shown = capsys.readouterr().out
    assert "latency: 1 without a number: 12 (n/a)" in shown
    assert run([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    jsonschema.validate(found, schema())
    result = mg.score(mg.read(rows), metrics=["wer", "cer"], by="latency:0.5").with_numbers(
        "latency"
    )
    assert content(result)["numbers"] == found["numbers"]
    (column,) = found["numbers"]
    assert (column["median"], column["count"]) == (pytest.approx(0.5), 11)
    assert [each["group"]["latency:0.5"] for each in column["slices"]] == ["<0.5", "≥0.5", None]
    assert [each["count"] for each in column["slices"]] == [5, 6, 0]
    assert run(["score", str(rows), "--numbers", "latencies"]) == 2
    assert "Did you mean 'latency'" in capsys.readouterr().err
    assert run(["score", str(rows), "--numbers", "latency", "--to", "tsv"]) == 2


def test_utterances_that_are_not_scored_are_in_no_quantile() -> None:
    rows = {"x": [1, 2, 300]}
    result = mg.score(["a", "b", "c"], ["a", "x", None], by=rows, missing="skip")
    found = result.numbers("x")
    assert (found.count, found.maximum, found.correlations[0].rows) == (2, 2, 2)
    counted = mg.score(["a", "b", "c"], ["a", "x", None], by=rows, missing="deletions").numbers("x")
    assert (counted.count, counted.correlations[0].rows) == (3, 3)
    no_rate = mg.score(["", "b", "c", "d"], ["a", "b", "x", "d"], by={"x": [1, 2, 3, 4]})
    assert no_rate.numbers("x").correlations[0].rows == 3


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_correlations_of_very_small_and_very_large_numbers(scale: float) -> None:
    said, heard = pairs_for(9)
    found = mg.score(said, heard, by={"x": [scale * (row % 3) for row in range(9)]}).numbers("x")
    assert found.correlations[0].pearson == pytest.approx(1)
    assert found.correlations[0].spearman == pytest.approx(1)


def test_ranges_in_reports_comparisons_and_run_files(tmp_path: Path) -> None:
    said, heard = pairs_for(9)
    first = mg.score(said, heard, by={"x": list(range(9))})
    second = mg.score(said, said, by={"x": list(range(9))})
    first.save(tmp_path / "run.json")
    assert list(mg.load(tmp_path / "run.json").by("x:3,6")) == ["<3", "[3, 6)", "≥6"]
    first.to_html(tmp_path / "page.html", by=["x:tertiles"])
    assert "x:tertiles" in (tmp_path / "page.html").read_text("utf-8")
    compared = mg.compare({"a": first, "b": second}, by=["x:3,6"])
    assert [each.key for each in compared.slices] == ["<3", "[3, 6)", "≥6"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("xs:0,5", "there is no column 'xs' to slice by; columns: 'x'. Did you mean 'x:0,5'?"),
        (
            "xs:quartiles",
            "there is no column 'xs' to slice by; columns: 'x'. Did you mean 'x:quartiles'?",
        ),
        ("xs", "there is no column 'xs' to slice by; columns: 'x'. Did you mean 'x'?"),
        ("y:z", "there is no column 'y:z' to slice by; columns: 'x'."),
    ],
)
def test_a_misspelt_column_of_ranges_is_the_one_that_is_missing(name: str, said: str) -> None:
    result = mg.score(["a"], ["a"], by={"x": [1]})
    with pytest.raises(UsageError) as caught:
        result.by(name)
    assert str(caught.value) == said


def test_rows_without_a_number_have_one_name() -> None:
    rows = {"x": ["1", "7", ""]}
    result = mg.score(["a"] * 3, ["a", "b", "c"], ids=["u", "v", "w"], by=rows)
    assert "x: 1 without a number: w (empty)" in str(result.sliced("x:0,5"))
    assert "\nnull " in str(result.sliced("x:0,5"))
    found = str(mg.compare({"a": result, "b": result}, by="x:0,5"))
    assert "\nnull " in found


def test_equal_columns_of_all_systems_are_one_row() -> None:
    rows = {"x": [1.0, 7.0]}
    one = mg.score(["a", "b"], ["a", "c"], by=rows).with_numbers("x")
    found = str(mg.compare({"a": one, "b": one}))
    assert found.count("all systems  ") == 1
    other = mg.score(["a", "b"], ["a", "c"], by={"x": [1.0, 8.0]}).with_numbers("x")
    assert "all systems  " not in str(mg.compare({"a": one, "b": other}))


def test_a_notebook_shows_the_columns_of_the_table() -> None:
    result = mg.score(["a", "b"], ["a", "c"], by={"k": ["u", "v"]}).sliced("k")
    html = result._repr_html_()
    assert "<th>k</th><th>utterances</th><th>errors</th><th>wer</th>" in html
    right = '<td dir="auto" style="text-align: right">'
    assert f'<td dir="auto">v</td>{right}1</td>{right}1</td>{right}100.00 %</td>' in html
