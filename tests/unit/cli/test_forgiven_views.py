"""What was forgiven, by whom and why, next to the alignments; and the remaining errors by class."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]

PAIRS = [
    ("um it cost five dollars then", "it cost $5 now"),
    ("the grey cat sat", "gray cats sit"),
    ("all right", "all right"),
]


@pytest.fixture
def table() -> str:
    rows = [{"id": f"u{at}", "text": r, "pred_text": h} for at, (r, h) in enumerate(PAIRS, 1)]
    Path("t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return "t.jsonl"


def test_align_says_what_was_forgiven_and_why(command: Command) -> None:
    done = command("align", "--text", *PAIRS[0], "--forgive", "agent")
    assert done.out.splitlines() == [
        "REF  um it cost five dollars then",
        "HYP  -- it cost $5   now     ----",
        "     D          S    S       D",
        "4 errors in 6 words, 3 forgiven (numbers 2, fillers 1), 1 remains",
        "[um ->] it cost ...  fillers: a hesitation",
        "... it cost [five dollars -> $5] ...  numbers: both are 5 dollar",
        "... [then -> now]  remains",
    ]


def test_align_takes_files_and_writes_json(command: Command, table: str) -> None:
    done = command("align", table, "--forgive", "spelling,numbers", "--json")
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert [[span["reason"] for span in row["forgiven"]] for row in rows] == [
        ["numbers"],
        ["spelling"],
        [],
    ]
    for row in rows:
        spans = [*row["forgiven"], *row["remaining"]]
        assert sum(span["errors"] for span in spans) == row["errors"]
    done = command("align", table, "--forgive", "agent", "--only-errors")
    assert "u3" not in done.out
    assert done.out.count("remains\n") == 4  # each once in the head, and once as a span


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--forgive", "agent", "--unit", "character"), "goes with words"),
        (("--forgive", "agent", "--edit-weights", "sclite"), "goes with words"),
        (("--lang", "de"), "name some with --forgive"),
        (("--no-guard",), "name some with --forgive"),
        (("--forgive", "spacign"), "Did you mean 'spacing'"),
    ],
)
def test_align_refuses_what_does_not_go_together(
    command: Command, options: tuple[str, ...], message: str
) -> None:
    done = command("align", "--text", "a", "b", *options)
    assert done.status == 2
    assert message in done.err


def test_align_knows_the_guard_and_names(command: Command) -> None:
    pair = ("bo bo came", "bo came")
    options = ("align", "--text", *pair, "--forgive", "repetition")
    assert "repetition 1" in command(*options).out
    assert "repetition" not in command(*options, "--entity", "Bo").out
    assert "repetition 1" in command(*options, "--entity", "Bo", "--no-guard").out


def test_score_shows_the_spans_of_the_worst_and_of_all(command: Command, table: str) -> None:
    done = command("score", table, "--forgive", "agent", "--worst", "1")
    assert done.out.endswith(
        "... [cat -> cats] ...  inflection: cat and cats are forms of cat\n"
        "... [sat -> sit]  remains\n"
    )
    every = command("score", table, "--forgive", "agent", "-a").out
    assert every.count("  remains\n") == 2
    assert "fillers: a hesitation" in every
    assert "remains\n" not in command("score", table, "-a").out


def test_score_writes_spans_and_classes_as_json(command: Command, table: str) -> None:
    options = ("--forgive", "agent", "--worst", "1", "--classes", "--confusions", "5", "--json")
    found = json.loads(command("score", table, *options).out)
    assert [span["reason"] for span in found["worst"][0]["spans"]][-1] is None
    assert {each["name"]: each["errors"] for each in found["classes"]["classes"]} == {
        "inflection": 1,
        "other": 1,
    }
    kinds = found["confusions"]
    assert [each["reference"] for each in kinds["substitutions"]] == ["sat", "then"]
    assert not kinds["deletions"]


def test_classes_without_forgivers_and_in_a_language(command: Command, table: str) -> None:
    assert "\nclass " in command("score", table, "--classes").out
    done = command("score", table, "--classes", "--lang", "ko")
    assert "not known of ko" in done.out
    done = command("score", table, "--classes", "--to", "tsv")
    assert "--classes does not fit into --to tsv" in done.err
    done = command("score", table, "--classes", "-m", "cer")
    assert "classes of errors are of words" in done.err
