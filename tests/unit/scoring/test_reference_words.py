"""Words before and after a normalizer stand beside the score."""

import mondegreen as mg
from mondegreen.report.json import content


def test_where_the_number_changes() -> None:
    result = mg.score(["um it's $5", "on it"], ["it's $5", "on it"], normalizer="semantic")
    assert result.reference_words == (5, 7)
    assert "0 failed; 7 reference words (5 before normalizing)" in str(result)
    assert content(result)["reference_words"] == {"given": 5, "normalized": 7}


def test_where_it_does_not() -> None:
    result = mg.score(["A b"], ["a b"], normalizer="lower")
    assert result.reference_words == (2, 2)
    assert "before normalizing" not in str(result)
    assert mg.score(["A b"], ["a b"]).reference_words is None


def test_utterances_left_out_do_not_count() -> None:
    options = {"normalizer": "semantic", "metrics": ["wer", "cer"]}
    references, hypotheses = ["it's", "it's 5"], ["it's", None]
    skipped = mg.score(references, hypotheses, missing="skip", **options)
    assert skipped.reference_words == (1, 2)
    counted = mg.score(references, hypotheses, missing="deletions", **options)
    assert counted.reference_words == (3, 5)
    counts = counted["wer"].counts
    assert counts["hits"] + counts["substitutions"] + counts["deletions"] == 5


def test_parts_add() -> None:
    first, second = (mg.Scorer(normalizer="whisper-english") for _ in range(2))
    first.update(["it's"], ["it's"])
    second.update(["a b"], ["a b"])
    assert first.merge(second).compute().reference_words == (3, 4)
