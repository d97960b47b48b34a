"""Severities count a part of an error: that part is never lost on the way to an output."""

from __future__ import annotations

import json

import pytest

import mondegreen as mg
from mondegreen.forgive.severities import Severities

SAID = ["my data base now", "the big cat sat", "all right"]
WRITTEN = ["my database now", "big cat sat", "all right"]


def scored(weight: int, **options: object) -> mg.Result:
    severities = {"spacing": weight, "articles": weight}
    options = {"forgive": ["spacing", "articles"], "severities": severities, **options}
    return mg.score(SAID, WRITTEN, **options)


@pytest.mark.parametrize("weight", [0, 1, 333, 500, 999, 1000])
def test_who_has_a_part_of_an_error_is_not_without_errors(weight: int) -> None:
    result = scored(weight)
    exact = 3 * weight / 1000
    assert result["wer"].exact == pytest.approx(exact)
    assert result["wer"].errors == -(-3 * weight // 1000)
    assert result["wer"].to_dict()["errors"] == pytest.approx(exact)
    assert result["wer"].value == pytest.approx(exact / 10)
    worst = [each.id for each in result.worst()]
    assert worst == ([] if weight == 0 else ["1", "2"])
    assert [row + 1 for row in result.rows_with_errors("wer")] == [int(name) for name in worst]
    shown = json.loads(result.render("json"))
    assert shown["metrics"][0]["errors"] == pytest.approx(exact)
    assert sum(each.to_dict()["errors"] for each in result.worst()) == pytest.approx(exact)


def test_comparisons_show_the_part() -> None:
    compared = mg.compare({"a": scored(333), "b": scored(333)}, test="bootstrap", resamples=100)
    assert {score.errors for score in compared.scores} == {0.999}
    assert "0.999" in str(compared)


@pytest.mark.parametrize("preset", ["agent", "strict"])
@pytest.mark.parametrize("metrics", [["reader"], ["wer", "reader"]])
def test_a_preset_brings_its_severities_to_reader(preset: str, metrics: list[str]) -> None:
    result = mg.score(SAID, WRITTEN, metrics=metrics, forgive=preset)
    named = mg.score(SAID, WRITTEN, metrics=metrics, forgive=[preset], severities=preset)
    assert result.signature == named.signature
    version = {"agent": 2, "strict": 1}[preset]
    assert f"|severities:{preset}@{version}|" in result.signature
    assert result["reader"].value == named["reader"].value == (0 if preset == "agent" else 3 / 33)
    assert mg.score(SAID, WRITTEN, recipe=result.signature).signature == result.signature
    assert f"severities of reader: {preset} (" in str(result)


def test_reader_keeps_its_own_list_otherwise() -> None:
    for forgive in (None, "reader", "articles,spacing"):
        result = mg.score(SAID, WRITTEN, metrics=["reader"], forgive=forgive)
        assert "severities:" not in result.signature
        assert result["reader"].value == pytest.approx(
            sum(3 * Severities.of("reader").severity(name) for name in ["articles"]) / 1000 / 33
        )
    assert "severities:" not in mg.score(SAID, WRITTEN, forgive="agent").signature


@pytest.mark.parametrize(("lighter", "heavier"), [(333, 334), (1, 999), (500, 501), (333, 333)])
def test_comparisons_rank_by_the_part(lighter: int, heavier: int) -> None:
    """Both have a part of one error in every utterance, the second the larger part of it."""
    said = ["the big cat sat"] * 8
    written = {"a": ["big cat sat"] * 8, "b": ["um the big cat sat"] * 8}
    options = {
        "forgive": ["fillers", "articles"],
        "severities": {"articles": lighter, "fillers": heavier},
    }
    results = {name: mg.score(said, texts, **options) for name, texts in written.items()}
    compared = mg.compare(results, test="wilcoxon", resamples=100, together=True)
    (pair,) = compared.pairs
    larger = heavier > lighter
    assert (pair.first, pair.wins, pair.losses) == ("a", 8 * larger, 0)
    assert pair.test.p == pytest.approx(2**-7 if larger else 1)
    assert compared.oracle.chosen == {"a": 8, "b": 0}
    assert (
        mg.compare(dict(reversed(results.items())), together=True).oracle.chosen["a"] == 8 * larger
    )
    each = {"a": lighter / 1000, "b": heavier / 1000}
    assert [one.errors for one in compared.differing] == [each] * min(8 * larger, 8)
