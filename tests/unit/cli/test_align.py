"""``mondegreen align``."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]


def test_two_files(command: Command) -> None:
    done = command("align", "r.txt", "h.txt")
    assert (done.status, done.err) == (0, "")
    assert done.out == (
        "1\nREF  the cat sat\nHYP  the hat sat\n         S\n\n2\nREF  on it\nHYP  on it\n\n"
    )


def test_only_errors(command: Command) -> None:
    done = command("align", "r.txt", "h.txt", "--only-errors")
    assert done.out == "1\nREF  the cat sat\nHYP  the hat sat\n         S\n\n"


def test_two_texts(command: Command) -> None:
    done = command("align", "--text", "the cat sat", "the hat sat on")
    assert done.out.splitlines()[:2] == ["REF  the cat sat --", "HYP  the hat sat on"]


def test_texts_that_are_taken_for_files(command: Command) -> None:
    done = command("align", "the cat sat", "the hat\x1b[1m sat")
    assert done.status == 2
    assert done.err == "mondegreen: the cat sat: no such file; for two texts, add --text\n"
    assert command("align", "the cat " * 2000, "the hat " * 2000).err.endswith("add --text\n")


def test_units(command: Command) -> None:
    done = command("align", "--text", "cat", "cut", "--unit", "character")
    assert done.out.splitlines()[:2] == ["REF  c a t", "HYP  c u t"]


def test_ids_and_missing_hypotheses(command: Command) -> None:
    rows = [{"id": "x\x1b[1m", "text": "a", "pred_text": None}]
    Path("t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    done = command("align", "t.jsonl")
    assert done.status == 0
    assert "(no hypothesis)" in done.out.splitlines()[0]
    assert "\x1b" not in done.out


def test_width(command: Command) -> None:
    text = " ".join(["word"] * 50)
    done = command("align", "--text", text, text, "--width", "40")
    assert max(map(len, done.out.splitlines())) <= 40


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("align",), "name a file with both sides, or two"),
        (("align", "--text", "a"), "give two texts"),
        (("align", "r.txt", "none.txt"), "none.txt: no such file"),
        (("align", "--text", "a", "b", "--unit", "word2"), "no unit is named 'word2'"),
        (("align", "--text", "a", "b", "--ties", "x"), "--ties x is not known; expected one of"),
        (("align", "--text", "a", "b", "--edit-weights", "x"), "three whole numbers"),
        (("align", "--text", "a", "b", "--width", "1"), "width"),
    ],
)
def test_mistakes(command: Command, words: tuple[str, ...], message: str) -> None:
    done = command(*words)
    assert done.status == 2
    assert not done.out
    assert message in done.err


def test_what_is_aligned_can_be_normalized(command: Command) -> None:
    done = command("align", "--text", "Five dollars, please.", "$5 please", "-n", "whisper-english")
    assert done.out.splitlines() == ["REF  $5 please", "HYP  $5 please"]
    Path("r.txt").write_text("The Cat\n", "utf-8")
    Path("h.txt").write_text("the hat\n", "utf-8")
    out = command("align", "r.txt", "h.txt", "-n", "lower").out
    assert "REF  the cat" in out
