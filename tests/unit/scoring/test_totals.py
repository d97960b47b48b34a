"""Totals: added in any way they give the numbers of all utterances at once."""

import pickle
import random
from functools import reduce
from operator import add

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scoring_strategies import columns, corpora, recipes

import mondegreen as mg
from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.renderers import RENDERERS
from mondegreen.scoring.scorer import Scorer
from mondegreen.scoring.totals import Totals

kept = recipes(missing=("deletions", "skip"))
OF_SUMS = ("table", "json", "tsv", "csv", "markdown", "latex", "html")


def result(recipe: Recipe, rows: list, start: int = 0) -> mg.Result:  # type: ignore[type-arg]
    scorer = Scorer.from_recipe(recipe)
    scorer.update(**columns(rows, start))
    return scorer.compute(by="speaker")


@settings(deadline=None, max_examples=60)
@given(kept, st.lists(corpora, min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_parts_in_any_order_are_the_whole(
    recipe: Recipe,
    parts: list,  # type: ignore[type-arg]
    shuffler: random.Random,
) -> None:
    whole = result(recipe, [row for part in parts for row in part])
    totals = [Totals.of(result(recipe, part), ["speaker"]) for part in parts]
    shuffler.shuffle(totals)
    found = reduce(add, map(pickle.loads, map(pickle.dumps, totals))).result()
    assert found.coverage == whole.coverage
    assert len(found) == len(whole)
    for name in OF_SUMS:
        assert found.render(name) == whole.render(name)


def test_groups_of_values_that_equal_each_other_stay_apart() -> None:
    parts = [
        Totals.of(mg.score(["a"], [text], by={"k": [key]}), ["k"])
        for key, text in [(1, "a"), (True, "b"), (1.0, "c"), (None, "d"), ("None", "a"), (1, "b")]
    ]
    whole = mg.score(
        ["a"] * 6, list("abcdab"), by={"k": [1, True, 1.0, None, "None", 1]}
    )  # fmt: skip
    assert str(reduce(add, parts).result()) == str(whole)


def test_they_are_small_and_hold_no_text() -> None:
    secret = "nobody else has to read this"
    totals = Totals.of(mg.score([secret] * 1000, [secret] * 1000))
    assert len(pickle.dumps(totals)) < 2000
    assert b"nobody" not in pickle.dumps(totals)


def test_other_recipes_and_other_groups_are_not_added() -> None:
    one = mg.score(["a"], ["b"], by={"k": [1]})
    with pytest.raises(mg.SignatureMismatchError):
        Totals.of(one) + Totals.of(mg.score("a", "b", normalizer="lower"))
    with pytest.raises(mg.UsageError):
        Totals.of(one) + Totals.of(one, ["k"])


ASKED = [
    *(f"render:{name}" for name in RENDERERS.names() if name not in {*OF_SUMS, "plain"}),
    *("worst", "differences", "confusions", "classes", "with_intervals", "to_dict", "to_arrow"),
    *("to_pandas", "to_polars", "scored_rows", "forgiven"),
]


@pytest.mark.parametrize("asked", ASKED)
def test_what_needs_utterances_says_so(asked: str) -> None:
    whole = mg.score(["a b"], ["a c"])
    found = Totals.of(whole).result()
    name, _, argument = asked.partition(":")
    with pytest.raises(mg.UsageError, match="has sums alone"):
        getattr(found, name)(*([argument] if argument else []))
