"""Users' programs pass type checkers in strict mode: every public name has its types."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import mondegreen

pytestmark = pytest.mark.slow

CODE = Path(__file__).parents[1] / "typing" / "user_code.py"
SOURCE = Path(mondegreen.__file__).parents[1]
WRONG = """
import mondegreen as mg
rate: str = mg.score("a", "b")["wer"].value
plot: int = mg.score("a", "b").plot.worst()
"""


def problems(checker: str, path: Path, folder: Path) -> tuple[int, str]:
    """How many problems a checker finds in a file, and what it says."""
    if checker == "mypy":
        command = [
            "mypy",
            "--strict",
            "--config-file",
            "",
            "--cache-dir",
            str(folder / "cache"),
            str(path),
        ]
    else:
        settings = {
            "include": [str(path)],
            "typeCheckingMode": "strict",
            "extraPaths": [str(SOURCE)],
            "pythonVersion": "3.11",
        }
        (folder / "settings.json").write_text(json.dumps(settings), "utf-8")
        command = ["basedpyright", "-p", str(folder / "settings.json")]
    done = subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, check=False, timeout=600
    )
    said = done.stdout + done.stderr
    return said.count("error:"), said


@pytest.mark.parametrize("checker", ["mypy", "basedpyright"])
def test_programs_of_users_are_typed(checker: str, tmp_path: Path) -> None:
    pytest.importorskip(checker)
    count, said = problems(checker, CODE, tmp_path)
    assert count == 0, said
    assert "0 errors" in said or "no issues found" in said
    wrong = tmp_path / "wrong.py"
    wrong.write_text(WRONG, "utf-8")
    count, said = problems(checker, wrong, tmp_path)
    assert count == 2, said
