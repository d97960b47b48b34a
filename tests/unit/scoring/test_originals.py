"""A normalizer does not take the texts away: the given text is kept next to the aligned one."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.report import rows
from mondegreen.scoring.result import Result

SAID = ["Ada, hello", "so it goes", "Tea"]
HEARD: list[Any] = ["ada hello", None, ""]
TEXTS = ["reference", "hypothesis"]
NORMALIZED = ["reference_normalized", "hypothesis_normalized"]


def scored(normalizer: Any = "lower") -> Result:
    return mg.score(SAID, HEARD, normalizer=normalizer, missing="skip")


class Same:
    """A normalizer that happens to change nothing."""

    name, version = "same", "1"

    def batch(self, texts: Any) -> Any:
        return texts


@pytest.mark.parametrize("ending", [".tsv", ".jsonl", ".parquet"])
@pytest.mark.parametrize("normalizer", ["none", "lower", Same()])
def test_rows(tmp_path: Path, ending: str, normalizer: Any) -> None:
    path = tmp_path / f"rows{ending}"
    rows.write(scored(normalizer), path)
    table = read(path)
    names = [name for name in table[0] if name in {*TEXTS, *NORMALIZED}]
    assert names == TEXTS if normalizer == "none" else [*TEXTS, *NORMALIZED]
    empty = "" if ending == ".tsv" else None
    assert [row["reference"] for row in table] == SAID
    assert [row["hypothesis"] for row in table] == [HEARD[0], empty, ""]
    if normalizer == "lower":
        assert [row["reference_normalized"] for row in table] == [text.lower() for text in SAID]
        assert [row["hypothesis_normalized"] for row in table] == [HEARD[0], empty, ""]


def read(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".parquet":
        found: list[dict[str, Any]] = (
            pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist()
        )
        return found
    with path.open(encoding="utf-8", newline="") as lines:
        if path.suffix == ".tsv":
            return list(csv.DictReader(lines, delimiter="\t"))
        return [json.loads(line) for line in lines]


@pytest.mark.parametrize("ending", [".tsv", ".jsonl", ".parquet"])
def test_rows_read_back_score_the_same(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"rows{ending}"
    rows.write(scored(), path)
    again = mg.score(mg.read(path), normalizer="lower", missing="skip")
    assert [each.counts for each in again] == [each.counts for each in scored()]
    rows.write(again, tmp_path / "again.jsonl")
    (first, *_) = read(tmp_path / "again.jsonl")
    assert first["column_reference_normalized"] == first["reference_normalized"]


def test_utterances_and_json() -> None:
    (worst,) = scored().worst(1)
    assert (worst.reference, worst.reference_normalized) == ("Tea", "tea")
    assert worst.to_dict()["reference_normalized"] == "tea"
    assert "REF  tea" in str(worst), "the alignment shows what was aligned"
    (plain,) = scored("none").worst(1)
    assert "reference_normalized" not in plain.to_dict()


@pytest.mark.parametrize("ending", [".json", ".parquet"])
def test_run_files(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"run{ending}"
    scored().save(path, texts=True)
    loaded = mg.load(path)
    assert loaded.references == SAID
    assert loaded.references_normalized == [text.lower() for text in SAID]
    assert loaded.hypotheses == HEARD
    assert [str(each) for each in loaded.worst()] == [str(each) for each in scored().worst()]
    scored("none").save(path, texts=True)
    assert mg.load(path).references_normalized is None


def test_a_run_file_of_normalized_texts_alone(tmp_path: Path) -> None:
    """As the layout allows: then what was given is not known, and what was aligned is shown."""
    path = tmp_path / "run.json"
    scored().save(path, texts=True)
    content = json.loads(path.read_text("utf-8"))
    for name in TEXTS:
        content["columns"][name] = content["columns"].pop(f"{name}_normalized")
    path.write_text(json.dumps(content), "utf-8")
    assert mg.load(path).references == [text.lower() for text in SAID]


def test_merged_results_keep_both() -> None:
    first, second = mg.Scorer(normalizer="lower"), mg.Scorer(normalizer="lower")
    first.update(["A"], ["b"])
    second.update(["C"], ["d"])
    merged = first.merge(second).compute()
    assert (merged.references, merged.references_normalized) == (["A", "C"], ["a", "c"])


def test_emptied_texts_are_those_that_had_words() -> None:
    class Nothing(Same):
        name = "nothing"

        def batch(self, texts: Any) -> Any:
            return ["" if isinstance(text, str) else text for text in texts]

    found = mg.score(["a", "", "b"], ["", "c", None], normalizer=Nothing(), missing="skip")
    assert found.coverage.emptied == 3


def test_none_is_no_name_for_a_normalizer_that_changes_texts() -> None:
    class Liar(Same):
        name = "none"

    with pytest.raises(mg.UsageError, match="stands for no change at all"):
        mg.score("A", "a", normalizer=Liar())
