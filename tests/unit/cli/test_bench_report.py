"""``bench report`` and ``bench export`` with their files, through the command line."""

from __future__ import annotations

import csv
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.cli.app import run

pytest.importorskip("soundfile")
RECORDINGS = Path(mg.__path__[0]) / "examples" / "recordings"
ATTACK = "<script>alert(1)</script>"


@pytest.fixture
def bench(command: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A bench of the shipped recordings and three systems: two of files, one that never ran."""
    monkeypatch.delenv("DEEPGRAM_API_KEY", raising=False)
    shutil.copytree(RECORDINGS, "clips")
    for name in ("good", "bad"):
        Path(name).mkdir()
        for path in RECORDINGS.glob("*.txt"):
            shutil.copy(path, name)
    Path("bad/bank.txt").write_text(f"please cancel {ATTACK} card", "utf-8")
    Path("bad/store.txt").unlink()
    systems = "files:good,files:bad,deepgram:nova-3"
    assert command("bench", "init", "clips", "--systems", systems).status == 0
    assert command("bench", "run").status == 0
    return command


def test_a_page(bench: Any) -> None:
    done = bench("bench", "report", "--html", "report.html", "--resamples", "200")
    assert done.status == 0, done.err
    assert "wrote report.html" in done.err
    page = Path("report.html").read_text("utf-8")
    assert page.count("<script") == 2  # the data and the program of the page
    assert ATTACK not in page
    (found,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page)
    data = json.loads(found)
    assert data["systems"] == ["files:good", "files:bad"]
    assert [len(each["s"]) for each in data["utterances"]] == [2] * 4
    assert any(ATTACK in str(each["s"]) for each in data["utterances"])
    for wanted in ("clips@", "files:good", "files:bad", "deepgram:nova-3", "DEEPGRAM_API_KEY"):
        assert wanted in page, wanted
    for wanted in (">wer@1|unit:word@1|", "3 of 4", "1 failed; they count as deletions", "<time "):
        assert wanted in page, wanted
    assert re.search("files:bad.*differences", page, re.DOTALL)
    one = bench("bench", "report", "--html", "one.html", "--systems", "files:good")
    assert one.status == 0, one.err
    assert "1 system on clips@" in Path("one.html").read_text("utf-8")


def test_diff_pages(bench: Any) -> None:
    done = bench("bench", "report", "--diffs", "out/pages")
    assert done.status == 0, done.err
    assert "wrote 8 pages and out/pages/" in done.err
    pages = [*Path("out/pages").glob("*.diff.html")]
    assert len(pages) == 8
    assert not any("<script" in page.read_text("utf-8") for page in pages)
    (table,) = Path("out/pages").glob("*_benchmark.tsv")
    with table.open(encoding="utf-8", newline="") as file:
        rows = {(row["provider"], row["file"]): row for row in csv.DictReader(file, delimiter="\t")}
    assert rows["files:good", "bank"]["word_error_rate"] == "0.0"
    said = RECORDINGS.joinpath("bank.txt").read_text("utf-8").strip()
    heard = Path("bad/bank.txt").read_text("utf-8")
    wanted = mg.DiffReport(said, heard).to_row()
    for name in ("word_levenshtein", "chars_got", "word_error_rate", "character_error_rate"):
        assert rows["files:bad", "bank"][name] == str(wanted[name]), name
    assert rows["files:bad", "store"]["error"].startswith("missing: ")
    assert re.search(r"files:bad +store +– +– +– +– +– +missing: ", done.out)
    assert re.search(r"files:bad +4 +1 ", done.out)
    assert len(mg.collect_reports("out/pages")) == 8
    plain = bench("bench", "report", "--diffs", "out/pages", "--to", "json")
    assert len(json.loads(plain.out)) == 3
    one = bench("bench", "report", "--diffs", "one", "--system", "files:good")
    assert (one.status, len([*Path("one").glob("*.diff.html")])) == (0, 4)


def test_places_where_nothing_can_be_written(bench: Any) -> None:
    for words in (["--diffs", "bench.toml"], ["--html", "none/x.html"]):
        done = bench("bench", "report", *words)
        assert done.status == 2
        assert words[1].split("/")[0] in done.err
        assert done.err.count("\n") == 1
    done = bench("bench", "report", "--system", "files:good", "-o", "bench.toml")
    assert (done.status, "cannot be made a folder" in done.err) == (2, True)


def test_entities_of_a_report_and_of_evaluations(bench: Any) -> None:
    Path("names.tsv").write_text("card\tTHING\nnine\nseven\n", "utf-8")
    assert "entit" not in bench("bench", "report").out
    given = bench("bench", "report", "--entities", "names.tsv")
    assert given.status == 0, given.err
    assert re.search(r"files:good .* 0\.00 % \(100\.00 %\)", given.out)
    assert re.search(r"files:bad .* 33\.33 % \(100\.00 %\)", given.out)
    assert bench("bench", "score", "-m", "entities", "--entities", "names.tsv").status == 0
    found = json.loads(bench("bench", "report", "--to", "json").out)
    known = {each["system"]: each.get("entities") for each in found}
    assert known["files:bad"]["rate"] == 1 / 3
    assert known["files:bad"]["precision"] == 1
    assert (known["files:bad"]["lost"], known["files:bad"]["entities"]) == (1, 3)


def test_exports_have_the_13_columns_in_every_format(bench: Any) -> None:
    done = bench("bench", "export", "files:bad", "--normalized")
    assert done.status == 0, done.err
    assert "scores by wer@1|unit:word@1|normalizer:mondegreen-en@2" in done.err
    folder = Path("export_files_bad")
    read = {}
    for kind, letter in (("csv", ","), ("tsv", "\t")):
        with folder.joinpath(f"files_bad_results.{kind}").open(encoding="utf-8", newline="") as f:
            read[kind] = [*csv.DictReader(f, delimiter=letter)]
    assert read["csv"] == read["tsv"]
    plain = json.loads(folder.joinpath("files_bad_results.json").read_text("utf-8"))
    assert [*plain[0]] == [*read["csv"][0]]
    assert len(plain[0]) == 13
    assert [row["wer"] for row in plain][2] is None
    texts = folder.joinpath("files_bad_transcripts.tsv").read_text("utf-8").splitlines()
    assert len(texts) == 4
    assert texts[2].split("\t")[1] == "2 plus 2 is 4 and 3 more is 7"
    only = bench("bench", "export", "files:bad", "--to", "tsv", "-o", "t")
    assert (only.status, len([*Path("t").iterdir()])) == (0, 2)
    refused = bench("bench", "export", "files:bad", "-m", "semantic-wer")
    assert (refused.status, "bench score -m semantic-wer" in refused.err) == (2, True)
    bench("bench", "score", "-m", "semantic-wer", "--protocol", "rules")
    done = bench("bench", "export", "files:bad", "-m", "semantic-wer", "--to", "json")
    assert "scores by semantic-wer@1" in done.err
    assert "scores by wer@1" in bench("bench", "export", "files:bad", "--to", "json").err


def test_a_recipe_does_not_stop_at_a_failed_clip_and_none_asks_a_judge(bench: Any) -> None:
    done = bench("bench", "report", "--recipe", "whisper-jiwer")
    assert done.status == 0, done.err
    assert "ties:jiwer@1|weights:1/1/1|missing:deletions" in done.out
    strict = bench("bench", "report", "--recipe", "whisper-jiwer", "--missing", "skip")
    assert "missing:skip" in strict.out
    judged = "semantic-wer|normalizer:semantic@2|judge:rules@1"
    done = bench("bench", "report", "--recipe", judged)
    assert done.status == 2
    assert "asks no model" in done.err


@pytest.mark.parametrize("words", [["-m", "semantic-wer"], ["--metric", "facts"]])
def test_a_judged_metric_alone_ranks_by_the_usual_rate(bench: Any, words: list[str]) -> None:
    done = bench("bench", "report", *words)
    assert done.status == 0, done.err
    assert "signature: wer@1|unit:word@1|normalizer:mondegreen-en@2" in done.out


def test_files_that_bench_toml_names_are_next_to_it(
    bench: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("names.txt").write_text("card\nnine\n", "utf-8")
    Path("same.tsv").write_text("card\tcart\n", "utf-8")
    config = Path("bench.toml").read_text("utf-8")
    given = 'metrics = ["wer"]\nentities = "names.txt"\nsynonyms = "same.tsv"\nforgive = "agent"\n'
    Path("bench.toml").write_text(re.sub(r"metrics = .*\n", given, config), "utf-8")
    Path("elsewhere").mkdir()
    here = bench("bench", "report", "--to", "json")
    assert here.status == 0, here.err
    monkeypatch.chdir("elsewhere")
    there = bench("bench", "report", "--to", "json", "--config", "../bench.toml")
    assert there.status == 0, there.err
    first, second = json.loads(here.out), json.loads(there.out)
    assert first[0]["entities"]["entities"] == 2
    keys = ("system", "metrics", "entities", "coverage")
    assert [[each.get(key) for key in keys] for each in first] == [
        [each.get(key) for key in keys] for each in second
    ]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (
            'metric = "wer"',
            "bench.toml: [score]: metric= is not an option here. Did you mean 'metrics'?",
        ),
        ('missing = "zero"', "bench.toml: [score]: "),
        ('metrics = "wre"', "bench.toml: [score]: "),
        ('metrics = ["cer", "wre"]', "Did you mean 'wer'?"),
        ("metrics = 3", "bench.toml: [score]: "),
    ],
)
def test_options_of_bench_toml_that_cannot_be_used(bench: Any, line: str, problem: str) -> None:
    config = Path("bench.toml").read_text("utf-8")
    Path("bench.toml").write_text(re.sub(r"metrics = .*\n", f"{line}\n", config), "utf-8")
    done = bench("bench", "report")
    assert done.status == 2
    assert problem in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("line", ['metrics = "wer, cer"', 'metrics = ["wer", "cer"]'])
def test_metrics_of_bench_toml_are_a_text_or_a_list(bench: Any, line: str) -> None:
    config = Path("bench.toml").read_text("utf-8")
    Path("bench.toml").write_text(re.sub(r"metrics = .*\n", f"{line}\n", config), "utf-8")
    done = bench("bench", "report", "--to", "json")
    assert done.status == 0, done.err
    assert [each["name"] for each in json.loads(done.out)[0]["metrics"]] == ["wer", "cer"]


def test_an_export_says_what_is_left_out(bench: Any) -> None:
    Path("good/weather.txt").write_text("", "utf-8")
    bench("bench", "init", "clips", "--name", "more")
    bench("bench", "run", "--systems", "files:good")
    for name, lost in (("bad", "1 left out: failed"), ("good", "1 left out: empty")):
        for normalized in ([], ["--normalized"]):
            done = bench("bench", "export", f"files:{name}", "-o", name, *normalized)
            assert done.status == 0, done.err
            assert f"files_{name}_transcripts.tsv: {lost}" in done.err
    done = bench("bench", "export", "files:bad", "--to", "csv")
    assert "left out" not in done.err


def test_systems_of_similar_names_have_exports_of_their_own(bench: Any) -> None:
    names = ["x/y", "x_y", "x y", "x:y"]
    lines = "".join(f'"{name}" = {{ use = "files:good" }}\n' for name in names)
    config = Path("bench.toml").read_text("utf-8")
    Path("bench.toml").write_text(config.replace("[systems]\n", f"[systems]\n{lines}"), "utf-8")
    assert bench("bench", "run", "--systems", ",".join(names)).status == 0
    for name in names:
        assert bench("bench", "export", name, "--to", "csv").status == 0
    folders = sorted(str(path) for path in Path().glob("export_*"))
    assert len(folders) == 4
    assert "export_x_y" in folders
    assert bench("bench", "export", "x/y", "--to", "csv").status == 0
    assert sorted(str(path) for path in Path().glob("export_*")) == folders


@pytest.mark.parametrize("name", ["report", "leaderboard", "score", "export"])
def test_verified_references_alone_are_the_default(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["bench", name, "--verified-only"]) == 2
    err = capsys.readouterr().err
    assert "verified references alone are scored" in err


def test_a_format_that_is_nearly_right_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "report", "--to", "jsonn"]) == 2
    expected = "--to jsonn: expected table, markdown, tsv, json. Did you mean 'json'?"
    assert expected in capsys.readouterr().err
