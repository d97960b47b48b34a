"""The files that the lines of ``wrong_uses.jsonl`` name, in the working directory."""

from __future__ import annotations

import json
import shlex
from pathlib import Path


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


def words(line: str) -> list[str]:
    """Return the words of a command line, in which no shell changes anything but quotes."""
    return shlex.split(line)
