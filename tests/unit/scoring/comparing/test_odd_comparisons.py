"""Comparisons and reports of what is hardly there, or is odd: made in every output, or refused."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg
from mondegreen.errors import MondegreenError, UsageError
from mondegreen.scoring.comparing.significance import Choices
from mondegreen.scoring.renderers import COMPARISON_RENDERERS

if TYPE_CHECKING:
    from pathlib import Path

SAID = ["a b c", "d e", "f"]
TESTS = ["randomisation", "bootstrap", "wilcoxon", "mcnemar", "mapsswe"]


def two(said: list[str], first: list[Any], second: list[Any], **options: Any) -> Any:
    return {
        "x": mg.score(said, first, **options),
        "y": mg.score(said, second, **options),
    }


ODD = {
    "one utterance": two(["a b"], ["a c"], ["a b"]),
    "empty hypotheses": two(SAID, [""] * 3, [""] * 3),
    "empty references": two([""] * 3, ["a", "", ""], [""] * 3),
    "both empty": two([""] * 3, [""] * 3, [""] * 3),
    "missing": two(SAID, [None] * 3, [None] * 3, missing="deletions"),
    "identical": two(SAID * 9, ["a", "d", "f"] * 9, ["a", "d", "f"] * 9),
    "perfect": two(SAID * 9, SAID * 9, SAID * 9),
    "long": two(["a " * 3000], ["a " * 2999], ["b " * 3000]),
    "odd columns": two(SAID, SAID, ["a"] * 3, by={"k": [math.nan, None, "<b>"]}),
    "half of a pair": two(["\ud800 a"], ["a"], ["\ud800"]),
    "odd ids": two(SAID, SAID, ["a"] * 3, ids=["\ud800", "<b>", "\0"]),
}
ODD["odd names"] = dict(zip(("<b>\0\ud800", "\u202e\n|"), ODD["perfect"].values(), strict=True))


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("name", ODD)
def test_every_output_is_made(name: str, test: str) -> None:
    by = "k" if name == "odd columns" else ()
    found = mg.compare(ODD[name], test=test, together=True, by=by, baseline=next(iter(ODD[name])))
    for to in COMPARISON_RENDERERS.names():
        shown = found.render(to)
        shown.encode()
        assert "\0" not in shown
        shown = shown.rpartition("<script>")[0] or shown  # the program of a page knows NaN
        assert "nan" not in shown.replace("nan ", "").lower() or name == "odd columns"
    for pair in found.pairs:
        assert 0 <= pair.test.p <= pair.p <= 1
        if name in {"identical", "perfect", "both empty"}:
            assert not pair.separated


@pytest.mark.parametrize("name", ODD)
def test_every_report_is_written(name: str, tmp_path: Path) -> None:
    mg.write_report(ODD[name], tmp_path / "x.html")
    page = (tmp_path / "x.html").read_text("utf-8")
    assert "<b>" not in page
    assert "\0" not in page


@pytest.mark.parametrize(
    ("systems", "words"),
    [
        ({}, "0 systems are given"),
        ({"x": ODD["perfect"]["x"]}, "1 system is given"),
        (two(SAID, ["a", None, None], [None, "d", None], missing="skip"), "no utterance was"),
    ],
)
def test_nothing_to_compare(systems: Any, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        mg.compare(systems)


def test_an_id_that_stands_twice() -> None:
    with pytest.raises(MondegreenError, match="twice"):
        mg.score(SAID, SAID, ids=["a", "b", "a"])


@pytest.mark.parametrize(
    ("number", "level", "drawn"),
    [
        (2, 0.95, 10_000),
        (22, 0.95, 10_000),
        (23, 0.95, 11_000),
        (50, 0.95, 50_000),
        (2, 0.9999, 21_000),
    ],
)
def test_resamples_that_separate_pairs_are_taken_unasked(
    number: int, level: float, drawn: int
) -> None:
    asked = {"level": level, "cluster": None, "seed": 0}
    for test in ("randomisation", "bootstrap"):
        assert Choices.of(number, test=test, resamples=None, **asked).resamples == drawn
    assert Choices.of(number, test="mcnemar", resamples=None, **asked).resamples == 10_000
    pairs = number * (number - 1) // 2
    assert 2 * pairs / (drawn + 1) < 1 - level


def test_so_many_resamples_that_somebody_has_to_want_them() -> None:
    with pytest.raises(UsageError, match=r"100,000 can separate none of 4,950 .* than 198,000, or"):
        Choices.of(100, test="randomisation", level=0.95, cluster=None, resamples=None, seed=0)


def test_fifty_systems() -> None:
    systems = {f"s{at}": mg.score(SAID * 9, ["a b", "d e", f"w{at % 7}"] * 9) for at in range(50)}
    with pytest.raises(UsageError, match=r"can separate none of 1,225 pairs .* more than 49,000"):
        mg.compare(systems, resamples=10_000)
    found = mg.compare(systems, test="mcnemar", differ=0)
    assert len(found.pairs) == 1225
    assert {each.rank.rank for each in found.scores if each.rank} == {1}


@pytest.mark.parametrize("test", TESTS)
def test_a_test_against_the_rates_ranks_nobody(test: str) -> None:
    """One system errs a little everywhere, the other very much once: it is better on the most."""
    said = ["a b c d e f"] * 40
    often = ["a b c d e x"] * 40
    once = ["a b c d e f"] * 39 + ["x " * 90]
    systems = {"often": mg.score(said, often), "once": mg.score(said, once)}
    found = mg.compare(systems, test=test)
    (pair,) = found.pairs
    assert (pair.first, pair.second) == ("often", "once")
    assert not pair.separated
    assert found.groups == [["often", "once"]]
    told = f"{test} finds once better than often, against the rates" in str(found)
    assert told == pair.contrary == (test in {"wilcoxon", "mcnemar"})
    # The other way about it is as sure as it was.
    good = mg.score(said, ["a b c d e f"] * 30 + often[30:])
    worse = {"often": systems["often"], "good": good}
    assert mg.compare(worse, test=test).pairs[0].separated
