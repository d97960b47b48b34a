"""What a judge says of stored observations is kept next to them, with judge and prompt."""

from __future__ import annotations

import json
import sqlite3
import wave
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from wire_good import PAIRS, good
from wire_judges import JUDGES
from wire_replies import SCENARIOS, Failure, Scenario

from mondegreen.cli.app import run
from mondegreen.judges import client

if TYPE_CHECKING:
    from wire_server import WireServer

pytest.importorskip("soundfile")
DATABASE = "mondegreen_data/results.db"


@pytest.fixture(autouse=True)
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MONDEGREEN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(client, "_FIRST_WAIT", 0.01)
    for folder in ("clips", "heard", "else"):
        Path(folder).mkdir()
    for at, (said, heard) in enumerate(PAIRS):
        Path(f"clips/c{at}.txt").write_text(said, "utf-8")
        Path(f"heard/c{at}.txt").write_text(heard, "utf-8")
        if at:
            Path(f"else/c{at}.txt").write_text(PAIRS[at][1], "utf-8")
        with wave.open(f"clips/c{at}.wav", "wb") as file:
            file.setparams((1, 2, 16_000, 0, "NONE", ""))
            file.writeframes((at + 500).to_bytes(2, "little") * 800)
    assert run(["bench", "init", "clips", "--systems", "files:heard,files:else"]) == 0
    assert run(["bench", "run"]) == 0


def scored(wire: WireServer, scenario: str, metric: str, *more: str, status: int = 0) -> None:
    address = wire.base_url("openai-chat", scenario, wire.new_run())
    words = ["bench", "score", "-m", "wer", "-m", metric, "--model", "openai-chat:gpt-5.2"]
    assert run([*words, "--base-url", address, *more]) == status


def rows(wanted: str) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(DATABASE)) as connection:
        connection.row_factory = sqlite3.Row
        return [*map(dict, connection.execute(wanted))]


@pytest.mark.parametrize(
    ("metric", "protocol", "finds", "talks"),
    [
        ("semantic-wer", "differences", "reason", False),
        ("semantic-wer", "single-pass", "reference", True),
        ("facts", "two-step", "ruling", False),
        ("facts", "single-call", "ruling", False),
        ("conversational-wer", "conversational", "", False),
    ],
)
def test_traces_are_kept(  # noqa: PLR0917 - fixtures
    wire: WireServer,
    monkeypatch: pytest.MonkeyPatch,
    metric: str,
    protocol: str,
    finds: str,
    talks: bool,  # noqa: FBT001 - a parameter
) -> None:
    monkeypatch.setitem(JUDGES, "good", good)
    scored(wire, "good", metric, "--protocol", protocol)
    traces = rows("SELECT * FROM semantic_wer_traces ORDER BY id")
    assert {row["metric"] for row in traces} == {metric}
    assert {row["judge"] for row in traces} >= {next(iter(traces))["judge"]}
    assert all("openai-chat:gpt-5.2" in row["judge"] for row in traces)
    assert len({(row["system"], row["sample_id"]) for row in traces}) == len(traces) >= 5
    for row in traces:
        assert f",prompt:{row['prompt_hash']}," in row["signature"]
        assert row["model_used"]
        assert row["result_id"] is not None
        assert row["errors"] is None or finds in row["errors"]
        assert json.loads(row["errors"] or "[]") is not None
        (evaluated,) = rows(
            f"SELECT * FROM wer_metrics WHERE metric = '{metric}' AND result_id = {row['result_id']}"
        )
        for name in ("wer", "signature_hash", "reference_words", "ground_truth_version", "judge"):
            assert evaluated[name] == row[name]
    talked = [row for row in traces if row["conversation_trace"]]
    assert bool(talked) is talks
    for row in talked:
        assert json.loads(row["conversation_trace"])[0]["kind"] == "request"
        assert json.loads(row["tool_calls"])
        assert row["session_id"]
        assert row["num_turns"] >= 1
        assert row["duration_ms"] >= 0
    assert not finds or any(row["errors"] for row in traces)
    before = len(rows("SELECT id FROM evaluations"))
    scored(wire, "good", metric, "--protocol", protocol)
    assert len(rows("SELECT id FROM evaluations")) == before


def test_what_was_not_judged_says_why(wire: WireServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SCENARIOS, "down", Scenario("down", [Failure(400, "request", "too odd")]))
    scored(wire, "down", "semantic-wer", status=1)
    traces = rows(
        "SELECT * FROM semantic_wer_traces WHERE system = 'files:heard' ORDER BY sample_id"
    )
    assert {row["status"] for row in traces if row["wer"] is None} == {"refused"} or traces
    assert all("too odd" in row["reason"] for row in traces if row["wer"] is None)
    assert sum(row["wer"] is None for row in traces) == 3
    counts = rows("SELECT substitutions, wer FROM wer_metrics WHERE metric = 'wer' AND wer > 0")
    assert all(row["substitutions"] for row in counts)
