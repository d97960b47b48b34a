"""Gates as a workflow sees them: a summary of Markdown that is appended to, and JUnit XML."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from markdown_it import MarkdownIt

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))
from boards import bench as make_bench
from boards import dataset_of

NAMES = (
    "a|b `c` <img src=x> @team #1 ~~s~~",
    'x\\|y **bold** [l](http://e) ]]> & "q" \'',
    "n$1$ \x07 \u202e \u200b \ufffe",
)
COUNTS = {"tests", "failures", "errors"}


def rendered(text: str) -> list[list[str]]:
    """Return the cells of all tables as a reader of CommonMark with tables sees them."""
    rows: list[list[str]] = []
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text):
        if token.type == "tr_open":
            rows.append([])
        children = token.children or []
        assert {each.type for each in children} <= {
            *("text", "text_special", "softbreak", "hardbreak", "code_inline"),
            *("html_inline",) * any(each.content == "<!-- -->" for each in children),
        }, token.content
        if token.type == "inline" and rows and token.level > 3:
            shown = (each.content for each in children if each.type != "html_inline")
            rows[-1].append("".join(shown))
    return rows


def checked(text: str) -> list[ET.Element]:
    """Check the shape that readers of JUnit XML have in common, and return the test cases."""
    root = ET.fromstring(text.encode())
    assert root.tag == "testsuites"
    suites = root.findall("testsuite")
    for element in (root, *suites):
        cases = [*element.iter("testcase")]
        assert int(element.attrib["tests"]) == len(cases)
        assert int(element.attrib["failures"]) == sum(c.find("failure") is not None for c in cases)
        assert COUNTS <= element.attrib.keys() <= {*COUNTS, "name"}
    for suite in suites:
        assert suite.attrib["name"]
        assert [each.tag for each in suite][:1] == ["properties"]
        assert {each.tag for each in suite} <= {"properties", "testcase"}
    cases = [*root.iter("testcase")]
    for case in cases:
        assert case.attrib["name"]
        assert case.attrib["classname"]
        assert {each.tag for each in case} <= {"failure", "system-out"}
        for failure in case.findall("failure"):
            assert failure.attrib["message"]
            assert failure.attrib["type"]
    return cases


@pytest.fixture
def rows() -> str:
    made = [
        {"id": f"{at}", "reference": "a b c", "hypothesis": "a b d" if at % 2 else "a b c",
         "k": NAMES[at % 3]}
        for at in range(6)
    ]  # fmt: skip
    Path("rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in made), "utf-8")
    return "rows.jsonl"


GATES = {
    "met": ("--fail-above", "wer=50%", "--min-coverage", "99%"),
    "not met": ("--fail-above", "wer=5%", "--min-coverage", "99%"),
}


@pytest.mark.parametrize("case", GATES)
def test_score(rows: str, command: Any, case: str) -> None:
    summary = "an earlier step\n"
    for _ in range(2):  # each step appends
        done = command("score", rows, "--by", "k", *GATES[case], "--to", "markdown")
        assert done.status == (case != "met")
        assert done.out.endswith("\n")
        summary += f"{done.out}\n"
    found = rendered(summary)
    assert {len(row) for row in found} == {2, 4}
    shown = {row[0] for row in found if len(row) == 2}
    assert {NAMES[0], NAMES[1]} <= shown
    assert done.out.count("NOT MET") == (case != "met")
    assert done.out.count("- met: ") == 1 + (case == "met")
    done = command("score", rows, *GATES[case], "--to", "junit")
    cases = checked(done.out)
    failed = [each for each in cases if each.find("failure") is not None]
    assert (len(cases), len(failed), done.status) == (2, case != "met", int(case != "met"))
    assert "NOT MET" not in command("score", rows, "--to", "markdown").out


@pytest.mark.parametrize(
    "words",
    [
        ("--fail-if-worse", "wer", "--baseline", NAMES[0]),
        ("--fail-if-worse", "wer", "--baseline", NAMES[0], "--fail-above", "wer=5%"),
        ("--min-coverage", "99%"),
    ],
)
def test_leaderboard_and_report(command: Any, words: tuple[str, ...]) -> None:
    make_bench(Path(), dataset_of(8), {name: [at] * 8 for at, name in enumerate(NAMES)})
    board = ("bench", "leaderboard", *words)
    junit = command(*board, "--to", "junit")
    cases = checked(junit.out)
    failed = [each for each in cases if each.find("failure") is not None]
    assert junit.status == bool(failed)
    table = command(*board, "--matrix", "--to", "markdown")
    assert table.status == junit.status
    assert table.out.count("NOT MET") == len(failed)
    report = command("bench", "report", "--to", "markdown")
    for text in (table.out, report.out):
        cells = {cell for row in rendered(f"earlier\n{text}{text}") for cell in row}
        assert {NAMES[0], NAMES[1], NAMES[2].encode("unicode_escape").decode()} <= cells


def test_compare(command: Any) -> None:
    names = ("r.txt", "h.txt")
    done = command(
        *("compare", *names, "--reference", "r.txt", "--fail-if-worse", "wer", "--baseline", "r"),
        *("--to", "junit"),
    )
    assert done.status == 1, done.err
    assert any(each.find("failure") is not None for each in checked(done.out))
