"""Two processes that start together with one store: each question is sent once, and figures are equal."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from test_wire_outages import MODEL, PROTOCOLS, SAID, answer, heard
from wire_judges import JUDGES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wire_server import WireServer

WAITING = "being asked by another process; waiting for its answers"
PAUSE = 0.15


@pytest.fixture
def begin(
    wire: WireServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[str, Callable[[], subprocess.Popen[str]]]]:
    """Return what makes a run that is counted, and what starts one process of it."""
    for name, texts in (("said", SAID), ("heard", heard("bad"))):
        (tmp_path / f"{name}.txt").write_text("\n".join(texts) + "\n")
    monkeypatch.setitem(JUDGES, "counted", answer)
    monkeypatch.setattr(wire, "delay", PAUSE)

    def made(protocol: str) -> tuple[str, Callable[[], subprocess.Popen[str]]]:
        run = wire.new_run()
        metric, way = PROTOCOLS[protocol]
        words = ["score", "said.txt", "heard.txt", "-m", metric, "--model", MODEL, "--json"]
        words += ["--base-url", wire.base_url("anthropic", "counted", run)]
        words += ["--cache", "answers.db", "--concurrency", "2"]
        words += ["--protocol", way] if way else []

        def start() -> subprocess.Popen[str]:
            return subprocess.Popen(
                [sys.executable, "-m", "mondegreen", *words],
                cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )  # fmt: skip

        return run, start

    return made


def finished(process: subprocess.Popen[str]) -> tuple[Any, str]:
    out, said = process.communicate(timeout=120)
    assert process.returncode == 0, said
    assert "Traceback" not in said
    return json.loads(out), said


@pytest.mark.parametrize(
    "protocol",
    [
        "facts, two-step",
        *(
            pytest.param(each, marks=pytest.mark.slow)
            for each in PROTOCOLS
            if each != "facts, two-step"
        ),
    ],
)
def test_what_two_processes_ask_is_paid_once(
    begin: Any, wire: WireServer, tmp_path: Path, protocol: str
) -> None:
    run, start = begin(protocol)
    (one, said), (other, also) = map(finished, [start(), start()])
    asked = len(wire.sent[run])
    bodies = [json.dumps(sent.body, sort_keys=True) for sent in wire.sent[run]]
    assert len(set(bodies)) == asked
    metric, _ = PROTOCOLS[protocol]
    assert one["metrics"] == other["metrics"]
    (again, third) = finished(start())
    assert again["metrics"] == one["metrics"]
    assert len(wire.sent[run]) == asked
    for each in (said, also, third):
        assert f"mondegreen: {metric}: " in each
    del tmp_path


@pytest.mark.slow
def test_who_is_killed_is_taken_over_at_once(begin: Any, wire: WireServer) -> None:
    run, start = begin("facts, two-step")
    first = start()
    while len(wire.sent[run]) < 3:
        assert first.poll() is None
        time.sleep(0.01)
    second = start()
    os.kill(first.pid, signal.SIGKILL)
    first.communicate()
    began = time.monotonic()
    result, _ = finished(second)
    assert time.monotonic() - began < 60  # no claim had to grow old
    assert result["metrics"]
    bodies = [json.dumps(sent.body, sort_keys=True) for sent in wire.sent[run]]
    assert len(bodies) - len(set(bodies)) <= 2  # at most what was in flight


@pytest.mark.slow
def test_who_stands_still_is_waited_for(begin: Any, wire: WireServer) -> None:
    """A process that is stopped for a while keeps its claims; the other one says that it waits."""
    run, start = begin("facts, two-step")
    first = start()
    while len(wire.sent[run]) < 1:
        assert first.poll() is None
        time.sleep(0.01)
    os.kill(first.pid, signal.SIGSTOP)
    second = start()
    assert second.stderr is not None
    said = ""
    while WAITING not in said:
        line = second.stderr.readline()
        assert line, said
        said += line
    os.kill(first.pid, signal.SIGCONT)
    one, _ = finished(first)
    other, _ = finished(second)
    assert one["metrics"] == other["metrics"]
    bodies = [json.dumps(sent.body, sort_keys=True) for sent in wire.sent[run]]
    assert len(set(bodies)) == len(bodies)
