"""Runs the command line as a user does, in this process."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from mondegreen.cli.app import run


@dataclass
class Done:
    """What a command printed, and its status."""

    status: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two files of two lines, in an otherwise empty working directory."""
    monkeypatch.chdir(tmp_path)
    Path("r.txt").write_text("the cat sat\non it\n", "utf-8")
    Path("h.txt").write_text("the hat sat\non it\n", "utf-8")
    return tmp_path


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """Call with the words of a command line."""

    def call(*words: str) -> Done:
        capsys.readouterr()
        status = run(list(words))
        captured = capsys.readouterr()
        return Done(status, captured.out, captured.err)

    return call
