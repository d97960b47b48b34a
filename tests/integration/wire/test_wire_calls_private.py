"""What ``--no-text`` and ``--redact`` keep out is nowhere: in no file of any method, no cache, no line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from wire_replies import SCENARIOS, Answer, Refusal, Reply, Scenario

from mondegreen.calls.method import METHODS
from mondegreen.cli.app import run as command
from mondegreen.judges import client
from mondegreen.judges.redact import Redaction

if TYPE_CHECKING:
    from pathlib import Path

    from wire_server import WireServer

SAID = "Please tell Quetzalcoatl that seventeen zebras escaped, my number is 5550142 thanks"
HEARD = "Please tell Montezuma that seventy zebras escaped, my number is 5550143 thanks"
REFUSED = "the walrus of Ouagadougou sleeps"
TELLING = ["quetzalcoatl", "montezuma", "5550142", "5550143", "ouagadougou"]
ALL = [*TELLING, "zebras", "escaped", "seventeen", "seventy", "walrus", "sleeps"]


def write(folder: Path, name: str, said: str, heard: str) -> None:
    (folder / name).mkdir(parents=True)
    for side, speaker, text in (("gt", "Agent", said), ("ref", "assistant", heard)):
        turns = [{"speaker": speaker, "content": text}]
        (folder / name / f"{side}_transcript.json").write_text(json.dumps(turns), "utf-8")


def replies(said: str, heard: str) -> list[Reply]:
    """The answers about two calls; of the second, all are refusals."""
    first, second = said.split(), heard.split()
    odd = [(a, b) for a, b in zip(first, second, strict=True) if a != b]
    pairs = [{"reference": a.strip(","), "hypothesis": b.strip(",")} for a, b in odd]
    listed = {
        "normalized_reference": said, "normalized_hypothesis": heard, "substitution_pairs": pairs,
        "deletion_words": [], "insertion_words": [], "substitutions": len(pairs), "deletions": 0,
        "insertions": 0, "explanation": f"{first[2]} is not {second[2]}",
    }  # fmt: skip
    # What quotes a text that is not there is sent back with a complaint, which quotes it again.
    wrong = {**listed, "deletion_words": ["zebras", "zebras"], "deletions": 2}
    return [
        Answer({"canonical_transcript": said, "entities": [{"value": first[2], "type": "person"}]}),
        Refusal(),
        Answer({"canonical_transcript": heard, "entities": []}),
        Refusal(),
        Answer(wrong),
        Answer(listed),
        Refusal(),
    ]


@pytest.mark.parametrize("way", ["--no-text", "--redact"])
@pytest.mark.parametrize("vendor", ["openai-chat", "google"])
def test_no_file_no_cache_and_no_line_has_it(  # noqa: PLR0917 - fixtures
    way: str,
    vendor: str,
    wire: WireServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(client, "_FIRST_WAIT", 0.01)
    monkeypatch.chdir(tmp_path)
    calls, made = tmp_path / "calls", tmp_path / "made"
    made.mkdir()
    write(calls, "a", SAID, HEARD)
    write(calls, "b", REFUSED, REFUSED + " not")
    phrases = tmp_path / "phrases.txt"
    phrases.write_text("zebras\tproduct\nQuetzalcoatl\tperson\n", "utf-8")
    texts = SAID, HEARD
    if way == "--redact":
        redaction = Redaction()
        redaction.learn(*texts)
        texts = redaction.texts(SAID)[0], redaction.texts(HEARD)[0]
    model = {"openai-chat": "openai-chat:gpt-5.2", "google": "google:gemini-3-pro-preview"}[vendor]
    words: list[str] = ["calls", str(calls), "--method", "all", "--model", model, "--concurrency"]
    words += ["1", "--cache", str(made / "j.db"), "--record", str(made / "answers.jsonl"), way]
    words += ["--output", str(made / "out"), "--entities", str(phrases), "--lang", "en"]
    shown, sent = [], []
    for more in ([], ["--json"]):
        run = wire.new_run()
        name = f"private-{run}"
        monkeypatch.setitem(SCENARIOS, name, Scenario(name, replies(*texts)))
        status = command([*words, "--base-url", wire.base_url(vendor, name, run), *more])
        captured = capsys.readouterr()
        assert status == 0, captured.err
        shown += [captured.out, captured.err]
        sent += [str(each.body) for each in wire.sent[run]]
    assert "1 of 2" in shown[0]
    assert "b by canonical: refused" in shown[0]
    methods = {each["method"]: each for each in json.loads(shown[2])["sides"][0]["methods"]}
    assert [methods[name]["scored"] for name in METHODS] == [2, 1, 1]
    files = [path for path in made.rglob("*") if path.is_file()]
    assert {"j.db", "answers.jsonl", "comparison.md"} <= {path.name for path in files}
    seen = {str(path): path.read_bytes() for path in files}
    seen |= {f"shown {n}": text.encode() for n, text in enumerate(shown)}
    if way == "--redact":
        seen["sent"] = "".join(sent).encode()
    for word in ALL if way == "--no-text" else TELLING:
        for place, content in seen.items():
            assert word.encode() not in content.lower(), (word, place)
