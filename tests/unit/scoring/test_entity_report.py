"""Entities by type next to the rate, and entities that are empty after normalization."""

from __future__ import annotations

import json

from mondegreen import Scorer, score
from mondegreen.cli.app import run
from mondegreen.metrics.entities import EntityErrorRate
from mondegreen.report.json import content

KNOWN = [
    {"text": "ann", "type": "PERSON"},
    {"text": "rome", "type": "CITY"},
    {"text": "new york", "type": "CITY"},
]
SAID = ["ann flew to rome", "rome or new york", "nobody"]
WRITTEN = ["anne flew to rome", "rome or newyork", "rome"]


def test_the_report_has_the_sums_of_the_metric() -> None:
    result = score(SAID, WRITTEN, metrics="entities", entities=KNOWN)
    report = result.entities
    assert report is not None
    total = [getattr(report.total, name) for name in EntityErrorRate.statistics]
    assert total == list(result.rows["entities"].sums)
    assert list(report.by_type) == ["CITY", "PERSON"]
    assert report.by_type["PERSON"].recall == 0
    assert report.by_type["CITY"].recall_no_space == 1


def test_parts_add_up() -> None:
    scorer = Scorer(metrics="entities", entities=KNOWN)
    for reference, hypothesis in zip(SAID, WRITTEN, strict=True):
        scorer.update([reference], [hypothesis])
    whole = score(SAID, WRITTEN, metrics="entities", entities=KNOWN)
    assert scorer.compute().entities == whole.entities


def test_the_table_shows_rates_by_type() -> None:
    shown = str(score(SAID, WRITTEN, metrics="entities", entities=KNOWN))
    rows = [line.split() for line in shown.splitlines()]
    header = next(row for row in rows if row[:2] == ["entities", "said"])
    assert header[:6] == ["entities", "said", "kept", "recall", "precision", "F1"]
    assert ["all", "4", "2", "50.0", "%", "66.7", "%", "57.1", "%"] in [row[:9] for row in rows]
    assert any(row[:3] == ["PERSON", "1", "0"] for row in rows)


def test_without_types_there_is_one_row() -> None:
    shown = str(score(SAID, WRITTEN, metrics="entities", entities=["rome"]))
    assert "(no type)" not in shown


def test_an_entity_of_which_the_normalizer_leaves_nothing_is_counted() -> None:
    result = score(
        "ask ... now",
        "ask now",
        metrics="entities",
        entities=["...", "now"],
        normalizer="mondegreen-en",
    )
    assert result.entities is not None
    assert (result.entities.total.entities, result.entities.emptied) == (1, 1)
    assert "1 not looked for: the normalizer leaves no word of them" in str(result)
    assert content(result)["entities"]["emptied"] == 1
    json.dumps(content(result), allow_nan=False)


def test_missing_hypotheses_follow_the_policy() -> None:
    for policy, entities in (("deletions", 2), ("skip", 1)):
        result = score(
            ["ann", "rome"], ["ann", None], metrics="entities", entities=KNOWN, missing=policy
        )
        assert result.entities is not None
        assert result.entities.total.entities == entities
        assert result["entities"].counts["entities"] == entities


def test_the_command_line(tmp_path, capsys) -> None:
    (tmp_path / "r.txt").write_text("ann flew to rome\n", "utf-8")
    (tmp_path / "h.txt").write_text("anne flew to rome\n", "utf-8")
    (tmp_path / "e.tsv").write_text("ann\tPERSON\nrome\tCITY\n", "utf-8")
    paths = [str(tmp_path / name) for name in ("r.txt", "h.txt")]
    assert run(["score", *paths, "-m", "entities", "--entities", str(tmp_path / "e.tsv")]) == 0
    out = capsys.readouterr().out
    assert "CITY" in out
    assert "recall without spaces" in out
