"""What is stored is scored as the same texts in files are, and no failure becomes a 0."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, Any

import pytest
from bench_fakes import Fake, install, recordings

import mondegreen as mg
from mondegreen.bench.config import System
from mondegreen.bench.freezing import freeze
from mondegreen.bench.keeping import keep_dataset
from mondegreen.bench.running import Run
from mondegreen.bench.scoring import evaluate, options_of
from mondegreen.bench.sources import clips_of
from mondegreen.bench.standings import standings
from mondegreen.languages.folders import added
from mondegreen.providers import ProviderError
from mondegreen.report.bench import render
from mondegreen.report.bench_files import COLUMNS, VALIDATION, write_exports, write_validation
from mondegreen.scoring.options import Options
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mondegreen.bench.clips import Dataset
    from mondegreen.store import Store

pytest.importorskip("soundfile")
SAYS: dict[str, Any] = {
    "r000": "ash birch cedar",
    "r001": "birch cedar for",
    "r002": "",
    "r003": ProviderError("server", "=500 from the server"),
    "r004": "fir hazel larch maple",
}
HEARD = ["ash birch cedar", "birch cedar for", "", mg.Failed("server"), "fir hazel larch maple"]
SAID = ["ash birch cedar", "birch cedar elm", "cedar elm fir", "elm fir hazel", "fir hazel larch"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "results.db") as opened:
        yield opened


@pytest.fixture
def dataset(tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch) -> Dataset:
    folder = recordings(tmp_path / "a", 6)
    (folder / "r005.txt").unlink()
    (folder / "void.wav").write_bytes(b"")
    made = freeze("a", clips_of(folder), language="en", say=lambda _line: None)
    install(
        monkeypatch, Fake(model="a", says=lambda stem: SAYS.get(stem, "unscored")), Fake(model="b")
    )
    run(store, made, "fake:a")
    return made


def run(store: Store, dataset: Dataset, *names: str, **more: Any) -> None:
    systems = [System(name, name) for name in names]
    Run(store, [dataset], systems, say=lambda _line: None, **more).perform()


def stored(store: Store, table: str = "evaluations") -> list[dict[str, Any]]:
    with store.engine.connect() as connection:
        return [
            *map(dict, connection.exec_driver_sql(f"SELECT * FROM {table} ORDER BY id").mappings())
        ]


@pytest.mark.parametrize("metrics", [["wer"], ["wer", "cer"], ["space-wer"]])
def test_numbers_are_those_of_the_same_texts(
    store: Store, dataset: Dataset, metrics: list[str]
) -> None:
    options = options_of(None, Options(metrics=metrics))
    (found,) = standings(store, [dataset.id], options, intervals={})
    wanted = mg.score(SAID, HEARD, metrics=metrics, normalizer="mondegreen-en", missing="deletions")
    for each in (found.metric, *found.others):
        assert each.value == wanted[each.name].value
        assert each.signature == wanted[each.name].signature
        assert each.counts == wanted[each.name].counts
    coverage = found.coverage
    assert (coverage.total, coverage.empty, coverage.failed, coverage.missing) == (5, 1, 1, 0)
    assert coverage.rows_left_out == {
        "no reference": ["r005"],
        "the recording cannot be used": ["void"],
    }
    assert found.perfect == 1
    if metrics[0] == "wer":
        assert found.mean == pytest.approx((0 + 1 / 3 + 1 + 1 + 1 / 3) / 5)
    assert found.metric.interval is not None


def test_the_table_says_what_is_not_in_it(store: Store, dataset: Dataset) -> None:
    run(store, dataset, "fake:b", limit=2)
    found = standings(store, [dataset.id], options_of(None, Options()), intervals={})
    assert [each.system for each in found] == ["fake:a", "fake:b"]  # the lower rate first
    text = render(found)
    assert "4 of 5" in text
    assert "fake:a: 0 missing, 1 failed; they count as deletions" in text
    assert "fake:b: 3 missing, 0 failed; they count as deletions" in text
    assert "not scored: no reference: 1 (r005)" in text
    assert "not scored: the recording cannot be used: 1 (void)" in text
    assert "missing:deletions" in text
    plain = json.loads(render(found, "json"))
    assert plain[0]["coverage"]["failed"] == 1
    assert render(found, "markdown").count("\n| fake\\:") == 2
    assert render(found, "tsv").splitlines()[1].startswith("fake:a\t")


@pytest.mark.parametrize(
    "steps",
    [
        [["wer"], ["wer", "cer"], ["cer", "mer", "wer"]],
        [["wer", "cer"], ["cer"], ["mer"]],
        [["mer"], ["wer"], ["wer", "cer", "mer"]],
    ],
)
def test_what_is_evaluated_is_not_evaluated_again(
    store: Store, dataset: Dataset, steps: list[list[str]]
) -> None:
    there: set[str] = set()
    for metrics in steps:
        new = evaluate(store, [dataset.id], options_of(None, Options(metrics=metrics)))
        assert new == dict.fromkeys((each for each in metrics if each not in there), 5)
        there |= {*metrics}
    assert len(stored(store)) == 5 * len(there)


def test_evaluations_are_stored_apart_and_no_failure_is_a_0(store: Store, dataset: Dataset) -> None:
    options = options_of(None, Options(metrics=["wer", "cer"]))
    assert evaluate(store, [dataset.id], options) == {"wer": 5, "cer": 5}
    assert evaluate(store, [dataset.id], options) == {}
    rows = {row["sample_id"]: row for row in stored(store, "wer_metrics") if row["metric"] == "wer"}
    assert {name: row["status"] for name, row in rows.items()} == {
        "r000": "ok", "r001": "ok", "r002": "empty", "r003": "failed", "r004": "ok",
    }  # fmt: skip
    assert {name: row["wer"] for name, row in rows.items()} == {
        "r000": 0, "r001": pytest.approx(1 / 3), "r002": 1, "r003": None, "r004": pytest.approx(1 / 3),
    }  # fmt: skip
    assert rows["r003"]["reason"] == "=500 from the server"
    assert rows["r001"]["substitutions"] == 1
    assert rows["r001"]["reference_words"] == 3
    assert rows["r001"]["signature"].startswith("wer@1|unit:word@1|normalizer:mondegreen-en@2")
    assert {row["ground_truth_version"] for row in rows.values()} == {1}
    assert evaluate(store, [dataset.id], options_of(None, Options(normalizer="none"))) == {"wer": 5}
    assert evaluate(store, [dataset.id], options_of(None, Options(metrics=["wer"]))) == {}


def test_a_new_attempt_and_a_corrected_reference_are_evaluated_and_nothing_goes(
    store: Store, dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = options_of(None, Options())
    evaluate(store, [dataset.id], options)
    install(monkeypatch, Fake(model="a"))
    run(store, dataset, "fake:a", retry_failed=True)
    assert evaluate(store, [dataset.id], options) == {"wer": 1}
    (tmp_path / "a" / "r000.txt").write_text("ash birch", "utf-8")
    again = freeze("a", clips_of(tmp_path / "a"), language="en", say=lambda _line: None)
    assert again.id == dataset.id
    keep_dataset(store, again)
    assert evaluate(store, [dataset.id], options) == {"wer": 1}
    assert len(stored(store)) == 7
    shown = {row["sample_id"]: row for row in stored(store, "wer_metrics")}
    assert (shown["r003"]["status"], shown["r003"]["wer"]) == ("ok", 0)
    assert (shown["r000"]["ground_truth_version"], shown["r000"]["insertions"]) == (2, 1)
    (found,) = standings(store, [dataset.id], options)
    assert found.coverage.failed == 0


def test_repeats_are_utterances_of_their_own_with_a_spread(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(
        monkeypatch,
        Fake(model="a", says=lambda stem: dict(zip(SAYS, SAID, strict=True)).get(stem, "")),
    )
    run(store, dataset, "fake:a", repeats=2)
    (found,) = standings(store, [dataset.id], options_of(None, Options()), intervals={})
    assert (found.repeats, found.coverage.total) == (2, 10)
    first = mg.score(SAID, HEARD, normalizer="mondegreen-en", missing="deletions")["wer"].value
    assert found.spread == (0.0, first)
    assert found.rate == pytest.approx(first / 2)


def test_languages_of_clips_choose_their_normalizers(store: Store, dataset: Dataset) -> None:
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE samples SET language = 'deu' WHERE sample_id = 'r000'")
        connection.exec_driver_sql("UPDATE samples SET language = 'sw' WHERE sample_id = 'r001'")
    options = options_of(None, Options())
    (found,) = standings(store, [dataset.id], options)
    assert "normalizer:mondegreen-{language}@2" in found.metric.signature
    assert evaluate(store, [dataset.id], options) == {"wer": 5}
    assert evaluate(store, [dataset.id], options) == {}


def test_other_tables_of_a_language_are_evaluated_anew(
    store: Store, dataset: Dataset, tmp_path: Path
) -> None:
    """Where a column chooses the normalizers too, and the folders are added in Python."""
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE samples SET language = 'deu' WHERE sample_id = 'r000'")
    options = options_of(None, Options(normalizer="mondegreen-{language}"))
    assert evaluate(store, [dataset.id], options) == {"wer": 5}
    assert evaluate(store, [dataset.id], options) == {}
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "pack.tsv").write_text("extends\ten\n", "utf-8")
    (tmp_path / "en" / "informal.tsv").write_text("asch\tash\n", "utf-8")
    with added(tmp_path):
        assert evaluate(store, [dataset.id], options) == {"wer": 5}
        assert evaluate(store, [dataset.id], options) == {}


def test_several_datasets_have_a_column_each_and_nothing_is_pooled(
    store: Store, dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = freeze(
        "b", clips_of(recordings(tmp_path / "b", 2)), language="en", say=lambda _line: None
    )
    install(monkeypatch, Fake(model="a"), Fake(model="b"))
    run(store, other, "fake:a", "fake:b")
    found = standings(store, [dataset.id, other.id], options_of(None, Options()))
    last = render(found).split("all datasets\n")[1].splitlines()
    rate = next(each.rate for each in found if each.dataset == dataset.id)
    assert rate is not None
    assert last[0].split() == ["system", dataset.id, other.id, "average"]
    assert last[1].split() == [
        "fake:a",
        f"{100 * rate:.2f}",
        "%",
        "0.00",
        "%",
        f"{50 * rate:.2f}",
        "%",
    ]
    assert last[2].split() == ["fake:b", "–", "0.00", "%", "–"]


def test_files(store: Store, dataset: Dataset, tmp_path: Path) -> None:
    (found,) = standings(store, [dataset.id], options_of(None, Options()))
    summary, full = write_validation(found, tmp_path / "v")
    assert "4 of 5" in summary.read_text("utf-8")
    with full.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    assert tuple(header) == VALIDATION
    assert [row[0] for row in rows] == ["r002", "r001", "r004", "r000", "r003"]
    assert rows[-1][3] == ""  # what failed has no rate
    samples = store.observations.samples(dataset.id)
    table, plain, columns, texts = write_exports(found, samples, tmp_path, "x")
    with table.open(encoding="utf-8", newline="") as file:
        lines = [*csv.DictReader(file)]
    assert tuple(lines[0]) == COLUMNS
    assert len(COLUMNS) == 13
    assert lines[3]["wer"] == ""
    with columns.open(encoding="utf-8", newline="") as file:
        assert [*csv.DictReader(file, delimiter="\t")] == lines
    values = json.loads(plain.read_text("utf-8"))
    assert [*values[0]] == [*COLUMNS]
    assert (values[3]["transcription"], values[3]["wer"], values[3]["deletions"]) == (None, None, 3)
    assert texts.read_text("utf-8").splitlines()[0] == "file_path\ttarget\tprediction"
    corpus = mg.read(texts, reference_column="target", hypothesis_column="prediction")
    assert len(corpus) == 3  # those with a transcript


def test_judged_rates_come_from_the_store(store: Store, dataset: Dataset) -> None:
    judged = Options(metrics=["wer", "semantic-wer"], judge=mg.Judging(protocol="rules"))
    evaluate(store, [dataset.id], options_of(None, judged))
    (found,) = standings(store, [dataset.id], options_of(None, Options()))
    wanted = mg.score(
        SAID,
        HEARD,
        metrics=["semantic-wer"],
        judge={"protocol": "rules"},
        missing="deletions",
    )
    assert (
        evaluate(store, [dataset.id], options_of(None, judged.replace(metrics=["semantic-wer"])))
        == {}
    )
    assert found.semantic is not None
    assert wanted["semantic-wer"].errors > 0
    assert found.semantic.errors == wanted["semantic-wer"].errors
    assert found.semantic.rate == wanted["semantic-wer"].value
    assert (found.semantic.judged, found.semantic.unjudged) == (5, 0)
    row = next(row for row in stored(store) if row["metric"] == "semantic-wer")
    assert row["judge"] == "rules"
    del row["id"]
    store.evaluations.put([{**row, "status": "timeout", "reason": "late", "wer": None}])
    (found,) = standings(store, [dataset.id], options_of(None, Options()))
    assert found.semantic is not None
    assert found.semantic.rate is None
    assert "n/a: 1 not judged" in render([found])


def test_judged_rates_are_of_the_newest_references_judged_in_one_way(
    store: Store, dataset: Dataset
) -> None:
    judged = Options(metrics=["semantic-wer"], judge=mg.Judging(protocol="rules"))

    def semantic() -> Any:
        (found,) = standings(store, [dataset.id], options_of(None, Options()))
        assert found.semantic is not None
        return found.semantic

    evaluate(store, [dataset.id], options_of(None, judged))
    first = semantic()
    assert first.rate is not None
    # One of them is judged in another way: then that is the way, and the others are not judged so.
    rows = [row for row in stored(store) if row["metric"] == "semantic-wer"]
    other = {**rows[0], "signature": "semantic-wer|another", "signature_hash": "x"}
    del other["id"]
    store.evaluations.put([other])
    mixed = semantic()
    assert (mixed.rate, mixed.judged, mixed.unjudged) == (None, 1, 4)
    assert mixed.signature == "semantic-wer|another"
    # A corrected reference was judged by nobody.
    again = {**rows[0]}
    del again["id"]
    store.evaluations.put([again])
    assert semantic().rate == first.rate
    store.observations.add_references(
        dataset.id, [{"sample_id": rows[0]["sample_id"], "text": "quite another text"}]
    )
    late = semantic()
    assert (late.rate, late.judged, late.unjudged) == (None, 4, 1)
    evaluate(store, [dataset.id], options_of(None, judged))
    assert semantic().unjudged == 0
