"""``mondegreen compare``: systems from all kinds of files, gates, outputs, errors."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

import mondegreen as mg

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Done

    Command = Callable[..., Done]

SAID = ["the cat sat", "on the mat", "all day long", "in the sun"] * 5
A = ["the cat sat", "on the mat", "all day long", "in a sun"] * 5
B = ["the hat", "on mat", "all they long", ""] * 5
IDS = [f"u{row}" for row in range(20)]
NOISE = ["loud", "quiet"] * 10


def write_all() -> None:
    """The same two systems in every form in which they may come."""
    for name, texts in (("a", A), ("b", B)):
        rows = [
            {"id": key, "reference": said, "hypothesis": heard, "noise": noise}
            for key, said, heard, noise in zip(IDS, SAID, texts, NOISE, strict=True)
        ]
        Path(f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
        Path(f"{name}.txt").write_text("".join(f"{text}\n" for text in texts), "utf-8")
        result = mg.score(SAID, texts, ids=IDS, by={"noise": NOISE})
        result.save(f"{name}.parquet", texts=True)
        result.save(f"{name}.json")
    Path("said.txt").write_text("".join(f"{text}\n" for text in SAID), "utf-8")
    with Path("wide.csv").open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["id", "text", "a", "b", "noise"])
        writer.writerows(zip(IDS, SAID, A, B, NOISE, strict=True))
    with Path("long.csv").open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["id", "system", "reference", "hypothesis", "noise"])
        for row in range(20):
            writer.writerow([IDS[row], "b", SAID[row], B[row], NOISE[row]])
            writer.writerow([IDS[row], "a", SAID[row], A[row], NOISE[row]])


@pytest.fixture(autouse=True)
def files(folder: Path) -> Path:
    write_all()
    return folder


WANTED = mg.compare({"a": mg.score(SAID, A, ids=IDS), "b": mg.score(SAID, B, ids=IDS)}, differ=5)
SOURCES = [
    "a.jsonl b.jsonl",
    "b.jsonl a.jsonl",
    "a.parquet b.parquet",
    "a.json b.jsonl",
    "-r said.txt a.txt b.txt",
    "wide.csv --reference text --systems a,b",
    "wide.csv --systems a --systems b",
    "long.csv --system-column system",
    "long.csv --system-column system --id-column id",
    "a=./b.jsonl b=a.jsonl",
]


@pytest.mark.parametrize("source", SOURCES)
def test_systems_from_all_kinds_of_files(source: str, command: Command) -> None:
    done = command("compare", *source.split(), "--json")
    assert done.status == 0, done.err
    found = json.loads(done.out)
    names = "ba" if "=" in source else "ab"
    assert [each["name"] for each in found["systems"]] == list(names)
    for each, wanted in zip(found["systems"], WANTED.scores, strict=True):
        assert (each["rate"], each["errors"]) == (wanted.rate, wanted.errors)
        assert each["interval"] == wanted.interval.to_dict()
    assert found["pairs"][0]["test"] == WANTED.pairs[0].test.to_dict()


def test_the_table(command: Command) -> None:
    done = command("compare", "a.jsonl", "b.jsonl", "--by", "noise", "--together", "-n", "lower")
    assert done.status == 0
    for words in ("leave utterances empty: b 5", "wer by noise", "reference tokens that no system"):
        assert words in done.out
    assert "normalizer:lower@1" in done.out.splitlines()[-1]


def test_names_of_files_of_the_same_name(command: Command) -> None:
    for folder in ("x", "y"):
        Path(folder).mkdir()
        Path(folder, "run.jsonl").write_bytes(Path("a.jsonl").read_bytes())
    found = json.loads(command("compare", "x/run.jsonl", "y/run.jsonl", "--json").out)
    assert {each["name"] for each in found["systems"]} == {"x/run", "y/run"}
    done = command("compare", "x/run.jsonl", "./x/run.jsonl")
    assert done.status == 2
    assert "name them: first=x/run.jsonl second=./x/run.jsonl" in done.err


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ("a.jsonl b.jsonl --fail-if-worse wer", 1),
        ("b.jsonl a.jsonl --fail-if-worse wer", 0),
        ("a.jsonl b.jsonl --fail-if-worse wer --baseline b", 0),
        ("a.jsonl b.jsonl --fail-if-worse wer --margin 90%", 0),
        ("a.jsonl b.jsonl --fail-if-worse wer --rule significant", 1),
        ("a.jsonl b.jsonl --fail-if-worse cer --margin 0.2%", 1),
    ],
)
def test_gates(options: str, status: int, command: Command) -> None:
    done = command("compare", *options.split())
    assert done.status == status
    assert ("gate not met" in done.err) is (status == 1)
    if status:
        assert "b against a" in done.err
        assert "(rule: " in done.err


def test_junit(command: Command) -> None:
    done = command("compare", "a.jsonl", "b.jsonl", "--fail-if-worse", "wer", "--to", "junit")
    assert done.status == 1
    assert ET.fromstring(done.out).get("failures") == "1"


@pytest.mark.parametrize(
    ("scored", "options", "status"),
    [
        ("b.jsonl", "--baseline a.parquet --fail-if-worse wer --margin 0.2%", 1),
        ("b.jsonl", "--baseline a.json --fail-if-worse wer --margin 0.2%", 1),
        ("a.jsonl", "--baseline b.json --fail-if-worse wer", 0),
        ("a.jsonl", "--baseline a.json --fail-if-worse wer", 0),
    ],
)
def test_the_gate_of_score(scored: str, options: str, status: int, command: Command) -> None:
    done = command("score", scored, *options.split())
    assert done.status == status, done.err
    if status:
        assert "wer of this run against a." in done.err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("compare", "name two files or more, one per system"),
        ("compare a.jsonl", "1 system is given"),
        ("compare -r a.txt b=b.txt", "for one system: mondegreen score a.txt b.txt"),
        ("compare a.txt b=b.txt", "for one system: mondegreen score a.txt b.txt"),
        ("compare a.jsonl b.jsonl --to junit", "add --fail-if-worse wer"),
        ("compare a.jsonl b.jsonl --margin 1%", "add --fail-if-worse wer"),
        ("compare a.jsonl b.jsonl --fail-if-worse wer --margin 1", None),
        ("compare a.jsonl b.jsonl --fail-if-worse wer --margin 5", "could be meant in percent"),
        ("compare a.jsonl b.jsonl --fail-if-worse wer -m cer", "cer is compared; add -m wer"),
        ("compare a.jsonl b.jsonl --to xml", "no output format of comparisons is named 'xml'"),
        ("compare a.jsonl b.jsonl --test t-test", "no test is named 't-test'"),
        ("compare a.json b.json -n lower", "a is a run file, which was scored already"),
        ("compare -r said.txt a.json b.json", "a.json is a run file, which was scored"),
        ("compare wide.csv --systems a,b --system-column id", "give one of them"),
        ("compare wide.csv --systems a,a", "names 'a' twice"),
        ("compare wide.csv long.csv --systems a,b", "--systems is for one table; 2 files"),
        ("compare - --systems a,b", "give a file in the place of -"),
        ("compare - -", "standard input can be one"),
        ("compare long.csv --system-column sistem", "Did you mean 'system'?"),
        (
            "compare long.csv --system-column system --id-column nobody",
            "no column 'nobody' with ids",
        ),
        ("compare a.jsonl nobody.jsonl", "nobody.jsonl"),
        ("compare a.jsonl b.jsonl --recipe wer -n lower", "--recipe decides the whole"),
        ("score a.jsonl --fail-if-worse wer", "go together; add the other"),
        ("score a.jsonl --baseline b.json", "go together; add the other"),
        ("score a.jsonl --baseline b.jsonl --fail-if-worse wer", "expected a run file"),
        ("score a.jsonl --baseline b.json --fail-if-worse cer", "'cer' was not scored here"),
    ],
)
def test_lines_that_cannot_be_used(line: str, message: str | None, command: Command) -> None:
    done = command(*line.split())
    if message is None:
        assert done.status == 0
        return
    assert done.status == 2
    assert message in done.err
    assert done.err.startswith("mondegreen: ")


def test_a_row_without_its_system(command: Command) -> None:
    rows = [{"id": "1", "system": None, "reference": "a", "hypothesis": "a"}] * 2
    Path("long.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    done = command("compare", "long.jsonl", "--system-column", "system")
    assert done.status == 2
    assert "2 rows have no system" in done.err


def test_a_long_table_in_which_an_utterance_comes_twice(command: Command) -> None:
    rows: list[dict[str, Any]] = [
        {"id": "1", "system": name, "reference": "a", "hypothesis": "a"} for name in "aab"
    ]
    Path("long.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    done = command("compare", "long.jsonl", "--system-column", "system")
    assert done.status == 2
    assert "'1'" in done.err


@pytest.mark.parametrize(
    "line",
    [
        ["score", "a.jsonl", "--ci"],
        ["report", "a.jsonl", "-o", "page.html"],
        ["compare", "a.jsonl", "b.jsonl"],
        ["compare", "a.parquet", "b.parquet"],
    ],
)
def test_a_column_to_draw_by_that_is_not_there(command: Command, line: list[str]) -> None:
    write_all()
    done = command(*line, "--ci-by", "noisy")
    assert done.status == 2
    assert "there is no column 'noisy' to draw together; columns:" in done.err
    assert done.err.endswith("Did you mean 'noise'?\n")


@pytest.mark.parametrize(
    ("gates", "names", "unmet"),
    [
        ("--fail-above wer=1%", ["wer at most 1.00 %"], 1),
        ("--fail-above wer=99%", ["wer at most 99.00 %"], 0),
        (
            "-m wer,cer --fail-above wer=1% --fail-above cer=99%",
            ["wer at most 1.00 %", "cer at most 99.00 %"],
            1,
        ),
        ("--missing skip --min-coverage 90%", ["coverage at least 90.00 %"], 0),
        ("--baseline a.json --fail-if-worse wer", ["wer against a.json"], 1),
        (
            "--baseline a.json --fail-if-worse wer --fail-above wer=1%",
            ["wer at most 1.00 %", "wer against a.json"],
            2,
        ),
    ],
)
def test_gates_of_one_system_as_junit(
    gates: str, names: list[str], unmet: int, command: Command
) -> None:
    done = command("score", "b.jsonl", *gates.split(), "--to", "junit")
    suites = ET.fromstring(done.out)
    assert suites.get("tests") == str(len(names))
    assert suites.get("failures") == str(unmet)
    assert [case.get("name") for case in suites.iter("testcase")] == names
    messages = [failure.get("message") for failure in suites.iter("failure")]
    assert [f"gate not met: {message}" in done.err for message in messages] == [True] * unmet
    assert done.status == (1 if unmet else 0)


def test_junit_of_one_system_needs_a_gate(command: Command) -> None:
    done = command("score", "b.jsonl", "--to", "junit")
    assert done.status == 2
    assert "add --fail-above wer=10%" in done.err
    assert not done.out
