"""The cases of ``files/*.jsonl``, each through the command line and, where that is possible, Python."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from file_cases import FileCase, Outcome, load, through_command_line, through_python

from mondegreen import _kernel

if TYPE_CHECKING:
    from pathlib import Path

CASES = load()


def parameters() -> list[object]:
    return [
        pytest.param(case, id=case.id, marks=[pytest.mark.slow] if case.steps is None else [])
        for case in CASES
    ]


@pytest.mark.parametrize("case", parameters())
def test_command_line(case: FileCase, tmp_path: Path) -> None:
    outcome = through_command_line(case, case.put(tmp_path))
    if _kernel.name != "native" and "only in the native kernel" in outcome.said:
        pytest.skip("it asks for what the native kernel alone has")
    assert not case.unmet(outcome), case.unmet(outcome)


@pytest.mark.parametrize("case", [pytest.param(c, id=c.id) for c in CASES if c.read is not None])
def test_python(case: FileCase, tmp_path: Path) -> None:
    outcome = through_python(case, case.put(tmp_path))
    assert not case.unmet(outcome, printed=False), case.unmet(outcome, printed=False)


def test_each_id_is_one_case() -> None:
    assert [name for name, count in Counter(case.id for case in CASES).items() if count > 1] == []


def test_what_is_expected_can_fail() -> None:
    case = FileCase(
        "x", "", {"a.txt": ""}, "mondegreen score a.txt", [{"exit": 2, "says": ["ids"]}]
    )
    assert not case.unmet(Outcome(2, "", "no IDs here"))
    assert case.unmet(Outcome(0, "", "ids"))
    assert case.unmet(Outcome(2, "", "nothing"))
    rate = FileCase("y", "", {}, "mondegreen score a.txt", [{"wer": "6.67 %"}])
    assert not rate.unmet(Outcome(0, "metric rate\nwer  6.67 %  2\n", ""))
    assert rate.unmet(Outcome(0, "wer  16.67 %  2\n", ""))
