"""Slices are what scoring each part alone gives."""

import math
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
