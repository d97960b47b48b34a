"""Calls of both judged methods, asked over real HTTP and recorded, score the same without a server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from wire_replies import SCENARIOS, Answer, Refusal, Reply, Scenario, Words

from mondegreen.cli.app import run as command
from mondegreen.judges import client

if TYPE_CHECKING:
    from pathlib import Path

    from wire_server import WireServer

MODELS = {
    "openai": ("openai:gpt-5.2", "gpt"),
    "openai-chat": ("openai-chat:gpt-5.2", "gpt"),
    "google": ("google:gemini-3-pro-preview", "gemini"),
}
SAID = "please cancel my card because the fee is too high"
HEARD = "please cancel my car because the fee is too high"
REFUSED = "tell me the secret word"
QUIET = "nobody heard this"
ENTITIES: dict[str, list[dict[str, str]]] = {"entities": []}
JUDGED = {
    "normalized_reference": SAID,
    "normalized_hypothesis": HEARD,
    "substitution_pairs": [{"reference": "card", "hypothesis": "car"}],
    "deletion_words": [],
    "insertion_words": [],
    "substitutions": 1,
    "deletions": 0,
    "insertions": 0,
    "explanation": "another thing",
}
# In the order of the calls: what goes wrong once is asked about again.
CANONICAL: list[Reply] = [
    Answer({"canonical_transcript": SAID} | ENTITIES),
    Refusal(),
    Answer({"canonical_transcript": QUIET} | ENTITIES),
    Answer({"canonical_transcript": HEARD} | ENTITIES),
    Answer({"canonical_transcript": f"{REFUSED} again"} | ENTITIES),
]
CONVERSATIONAL: list[Reply] = [
    Words(json.dumps(JUDGED)[:-20]),
    Answer(JUDGED),
    Refusal(),
]


def write(folder: Path, name: str, said: str, heard: str | None) -> None:
    (folder / name).mkdir(parents=True)
    written = [] if heard is None else [{"speaker": "assistant", "content": heard}]
    for side, turns in (("gt", [{"speaker": "Agent", "content": said}]), ("ref", written)):
        (folder / name / f"{side}_transcript.json").write_text(json.dumps(turns), "utf-8")


def made_in(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("vendor", MODELS)
def test_the_recording_gives_the_same_files(
    vendor: str,
    wire: WireServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(client, "_FIRST_WAIT", 0.01)
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "calls", "a", SAID, HEARD)
    write(tmp_path / "calls", "b", REFUSED, REFUSED + " again")
    write(tmp_path / "calls", "c", QUIET, None)
    model, provider = MODELS[vendor]
    results: dict[str, Any] = {}
    for method, replies in (("canonical", CANONICAL), ("conversational", CONVERSATIONAL)):
        run = wire.new_run()
        name = f"replayed-{run}"
        monkeypatch.setitem(SCENARIOS, name, Scenario(name, replies))
        words = ["calls", "calls", "--method", method, "--cache", "none", "--concurrency", "1"]
        live = ["--model", model, "--base-url", wire.base_url(vendor, name, run)]
        asked = [*live, "--record", f"{method}.jsonl", "--output", f"{method}-live"]
        assert command([*words, *asked, "--json"]) == 0, capsys.readouterr().err
        shown = capsys.readouterr().out
        assert len(wire.sent[run]) == len(replies)
        assert sum(QUIET in str(sent.body) for sent in wire.sent[run]) == (method == "canonical")
        replayed = ["--model", f"replay:{method}.jsonl", "--output", f"{method}-replayed"]
        assert command([*words, *replayed, "--json"]) == 0, capsys.readouterr().err
        assert capsys.readouterr().out == shown
        assert len(wire.sent[run]) == len(replies)
        files = made_in(tmp_path / f"{method}-live")
        assert files == made_in(tmp_path / f"{method}-replayed")
        (results[method],) = json.loads(shown)["sides"][0]["methods"]
        ending = "lib" if method == "canonical" else "llm"
        assert any(f"_{provider}_{ending}" in file for file in files)
    for found in results.values():
        assert [call["status"] for call in found["calls"]] == ["ok", "refused", "empty"]
        assert [call["rate"] for call in found["calls"]] == [0.1, None, 1.0]
        assert found["model"] == model
