"""Wrong uses of the command line, each with the line that it gets (``wrong_uses.jsonl``).

A line says what was given and where, what was expected, and what to type next, in at most three lines of
a terminal. Whoever changes a message changes it there.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from wrong_uses_files import words, write_files, write_own_files

from mondegreen import _kernel
from mondegreen.cli.app import run

TABLE = [
    json.loads(line)
    for line in Path(__file__).with_name("wrong_uses.jsonl").read_text("utf-8").splitlines()
]
_LETTERS = 3 * 100
_NEXT = re.compile(
    r"[Ee]xpected|must|use |is --help|Did you mean|Type |type |add |See |[Nn]ame |leave out|choose |know|make |give |write |end"
    r"|; (?:remove|correct|save|number|leave) "
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for name in [name for name in os.environ if name.endswith("_API_KEY")]:
        monkeypatch.delenv(name)
    write_files()


@pytest.mark.parametrize("wrong", TABLE, ids=[each["name"] for each in TABLE])
def test_a_wrong_use_gets_its_line(
    wrong: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    write_own_files(wrong)
    status = run(words(wrong["line"]))
    printed = capsys.readouterr()
    if _kernel.name != "native" and "only in the native kernel" in printed.err:
        pytest.skip("it asks for what the native kernel alone has")
    assert printed.err.replace(f"{Path.cwd()}/", "") == f"mondegreen: {wrong['says']}\n"
    assert (status, printed.out) == (2, "")


@pytest.mark.parametrize("wrong", TABLE, ids=[each["name"] for each in TABLE])
def test_a_line_is_short_and_says_what_to_do(wrong: dict[str, Any]) -> None:
    assert len(f"mondegreen: {wrong['says']}") <= _LETTERS
    assert _NEXT.search(wrong["says"])


def test_there_are_many_and_each_once() -> None:
    assert len(TABLE) >= 160
    assert sum("files" in each for each in TABLE) >= 40
    assert len({each["name"] for each in TABLE}) == len(TABLE)
    assert len({(each["line"], str(each.get("files"))) for each in TABLE}) == len(TABLE)


def test_a_name_that_is_nearly_right_is_offered() -> None:
    misspelt = [each for each in TABLE if "misspelt" in each["name"]]
    assert len(misspelt) >= 35
    for each in misspelt:
        assert "Did you mean '" in each["says"] or "type --normalizer" in each["says"], each
