"""Slices are what scoring each part alone gives."""

import csv
import html
import io
import math
import re
from typing import Any

import pytest
from hypothesis import given, settings
from scoring_strategies import corpora

import mondegreen as mg

REFERENCES = ["a b", "c d", "e f", "g"]
HYPOTHESES = ["a x", "c d", "", "g"]
BY: dict[str, list[Any]] = {"speaker": ["bob", "ann", "bob", "ann"], "snr": [10, 2, 10, 9]}


def test_by_a_mapping() -> None:
    result = mg.score(REFERENCES, HYPOTHESES, by=BY)
    assert result.slices == ("speaker", "snr")
    assert list(result.by()) == [("ann", 2), ("ann", 9), ("bob", 10)]


@pytest.mark.parametrize(
    ("by", "keys"),
    [("speaker", ["ann", "bob"]), (["speaker"], ["ann", "bob"]), (["snr"], [2, 9, 10])],
)
def test_by_names_of_a_corpus(by: Any, keys: list[Any]) -> None:
    corpus = mg.Corpus(None, REFERENCES, HYPOTHESES, BY)
    result = mg.score(corpus, by=by)
    assert list(result.by()) == keys
    assert len(result.by()) == len(keys)


def test_rates_are_ratios_of_sums() -> None:
    groups = mg.score(REFERENCES, HYPOTHESES, by=BY).by("speaker")
    assert groups["bob"]["wer"].value == 3 / 4
    assert groups["ann"]["wer"].value == 0.0
    assert groups["bob"]["wer"].utterances == 2


@settings(deadline=None)
@given(corpora)
def test_a_group_is_the_filtered_corpus(rows: list[tuple[Any, Any, Any]]) -> None:
    metrics = ["wer", "cer", "wip", "sentence"]

    def scored(kept: list[tuple[Any, Any, Any]]) -> Any:
        return mg.score(
            [row[0] for row in kept],
            [row[1] for row in kept],
            metrics=metrics,
            by={"speaker": [row[2] for row in kept]},
            missing="skip",
        )

    groups = scored(rows).by("speaker")
    assert set(groups) == {row[2] for row in rows}
    for key, found in groups.items():
        alone = scored([row for row in rows if row[2] == key])
        assert [m.to_dict() for m in found.values()] == [m.to_dict() for m in alone]


def test_order_of_keys() -> None:
    keys = ["b", None, 10, "a", 2.5, True]
    result = mg.score(["x"] * 6, ["x"] * 6, by={"k": keys})
    assert list(result.by("k")) == [True, 2.5, 10, "a", "b", None]


def test_nan_is_one_null_group() -> None:
    result = mg.score(["x"] * 3, ["x"] * 3, by={"k": [float("nan"), None, math.nan]})
    assert list(result.by("k")) == [None]


def test_numpy_numbers_sort_as_numbers() -> None:
    np = pytest.importorskip("numpy")
    result = mg.score(["x"] * 2, ["x"] * 2, by={"k": np.array([10, 9])})
    assert list(result.by("k")) == [9, 10]
    assert '"k": 9' in result.render("json")


@pytest.mark.parametrize("values", [[["a"], ["b"]], [{"x": 1}, {"x": 2}]])
def test_keys_that_cannot_be_keys(values: list[Any]) -> None:
    result = mg.score(["x"] * 2, ["x"] * 2, by={"k": values, "l": ["u", "v"]})
    assert list(result.by("k")) == [str(values[0]), str(values[1])]
    assert list(result.by("k", "l")) == [(str(values[0]), "u"), (str(values[1]), "v")]
    assert str(values[0]) in str(result)


def test_an_unknown_column() -> None:
    result = mg.score(REFERENCES, HYPOTHESES, by=BY)
    message = "there is no column 'speeker' to slice by; columns: 'speaker', 'snr'"
    with pytest.raises(mg.UsageError, match=message):
        result.by("speeker")
    with pytest.raises(mg.UsageError, match="no column 'speaker' to slice by; columns: none"):
        mg.score("a", "b", by="speaker")


def test_records_and_table() -> None:
    groups = mg.score(REFERENCES, HYPOTHESES, metrics=["wer", "cer"], by=BY).by("speaker")
    records = groups.records()
    assert [(row["speaker"], row["name"]) for row in records] == [
        ("ann", "wer"), ("ann", "cer"), ("bob", "wer"), ("bob", "cer")
    ]  # fmt: skip
    assert str(groups).split() == [
        "speaker", "utterances", "errors", "wer", "cer",
        "ann", "2", "0", "0.00", "%", "0.00", "%",
        "bob", "2", "3", "75.00", "%", "66.67", "%",
    ]  # fmt: skip


# -- keys that are alike and not the same --------------------------------------------------------

ALIKE: list[Any] = [
    True,
    1,
    1.0,
    "1",
    "true",
    None,
    "None",
    "null",
    "",
    "(empty)",
    '""',
    False,
    0,
    "x",
]


def alike(order: int = 1) -> Any:
    keys = ALIKE[::order]
    said = [f"word {'x ' * (at + 1)}" for at in range(len(keys))]
    heard = [text if at % 2 else "" for at, text in enumerate(said)]
    return mg.score(said, heard, by={"k": keys})


def test_what_is_not_the_same_is_not_one_group() -> None:
    groups = alike().by("k")
    assert len(groups) == len(ALIKE)
    assert sorted(map(repr, groups)) == sorted(map(repr, ALIKE))
    for at, key in enumerate(ALIKE):
        assert groups[key]["wer"].errors == (0 if at % 2 else at + 2), repr(key)
        assert groups[key]["wer"].utterances == 1


LABELS = [
    *(
        "true",
        "1",
        "1.0",
        '"1"',
        '"true"',
        "null",
        "None",
        '"null"',
        "(empty)",
        '"(empty)"',
        '""',
        "false",
        "0",
    ),
    "x",
]


def first_cells(text: str, to: str) -> list[str]:
    """Return the first cell of each row of an output that shows ``ALIKE`` groups, in the end."""
    if to == "html":
        cells = [html.unescape(cell) for cell in re.findall(r"<tr><td[^>]*>(.*?)</td>", text)]
    elif to == "tsv":
        cells = [row[0] for row in csv.reader(io.StringIO(text), delimiter="\t")]
    else:
        lines = text.splitlines()
        cells = [line.split()[0] for line in lines[4 : lines.index("", 4)]]
    return cells[-len(ALIKE) :]


@pytest.mark.parametrize("to", ["table", "tsv", "html"])
def test_no_two_groups_look_alike(to: str) -> None:
    assert sorted(first_cells(alike().render(to), to)) == sorted(LABELS)


def test_texts_that_look_like_nothing_else_stay_as_they_are() -> None:
    result = mg.score(["a"] * 4, ["a"] * 4, by={"k": ["1", "null", "true", '"x"']})
    assert [line.split()[0] for line in str(result.by("k")).splitlines()[1:]] == [
        '"x"', "1", "null", "true"
    ]  # fmt: skip


def test_the_order_of_groups_is_not_that_of_the_rows() -> None:
    assert list(map(repr, alike().by("k"))) == list(map(repr, alike(-1).by("k")))


def test_a_key_of_another_type_finds_its_equal() -> None:
    np = pytest.importorskip("numpy")
    groups = mg.score(["a", "b"], ["a", "b"], by={"k": [1.0, 2.5]}).by("k")
    assert groups[1] is groups[1.0] is groups[np.float64(1)]
    assert 3 not in groups
    with pytest.raises(KeyError):
        groups[np.array([1, 2])]
    two = mg.score(["a", "b"], ["a", "b"], by={"k": [1, True], "l": [0, 0]}).by("k", "l")
    assert list(two) == [(True, 0), (1, 0)]
    assert two[True, 0] is not two[1, 0]


def test_values_that_are_null_by_another_name() -> None:
    pandas = pytest.importorskip("pandas")
    values = [None, float("nan"), pandas.NA, pandas.NaT]
    assert list(mg.score(["x"] * 4, ["x"] * 4, by={"k": values}).by("k")) == [None]


def test_a_list_and_its_text_are_two_groups() -> None:
    result = mg.score(["x"] * 2, ["x"] * 2, by={"k": [["a"], "['a']"]})
    assert len(result.by("k")) == 2


def test_tuples_of_odd_things_sort() -> None:
    keys = [(), (1, "a"), (None, 2), ("a", 1), 3, "b", None, (True,), (1,)]
    result = mg.score(["x"] * len(keys), ["x"] * len(keys), by={"k": keys})
    assert len(result.by("k")) == len(keys)


# -- columns that have the names of ours ---------------------------------------------------------

OURS = ["name", "unit", "value", "reason", "errors", "counts", "utterances", "signature"]


@pytest.mark.parametrize("name", [*OURS, "column_errors", "wer", "metric", "hits", "rate"])
def test_a_column_with_the_name_of_ours(name: str) -> None:
    result = mg.score(["a", "b"], ["a", "x"], by={name: ["p", "q"]})
    records = result.by(name).records()
    assert [row["errors"] for row in records if name != "column_errors"] in ([0, 1], [])
    title = f"column_{name}" if name in OURS else name
    assert [row[title] for row in records] == ["p", "q"]
    header = result.render("tsv").splitlines()[0].split("\t")
    assert len(set(header)) == len(header)
    first = str(result.by(name)).splitlines()[0].split()
    assert len(set(first)) == len(first)
    assert result.render("json").count(f'"{name}": "p"') == 1


def test_a_column_named_twice_is_one() -> None:
    result = mg.score(REFERENCES, HYPOTHESES, by=BY)
    assert list(result.by("speaker", "speaker")) == ["ann", "bob"]
    assert result.sliced(["snr", "snr"]).slices == ("snr",)


# -- values too deep to write --------------------------------------------------------------------


@pytest.mark.parametrize("wrap", [lambda x: [x], lambda x: {"a": x}, lambda x: (x,)])
def test_values_inside_each_other(wrap: Any) -> None:
    value: Any = 1
    for _ in range(90):
        value = wrap(value)
    result = mg.score(["a"], ["b"], by={"k": [value]})
    for to in ("table", "json", "tsv", "html"):
        assert result.render(to)
    for _ in range(2000):
        value = wrap(value)
    with pytest.raises(mg.InputError, match=r"the column 'k' has in row 2 lists or objects"):
        mg.score(["a", "b"], ["b", "c"], by={"k": [None, value]})
    with pytest.raises(mg.InputError, match="in row 1"):
        mg.score(mg.Corpus(None, ["a"], ["b"], {"k": [value]}))
