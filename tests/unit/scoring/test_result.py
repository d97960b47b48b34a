"""A result: rows, the worst, differences, and frames."""

import copy
import pickle
from typing import Any

import pytest
from scoring_strategies import views

import mondegreen as mg
from mondegreen.scoring.result import Result

REFERENCES = ["a b c d", "e f", "g", "h i", "k"]
HYPOTHESES = ["a b x d", "e", "g", "", "l m"]


@pytest.fixture
def result() -> Result:
    return mg.score(REFERENCES, HYPOTHESES, ids=list("vwxyz"))


def test_worst_first_by_errors_then_by_rate(result: Result) -> None:
    found = [(each.id, each.errors, each.rate) for each in result.worst()]
    assert found == [("z", 2, 2.0), ("y", 2, 1.0), ("w", 1, 0.5), ("v", 1, 0.25)]
    assert [each.id for each in result.worst(2)] == ["z", "y"]
    assert result.worst(0) == []


def test_worst_of_equals_in_order_of_the_corpus() -> None:
    assert [each.id for each in mg.score(["a"] * 3, ["b"] * 3).worst()] == ["1", "2", "3"]


def test_an_infinite_rate_comes_by_its_errors() -> None:
    found = mg.score(["", "a b"], ["x", "c d"]).worst()
    assert [(each.id, each.rate) for each in found] == [("2", 1.0), ("1", None)]
    assert str(found[1]).startswith("1: 1 error, no rate\n")


def test_differences(result: Result) -> None:
    found = [(each.id, str(each)) for each in result.differences()]
    assert found[0] == ("v", "a b [c -> x] d")
    assert [name for name, _ in found] == ["v", "w", "y", "z"]
    assert sum(each.errors for each in result.differences()) == result["wer"].errors


def test_utterance() -> None:
    result = mg.score(["a b"], ["a c"], metrics=["wer", "cer"], by={"speaker": ["ann"]})
    one = result.utterance(0, "cer")
    assert (one.id, one.metric, one.reference, one.hypothesis) == ("1", "cer", "a b", "a c")
    assert one.counts == {"hits": 2, "substitutions": 1, "deletions": 0, "insertions": 0}
    assert one.metadata == {"speaker": "ann"}
    assert one.alignment is not None
    assert one.alignment.unit == "character"
    assert str(one).startswith("1: 1 error, cer 33.3 %\nREF")


@pytest.mark.parametrize(
    "ask",
    [
        lambda result: result["cer"],
        lambda result: result.worst(1, "cer"),
        lambda result: result.differences("cer"),
        lambda result: result.utterance(0, "cer"),
        lambda result: result.mean("cer"),
        lambda result: result.rate(0, "cer"),
        lambda result: result.counts(0, "cer"),
    ],
)
def test_a_metric_that_was_not_scored(result: Result, ask: Any) -> None:
    with pytest.raises(mg.UsageError, match="'cer' was not scored here; this result has 'wer'"):
        ask(result)


def test_columns_of_one_metric_and_of_several() -> None:
    names = ["hits", "substitutions", "deletions", "insertions"]
    one = mg.score("a", "b", by={"speaker": ["ann"]})
    assert list(one.to_dict()) == ["id", *names, "wer", "status", "speaker"]
    two = mg.score("a", "b", metrics=["wer", "cer"])
    expected = ["id"]
    for metric in ("wer", "cer"):
        expected += [*(f"{metric}_{name}" for name in names), metric]
    assert list(two.to_dict()) == [*expected, "status"]


@pytest.mark.parametrize("to", ["to_arrow", "to_pandas", "to_polars"])
def test_frames(result: Result, to: str) -> None:
    pytest.importorskip("pyarrow" if to == "to_arrow" else to.removeprefix("to_"))
    frame = getattr(result, to)()
    rows = frame.to_pylist() if to == "to_arrow" else None
    if rows is None:
        rows = frame.to_dict("records") if to == "to_pandas" else frame.to_dicts()
    assert rows[0] == {
        "id": "v", "hits": 3, "substitutions": 1, "deletions": 0, "insertions": 0, "wer": 0.25,
        "status": "scored",
    }  # fmt: skip
    assert len(rows) == len(REFERENCES)
    assert "int64" in str(frame.schema.field("hits") if to == "to_arrow" else
                          frame["hits"].dtype).lower()  # fmt: skip


@pytest.mark.parametrize("to", ["to_arrow", "to_pandas", "to_polars"])
@pytest.mark.parametrize("values", [[1, "a"], [2**70, 1], [True, 2], [{"x": 1}, None], [1, 1.5]])
def test_frames_with_odd_columns(to: str, values: list[Any]) -> None:
    pytest.importorskip("pyarrow" if to == "to_arrow" else to.removeprefix("to_"))
    frame = getattr(mg.score(["a", "b"], ["a", "b"], by={"odd": values}), to)()
    assert len(frame) == 2
    assert "odd" in (frame.column_names if to == "to_arrow" else frame.columns)


def test_the_mean_is_not_the_rate(result: Result) -> None:
    assert result["wer"].value == 6 / 10
    assert result.mean("wer") == (0.25 + 0.5 + 0 + 1 + 2) / 5


def test_it_pickles(result: Result) -> None:
    assert views(pickle.loads(pickle.dumps(result))) == views(result)
    assert views(copy.deepcopy(result)) == views(result)


def test_printing_shows_all_that_decides_the_number(result: Result) -> None:
    text = str(result)
    assert repr(result) == text
    assert "60.00 %" in text
    assert str(result.coverage) in text
    assert text.splitlines()[-1] == result.signature
