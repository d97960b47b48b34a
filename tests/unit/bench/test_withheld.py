"""Rates that are withheld are nowhere: not in a table, a page, JSON, nor in a file about one system."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from boards import bench, dataset_of, observe

from mondegreen.bench.clips import Dataset
from mondegreen.bench.ground_truth.drafting import draft
from mondegreen.bench.keeping import keep_dataset
from mondegreen.bench.standings import standings
from mondegreen.bench.weighting import draw_record
from mondegreen.cli.app import run
from mondegreen.report.bench import render
from mondegreen.report.bench_files import write_validation
from mondegreen.scoring.options import Options
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable

CLIPS = 24
SYSTEMS = {
    "acme:one": [0] * CLIPS,
    "acme:two": [1, 0] * 12,  # 5 %, were it not of the vendor that drafted
    "bolt:two": [3, 2, 4] * 8,
}
WHY = "it drafted references that nobody verified"
Said = tuple[int, str, str]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    def call(*words: str) -> Said:
        capsys.readouterr()
        status = run(["bench", *words])
        return status, *capsys.readouterr()

    return call


@pytest.fixture(params=["drafted", "voted"])
def drafted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: Any) -> Path:
    monkeypatch.chdir(tmp_path)
    given = dataset_of(CLIPS)
    dataset = Dataset("trees", [replace(clip, reference=None) for clip in given.clips])
    database = bench(tmp_path, dataset, SYSTEMS)
    with open_store(database) as store:
        for name in SYSTEMS:
            provider, _, model = name.partition(":")
            row = {"system": name, "provider": provider, "model_name": model, "options": "{}"}
            store.observations.add_system(row)
            observe(store, dataset, name, SYSTEMS[name][::-1], repeat=1)
        by = ["acme:one"] if request.param == "drafted" else ["acme:one", "acme:two"]
        draft(store, dataset.id, dataset.clips, by)
    return tmp_path


def rates_in(text: str) -> list[str]:
    return re.findall(r"\d+\.\d+ %|\d+\.\d+ to \d+\.\d+", text)


def test_no_cell_has_a_rate(drafted: Path, command: Callable[..., Said]) -> None:
    for more in ([], ["--to", "tsv"], ["--to", "markdown"]):
        status, out, err = command("report", "--unverified", *more)
        assert status == 0, err
        rows = [line for line in out.splitlines() if "acme" in line and "of 24 clips" in line]
        assert len(rows) == 2
        for row in rows:
            assert WHY in row
            assert not rates_in(row)
        (other,) = [line for line in out.splitlines() if "bolt" in line and "of 24 clips" in line]
        assert rates_in(other)
        assert not [line for line in out.splitlines() if "acme:" in line and "spread" in line and " wer " in line]  # fmt: skip


def test_json_has_null_and_the_reason(drafted: Path, command: Callable[..., Said]) -> None:
    status, out, err = command("report", "--unverified", "--to", "json")
    assert status == 0, err
    found = {each["system"]: each for each in json.loads(out)}
    for name in ("acme:one", "acme:two"):
        each = found[name]
        assert each["withheld"].startswith(WHY)
        for key in ("mean", "perfect", "answered_only", "no_normalizer", "spread", "semantic_wer"):
            assert each[key] is None, key
        for metric in each["metrics"]:
            assert metric["value"] is None
            assert metric["reason"].startswith(WHY)
            assert (metric["errors"], metric["counts"]) == (None, None)
            assert "interval" not in metric
        assert each["between_repeats"]["rate"] is None
        assert each["coverage"]["total"] == 48
    assert found["bolt:two"]["metrics"][0]["value"] == pytest.approx(0.3)
    assert "withheld" not in found["bolt:two"]


def test_the_page_has_no_rate(drafted: Path, command: Callable[..., Said]) -> None:
    status, _, err = command("report", "--unverified", "--html", "page.html")
    assert status == 0, err
    page = Path("page.html").read_text("utf-8")
    for row in re.findall(r"<tr.*?</tr>", page, re.DOTALL):
        if "acme:" in row and WHY in row:
            assert not rates_in(re.sub(r"<[^>]*>", " ", row))


def test_files_about_one_system_have_no_scores(drafted: Path, command: Callable[..., Said]) -> None:
    more = ["--output", "out", "--errors", "3"]
    status, out, err = command("report", "--unverified", "--system", "acme:two", *more)
    assert status == 0, err
    assert "larch" not in out  # no alignment
    assert f"--errors 3: {WHY}" in err.replace(re.findall(r"trees@\w+: ", err)[0], "").replace("n/a: ", "")  # fmt: skip
    summary = Path("out/validation_summary.txt").read_text("utf-8")
    assert WHY in summary
    assert not rates_in("".join(each for each in summary.splitlines() if "spread of" not in each))
    with Path("out/validation_full.csv").open(encoding="utf-8") as file:
        rows = [*csv.DictReader(file)]
    assert len(rows) == 48
    assert not {"WER_pct", "substitutions", "deletions", "insertions", "ref_words"} & {*rows[0]}
    assert {"sample_id", "ground_truth", "transcription"} <= {*rows[0]}
    assert all(row["transcription"].split()[-1] == "pine" for row in rows)
    status, _, err = command("report", "--unverified", "--system", "bolt:two", "--output", "other")
    assert status == 0, err
    assert "WER_pct" in Path("other/validation_full.csv").read_text("utf-8")


def test_exports_and_pages_of_differences_have_no_scores(
    drafted: Path, command: Callable[..., Said]
) -> None:
    status, _, err = command("export", "acme:two", "--unverified", "--output", "out")
    assert status == 0, err
    assert WHY in err
    rows = json.loads(Path("out/acme_two_results.json").read_text("utf-8"))
    assert {row["wer"] for row in rows} == {row["substitutions"] for row in rows} == {None}
    assert all(row["transcription"] for row in rows)
    status, _, err = command("report", "--unverified", "--diffs", "pages")
    assert status == 0, err
    assert "no pages of acme:one" in err
    (table,) = Path("pages").glob("*_benchmark.tsv")
    assert "acme" not in table.read_text("utf-8")
    assert "bolt" in table.read_text("utf-8")


def test_a_weighted_sample_says_so_in_its_summary(tmp_path: Path) -> None:
    whole = {"en": 30, "de": 10}
    strata = {f"c{at:03}": "de" if at >= 30 else "en" for at in (0, 1, 2, 3, 30, 31)}
    clips = [
        replace(clip, reference=clip.reference if clip.id in strata else None)
        for clip in dataset_of(40).clips
    ]
    dataset = Dataset("trees", clips)
    with open_store(tmp_path / "results.db") as store:
        keep_dataset(store, dataset)
        record = draw_record("language", 0, whole, strata)
        store.ground_truth.note_draw(dataset.id, record)
        observe(store, dataset, "a:m", [*[1] * 30, *[5] * 10])
        options = Options(normalizer="lower", missing="deletions")
        (each,) = standings(store, [dataset.id], options, intervals={})
        summary, _ = write_validation(each, tmp_path / "out")
        text = summary.read_text("utf-8")
        assert each.rate == pytest.approx((30 * 0.1 + 10 * 0.5) / 40)
        assert "weighted by language" in text
        assert "20.00 %" in text
        assert "23.33 %" not in text
        assert "rows of validation_full.csv are single clips" in text

        record = draw_record("language", 0, {**whole, "fr": 9}, strata)
        store.ground_truth.note_draw(dataset.id, record)
        (each,) = standings(store, [dataset.id], options, intervals={})
        assert "no clip is scored of language fr" in each.withheld
        (row,) = [line for line in render([each], "tsv").splitlines() if "a:m" in line]
        assert not rates_in(row)
        (plain,) = json.loads(render([each], "json"))
        assert (plain["metrics"][0]["value"], plain["mean"], plain["perfect"]) == (None,) * 3
