"""What a run of sessions would take."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from mondegreen.cli.app import run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Return two files of 90 sessions, longer ones last; the hypothesis lacks one."""
    said = [
        f"talk{at} 1 {who} {turn} {turn + 1} so it goes on\n"
        for at in range(90)
        for turn in range(1 + at // 10)
        for who in "ab"
    ]
    (tmp_path / "ref.stm").write_text("".join(said), encoding="utf-8")
    (tmp_path / "hyp.stm").write_text("".join(said[2:]), encoding="utf-8")
    return [str(tmp_path / "ref.stm"), str(tmp_path / "hyp.stm")]


@pytest.mark.parametrize(
    ("options", "sample"), [((), 30), (("--sample", "9"), 9), (("--sample", "500"), 90)]
)
def test_some_sessions_are_scored_and_all_are_counted(
    files: list[str],
    options: tuple[str, ...],
    sample: int,
    capsys: pytest.CaptureFixture[str],
) -> None:
    typed = ["plan", *files, "-m", "cpwer,tcpwer", "--collar", "5", *options]
    assert run([*typed, "--to", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["sessions"], found["sample"]) == (90, sample)
    assert 0 < found["seconds"] < 60
    assert found["memory_mb"] >= 80
    assert run(typed) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"sessions    90, from a sample of {sample}\ntime        about ")


def test_turns_alone_are_planned_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.rttm"
    file.write_text("SPEAKER talk 1 0.0 1.0 <NA> <NA> a <NA> <NA>\n", encoding="utf-8")
    assert run(["plan", str(file), str(file), "-m", "der"]) == 0
    assert capsys.readouterr().out.startswith("sessions    1, from a sample of 1\n")
