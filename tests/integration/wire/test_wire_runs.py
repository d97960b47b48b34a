"""Whole runs over HTTP: killed and taken up again, and as large as they come."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
KILLS, QUESTIONS, CONCURRENCY = 10, 400, 8


@contextmanager
def served(delay: float) -> Iterator[str]:
    """Serve in another process, so that a client's time and memory are its own."""
    command = [sys.executable, str(HERE / "wire_server.py"), "0", str(delay)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def client(store: Path, base_url: str, questions: int, concurrency: int) -> subprocess.Popen[str]:
    script = [str(HERE / "wire_client.py"), str(store), base_url, str(questions), str(concurrency)]
    return subprocess.Popen([sys.executable, *script], stdout=subprocess.PIPE, text=True)


def finished(process: subprocess.Popen[str]) -> dict[str, Any]:
    out, _ = process.communicate(timeout=500)
    assert process.returncode == 0
    result: dict[str, Any] = json.loads(out)
    return result


def requests(server: str, run: str) -> int:
    with urllib.request.urlopen(f"{server}/count/{run}") as reply:
        return int(json.load(reply))


def stored(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (whole,) = connection.execute("PRAGMA integrity_check").fetchone()
        assert whole == "ok"
        return int(connection.execute("SELECT COUNT(*) FROM judgements").fetchone()[0])


@pytest.mark.slow
def test_a_run_that_is_killed_ten_times_loses_nothing_and_pays_nothing_twice(
    tmp_path: Path,
) -> None:
    store = tmp_path / "judgements.db"
    with served(0.02) as server:
        base_url = f"{server}/s/success/killed"
        kept = asked = 0
        for kill in range(KILLS):
            process = client(store, base_url, QUESTIONS, CONCURRENCY)
            stop_at = asked + 15 + 3 * kill
            while requests(server, "killed") < stop_at:
                assert process.poll() is None
                time.sleep(0.002)
            os.kill(process.pid, signal.SIGKILL)
            process.communicate()
            time.sleep(0.1)  # what was under way reaches the server
            asked = requests(server, "killed")
            before, kept = kept, stored(store)
            assert kept > before
            # All that was asked is kept, but what was under way at each of the kills so far.
            assert kept >= asked - CONCURRENCY * (kill + 1)
        result = finished(client(store, base_url, QUESTIONS, CONCURRENCY))
        assert result["statuses"] == {"ok": QUESTIONS}
        assert result["origins"] == {"store": kept, "model": QUESTIONS - kept}
        asked = requests(server, "killed")
        assert QUESTIONS <= asked <= QUESTIONS + CONCURRENCY * KILLS
        again = finished(client(store, base_url, QUESTIONS, CONCURRENCY))
        assert again["origins"] == {"store": QUESTIONS}
        assert requests(server, "killed") == asked


@pytest.mark.slow
def test_five_thousand_questions_fifty_at_a_time(tmp_path: Path) -> None:
    with served(0.2) as server:
        result = finished(client(tmp_path / "judgements.db", f"{server}/s/success/many", 5000, 50))
        assert result["statuses"] == {"ok": 5000}
        assert requests(server, "many") == 5000
    assert result["cpu"] < 60, result
    assert result["after"] - result["before"] < 300 * 1024, result  # KiB
