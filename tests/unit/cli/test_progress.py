"""What is shown while long work continues: on a terminal alone, and nothing in it is obeyed."""

from __future__ import annotations

import io
import json
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mondegreen.cli.app import run
from mondegreen.cli.judging import prepared
from mondegreen.cli.streams import busy
from mondegreen.scoring.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_nothing_of_a_name_is_obeyed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with busy("reading") as at:
        at("reading [bold]\x1b]0;title\x07\u202e.jsonl (1 of 2)")
    shown = terminal.getvalue()
    assert "\x1b]0;" not in shown
    assert "\u202e" not in shown
    assert "[bold]" in shown


def test_how_far_a_judge_is_stands_next_to_what_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    judging = prepared(Options(judge="openai:gpt-5.2")).judge
    assert judging is not None
    assert judging.progress is not None
    with busy("scoring") as at:
        for done in (1, 2, 3):
            judging.progress(done, 3, "0.01 USD")
            time.sleep(0.15)  # it is drawn eight times a second
        at("comparing")
        time.sleep(0.15)
    shown = terminal.getvalue()
    for part in ("scoring: 1 of 3 answers, 0.01 USD so far", "scoring: 3 of 3", " comparing\r"):
        assert part in shown
    assert "mondegreen:" not in shown
    assert re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", shown).count("[") == 0


def test_elsewhere_it_is_a_line_at_each_tenth(capsys: pytest.CaptureFixture[str]) -> None:
    judging = prepared(Options(judge="openai:gpt-5.2")).judge
    assert judging is not None
    assert judging.progress is not None
    for total in (1, 1, 30):  # one metric after the other
        for done in range(1, total + 1):
            judging.progress(done, total, "0 USD")
    said = capsys.readouterr().err.splitlines()
    assert said[:2] == ["mondegreen: 1 of 1 answers, 0 USD so far"] * 2
    assert said[2:] == [f"mondegreen: {n} of 30 answers, 0 USD so far" for n in range(3, 31, 3)]


def test_nothing_is_shown_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    with busy("reading") as at:
        at("scoring")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("command", "stages"),
    [
        (["compare"], ["reading a (1 of 2)", "scoring b (2 of 2)", "comparing 2 systems"]),
        (["report", "-o", "r.html"], ["scoring a (1 of 2)", "drawing the page"]),
    ],
)
def test_each_stage_is_named(
    command: list[str],
    stages: list[str],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []

    class Noted:
        def __init__(self, what: str) -> None:
            said.append(what)

        def __enter__(self) -> Callable[[str], None]:
            return said.append

        def __exit__(self, *_: object) -> None:
            pass

    for room in ("compare", "report", "scoring", "systems"):
        monkeypatch.setattr(f"mondegreen.cli.{room}.busy", Noted)
    rows = [{"id": str(at), "reference": "a b", "a": "a b", "b": "a"} for at in range(4)]
    Path("wide.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    assert run([*command, "wide.jsonl", "--systems", "a,b"]) == 0
    assert set(stages) <= set(said)


def test_one_table_says_how_its_systems_are_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("wide.jsonl").write_text('{"id": "1", "reference": "a", "a": "a", "b": "b"}', "utf-8")
    assert run(["compare", "wide.jsonl"]) == 2
    assert "--systems a,b,c" in capsys.readouterr().err


def test_who_has_no_hypothesis_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("wide.jsonl").write_text('{"id": "1", "reference": "a", "a": "a", "b": null}', "utf-8")
    for command in ("compare", "report"):
        assert run([command, "wide.jsonl", "--systems", "a,b"]) == 2
        assert "mondegreen: b: 1 of 1 utterances" in capsys.readouterr().err
