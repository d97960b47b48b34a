"""Missing, failed and empty: three things, each counted, none of them perfect."""

import math
from collections.abc import Iterator
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.scoring.coverage import Coverage
from mondegreen.text.normalizers import NORMALIZERS
from mondegreen.text.normalizers.base import TextNormalizer

REFERENCES = ["one two", "three four", "five", "six", "seven"]


def hypotheses() -> list[Any]:
    return ["one two", None, float("nan"), mg.Failed("timeout"), ""]


@pytest.fixture(scope="module", autouse=True)
def digits_away() -> Iterator[None]:
    """A normalizer that empties texts of digits."""

    class DigitsAway(TextNormalizer):
        name, version = "digits-away", "7"

        def __call__(self, text: str) -> str:
            return "".join(char for char in text if not char.isdigit())

    NORMALIZERS.register("digits-away", DigitsAway)
    yield
    del NORMALIZERS._table["digits-away"]


def test_error_is_the_default() -> None:
    with pytest.raises(mg.MissingHypothesisError) as caught:
        mg.score(REFERENCES, hypotheses(), ids=list("abcde"))
    assert str(caught.value) == (
        "3 of 5 utterances have no hypothesis (2 missing, 1 failed): id 'b', id 'c', id 'd'. "
        "Choose missing='deletions' (count them as empty) or missing='skip' (leave them out), "
        "--missing on the command line"
    )


def test_many_missing_ones_are_not_all_listed() -> None:
    with pytest.raises(mg.MissingHypothesisError, match="row 4, row 5, \\.\\.\\."):
        mg.score(["a"] * 9, [None] * 9)


def test_deletions() -> None:
    result = mg.score(REFERENCES, hypotheses(), missing="deletions")
    assert result["wer"].counts == {
        "hits": 2, "substitutions": 0, "deletions": 5, "insertions": 0
    }  # fmt: skip
    assert result.coverage == Coverage(
        total=5, scored=5, empty=1, missing=2, failed=1, policy="deletions", reasons={"timeout": 1}
    )
    assert str(result.coverage) == (
        "5 scored, 1 empty, 2 missing, 1 failed (missing and failed count as deletions)"
    )


def test_skip() -> None:
    result = mg.score(REFERENCES, hypotheses(), missing="skip")
    assert result["wer"].value == 1 / 3
    assert result["wer"].utterances == 2
    assert result.coverage == Coverage(
        total=5, scored=2, empty=1, missing=2, failed=1, policy="skip", reasons={"timeout": 1}
    )
    assert result.coverage.fraction == 2 / 5
    assert str(result.coverage).endswith("1 failed (missing and failed left out)")


@pytest.mark.parametrize("missing", ["deletions", "skip"])
def test_rows(missing: str) -> None:
    result = mg.score(REFERENCES, hypotheses(), missing=missing)
    table = result.to_dict()
    assert table["status"] == ["scored", "missing", "missing", "failed", "empty"]
    skipped = missing == "skip"
    gone = "no hypothesis" if skipped else None
    assert table["reason"] == [None, gone, gone, "timeout", None]
    assert list(table["deletions"]) == [0, *([None] * 3 if skipped else [2, 1, 1]), 1]
    assert table["wer"] == [0.0, *([None] * 3 if skipped else [1.0] * 3), 1.0]
    assert [found.id for found in result.worst()] == (["5"] if skipped else ["2", "3", "4", "5"])


def test_pandas_na_is_missing() -> None:
    pd = pytest.importorskip("pandas")
    for absent in (pd.NA, pd.NaT, None, float("nan")):
        assert mg.score(["a"], [absent], missing="skip").coverage.missing == 1


@pytest.mark.parametrize("item", [5, 0.5, b"a", object(), {"text": "a"}])
def test_anything_else_is_bad_input(item: object) -> None:
    with pytest.raises(
        mg.InputTypeError, match=r"hypotheses\[1\] \(id 'y'\) is .* expected a text"
    ):
        mg.score(["a", "b"], ["a", item], ids=["x", "y"], missing="skip")


@pytest.mark.parametrize("item", [None, float("nan"), 5, mg.Failed("x")])
@pytest.mark.parametrize("missing", ["error", "skip", "deletions"])
def test_a_reference_cannot_be_missing(item: object, missing: str) -> None:
    with pytest.raises(mg.InputTypeError, match=r"references\[0\] .* cannot be missing"):
        mg.score([item], ["a"], missing=missing)


def test_nothing_left_is_no_perfect_score() -> None:
    result = mg.score(["a b", "c"], [None, mg.Failed("x")], missing="skip", metrics=["wer", "cer"])
    assert math.isnan(result["wer"].value)
    assert result["wer"].reason == "nothing was scored"
    assert result["wer"].to_dict()["value"] is None
    assert result.coverage.fraction == 0
    assert "nothing was scored" in str(result)
    assert result.render("plain") == "nothing was scored"
    alone = mg.score(["a b"], [None], missing="skip")
    assert alone.render("kaldi").splitlines()[:2] == [
        "%WER nan [ 0 / 0, 0 ins, 0 del, 0 sub ] [PARTIAL]",
        "%SER nan [ 0 / 0 ]",
    ]
    assert math.isnan(result.mean("wer"))
    assert result.worst() == []
    assert result.differences() == []


def test_infinite_is_null_with_a_reason() -> None:
    result = mg.score(["", "a"], ["b", "a"], by={"k": [1, 2]})
    assert result["wer"].value == 1.0
    group = result.by("k")[1]["wer"]
    assert (group.value, group.reason) == (math.inf, "errors against an empty reference")
    assert group.to_dict()["value"] is None
    assert result.to_dict()["wer"] == [None, 0.0]
    assert result.mean("wer") == math.inf
    assert result.mean("wer", leave_out_infinite=True) == 0.0


def test_empty_hypotheses_are_counted_apart() -> None:
    result = mg.score(["a", "b", ""], ["", " \t", ""])
    assert result.coverage == Coverage(total=3, scored=3, empty=3)
    assert str(result.coverage) == "3 scored, 3 empty, 0 missing, 0 failed"


def test_emptied_by_the_normalizer() -> None:
    result = mg.score(
        ["1 2", "a 1", "", "b", "c"],
        ["3", "4", "", "b", None],
        normalizer="digits-away",
        missing="skip",
    )
    assert result.coverage.emptied == 2, "the first, and the second for its hypothesis"
    assert result.coverage.empty == 3
    assert "2 emptied by the normalizer" in str(result)
    assert "normalizer:digits-away@7" in result.signature


def test_a_normalizer_leaves_what_is_missing_as_it_is() -> None:
    lower = mg.normalizer("lower")
    failed = mg.Failed("Timeout")
    assert lower.batch(["A", None, failed, ["B", "C"]]) == ["a", None, failed, ["b", "c"]]


def test_missing_tokens() -> None:
    result = mg.score([["a", "b"], ["c"]], [["a", "b"], None], missing="deletions")
    assert result["wer"].counts["deletions"] == 1
    (worst,) = result.worst()
    assert worst.alignment is not None
    assert worst.alignment.deletions == 1


def test_reasons_add_up_in_one_order() -> None:
    first = Coverage(total=1, scored=0, failed=1, policy="skip", reasons={"b": 1})
    second = Coverage(total=2, scored=0, failed=2, policy="skip", reasons={"a": 1, "b": 1})
    assert list((first + second).reasons.items()) == [("a", 1), ("b", 2)]
    assert Coverage.from_dict((first + second).to_dict()) == first + second
