"""``mondegreen score --forgive``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import mondegreen as mg
from mondegreen.forgive.spelling import Spelling
from mondegreen.forgive.synonyms import Synonyms

if TYPE_CHECKING:
    from conftest import Command

ROWS = "id,reference,hypothesis\n1,um it cost five dollars,it cost $5\n2,the data base Bo Bo,a database Bo\n"


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "calls.csv"
    path.write_text(ROWS)
    return str(path)


def test_the_waterfall_stands_below(command: Command, table: str) -> None:
    done = command("score", table, "--forgive", "numbers,fillers", "--forgive", "spacing")
    assert done.status == 0
    lines = done.out.splitlines()
    steps = [line.split()[0] for line in lines if line[:2] in {"st", "  ", "re"}]
    assert steps == ["step", "strict", "spacing", "numbers", "fillers", "remaining"]
    assert "forgive:spacing@1+numbers@1+fillers@1" in lines[-1]


def test_severities_names_and_the_guard(command: Command, table: str, tmp_path: Path) -> None:
    def errors(*options: str) -> tuple[float, float]:
        done = command("score", table, "--json", *options)
        assert done.status == 0, done.err
        (metric,) = json.loads(done.out)["metrics"]
        return metric["errors"], metric["value"]

    assert errors("--forgive", "repetition")[0] == 6
    assert errors("--forgive", "repetition", "--entity", "Bo")[0] == 7
    assert errors("--forgive", "repetition", "--entity", "Bo", "--no-guard")[0] == 6
    own = tmp_path / "own.toml"
    own.write_text('unit = "words"\nrest = 0\n[severities]\nrepetition = 500\n')
    assert errors("--forgive", "repetition", "--severities", str(own)) == (6.5, 0.65)
    assert errors("-m", "reader")[0] > 0


def test_a_run_file_can_be_weighed_again(command: Command, table: str, tmp_path: Path) -> None:
    import mondegreen as mg

    run = tmp_path / "run.json"
    done = command("score", table, "--forgive", "agent", "--save", str(run))
    assert done.status == 0
    assert mg.load(run).rate(severities="strict") == 0.7


def test_a_wrong_name(command: Command, table: str) -> None:
    done = command("score", table, "--forgive", "spacign")
    assert done.status == 2
    assert "Did you mean 'spacing'" in done.err
    done = command("score", table, "--forgive", "agent", "-m", "mer")
    assert done.status == 2
    assert "does not go with --forgive" in done.err


def test_lists_of_ones_own(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("said.tsv").write_text(
        "id\treference\thypothesis\n1\tthe children saw a lorry\tthe kids saw a truck\n"
        "2\tgrey sox\tgray socks\n"
    )
    Path("synonyms.tsv").write_text("kids\tchildren\nlorry\ttruck\n")
    Path("other.tsv").write_text("bus\ttruck\n")
    Path("spellings.tsv").write_text("sox\tsocks\n")
    lists = ["--synonyms", "synonyms.tsv", "--spellings", "spellings.tsv"]

    def ran(*words: str) -> tuple[int, str, str]:
        done = command(*words)
        return done.status, done.out, done.err

    def errors(*words: str) -> int:
        status, out, err = ran("score", "said.tsv", *words, "--json")
        assert status == 0, err
        return int(json.loads(out)["metrics"][0]["errors"])

    own = [Synonyms(path="synonyms.tsv"), Spelling(file="spellings.tsv")]
    counts = [errors(), errors("--synonyms", "synonyms.tsv"), errors(*lists)]
    assert counts == [4, 2, mg.score(mg.read("said.tsv"), forgive=own)["wer"].errors] == [4, 2, 0]
    assert errors("--forgive", "agent", *lists) == 0
    assert errors("--forgive", "synonyms,case", "--synonyms", "other.tsv") == 4
    # Everything that takes forgivers takes them, with the same number.
    signature = ran("score", "said.tsv", *lists)[1].splitlines()[-1]
    status, out, err = ran(
        "compare", "one=said.tsv", "two=said.tsv", *lists, "--normalizers", "lower", "--json"
    )
    assert status == 0, err
    assert [system["rate"] for system in json.loads(out)["systems"]] == [0.0, 0.0]
    assert json.loads(out)["signature"] == signature
    status, out, err = ran("align", "said.tsv", *lists)
    assert (status, "synonyms.tsv:2" in out) == (0, True), err
    assert ran("report", "said.tsv", *lists, "-o", "page.html")[0] == 0
    # A signature has a hash of them alone.
    for words in ([], lists):
        status, _, err = ran("score", "said.tsv", "--recipe", signature, *words)
        assert (status, "one by one" in err or "leave out" in err) == (2, True), err
    assert "--synonyms" in ran("score", "said.tsv", "--forgive", "synonyms")[2]
    assert ran("score", "said.tsv", "--synonyms", "nowhere.tsv")[0] == 2


@pytest.mark.parametrize("names", ["numbers+spacing", "numbers,,spacing,", " numbers , spacing"])
def test_names_are_parted_by_commas_or_as_in_signatures(
    names: str, command: Command, table: str
) -> None:
    usual = command("score", table, "--forgive", "numbers,spacing", "--json")
    assert usual.status == 0
    assert command("score", table, "--forgive", names, "--json").out == usual.out
