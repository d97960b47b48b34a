"""The word error rate of the Open ASR Leaderboard: what is left out, and what compounds cost."""

from __future__ import annotations

import pytest

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.errors import UsageError
from mondegreen.metrics.hf_leaderboard_wer import NOT_SCORED
from mondegreen.metrics.registry import METRICS

NAMES = [name for name in METRICS.names() if name.startswith("hf-leaderboard-wer")]


@pytest.mark.parametrize(
    ("name", "reference", "hypothesis", "row"),
    [
        ("", "a white paper b", "a whitepaper b", (2, 1, 1, 0, 0)),
        ("[difflib]", "a white paper b", "a whitepaper b", (3, 0, 0, 0, 0)),
        ("[difflib]", "x white paper", "y whitepaper", (0, 2, 1, 0, 0)),
        ("[difflib-raw]", "whitepaper is", "white paper is", (2, 0, 0, 0, 0)),
        ("[kaldialign]", "x white paper", "y whitepaper", (2, 1, 0, 0, 0)),
        ("[kaldialign]", "whitepaper is", "white paper is", (2, 0, 0, 0, 0)),
        ("[kaldialign]", "a b c d", "abcd", (4, 0, 0, 0, 0)),
        ("[difflib-kaldialign-raw]", "ice cream is x white paper", "icecream is y whitepaper", (4, 1, 0, 0, 0)),
        ("[kaldialign]", "a", "", (0, 0, 1, 0, 0)),
    ],
)  # fmt: skip
def test_by_hand(name: str, reference: str, hypothesis: str, row: tuple[int, ...]) -> None:
    metric = METRICS.get(f"hf-leaderboard-wer{name}")()
    assert metric.row(reference, hypothesis) == row
    assert metric.row(reference.split(), hypothesis.split()) == row
    assert metric.value(row) == sum(row[1:4]) / sum(row[:3])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("reference", ["", "  ", NOT_SCORED, f" {NOT_SCORED}\n"])
def test_where_nothing_was_said_is_left_out_and_counted(name: str, reference: str) -> None:
    result = mg.score([reference, "a b"], ["noise in the room", "a c"], metrics=[name])
    assert result[name].counts == {
        "hits": 1,
        "substitutions": 1,
        "deletions": 0,
        "insertions": 0,
        "left_out": 1,
    }
    assert result.coverage.left_out == {name: 1}
    assert METRICS.get(name)().row(reference.split(), ["a"]) == (0, 0, 0, 0, 1)


@pytest.mark.skipif(
    _kernel.name != "native", reason="these normalizers are in the native kernel alone"
)
@pytest.mark.parametrize("name", NAMES)
def test_a_reference_that_the_normalizer_empties(name: str) -> None:
    """Since June 2026 the leaderboard looks at the references of other languages as they were written."""
    result = mg.score(
        ["[laughter]", "", "a"], ["ha ha", "b", "a"], metrics=[name], normalizer="whisper-basic"
    )
    kept = name.endswith("raw]")
    assert result[name].counts["left_out"] == (1 if kept else 2)
    assert result[name].counts["insertions"] == (2 if kept else 0)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("missing", ["deletions", "skip"])
def test_missing_hypotheses(name: str, missing: str) -> None:
    result = mg.score(["a b", "", "c"], [None, None, "c"], metrics=[name], missing=missing)
    lost = 2 if missing == "deletions" else 0
    assert result[name].counts["deletions"] == lost
    assert result[name].counts["left_out"] == (1 if missing == "deletions" else 0)
    assert result[name].counts["hits"] == 1


@pytest.mark.parametrize("name", NAMES)
def test_what_it_does_not_go_with(name: str) -> None:
    with pytest.raises(UsageError, match="counts each error as one; leave edit_weights out"):
        mg.score(["a"], ["b"], metrics=[name], edit_weights="sclite")
    with pytest.raises(mg.MondegreenError):
        mg.score(["a"], ["b"], metrics=[name], forgive=["case"])
    with pytest.raises(mg.InputTypeError, match="what was said cannot be missing"):
        mg.score([None], ["b"], metrics=[name])


def test_wer_next_to_it_keeps_its_counts() -> None:
    result = mg.score(["", "a"], ["x", "a"], metrics=["wer", "hf-leaderboard-wer"])
    assert (result["wer"].value, result["hf-leaderboard-wer"].value) == (1.0, 0.0)
