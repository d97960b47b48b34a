"""Confusions are the wrong steps of the alignments, counted."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from scoring_strategies import columns, corpora, recipes

import mondegreen as mg
from mondegreen.scoring.confusions import Confusions
from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.result import Result
from mondegreen.scoring.scorer import Scorer


def by_hand(result: Result, metric: str) -> Counter[tuple[Any, Any]]:
    """Count the steps of every alignment, one after the other."""
    found: Counter[tuple[Any, Any]] = Counter()
    for row in range(len(result)):
        alignment = result.utterance(row, metric).alignment
        assert alignment is not None
        if result.is_scored(row):
            found.update(pair for pair in alignment.pairs() if pair[0] != pair[1])
    return found


def counted(confusions: Confusions) -> Counter[tuple[Any, Any]]:
    rows = confusions.records()
    return Counter({(row["reference"], row["hypothesis"]): row["count"] for row in rows})


@settings(deadline=None)
@given(recipes(missing=("skip", "deletions")), corpora)
def test_they_are_the_steps_that_are_not_equal(recipe: Recipe, rows: list[Any]) -> None:
    scorer = Scorer.from_recipe(recipe)
    scorer.update(**columns(rows))
    result = scorer.compute()
    for name in recipe.metrics:
        assert counted(result.confusions(metric=name)) == by_hand(result, name)


def test_many_utterances_at_once() -> None:
    said = [f"a{n % 7} b c{n % 3}" for n in range(10_000)]
    heard = [f"a{n % 5} c{n % 3} d" for n in range(10_000)]
    result = mg.score(said, heard, threads=2)
    found = result.confusions()
    counts = result["wer"].counts
    assert sum(count for *_, count in found.substitutions) == counts["substitutions"]
    assert sum(count for _, count in found.deletions) == counts["deletions"]
    assert sum(count for _, count in found.insertions) == counts["insertions"]
    assert counted(found) == by_hand(result, "wer")


def test_the_most_frequent_first_and_equals_by_their_tokens() -> None:
    found = mg.score(["b", "a", "c", "c"], ["x", "x", "y", "y"]).confusions()
    assert found.substitutions == [("c", "y", 2), ("a", "x", 1), ("b", "x", 1)]


def test_some_are_the_first_of_all() -> None:
    result = mg.score(["b a c c", "d", "e"], ["x y z", "", "e f"])
    every = result.confusions()
    for count in range(5):
        some = result.confusions(count)
        for kind in ("substitutions", "deletions", "insertions"):
            assert getattr(some, kind) == getattr(every, kind)[:count]


def test_tokens_may_be_given() -> None:
    result = mg.score([["New York", "now"]], [["New Work"]])
    assert result.confusions().to_dict() == {
        "metric": "wer",
        "unit": "word",
        "substitutions": [{"reference": "New York", "hypothesis": "New Work", "count": 1}],
        "deletions": [{"reference": "now", "count": 1}],
        "insertions": [],
    }


def test_characters_and_the_metric_named() -> None:
    result = mg.score("the cat", "the  cat", metrics=["wer", "cer"])
    assert result.confusions().unit == "word"
    found = result.confusions(metric="cer")
    assert (found.metric, found.unit) == ("cer", "character")
    assert found.insertions == [(" ", 1)]
    assert "insertion" in str(found)
    assert "␣" in str(found), "a blank that can be seen"
    with pytest.raises(mg.UsageError, match="'mer' was not scored here"):
        result.confusions(metric="mer")


def test_what_is_aligned_counts() -> None:
    found = mg.score("Ada said", "ada sad", normalizer="lower").confusions()
    assert found.substitutions == [("said", "sad", 1)]


def test_records_and_arrow() -> None:
    pytest.importorskip("pyarrow")
    found = mg.score("a b", "x b c").confusions()
    rows = [
        {"error": "substitution", "reference": "a", "hypothesis": "x", "count": 1},
        {"error": "insertion", "reference": None, "hypothesis": "c", "count": 1},
    ]
    assert found.records() == rows
    assert found.to_arrow().to_pylist() == rows
    none = mg.score("a", "a").confusions()
    assert none.records() == []
    assert none.to_arrow().num_rows == 0
    assert none.to_arrow().schema == found.to_arrow().schema


def test_without_texts(tmp_path: Path) -> None:
    for name, heard in (("errors", "b"), ("none", "a")):
        mg.score("a", heard).save(tmp_path / f"{name}.json")
        with pytest.raises(mg.UsageError, match="save it with texts=True"):
            mg.load(tmp_path / f"{name}.json").confusions()


def test_stored_texts_give_the_same(tmp_path: Path) -> None:
    result = mg.score(["A b", "c"], ["a x", None], normalizer="lower", missing="deletions")
    result.save(tmp_path / "run.json", texts=True)
    assert mg.load(tmp_path / "run.json").confusions() == result.confusions()


def test_hostile_tokens_are_shown() -> None:
    text = str(mg.score("\x1b[31m \u202e -", "\x9b a b").confusions())
    assert not [char for char in text if not char.isprintable() and char != "\n"]
    assert '"-"' in text


def test_jiwer_counts_the_same_where_no_two_errors_touch() -> None:
    """It joins errors that follow each other to one; else the counts are equal."""
    jiwer = pytest.importorskip("jiwer")
    said = ["the cat sat on a mat", "so it goes", "a b c"]
    heard = ["the hat sat on the mat now", "so goes", "a c"]
    found = mg.score(said, heard, ties="jiwer").confusions()
    theirs = jiwer.collect_error_counts(jiwer.process_words(said, heard))
    assert {(one, two): count for one, two, count in found.substitutions} == dict(theirs[0])
    assert dict(found.insertions) == dict(theirs[1])
    assert dict(found.deletions) == dict(theirs[2])


def test_in_json_only_when_asked() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    from mondegreen.report.json import content, schema, to_json

    result = mg.score("a b", "x b c")
    assert "confusions" not in content(result)
    found = json.loads(to_json(content(result, confusions=1)))
    jsonschema.validate(found, schema())
    assert found["confusions"]["insertions"] == [{"hypothesis": "c", "count": 1}]
