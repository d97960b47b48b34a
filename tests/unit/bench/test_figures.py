"""Figures that rank nothing, entities, stored scores in files, the page, and the diff pages."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest
from bench_fakes import Fake, install, recordings

import mondegreen as mg
from mondegreen.bench.clips import Dataset
from mondegreen.bench.config import System
from mondegreen.bench.freezing import freeze
from mondegreen.bench.judged import judged_rows
from mondegreen.bench.leaderboard import leaderboard
from mondegreen.bench.ranking import ranking_of
from mondegreen.bench.running import Run
from mondegreen.bench.scoring import evaluate, options_of
from mondegreen.bench.sources import clips_of
from mondegreen.bench.standings import standings
from mondegreen.providers import ProviderError
from mondegreen.report import bench_html
from mondegreen.report.bench import render
from mondegreen.report.bench_diffs import write_diffs
from mondegreen.report.bench_files import write_exports, write_validation
from mondegreen.scoring.options import Options
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mondegreen.store import Store

pytest.importorskip("soundfile")
ATTACK = "</p><script>alert(1)</script>"
SAID = ["ash birch cedar", "birch cedar elm", "cedar elm fir", "elm fir hazel", "fir hazel larch"]
SAYS: dict[str, dict[str, Any]] = {
    "a": {
        "r000": "Ash, birch cedar",
        "r001": f"birch {ATTACK}",
        "r002": "",
        "r003": ProviderError("server", f"{ATTACK} 500"),
        "r004": "fir hazel larch maple",
    },
    "b": {"r000": "ash", "r001": "birch cedar elm cedar", "r002": "cedar elm fir"},
}
ENTITIES = ["cedar", "fir hazel"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "results.db") as opened:
        yield opened


@pytest.fixture
def dataset(tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch) -> Dataset:
    made = freeze("d", clips_of(recordings(tmp_path / "d", 5)), language="en", say=str)
    install(
        monkeypatch,
        *(
            Fake(model=name, says=lambda stem, says=says: says.get(stem, "oak"))
            for name, says in SAYS.items()
        ),
    )
    for name in ("fake:a", "fake:b"):
        limit = 3 if name == "fake:b" else None
        Run(store, [made], [System(name, name)], limit=limit, say=str).perform()
    return made


def found(store: Store, dataset: Dataset, **options: Any) -> dict[str, Any]:
    made = standings(store, [dataset.id], options_of(None, Options(**options)), intervals={})
    return {each.system: each for each in made}


def heard(name: str) -> list[Any]:
    texts = [SAYS[name].get(f"r{at:03}") for at in range(5)]
    return [mg.Failed(each.reason) if isinstance(each, Exception) else each for each in texts]


# -- next to the rate that ranks ------------------------------------------------------------------


@pytest.mark.parametrize("metric", ["wer", "cer", "space-wer"])
def test_answered_only_and_the_bare_texts_stand_next_to_the_rate(
    store: Store, dataset: Dataset, metric: str
) -> None:
    for name, each in found(store, dataset, metrics=[metric]).items():
        texts = heard(name[-1])
        there = [at for at, text in enumerate(texts) if isinstance(text, str)]
        only = mg.score(
            [SAID[at] for at in there],
            [texts[at] for at in there],
            metrics=metric,
            normalizer="mondegreen-en",
        )
        assert each.answered_only == only[metric].value
        bare = mg.score(SAID, texts, metrics=metric, missing="deletions")
        assert each.no_normalizer == bare[metric].value
        assert each.rate != each.answered_only
        assert each.to_json()["answered_only"] == each.answered_only
    text = render([*found(store, dataset).values()])
    assert "mean per utterance  answered only  -n none" in text


@pytest.mark.parametrize("metric", ["wer", "cer", "mer"])
@pytest.mark.parametrize(
    ("said", "answers", "mean", "rate"),
    [
        (["", ""], [None, None], None, None),
        (["", "ash"], [None, "ash"], 0.0, 0.0),
        (["", "ash"], [None, None], 1.0, 1.0),
        (["", ""], [None, ""], 0.0, 0.0),
        (["", ""], ["", ""], 0.0, 0.0),
    ],
)
def test_a_failed_call_is_never_a_rate_of_zero(
    *,
    tmp_path: Path,
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    said: list[str],
    answers: list[str | None],
    mean: float | None,
    rate: float | None,
    metric: str,
) -> None:
    folder = recordings(tmp_path / "e", len(said))
    for at, text in enumerate(said):
        (folder / f"r{at:03}.txt").write_text(text, "utf-8")
    made = freeze("e", clips_of(folder), language="en", say=str)
    says = {f"r{at:03}": text for at, text in enumerate(answers)}

    def answer(stem: str) -> Any:
        text = says[stem]
        return ProviderError("server", "500") if text is None else text

    install(monkeypatch, Fake(model="a", says=answer))
    Run(store, [made], [System("fake:a", "fake:a")], say=str).perform()
    each = found(store, made, metrics=[metric])["fake:a"]
    assert (each.mean, each.rate) == (mean, rate)
    shown = render([each])
    assert ("no answers, and no words" in shown) is (rate is None)
    assert " 0.00 %" not in shown or rate is not None
    [row] = leaderboard(store, made, options_of(None, Options(metrics=[metric]))).rows
    assert row.score.rate == rate
    assert rate is not None or row.score.rank is None
    assert each.no_normalizer == rate


@pytest.mark.parametrize(
    "options", [{"normalizer": "none"}, {"recipe": "sclite"}, {"metrics": ["space-norm-wer"]}]
)
def test_there_is_no_column_where_no_normalizer_can_be_left_out(
    store: Store, dataset: Dataset, options: dict[str, Any]
) -> None:
    made = found(store, dataset, **options)
    assert all(each.no_normalizer is None for each in made.values())
    assert "-n none" not in render([*made.values()])
    assert all(each.coverage.policy == "deletions" for each in made.values())


# -- entities -------------------------------------------------------------------------------------


def test_entities_are_those_of_the_same_texts_given_or_stored(
    store: Store, dataset: Dataset
) -> None:
    none = found(store, dataset)
    assert all(each.entities is None for each in none.values())
    assert "entit" not in render([*none.values()])
    given = found(store, dataset, entities=ENTITIES)
    for name, each in given.items():
        wanted = mg.entity_scores(
            SAID,
            heard(name[-1]),
            entities=ENTITIES,
            normalizer="mondegreen-en",
            missing="deletions",
        ).total
        assert each.entities.rate == 1 - wanted.recall
        assert each.entities.precision == wanted.precision
    evaluate(
        store, [dataset.id], options_of(None, Options(metrics=["entities"], entities=ENTITIES))
    )
    stored = found(store, dataset)
    assert stored["fake:a"].entities == given["fake:a"].entities
    assert stored["fake:b"].entities.rate is None  # two clips are missing
    text = render([*stored.values()])
    one = given["fake:a"].entities
    assert f"{100 * one.rate:.2f} % ({100 * one.precision:.2f} %)" in text
    assert "n/a: 2 not evaluated" in text
    assert "signature of the entity error rate: entities@1" in text
    also = found(store, dataset, metrics=["wer", "entities"], entities=ENTITIES)
    assert render([*also.values()]).splitlines()[1].count("entity error rate") == 1


# -- stored scores in files -----------------------------------------------------------------------


def test_files_hold_semantic_scores_where_they_are_asked_for(
    store: Store, dataset: Dataset, tmp_path: Path
) -> None:
    each = found(store, dataset)["fake:a"]
    with pytest.raises(mg.UsageError, match="bench score -m semantic-wer"):
        judged_rows(store, each.observed, ["semantic-wer"])
    evaluate(
        store,
        [dataset.id],
        options_of(None, Options(metrics=["semantic-wer"], judge=mg.Judging(protocol="rules"))),
    )
    assert judged_rows(store, each.observed, None) is None
    assert judged_rows(store, each.observed, ["wer"]) is None
    judged = judged_rows(store, each.observed, ["semantic-wer"])
    assert judged is not None
    assert judged.signature.startswith("semantic-wer@1|")
    wanted = mg.score(
        SAID, heard("a"), metrics="semantic-wer", judge={"protocol": "rules"}, missing="deletions"
    )
    _, plain, *_ = write_exports(each, [], tmp_path, "x", judged=judged)
    rows = json.loads(plain.read_text("utf-8"))
    assert [row["wer"] for row in rows] == [
        None if at == 3 else wanted.rate(at, "semantic-wer") for at in range(5)
    ]
    assert rows[0]["normalized_hypothesis"] == "Ash, birch cedar"
    _, full = write_validation(each, tmp_path, judged)
    with full.open(encoding="utf-8", newline="") as file:
        assert [row["WER_pct"] for row in csv.DictReader(file)][-1] == ""


def test_the_semantic_mean_counts_what_failed_as_the_pooled_rate_does(
    store: Store, dataset: Dataset
) -> None:
    judged = Options(metrics=["semantic-wer"], judge=mg.Judging(protocol="rules"))
    evaluate(store, [dataset.id], options_of(None, judged))
    semantic = found(store, dataset)["fake:a"].semantic
    wanted = mg.score(
        SAID, heard("a"), metrics="semantic-wer", judge={"protocol": "rules"}, missing="deletions"
    )
    rates = [1.0 if at == 3 else wanted.rate(at, "semantic-wer") for at in range(5)]
    assert semantic.mean == pytest.approx(sum(rates) / 5)


# -- the page -------------------------------------------------------------------------------------


class Read(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_names_all_and_holds_no_markup_of_others(
    store: Store, dataset: Dataset, tmp_path: Path
) -> None:
    other = freeze("e", clips_of(recordings(tmp_path / "e", 2)), language="en", say=str)
    Run(store, [other], [System("fake:a", "fake:a")], say=str).perform()
    made = standings(
        store, [dataset.id, other.id], options_of(None, Options()), intervals={"resamples": 200}
    )
    odd = [mg_replaced(each, ATTACK) if each.system == "fake:b" else each for each in made]
    page = bench_html.render(odd, intervals={"resamples": 200})
    (tmp_path / "page.html").write_text(page, "utf-8")
    read = Read(page)
    assert "link" not in read.tags
    assert read.tags.count("script") == 2  # the data, and the program of the list
    assert page.count("wer@1|unit") == 1  # what all share is said once
    assert read.text.count(dataset.id) >= 2
    for wanted in (
        *(dataset.id, other.id, "fake:a", ATTACK, "4 of 5", "3 of 5", "answered only"),
        *("1 failed; they count as deletions", "unweighted average"),
        *("wer@1|unit:word@1|normalizer:mondegreen-en@2", f"{dataset.id}: differences"),
        *("200 resamples", "rank"),
    ):
        assert wanted in read.text, wanted
    assert re.search(r'<time datetime="20\d\d-\d\d-\d\d">', page)
    assert "2 systems on 2 datasets" in page
    alone = bench_html.render([each for each in made if each.dataset == other.id])
    assert "1 system on e@" in alone
    assert f"{other.id}: differences" not in alone


def test_several_datasets_are_one_page_with_ranks_of_each_and_all_clips(
    store: Store, dataset: Dataset, tmp_path: Path
) -> None:
    other = freeze("e", clips_of(recordings(tmp_path / "e", 2)), language="en", say=str)
    Run(store, [other], [System(f"fake:{n}", f"fake:{n}") for n in "ab"], say=str).perform()
    drawn = {"resamples": 200}
    both = [dataset.id, other.id]
    made = standings(store, both, options_of(None, Options()), intervals=drawn)
    page = bench_html.render(made, intervals=drawn)
    read = Read(page)
    assert "Ranks of all datasets" in read.text
    (table,) = re.findall(r"Ranks of all datasets</h2>(.*?)</table>", page, re.DOTALL)
    shown = [re.findall(r"<bdi>(.*?)</bdi>", row) for row in table.split("<tr>")[1:]]
    assert shown[0] == ["system", *both]
    expected = {"fake:a": [], "fake:b": []}
    for each in both:
        here = [one for one in made if one.dataset == each]
        ranked = ranking_of(Dataset(each.partition("@")[0], []), here, **drawn)
        assert f"{each}: ranks" in read.text
        for name, ranks in expected.items():
            ranks.append(str(ranked.ranks[name].rank))
    assert {name: ranks for name, *ranks in shown[1:]} == expected
    data = json.loads(re.findall(r'id="data">(.*?)</script>', page)[0])
    clips = sum(len(one.result) for one in made if one.system == "fake:a")
    assert len(data["utterances"]) == clips
    assert data["columns"][0] == "dataset"
    assert {row["m"][0] for row in data["utterances"]} == set(both)
    errors = {
        name: sum(row["s"][at]["e"] for row in data["utterances"] if row["s"][at])
        for at, name in enumerate(data["systems"])
    }
    for name, found in errors.items():
        parts = [one for one in made if one.system == name]
        assert found == sum(one.metric.errors for one in parts)


def mg_replaced(each: Any, name: str) -> Any:
    from dataclasses import replace

    return replace(each, system=name)


# -- diff pages -----------------------------------------------------------------------------------


def test_a_diff_page_per_clip_and_system(store: Store, dataset: Dataset, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    seen = [each.observed for each in found(store, dataset).values()]
    table, rows = write_diffs(store, seen, folder)
    pages = sorted(folder.glob("*.diff.html"))
    assert len(pages) == len(rows) == 10
    assert re.fullmatch(r"\d{8}-\d{6}_fake-a_r000\.diff\.html", pages[0].name)
    assert all("<script" not in page.read_text("utf-8") for page in pages)
    with table.open(encoding="utf-8", newline="") as file:
        lines = {
            (row["provider"], row["file"]): row for row in csv.DictReader(file, delimiter="\t")
        }
    for name in "ab":
        for at, text in enumerate(heard(name)):
            row = lines[f"fake:{name}", f"r{at:03}"]
            if isinstance(text, str):
                wanted = mg.DiffReport(SAID[at], text)
                assert float(row["word_error_rate"]) == round(100 * (wanted.wer or 0), 1)
                assert row["error"] == ""
            else:
                assert row["word_error_rate"] == row["words_got"] == ""
                assert row["error"].startswith("missing: " if text is None else "server: ")
            assert (folder / row["diff_report"]).is_file()
            assert row["custom_metric"] == ""
    key = {"provider", "file"}
    back = {tuple(row[name] for name in sorted(key)): row for row in mg.collect_reports(folder)}
    assert len(back) == 10
    assert (folder / "report_summary.tsv").is_file()


def test_stored_facts_are_the_metric_of_the_pages(
    store: Store, dataset: Dataset, tmp_path: Path
) -> None:
    each = found(store, dataset)["fake:a"]
    rows = []
    for at, row in enumerate(each.observed.rows[:4]):
        lost, both = (1, 3) if at == 0 else (0, 0)
        rows.append(
            {
                "kind": "rate",
                "dataset": dataset.id,
                "sample_id": f"r{at:03}",
                "service_name": "fake",
                "model_name": "a",
                "system": "fake:a",
                "repeat": 0,
                "metric": "facts",
                "signature": "facts@1|test",
                "signature_hash": "x",
                "timestamp": "2026",
                "result_id": row[3],
                "ground_truth_version": 1,
                "status": ["ok", "ok", "timeout", "failed"][at],
                "reason": "late" if at == 2 else None,
                "wer": 0.25 if at == 0 else None,
                "statistics": json.dumps(
                    dict(
                        zip(
                            ("missing", "both", "contradicted", "invented"),
                            (lost, both, 0, 2),
                            strict=True,
                        )
                    )
                ),
            }
        )
    store.evaluations.put(rows)
    _, made = write_diffs(store, [each.observed], tmp_path)
    assert [row["custom_metric"] for row in made] == [
        25.0,
        "no score: the references state no facts",
        "failed: late",
        "failed: failed",
        "failed: not evaluated by facts yet",
    ]
    page = next(tmp_path.glob("*_r000.diff.html")).read_text("utf-8")
    assert "1 missing (0 of them contradicted) of 4 facts, 2 invented" in page


def test_clips_of_one_name_have_a_page_each(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("x/y", "x-y"):
        recordings(tmp_path / "n" / place, 1)
    clips = clips_of(tmp_path / "n")
    made = freeze("n", clips, language="en", say=str)
    install(monkeypatch, Fake())
    Run(store, [made], [System("fake:good", "fake:good")], say=str).perform()
    seen = [each.observed for each in found(store, made).values()]
    _, rows = write_diffs(store, seen, tmp_path)
    assert len({row["diff_report"] for row in rows}) == 2
    assert all((tmp_path / row["diff_report"]).is_file() for row in rows)
