"""One order of arguments in all commands: the references, then the hypotheses; a lone file has both."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Done

    Command = Callable[..., Done]

BOTH = [
    {"id": "u1", "reference": "the cat sat", "hypothesis": "the hat sat"},
    {"id": "u2", "reference": "on it", "hypothesis": "on it"},
]


@pytest.fixture(autouse=True)
def texts(folder: Path) -> None:
    del folder
    rows = "".join(json.dumps(row) + "\n" for row in BOTH)
    Path("both.jsonl").write_text(rows, "utf-8")
    Path("other.jsonl").write_text(rows.replace("the hat", "a hat"), "utf-8")
    Path("h2.txt").write_text("a hat sat\non it\n", "utf-8")
    Path("r.csv").write_text("id,text\nu1,the cat sat\nu2,on it\n", "utf-8")
    Path("h.csv").write_text("id,text\nu1,the hat sat\nu2,on it\n", "utf-8")
    Path("h2.csv").write_text("id,text\nu1,a hat sat\nu2,on it\n", "utf-8")
    for side, word in (("refs", "cat"), ("hyps", "hat now")):
        Path(side).mkdir()
        for call in ("one", "two"):
            Path(side, f"{call}.txt").write_text(f"Agent: the {word} sat\n", "utf-8")


def rates(done: Done) -> list[float]:
    assert done.status == 0, done.err
    found = json.loads(done.out)
    return [each["value"] for each in found["metrics"]]


def test_score_takes_the_references_first(command: Command) -> None:
    first = rates(command("score", "r.txt", "h.txt", "--json"))
    assert first == rates(command("score", "-r", "r.txt", "-h", "h.txt", "--json"))
    assert first == rates(command("score", "both.jsonl", "--json"))


@pytest.mark.parametrize("files", ["r.txt h.txt h2.txt", "r.csv h.csv h2.csv"])
def test_compare_takes_the_references_first(files: str, command: Command) -> None:
    reference, *systems = files.split()
    plain = command("compare", reference, *systems, "--json")
    named = command("compare", "-r", reference, *systems, "--json")
    options = command("compare", "-r", reference, "-h", systems[0], "-h", systems[1], "--json")
    assert plain.status == named.status == options.status == 0, plain.err
    assert plain.out == named.out == options.out
    assert f"{reference} has no hypotheses, so it is read as the references" in plain.err
    assert "references" not in named.err


def test_compare_takes_files_with_both_sides(command: Command) -> None:
    done = command("compare", "both.jsonl", "other.jsonl", "--json")
    assert (done.status, "read as the references" in done.err) == (0, False)


def test_one_system_after_the_references_goes_to_score(command: Command) -> None:
    done = command("compare", "r.txt", "h.txt")
    assert (done.status, done.out) == (2, "")
    assert done.err.endswith("for one system: mondegreen score r.txt h.txt\n")


@pytest.mark.parametrize(
    "files",
    ["r.txt h.txt", "-r r.txt -h h.txt", "both.jsonl", "r.csv h.csv", "r.txt a=h.txt b=h2.txt"],
)
def test_report_takes_the_references_first(files: str, command: Command) -> None:
    pytest.importorskip("jinja2")
    done = command("report", *files.split(), "-o", "page.html")
    assert done.status == 0, done.err
    assert "cat" in Path("page.html").read_text("utf-8")


def test_a_named_file_is_never_the_references(command: Command) -> None:
    done = command("compare", "x=r.txt", "h.txt", "h2.txt")
    assert (done.status, done.out) == (2, "")
    assert "holds one text per utterance" in done.err


def test_standard_input_is_never_the_references_by_its_place(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Path("r.txt").open(encoding="utf-8") as given:
        monkeypatch.setattr("sys.stdin", given)
        done = command("compare", "-", "h.txt", "h2.txt")
    assert (done.status, "holds one text per utterance" in done.err) == (2, True)


def test_align_takes_the_references_first(command: Command) -> None:
    done = command("align", "r.txt", "h.txt")
    assert (done.status, "REF  the cat sat" in done.out) == (0, True)
    assert command("align", "both.jsonl").out == done.out.replace("1\n", "u1\n").replace(
        "2\n", "u2\n"
    )
    assert "REF  a" in command("align", "--text", "a", "b").out


def test_calls_takes_the_references_first(command: Command) -> None:
    plain = command("calls", "refs", "hyps", "--json")
    named = command("calls", "-r", "refs", "-h", "hyps", "--json")
    assert (plain.status, plain.out) == (0, named.out)
    assert json.loads(plain.out) != json.loads(command("calls", "hyps", "refs", "--json").out)


@pytest.mark.parametrize("words", ["", "a b c", "a -r r.txt", "-r r.txt", "a b -h h.txt"])
def test_calls_says_what_it_expects(words: str, command: Command) -> None:
    done = command("calls", *words.split())
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"mondegreen: {words or 'nothing'} is given, expected a folder")
    assert "(mondegreen calls calls/)" in done.err
