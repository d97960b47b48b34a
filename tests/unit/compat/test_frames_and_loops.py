"""polars, pandas, DuckDB, and what training loops call: the numbers of ``score``, to the bit."""

import pickle
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg
import mondegreen.compat.pandas
import mondegreen.compat.polars
from mondegreen.compat.duckdb import register
from mondegreen.compat.evaluate import compute
from mondegreen.compat.torchmetrics import ErrorRate
from mondegreen.compat.transformers import compute_metrics

texts = st.lists(st.sampled_from(["a", "b", "B", "ab", "今", "é", "é"]), max_size=5).map(" ".join)
rows = st.lists(
    st.tuples(texts, st.one_of(texts, texts, st.none()), st.sampled_from(["x", "y", None])),
    min_size=1,
    max_size=8,
)
CHOSEN: list[dict[str, Any]] = [
    {},
    {"normalizer": "lower", "metrics": ["wer"]},
    {"metrics": ["cer", "wer"], "unit": "character"},
    {"recipe": "whisper-jiwer"},
]
ways = st.sampled_from(CHOSEN)


def options(chosen: dict[str, Any], missing: str = "deletions") -> mg.Options:
    return mg.Options(**chosen, missing=missing)


def sides(pairs: list[Any]) -> tuple[list[Any], ...]:
    said, wrote, groups = map(list, zip(*pairs, strict=True))
    return said, wrote, groups


def counted(result: mg.Result) -> dict[str, list[Any]]:
    """Return the columns that engines add."""
    found = result.to_dict()
    found = {name: list(column) for name, column in found.items() if name not in {"id", "group"}}
    return {"reason": [None] * len(result), **found}


@settings(deadline=None, max_examples=50)
@given(rows, ways, st.sampled_from(["deletions", "skip"]))
def test_polars(pairs: list[Any], chosen: dict[str, Any], missing: str) -> None:
    said, wrote, groups = sides(pairs)
    frame = pl.DataFrame(
        {"ref": said, "hyp": wrote, "group": groups},
        schema={"ref": pl.String, "hyp": pl.String, "group": pl.String},
    )
    asked = options(chosen, missing)
    result = mg.score(said, wrote, options=asked, by={"group": groups})
    ref, hyp = pl.col("ref"), pl.col("hyp")
    counts = frame.select(ref.mg.counts(hyp, asked).struct.unnest())
    assert counts.to_dict(as_series=False) == counted(result)
    first = next(iter(result))
    assert frame.select(ref.mg.rate(hyp, asked)).item() == result.rate()
    by = dict(frame.group_by("group").agg(ref.mg.rate(hyp, asked)).iter_rows())
    expected = {
        key: None if each[first.name].reason else each[first.name].value
        for key, each in result.by("group").items()
    }
    assert by == expected
    lazily = frame.lazy().select(ref.mg.wer(hyp, missing=missing)).collect()
    plain = mg.score(said, wrote, missing=missing)
    assert lazily.to_series().to_list() == list(plain.to_dict()["wer"])


@settings(deadline=None, max_examples=40)
@given(rows, ways, st.sampled_from(["deletions", "skip"]))
def test_pandas(pairs: list[Any], chosen: dict[str, Any], missing: str) -> None:
    said, wrote, groups = sides(pairs)
    index = [f"u{row}" for row in range(len(pairs))]
    frame = pd.DataFrame({"ref": said, "hyp": wrote, "group": groups}, index=index)
    asked = options(chosen, missing)
    result = mg.score(said, wrote, options=asked, by={"group": groups})
    found = frame.mg.counts(asked)
    assert list(found.index) == index
    assert found["ref"].tolist() == said
    for name, column in counted(result).items():
        values = [None if pd.isna(value) else value for value in found[name]]
        assert values == column, name
    assert found[found.columns[3]].dtype == pd.Int64Dtype()
    scored = frame.mg.score(asked, by="group")
    assert str(scored) == str(result)


def test_a_frame_of_pandas_keeps_its_columns() -> None:
    frame = pd.DataFrame(
        {
            "ref": ["a", "b"],
            "hyp": ["a", "c"],
            "kind": pd.Categorical(["x", "y"]),
            "hits": [1.5, 2.5],
        },
        index=[3, 3],
    )
    found = frame.mg.counts()
    assert found["kind"].equals(frame["kind"])
    assert found["column_hits"].tolist() == [1.5, 2.5]
    assert found["hits"].tolist() == [1, 0]
    with pytest.raises(mg.InputError, match="no utterances"):
        frame[:0].mg.score()
    assert list(frame[:0].mg.counts().columns) == list(found.columns)


@settings(deadline=None, max_examples=25)
@given(rows, ways, st.sampled_from(["deletions", "skip"]))
def test_duckdb(pairs: list[Any], chosen: dict[str, Any], missing: str) -> None:
    said, wrote, _ = sides(pairs)
    pairs_table = pa.table(
        {"n": range(len(said)), "ref": said, "hyp": pa.array(wrote, pa.string())}
    )
    asked = options(chosen, missing)
    result = mg.score(said, wrote, options=asked)
    with duckdb.connect() as connection:
        register(connection, asked)
        connection.register("pairs", pairs_table)
        asked_for = "SELECT unnest(mondegreen(ref, hyp)) FROM pairs ORDER BY n"
        found = connection.sql(asked_for).to_arrow_table()
        assert found.to_pydict() == counted(result)
        name = next(iter(result.rows))
        rates = connection.sql(f"SELECT {name}(ref, hyp) FROM pairs ORDER BY n").fetchall()
    assert [rate for (rate,) in rates] == list(result.to_dict()[name])


def test_duckdb_over_many_vectors_and_no_rows() -> None:
    with duckdb.connect() as connection:
        register(connection, metrics=["wer", "space-wer"])
        many = "(SELECT 'a b ' || i AS ref, 'a c ' || i AS hyp FROM range(10000) t(i))"
        summed = f"SELECT sum(mondegreen(ref, hyp).wer_substitutions), count(*) FROM {many}"
        assert connection.sql(summed).fetchall() == [(10_000, 10_000)]
        assert connection.sql(f"SELECT max(space_wer(ref, hyp)) FROM {many}").fetchall()
        none = f"SELECT wer(ref, hyp) FROM {many} WHERE ref = ''"
        assert connection.sql(none).fetchall() == []


@settings(deadline=None, max_examples=30)
@given(st.lists(rows, min_size=1, max_size=3), ways)
def test_training_loops(batches: list[Any], chosen: dict[str, Any]) -> None:
    whole = sides([row for batch in batches for row in batch])
    asked = options(chosen)
    result = mg.score(*whole[:2], options=asked)
    expected = {metric.name: metric.value for metric in result}
    assert compute(predictions=whole[1], references=whole[0], options=asked) == expected
    metric = ErrorRate(asked)
    for batch in batches:
        other = pickle.loads(pickle.dumps(ErrorRate(asked)))
        said, wrote, _ = sides(batch)
        other.update(wrote, said)
        metric.merge(pickle.loads(pickle.dumps(other)))
    assert metric.compute() == expected
    assert metric.result().coverage == result.coverage
    metric.merge(ErrorRate(asked))
    assert metric.compute() == expected
    metric.reset()
    with pytest.raises(mg.InputError, match="no utterances"):
        metric.compute()


class Letters:
    """A tokenizer of letters, whose pad is 0, as those of transformers decode."""

    pad_token_id = 0

    def batch_decode(
        self, ids: Any, *, skip_special_tokens: bool, group_tokens: bool = True
    ) -> list[str]:
        assert skip_special_tokens
        self.grouped = group_tokens
        return ["".join(chr(each) for each in row if each) for row in ids]


class Prediction:
    """What a Trainer hands over."""

    def __init__(self, predictions: Any, label_ids: Any) -> None:
        self.predictions, self.label_ids = predictions, label_ids


def ids(words: list[str], fill: int) -> Any:
    longest = max(map(len, words))
    return np.array([[*map(ord, word), *[fill] * (longest - len(word))] for word in words])


def test_a_trainer_with_ids() -> None:
    prediction = Prediction(ids(["a b c", "d"], -100), ids(["a b c d", "e"], -100))
    computed = compute_metrics(Letters(), metrics=["wer", "cer"])
    expected = mg.score(["a b c d", "e"], ["a b c", "d"], metrics=["wer", "cer"])
    assert computed(prediction) == {metric.name: metric.value for metric in expected}


@pytest.mark.parametrize("others", [(), (None,)])
def test_a_trainer_with_scores_of_each_id(others: tuple[None, ...]) -> None:
    tokenizer, labels = Letters(), ids(["a b", "cc"], -100)
    scores = np.eye(128)[ids(["a c", "cc"], 0)]
    prediction = Prediction((scores, *others) if others else scores, labels)
    computed = compute_metrics(tokenizer)(prediction)
    assert computed == {"wer": 1 / 3}
    assert not tokenizer.grouped, "two equal letters in labels are two"
