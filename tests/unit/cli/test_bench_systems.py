"""Systems of a bench that need no recogniser: stored transcripts, and observations that are replayed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg

for needed in ("soundfile", "sqlalchemy"):
    pytest.importorskip(needed)
RECORDINGS = Path(mg.__path__[0]) / "examples" / "recordings"


def heard(count: int = 4) -> list[str]:
    """Write transcripts of the first recordings to a folder; return the names of all."""
    Path("heard").mkdir()
    paths = sorted(RECORDINGS.glob("*.txt"))
    for path in paths[:count]:
        (Path("heard") / path.name).write_text(path.read_text("utf-8"), "utf-8")
    return [path.stem for path in paths]


def test_observations_are_replayed_into_another_database(command: Any) -> None:
    heard(3)
    command("bench", "init", str(RECORDINGS), "--systems", "files:heard")
    assert command("bench", "run").status == 0
    first = json.loads(command("bench", "report", "--to", "json").out)
    config = Path("bench.toml").read_text("utf-8")
    old = 'old = { use = "replay:mondegreen_data/results.db#files:heard" }\n'
    Path("bench.toml").write_text(config.replace("[systems]\n", f"[systems]\n{old}"), "utf-8")
    done = command("bench", "run", "--db", "new.db", "--systems", "old")
    assert "old: 3 recordings transcribed, 1 failed" in done.err
    done = command("bench", "report", "--db", "new.db", "--systems", "old", "--to", "json")
    (again,) = json.loads(done.out)
    assert again["metrics"] == first[0]["metrics"]
    assert again["coverage"] == first[0]["coverage"]
    assert (again["rtfx"], again["usd_per_audio_hour"]) == (None, None)
    done = command("bench", "run", "--db", "new.db", "--systems", "replay:none.db")
    assert (done.status, "none.db: no such file" in done.err) == (2, True)
