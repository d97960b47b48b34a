"""Rates of punctuation marks and of capitals."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.cli.app import run
from mondegreen.metrics.marks import marked
from mondegreen.report.json import schema

needs_native = pytest.mark.skipif(
    _kernel.name != "native", reason="a normalizer or forgivers of the native kernel alone"
)

if TYPE_CHECKING:
    from pathlib import Path

MARKS = st.lists(st.sampled_from([",", ".", "?", "!", ";"]), max_size=3).map(
    lambda marks: [mark for at, mark in enumerate(marks) if not at or marks[at - 1] != mark]
)
WORDS = st.lists(st.sampled_from(["so", "it", "goes", "ann", "nato"]), min_size=1, max_size=6)


def steps(said: list[str], heard: list[str]) -> tuple[int, int, int, int]:
    """Return hits, substitutions, deletions and insertions with fewest errors, then most hits."""
    best = {(0, 0): (0, 0, 0, 0, 0)}  # errors, -hits, substitutions, deletions, insertions
    for row in range(len(said) + 1):
        for column in range(len(heard) + 1):
            ways = [best[0, 0]] if (row, column) == (0, 0) else []
            if row and column:
                e, h, s, d, i = best[row - 1, column - 1]
                same = said[row - 1] == heard[column - 1]
                ways.append((e, h - 1, s, d, i) if same else (e + 1, h, s + 1, d, i))
            if row:
                e, h, s, d, i = best[row - 1, column]
                ways.append((e + 1, h, s, d + 1, i))
            if column:
                e, h, s, d, i = best[row, column - 1]
                ways.append((e + 1, h, s, d, i + 1))
            best[row, column] = min(ways)
    _, hits, substitutions, deletions, insertions = best[len(said), len(heard)]
    return -hits, substitutions, deletions, insertions


@st.composite
def same_words(draw: st.DrawFn) -> Any:
    """Return words with two sets of marks and of capitals."""
    words = draw(WORDS)
    sides = []
    for _ in range(2):
        cases = [draw(st.sampled_from([str.lower, str.title, str.upper])) for _ in words]
        gaps = [draw(MARKS) for _ in words]
        sides.append(([case(word) for case, word in zip(cases, words, strict=True)], gaps))
    return sides


def written(side: tuple[list[str], list[list[str]]]) -> str:
    return " ".join(word + "".join(gap) for word, gap in zip(*side, strict=True))


@settings(deadline=None)
@given(st.lists(same_words(), min_size=1, max_size=4))
def test_where_all_words_are_right(rows: Any) -> None:
    sides = [[written(row[at]) for row in rows] for at in (0, 1)]
    result = mg.score(*sides, metrics="punctuation,capitals")
    said, heard = Counter[str](), Counter[str]()
    for at, (one, other) in enumerate(rows):
        gaps = [steps(*pair) for pair in zip(one[1], other[1], strict=True)]
        assert result.counts(at, "punctuation") == tuple(map(sum, zip(*gaps, strict=True)))
        cases = [0, 0, 0, 0, 0]
        for first, second in zip(one[0], other[0], strict=True):
            if first.islower() and second.islower():
                continue
            cases[2 if second.islower() else 3 if first.islower() else int(first != second)] += 1
        assert list(result.counts(at, "capitals")) == cases
        said.update(mark for gap in one[1] for mark in gap)
        heard.update(mark for gap in other[1] for mark in gap)
    items = result.items("punctuation")
    assert {item.item: item.said for item in items if item.said} == said
    assert {item.item: item.written for item in items if item.written} == heard
    assert sum(item.kept for item in items) == result["punctuation"].counts["hits"]


@pytest.mark.parametrize(
    ("said", "heard", "counts"),
    [
        ("I know, yes.", "I know yes.", (1, 0, 1, 0)),
        ("I know, yes.", "I know; yes.", (1, 1, 0, 0)),
        ("I know yes", "I know, yes.", (0, 0, 0, 2)),
        ("the cat sat.", "the cat sat down.", (1, 0, 0, 0)),
        ("the cat sat down.", "the cat sat.", (1, 0, 0, 0)),
        ("Is it so? Yes!", "Is so. yes!", (1, 1, 0, 0)),
        ("don't, 3.5 at 10:30.", "don’t, 3.5 at 10:30.", (2, 0, 0, 0)),
        ("“So it goes.”", '"So it goes."', (3, 0, 0, 0)),
        ("wait... no", "wait… no", (1, 0, 0, 0)),
        ("it — or not", "it - or not", (1, 0, 0, 0)),
        ("it—or not", "it or not", (0, 0, 1, 0)),
        ("你好，我去。", "你好 我去。", (1, 0, 1, 0)),
        ("你好，我去。", "你好, 我去.", (2, 0, 0, 0)),
        ("¿Qué tal?", "Que tal?", (1, 0, 1, 0)),
        ("5% of it", "5 of it", (0, 0, 0, 0)),
        ("the dogs' house", "the dogs house", (0, 0, 0, 0)),
        ("so [noise, loud] it goes.", "so <eh> it goes.", (1, 0, 0, 0)),
        ("अ। ब?", "अ। ब।", (1, 1, 0, 0)),
        ("مرحبا، كيف؟", "مرحبا كيف؟", (1, 0, 1, 0)),
        ("", "so.", (0, 0, 0, 1)),
        ("so.", "", (0, 0, 1, 0)),
        ("...", "?!", (0, 1, 0, 1)),
        ("", "", (0, 0, 0, 0)),
    ],
)
def test_marks(said: str, heard: str, counts: tuple[int, ...]) -> None:
    result = mg.score([said], [heard], metrics="punctuation")
    assert tuple(result["punctuation"].counts.values()) == counts
    back = mg.score([heard], [said], metrics="punctuation")["punctuation"].counts
    assert tuple(back.values()) == (counts[0], counts[1], counts[3], counts[2])


@pytest.mark.parametrize(
    ("said", "heard", "counts"),
    [
        ("Ann saw NATO", "ann saw NATO", (1, 0, 1, 0, 0)),
        ("ann saw Nato", "Ann saw NATO", (0, 1, 0, 1, 0)),
        ("Ann saw Bob", "An saw Bob", (1, 0, 0, 0, 1)),
        ("Ann.", "ann!", (0, 0, 1, 0, 0)),
        ("eBay", "Ebay", (0, 1, 0, 0, 0)),
        ("Éa", "éa", (0, 0, 1, 0, 0)),
        ("今天 A", "今天 a", (0, 0, 1, 0, 0)),
        ("", "Ann", (0, 0, 0, 0, 0)),
        ("Ann", "", (0, 0, 0, 0, 1)),
    ],
)
def test_capitals(said: str, heard: str, counts: tuple[int, ...]) -> None:
    result = mg.score([said], [heard], metrics="capitals")
    assert tuple(result["capitals"].counts.values()) == counts


def test_kinds_of_capitals() -> None:
    result = mg.score(["Ann saw NATO and eBay"], ["ann Saw Nato and eBay"], metrics="capitals")
    assert {item.item: item[1:] for item in result.items()} == {
        "first letter": (1, 0, 2),
        "all letters": (1, 0, 0),
        "others": (1, 1, 1),
    }


@needs_native
def test_the_normalizer_of_other_metrics_takes_no_mark_away() -> None:
    result = mg.score(
        ["So, it goes."],
        ["so it goes"],
        metrics="wer,punctuation,capitals",
        normalizer="whisper-english",
    )
    assert [metric.errors for metric in result] == [0, 2, 1]
    with pytest.raises(mg.UsageError, match="punctuation is defined with a normalizer of its own"):
        mg.score(["a."], ["a"], metrics="punctuation", normalizer="lower")
    with pytest.raises(mg.UsageError, match="does not go with forgive="):
        mg.score(["a."], ["a"], metrics="punctuation", forgive="agent")


def test_lists_of_tokens_and_missing_hypotheses() -> None:
    tokens = mg.score([["So", ",", "it"]], [["so", "it", "."]], metrics="punctuation,capitals")
    assert tuple(tokens["punctuation"].counts.values()) == (0, 0, 1, 1)
    for policy, errors in (("skip", 0), ("deletions", 2)):
        missing: Any = policy
        result = mg.score(["a.", "B, c."], ["a.", None], metrics="punctuation", missing=missing)
        assert result["punctuation"].errors == errors
        assert sum(item.said for item in result.items()) == 1 + errors


def test_without_marks_there_is_no_rate() -> None:
    result = mg.score(["so it goes"], ["so it goes"], metrics="punctuation,capitals")
    assert math.isnan(result["punctuation"].value or 0)
    assert result["punctuation"].reason == "no marks in the references"
    assert result["capitals"].reason == "no capitals in words that both texts have"


@needs_native
@pytest.mark.parametrize("normalizer", ["none", "whisper-english"])
def test_run_files_with_texts(normalizer: str, tmp_path: Path) -> None:
    result = mg.score(
        ["So, Ann goes.", "no"],
        ["so ann goes?", "no!"],
        metrics="wer,punctuation,capitals,b-wer,u-wer,b-wer[numbers],b-wer[global]",
        entities=["Ann"],
        normalizer=normalizer,
        by={"listed_words": [["Ann"], []]},
    )
    result.save(tmp_path / "run.json", texts=True)
    again = mg.load(tmp_path / "run.json")
    assert {each.name: each.counts for each in again} == {each.name: each.counts for each in result}
    again.to_html(tmp_path / "page.html")


def test_words_and_marks() -> None:
    assert marked("Mr. O'Neil's “3,000” - ok?!").words == ["Mr", "O'Neil's", "3,000", "ok"]
    assert marked("Mr. O'Neil's “3,000” - ok?!").gaps == [[], ["."], ['"'], ['"', "—"], ["?", "!"]]
    assert marked("\ud800. \u202e, \0!").gaps[1:] == [["."], [","], ["!"]]
    assert marked("''' --").words == []


def test_the_command_line_shows_what_python_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = tmp_path / "rows.csv"
    rows.write_text('reference,hypothesis,speaker\n"So, it goes.",so it goes.,ann\nNo!,No?,bob\n')
    arguments = ["score", str(rows), "-m", "punctuation,capitals", "--by", "speaker"]
    assert run([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    jsonschema.validate(found, schema())
    assert [metric["errors"] for metric in found["metrics"]] == [2, 1]
    assert [each["metrics"][0]["errors"] for each in found["slices"]] == [1, 1]
    assert {item["item"]: item["recall"] for item in found["items"]["punctuation"]["items"]} == {
        ".": 1.0,
        ",": 0.0,
        "!": 0.0,
        "?": None,
    }
    assert run(arguments) == 0
    shown = capsys.readouterr().out
    assert "1 sub, 1 del, 0 ins; 3 reference marks" in shown
    assert "first letter" in shown
