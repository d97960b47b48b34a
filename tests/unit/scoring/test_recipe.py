"""A signature is a recipe, and a recipe is a signature."""

import pytest
from hypothesis import given
from scoring_strategies import recipes

import mondegreen as mg
from mondegreen.metrics import METRICS
from mondegreen.scoring.recipe import Recipe


@given(recipes())
def test_round_trip(recipe: Recipe) -> None:
    assert Recipe.parse(recipe.signature()) == recipe
    assert Recipe.parse(recipe.signature(short=True)) == recipe


@given(recipes())
def test_signatures_are_one_line_and_canonical(recipe: Recipe) -> None:
    signature = recipe.signature()
    assert not set(signature) & set(" \n\t")
    assert Recipe.parse(signature).signature() == signature
    assert len(recipe.signature(short=True)) <= len(signature)


@given(recipes(), recipes())
def test_equal_signatures_mean_equal_recipes(first: Recipe, second: Recipe) -> None:
    assert (first.signature() == second.signature()) == (first == second)
    assert (first.signature(short=True) == second.signature(short=True)) == (first == second)


def test_grammar() -> None:
    assert Recipe.make(metrics=["wer", "cer"]).signature() == (
        "wer@1+cer@1|unit:word@1+character@1|normalizer:none@1|ties:most-hits@1|weights:1/1/1"
        "|missing:error"
    )
    assert Recipe.make().signature(short=True) == "wer@1"
    made = Recipe.make(
        metrics="cer", unit="grapheme", normalizer="lower", edit_weights="sclite", missing="skip"
    )
    assert made.signature(short=True) == (
        "cer@1|unit:grapheme@unicode15.0|normalizer:lower@1|ties:sclite@1|weights:4/3/3|missing:skip"
    )


def test_versions_may_be_left_out() -> None:
    assert Recipe.parse("wer|normalizer:lower|ties:jiwer") == Recipe.make(
        normalizer="lower", ties="jiwer"
    )


@pytest.mark.parametrize(
    ("signature", "message"),
    [
        ("wer@0", "the metric 'wer' is here in version 1, not 0; use the release of mondegreen"),
        ("wer@1|normalizer:lower@0", "normalizer 'lower' is here in version 1, not '0'"),
        ("wer@1|ties:most-hits@2", "the tie rule 'most-hits' is here in version 1, not 2"),
        ("wer@1|unit:word@9", "the unit 'word' is here in version 1, not 9"),
        ("cer|unit:grapheme@unicode14.0", "version unicode15.0, not unicode14.0"),
        ("wer@1|plugins:acme@1.0", "made with other plug-ins than are here: none"),
    ],
)
def test_other_versions_are_refused(signature: str, message: str) -> None:
    with pytest.raises(mg.UsageError, match=message):
        Recipe.parse(signature)


@pytest.mark.parametrize(
    ("signature", "message"),
    [
        ("", "'' is not a signature"),
        ("wre@1", "Did you mean 'wer'"),
        ("wer@1|normaliser:lower", "unknown field 'normaliser'"),
        ("wer@1|", "unknown field ''"),
        ("wer@1|unit:word+character", "1 metric, 2 units"),
        ("wer@1|unit:", "unit of wer='' is not known"),
        ("wer@1|unit:syllable", "unit of wer='syllable' is not known"),
        ("cer@1|unit:word", "unit of cer='word' is not known"),
        ("wer@1+wer@1|unit:word+word", "a field or metric occurs twice"),
        ("wer@1|unit:word|unit:character", "a field or metric occurs twice"),
        ("wer@1|ties:random", "ties='random' is not known"),
        ("wer@1|weights:0/1/1", "edit weights must be three whole numbers"),
        ("wer@1|weights:4/3/3|ties:jiwer", "is for edit weights 1/1/1 only"),
        ("wer@1|missing:ignore", "missing='ignore' is not known"),
        ("wer@1|normalizer:upper", "no normalizer is named 'upper'"),
    ],
)
def test_what_is_no_signature(signature: str, message: str) -> None:
    with pytest.raises(mg.UsageError, match=message):
        Recipe.parse(signature)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"metrics": []}, "name at least one metric; known: b-wer, "),
        ({"metrics": "wer,,cer"}, "name at least one metric"),
        ({"metrics": "wre"}, "Did you mean 'wer'"),
        ({"ties": "first"}, "ties='first' is not known; expected one of 'jiwer', 'most-hits'"),
        ({"missing": "zero"}, "expected one of 'error', 'deletions', 'skip'"),
        ({"unit": "syllable"}, "wer cannot count in 'syllable'; known: 'word'"),
        ({"edit_weights": "a"}, "edit weights must be three whole numbers"),
        ({"edit_weights": (4, 3, 3), "ties": "jiwer"}, "leave one out"),
        ({"normalizer": "lover"}, "Did you mean 'lower'"),
    ],
)
def test_bad_choices(options: dict[str, object], message: str) -> None:
    with pytest.raises(mg.UsageError, match=message):
        mg.score("a", "b", **options)  # type: ignore[arg-type]


def test_a_unit_applies_where_it_can() -> None:
    made = Recipe.make(metrics=["cer", "wer"], unit="word")
    assert made.units == ("character", "word")


def test_metrics_are_named_once() -> None:
    assert Recipe.make(metrics="wer, cer,wer").metrics == ("wer", "cer")


def test_the_short_form_tells_every_other_choice() -> None:
    assert Recipe.parse("wer").only("wer") == Recipe.make()
    assert Recipe.make(metrics=["wer", "cer"]).only("cer") == Recipe.make(metrics="cer")


def test_a_metric_under_another_name_keeps_that_name() -> None:
    from mondegreen.metrics.wer import WordErrorRate

    METRICS.register("my-wer", WordErrorRate)
    try:
        both = mg.score("a b", "a c", metrics=["wer", "my-wer"], unit="character")
        assert both["my-wer"].counts == both["wer"].counts
        assert [metric.name for metric in both] == ["wer", "my-wer"]
    finally:
        del METRICS._table["my-wer"]
