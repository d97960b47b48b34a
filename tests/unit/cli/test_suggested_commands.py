"""What a message suggests to type does nothing else when it is pasted into a shell."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

HOSTILE = [
    "a;touch owned;",
    "$(touch owned)",
    "`touch owned`",
    "it's | touch owned",
    'x" && touch owned',
]

FILES = {
    "one.csv": lambda name, other: (
        f'id,reference,"{name}","{other}"\n1,a b,a c,a b\n2,c d,c d,c x\n'
    ),
    "three.csv": lambda name, other: f'id,"{name}","{other}",third\n1,a b,a c,a b\n2,c d,c d,c x\n',
    "twice.csv": lambda name, _: (
        f'id,reference,hypothesis,"{name}"\n1,a b,a c,x\n1,a b,a b,y\n2,c,c,x\n2,c,d,y\n'
    ),
    "by.csv": lambda name, _: f'id,reference,hypothesis,"{name}"\n1,a b,a c,x\n2,a b,a b,y\n',
}
LINES = {
    "one.csv": ["score", "one.csv"],
    "three.csv": ["score", "three.csv"],
    "twice.csv": ["score", "twice.csv"],
    "by.csv": ["compare", "by.csv", "--by", "{}"],
}


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_suggestion_runs_nothing(command: Any, tmp_path: Path, file: str, name: str) -> None:
    quoted = name.replace('"', '""')
    (tmp_path / file).write_text(FILES[file](quoted, f"{quoted}2"))
    done = command(*(part.format(name) for part in LINES[file]))
    assert done.status == 2
    suggested = [f"--{words}" for words in done.err.split(" --")[1:]]
    assert suggested
    for words in suggested:
        subprocess.run(["sh", "-c", f": {words}"], cwd=tmp_path, check=False, capture_output=True)
    assert "owned" not in [path.name for path in tmp_path.iterdir()]
