"""``score_batch``: the same numbers as ``score``, whoever brings the table and however it is cut."""

import pickle
from typing import Any

import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scoring_strategies import recipes, texts

import mondegreen as mg
from mondegreen.scoring.recipe import Recipe

kept = recipes(missing=("deletions", "skip"))
pairs = st.lists(st.tuples(texts, st.one_of(texts, texts, st.none())), max_size=9)


def table(rows: list[tuple[str, str | None]]) -> pa.Table:
    names = {"id": pa.string(), "ref": pa.string(), "hyp": pa.string(), "hits": pa.int8()}
    columns = [[f"u{row}" for row in range(len(rows))], *map(list, zip(*rows, strict=True))]
    values = [*(columns if rows else [[], [], []]), list(range(len(rows)))]
    return pa.table(dict(zip(names, values, strict=True)), schema=pa.schema(list(names.items())))


def scored(rows: list[tuple[str, str | None]], options: Any) -> mg.Result:
    references, hypotheses = zip(*rows, strict=True)
    return mg.score(list(references), list(hypotheses), recipe=options)


@settings(deadline=None, max_examples=60)
@given(kept, pairs)
def test_rows_are_those_of_score(recipe: Recipe, rows: list[tuple[str, str | None]]) -> None:
    found = mg.score_batch(table(rows), recipe)
    assert found.column_names[:3] == ["id", "ref", "hyp"]
    if not rows:
        assert not len(found)
        return
    expected = scored(rows, recipe).to_dict()
    del expected["id"]
    expected.setdefault("reason", [None] * len(rows))
    assert {name: found[name].to_pylist() for name in expected} == {
        name: list(column) for name, column in expected.items()
    }


@settings(deadline=None, max_examples=60)
@given(kept, pairs, st.integers(0, 9))
def test_cutting_a_table_changes_no_row(
    recipe: Recipe, rows: list[tuple[str, str | None]], at: int
) -> None:
    whole = table(rows)
    cut = [mg.score_batch(part, recipe) for part in (whole.slice(0, at), whole.slice(at))]
    assert cut[0].schema == cut[1].schema, "whatever the rows are, and if there are none"
    assert pa.concat_tables(cut).equals(mg.score_batch(whole, recipe))


@settings(deadline=None, max_examples=40)
@given(kept, pairs.filter(bool))
def test_sums_are_those_of_score(recipe: Recipe, rows: list[tuple[str, str | None]]) -> None:
    found, result = mg.score_batch(table(rows), recipe), scored(rows, recipe)
    for metric in result:
        for statistic, count in metric.counts.items():
            title = statistic if len(result.rows) == 1 else f"{metric.name}_{statistic}"
            assert sum(value or 0 for value in found[title].to_pylist()) == count


ROWS = [("the cat sat", "the hat sat"), ("so it goes", None), ("", "no"), ("a b", "a b")]
SKIP = mg.Options(missing="skip", metrics=["wer", "cer"], normalizer="lower")


@pytest.mark.parametrize(
    "made",
    [
        pa.Table.to_batches,
        lambda rows: rows.to_reader(2),
        pl.DataFrame,
        lambda rows: rows.to_pandas(),
        lambda rows: rows.cast(
            pa.schema([(f.name, pa.large_string() if f.type == pa.string() else f.type) for f in rows.schema])
        ),
        lambda rows: rows.set_column(2, "hyp", rows["hyp"].dictionary_encode()),
    ],
    ids=["batch", "reader", "polars", "pandas", "large", "dictionary"],
)  # fmt: skip
def test_whoever_brings_the_table(made: Any) -> None:
    expected = mg.score_batch(table(ROWS), SKIP)
    brought = made(table(ROWS))
    found = mg.score_batch(brought[0] if isinstance(brought, list) else brought, SKIP)
    assert found.column_names == expected.column_names
    assert found.to_pylist() == expected.to_pylist()


def test_columns_that_came_are_kept_and_never_lost() -> None:
    found = mg.score_batch(table(ROWS), mg.Options(missing="skip"))
    assert found["column_hits"].to_pylist() == [0, 1, 2, 3]
    again = mg.score_batch(found, SKIP)
    assert again["column_status"].to_pylist() == found["status"].to_pylist()
    assert again["column_hits"].to_pylist() == [0, 1, 2, 3]


@pytest.mark.parametrize(
    "options",
    [
        None,
        "sclite",
        mg.Options(),
        SKIP,
        "wer@1|normalizer:lower@1",
        mg.Options(recipe="whisper-jiwer"),
    ],
)
def test_options_are_pickled_and_do_the_same(options: Any) -> None:
    rows = table([row for row in ROWS if row[1] is not None])
    other = pickle.loads(pickle.dumps(options))
    assert mg.score_batch(rows, other).equals(mg.score_batch(rows, options))


def test_a_recipe_is_the_same_as_its_signature() -> None:
    recipe = mg.score(["a"], ["b"], normalizer="lower", metrics=["cer"]).recipe
    rows = table(ROWS[2:])
    assert mg.score_batch(rows, recipe).equals(mg.score_batch(rows, recipe.signature()))


def test_a_column_chooses_the_language() -> None:
    rows = pa.table(
        {
            "lang": ["en", "de"],
            "text": ["twenty one", "einundzwanzig"],
            "pred_text": ["21", "21"],
            "snr": [1.5, 2.5],
        }
    )
    options = mg.Options(normalizer="mondegreen-{lang}")
    found = mg.score_batch(rows, options)
    assert found["hits"].to_pylist() == [1, 1]
    expected = mg.score(
        ["twenty one", "einundzwanzig"],
        ["21", "21"],
        by={"lang": ["en", "de"]},
        normalizer="mondegreen-{lang}",
    )
    assert found["hits"].to_pylist() == list(expected.rows["wer"].columns[0])


def test_columns_can_be_named() -> None:
    rows = pa.table({"gold": ["a b"], "text": ["no"], "whisper": ["a c"]})
    options = mg.Options(reference_column="gold", hypothesis_column="whisper")
    assert mg.score_batch(rows, options)["substitutions"].to_pylist() == [1]


@pytest.mark.parametrize(
    ("brought", "options", "error", "message"),
    [
        ({"ref": ["a"]}, None, mg.InputTypeError, "expected a table that speaks Arrow"),
        (pa.array(["a"]), None, mg.InputTypeError, "the table cannot be read: .*non-struct type"),
        (None, None, mg.InputTypeError, "expected a table that speaks Arrow"),
        (pa.table({"ref": [1], "hyp": ["a"]}), None, mg.InputTypeError, "'ref' is of type int64, expected texts"),
        (pa.table({"ref": ["a"], "hyp": [["a"]]}), None, mg.InputTypeError, "'hyp' is of type list"),
        (pa.table({"words": ["a"], "hyp": ["a"]}), None, mg.InputError, "no reference column"),
        (pa.table([["a"], ["a"]], ["ref", "ref"]), None, mg.ParseError, "two columns are named 'ref'"),
        (pa.table({"ref": [None, "a"], "hyp": ["a", "b"]}), None, mg.InputTypeError, "row 1"),
        (table(ROWS), None, mg.MissingHypothesisError, "row 2"),
        (table(ROWS), "no such recipe", mg.UsageError, "no such recipe"),
        (table(ROWS), {"missing": "skip"}, mg.UsageError, "expected mondegreen.Options"),
        (table(ROWS), mg.Options(metrics=["cpwer"]), mg.UsageError, "needs whole sessions"),
    ],
)  # fmt: skip
def test_what_cannot_be_scored(
    brought: Any, options: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        mg.score_batch(brought, options)
