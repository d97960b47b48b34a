"""The files that the lines of ``wrong_uses.jsonl`` name, in the working directory."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any


def write_files() -> None:
    """Write references, hypotheses, two files with both sides, and two calls."""
    Path("r.txt").write_text("the cat sat\non it\n", "utf-8")
    Path("h.txt").write_text("the hat sat\non it\n", "utf-8")
    Path("h2.txt").write_text("a hat sat\non it\n", "utf-8")
    for name, first in (("b", "the hat sat"), ("c", "a hat sat")):
        rows = [
            {"id": "u1", "reference": "the cat sat", "hypothesis": first, "speaker": "ada"},
            {"id": "u2", "reference": "on it", "hypothesis": "on it", "speaker": "bo"},
        ]
        text = "".join(json.dumps(row) + "\n" for row in rows)
        Path(f"{name}.jsonl").write_text(text, "utf-8")
    for call in ("one", "two"):
        Path("calls", call).mkdir(parents=True)
        for side, word in (("reference", "cat"), ("hypothesis", "hat")):
            Path("calls", call, f"{side}.txt").write_text(f"Agent: the {word} sat\n", "utf-8")


def write_own_files(wrong: dict[str, Any]) -> None:
    """Write the files that one wrong use names by itself, as UTF-8 if it names no encoding."""
    for name, text in wrong.get("files", {}).items():
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, wrong.get("encoding", "utf-8"))


def words(line: str) -> list[str]:
    """Return the words of a command line, in which no shell changes anything but quotes."""
    return shlex.split(line)
