"""Alignments in colour: the same lines, with what is wrong set off."""

from __future__ import annotations

import re
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.cli.app import run

CODE = re.compile(r"\x1b\[[0-9;]*m")
WORDS = st.lists(st.sampled_from(["a", "b", "long", "今天", "שלום", "e\u0301", "-"]), max_size=8)


@given(WORDS, WORDS, st.integers(20, 40))
def test_colours_change_nothing_but_colours(said: Any, written: Any, width: int) -> None:
    alignment = mg.align(said, written)
    plain = alignment.render(width=width)
    coloured = alignment.render(width=width, colour=True)
    bare = [line.rstrip() for line in CODE.sub("", coloured).splitlines()]
    assert bare == plain.splitlines()
    assert CODE.findall(plain) == []
    assert bool(CODE.search(coloured)) == bool(alignment.errors)
    for line in coloured.splitlines():
        assert line.count("\x1b[0m") * 2 == len(CODE.findall(line))


@pytest.mark.parametrize(
    ("terminal", "environment", "expected"),
    [
        (True, {}, True),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (True, {"TERM": "dumb"}, False),
        (False, {}, False),
    ],
)
def test_only_on_a_terminal(
    *,
    terminal: bool,
    environment: dict[str, str],
    expected: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert run(["align", "--text", "a b", "a c"]) == 0
    assert ("\x1b[33mb\x1b[0m" in capsys.readouterr().out) is expected
