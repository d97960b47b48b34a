"""Adding up in any way gives the same, in every view."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scoring_strategies import columns, corpora, recipes, sums, views

import mondegreen as mg
from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.scorer import Scorer

kept = recipes(missing=("deletions", "skip"))


def scorer(recipe: Recipe, rows: list[tuple[object, object, object]], start: int = 0) -> Scorer:
    made = Scorer.from_recipe(recipe)
    made.update(**columns(rows, start))
    return made


@settings(deadline=None, max_examples=60)
@given(kept, corpora, corpora)
def test_whole_equals_merged_and_updated_parts(recipe: Recipe, a: list, b: list) -> None:  # type: ignore[type-arg]
    whole = views(scorer(recipe, a + b).compute())
    merged = scorer(recipe, a).merge(scorer(recipe, b, len(a)))
    updated = scorer(recipe, a)
    updated.update(**columns(b, len(a)))
    assert views(merged.compute()) == whole
    assert views(updated.compute()) == whole
    assert views(updated.compute()) == whole, "asking twice changes nothing"


@settings(deadline=None, max_examples=30)
@given(kept, corpora, corpora, corpora)
def test_merging_is_associative(recipe: Recipe, a: list, b: list, c: list) -> None:  # type: ignore[type-arg]
    first, second = scorer(recipe, a), scorer(recipe, b, len(a))
    third = scorer(recipe, c, len(a) + len(b))
    left, right = first.merge(second).merge(third), first.merge(second.merge(third))
    assert views(left.compute()) == views(right.compute())
    assert views(first.compute()) == views(scorer(recipe, a).compute()), "merging changes neither"


@settings(deadline=None, max_examples=30)
@given(kept, st.lists(corpora, min_size=2, max_size=4), st.randoms(use_true_random=False))
def test_the_order_of_merging_means_nothing_for_sums(
    recipe: Recipe,
    parts: list,  # type: ignore[type-arg]
    shuffler: random.Random,
) -> None:
    made, start = [], 0
    for rows in parts:
        made.append(scorer(recipe, rows, start))
        start += len(rows)
    forward, shuffled = made[0], list(made)
    for part in made[1:]:
        forward = forward.merge(part)
    shuffler.shuffle(shuffled)
    other = shuffled[0]
    for part in shuffled[1:]:
        other = other.merge(part)
    assert sums(other.compute()) == sums(forward.compute())


@settings(deadline=None, max_examples=30)
@given(kept, corpora, corpora)
def test_a_state_goes_on_where_it_stopped(recipe: Recipe, a: list, b: list) -> None:  # type: ignore[type-arg]
    pytest.importorskip("pyarrow")
    first = scorer(recipe, a)
    again = Scorer.from_state(first.state())
    without_texts = {**views(first.compute()), "differences": None}
    assert views(again.compute()) == without_texts
    again.update(**columns(b, len(a)))
    assert sums(again.compute()) == sums(scorer(recipe, a + b).compute())


@settings(deadline=None, max_examples=30)
@given(kept, corpora)
def test_threads_change_nothing(recipe: Recipe, rows: list) -> None:  # type: ignore[type-arg]
    def on(threads: int) -> object:
        made = Scorer.from_recipe(recipe, threads=threads)
        made.update(**columns(rows * 40 if len(rows) < 3 else rows))
        return views(made.compute())

    one = on(1)
    assert [on(threads) for threads in (0, 2, 5)] == [one] * 3


def test_threads_change_nothing_in_many_rows() -> None:
    words = random.Random(5)
    pairs = [
        (" ".join(words.choices("abc", k=9)), " ".join(words.choices("abc", k=8)))
        for _ in range(5000)
    ]
    references, hypotheses = zip(*pairs, strict=True)
    results = [
        mg.score(references, hypotheses, metrics=["wer", "cer", "sentence"], threads=threads)
        for threads in (1, 0, 2, 5)
    ]
    assert [result.rows for result in results[1:]] == [results[0].rows] * 3
    assert len({result.render("json") for result in results}) == 1


@pytest.mark.parametrize("threads", [-1, 1.5, "2", None])
def test_threads_are_a_whole_number(threads: object) -> None:
    with pytest.raises(mg.UsageError, match=r"threads=.*: expected a whole number, 0 for all"):
        mg.score("a", "b", threads=threads)  # type: ignore[arg-type]


@settings(max_examples=30)
@given(recipes(), recipes())
def test_other_recipes_do_not_merge(first: Recipe, second: Recipe) -> None:
    one, other = Scorer.from_recipe(first), Scorer.from_recipe(second)
    one.update(["a"], ["b"])
    other.update(["a"], ["b"])
    if first == second:
        assert one.merge(other).compute().coverage.total == 2
        return
    with pytest.raises(mg.SignatureMismatchError) as caught:
        one.merge(other)
    assert (caught.value.first, caught.value.second) == (first.signature(), second.signature())


def test_nothing_scored_is_an_error() -> None:
    with pytest.raises(mg.InputError, match="nothing was scored, which is not a perfect score"):
        Scorer().compute()


def test_a_refused_update_adds_nothing() -> None:
    made = Scorer()
    made.update(["a"], ["a"], ids=["x"])
    before = views(made.compute())
    for references, hypotheses, ids in (
        (["b"], [None], ["y"]),
        (["b"], ["b"], ["x"]),
        (["b"], ["b", "c"], ["y"]),
        (["b"], [5], ["y"]),
        (["b"], ["b"], None),
    ):
        with pytest.raises(mg.MondegreenError):
            made.update(references, hypotheses, ids=ids)
    assert views(made.compute()) == before


def test_shared_ids_do_not_merge() -> None:
    one, other = Scorer(), Scorer()
    one.update(["a"], ["a"], ids=["x"])
    other.update(["b"], ["b"], ids=["x"])
    with pytest.raises(mg.PairingError, match="the id 'x' was added before"):
        one.merge(other)


def test_different_columns_do_not_merge() -> None:
    one, other = Scorer(), Scorer()
    one.update(["a"], ["a"], metadata={"speaker": ["ann"]})
    other.update(["b"], ["b"])
    with pytest.raises(mg.PairingError, match="different columns: \\['speaker'\\], \\[\\]"):
        one.merge(other)


def test_an_empty_scorer_merges() -> None:
    full = Scorer()
    full.update(["a"], ["b"])
    assert views(Scorer().merge(full).compute()) == views(full.merge(Scorer()).compute())


def test_a_normalizer_object_merges() -> None:
    class Shout:
        name, version = "shout", "1"

        def __call__(self, text: str) -> str:
            return text.upper()

        def batch(self, texts: list[str]) -> list[str]:
            return [self(text) for text in texts]

    parts = [Scorer(normalizer=Shout()) for _ in range(2)]
    for part in parts:
        part.update(["a b"], ["A c"])
    result = parts[0].merge(parts[1]).compute()
    assert result["wer"].value == 0.5
    assert "normalizer:shout@1" in result.signature


@pytest.mark.parametrize("normalizer", [None, str.lower, 5])
def test_what_is_no_normalizer_is_refused(normalizer: object) -> None:
    with pytest.raises(mg.UsageError, match="expected a name, or an object with name, version"):
        mg.score("a", "b", normalizer=normalizer)


def test_a_change_of_the_callers_lists_changes_nothing() -> None:
    references, hypotheses = ["a b", "c"], ["a x", "c"]
    result = mg.score(references, hypotheses)
    references[0] = hypotheses[0] = "something else"
    assert str(result.worst(1)[0].alignment) == str(mg.align("a b", "a x"))
