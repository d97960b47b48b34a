"""Words before and after a normalizer are next to the score."""

from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.errors import InputError
from mondegreen.report.json import content


def words(result: mg.Result) -> tuple[int, int]:
    return result.coverage.words_given, result.coverage.words_normalized


def test_where_the_number_changes() -> None:
    result = mg.score(["um it's $5", "on it"], ["it's $5", "on it"], normalizer="semantic@1")
    assert words(result) == (5, 7)
    assert "0 failed; 7 reference words (5 before normalizing)" in str(result)
    assert content(result)["coverage"]["words_given"] == 5


def test_where_it_does_not() -> None:
    result = mg.score(["A b"], ["a b"], normalizer="lower")
    assert words(result) == (2, 2)
    assert "before normalizing" not in str(result)
    assert words(mg.score(["A b"], ["a b"])) == (0, 0)


def test_utterances_left_out_do_not_count() -> None:
    options = {"normalizer": "semantic@1", "metrics": ["wer", "cer"]}
    references, hypotheses = ["it's", "it's 5"], ["it's", None]
    skipped = mg.score(references, hypotheses, missing="skip", **options)
    assert words(skipped) == (1, 2)
    counted = mg.score(references, hypotheses, missing="deletions", **options)
    assert words(counted) == (3, 5)
    counts = counted["wer"].counts
    assert counts["hits"] + counts["substitutions"] + counts["deletions"] == 5


def test_parts_add() -> None:
    first, second = (mg.Scorer(normalizer="whisper-english") for _ in range(2))
    first.update(["it's"], ["it's"])
    second.update(["a b"], ["a b"])
    assert words(first.merge(second).compute()) == (3, 4)


def test_a_stored_result_says_the_same(tmp_path: Path) -> None:
    options = {"normalizer": "semantic", "missing": "skip"}
    result = mg.score(["it's", "it's 5"], ["it's", None], **options)
    path = tmp_path / "run.json"
    for texts in (True, False):
        result.save(path, texts=texts)
        assert str(mg.load(path)) == str(result)
    result.save(path, texts=True)
    path.write_text(
        path.read_text("utf-8").replace('"words_given": 1', '"words_given": 2'), "utf-8"
    )
    with pytest.raises(InputError, match="words"):
        mg.load(path)


def test_one_word_is_no_words() -> None:
    result = mg.score(["um it is"], ["it is"], normalizer="mondegreen-en")
    assert "2 reference words (3 before normalizing)" in str(result)
    result = mg.score(["um it"], ["it"], normalizer="mondegreen-en")
    assert "1 reference word (2 before normalizing)" in str(result)
