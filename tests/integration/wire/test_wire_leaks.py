"""A key goes to the host that was named, and into nothing that is written, whatever a server does."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from wire_questions import TOOL, question
from wire_replies import SCENARIOS, Answer, Bent, Calls, Failure, Raw, Redirect, Scenario, Words

from mondegreen.cli import main
from mondegreen.judges import LanguageModel, Settings, client

if TYPE_CHECKING:
    from pathlib import Path

    from wire_server import WireServer

MODELS = {
    "anthropic": "anthropic:claude-sonnet-5-5",
    "openai-chat": "openai-chat:gpt-5.2",
    "openai": "openai:gpt-5.2",
    "google": "google:gemini-3-pro-preview",
}
OTHERS = ("openai-chat", "openai", "google")
FORMATS = ("table", "json", "html", "markdown")
ROW = {"id": "1", "reference": "please do not cancel my card", "hypothesis": "do cancel my car"}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_FIRST_WAIT", 0.01)


def command(arguments: list[str]) -> None:
    with suppress(SystemExit):
        main(arguments)


@pytest.mark.parametrize("vendor", MODELS)
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(
    wire: WireServer, monkeypatch: pytest.MonkeyPatch, vendor: str, status: int
) -> None:
    monkeypatch.setitem(SCENARIOS, "away", Scenario("away", [Redirect(status)]))
    run = wire.new_run()
    model = LanguageModel(MODELS[vendor], Settings(), base_url=wire.base_url(vendor, "away", run))

    async def work() -> Any:
        async with model:
            return await model.ask(question(tool=TOOL))

    answer = asyncio.run(work())
    assert answer.status == "configuration"
    assert f"({status})" in answer.reason
    assert len(wire.sent[run]) == 1
    assert wire.sent[f"{run}-elsewhere"] == []


def echoes(key: str) -> list[Any]:
    """Return replies that have the key in every place of a reply."""
    ruled = {
        "matter": [1],
        "harmless": [{"number": 2, "words": "car", "because": f"your key is {key}"}],
    }
    escaped = json.dumps(ruled).replace(key, "".join(f"\\u{ord(c):04x}" for c in key))
    named = json.dumps("claude").encode(), json.dumps(f"m-{key}").encode()
    return [
        Answer(ruled),
        Words(escaped),
        Words(f"I will not say {key}."),
        Words(json.dumps({"matter": [key], "harmless": []})),
        Words(json.dumps({key: 1, "matter": [], "harmless": [{"number": 7, "because": key}]})),
        Calls(((f"tool-{key}", {"because": key}),)),
        Bent(lambda body: body.replace(b'"model": "', b'"model": "' + key.encode() + b" ")),
        Bent(lambda body: body.replace(*named), {"x-echo": key, "retry-after": key}),
        Raw(f"<html>{key}</html>".encode()),
        Raw(json.dumps({"error": {"message": key}}).encode(), "application/json"),
        Failure(400, "request", "You sent {key}."),
        Failure(401, "key", "Wrong: {key}."),
        Failure(404, "model", "No model for {key}."),
        Failure(429, "rate", "Slow down, {key}.", retry_after="80000"),
        Failure(500, "server", "{key} {key}"),
    ]


@pytest.mark.parametrize(
    "vendor", ["anthropic", *(pytest.param(each, marks=pytest.mark.slow) for each in OTHERS)]
)
def test_a_key_that_is_echoed_is_written_nowhere(  # noqa: PLR0917 - fixtures
    wire: WireServer,
    keys: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    vendor: str,
) -> None:
    data = tmp_path / "data.jsonl"
    data.write_text(json.dumps(ROW) + "\n", "utf-8")
    shown = []
    for number, reply in enumerate(echoes(keys)):
        name = f"echo-{vendor}-{number}"
        monkeypatch.setitem(SCENARIOS, name, Scenario(name, [reply]))
        out = tmp_path / name
        out.mkdir()
        run, to = wire.new_run(), FORMATS[number % len(FORMATS)]
        command([
            *("score", str(data), "-m", "wer", "-m", "semantic-wer", "--to", to),
            *("--model", MODELS[vendor], "--base-url", wire.base_url(vendor, name, run)),
            *("--cache", str(out), "--record", str(out / "answers"), "--save", str(out / "run.json")),
            *("--per-utterance", str(out / "rows.jsonl")),
        ])  # fmt: skip
        assert any(keys in value for value in wire.sent[run][0].headers.values())
        captured = capfd.readouterr()
        shown += [captured.out, captured.err]
    written = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert len(written) > len(echoes(keys))
    assert [path for path, content in written.items() if keys.encode() in content] == []
    assert [text for text in shown if keys in text] == []
    assert b"_API_KEY]" in b"".join(written.values()) + "".join(shown).encode()


@pytest.mark.parametrize("vendor", MODELS)
def test_a_password_in_the_address_is_not_kept(
    wire: WireServer, vendor: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data.jsonl"
    data.write_text(json.dumps(ROW) + "\n", "utf-8")
    address = wire.base_url(vendor, "success", wire.new_run()).replace("//", "//me:pass-word-1@")
    command([
        *("score", str(data), "-m", "wer", "-m", "semantic-wer", "--model", MODELS[vendor]),
        *("--base-url", address, "--cache", str(tmp_path), "--record", str(tmp_path / "a")),
        *("--save", str(tmp_path / "run.json")),
    ])  # fmt: skip
    captured = capfd.readouterr()
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    everything = b"".join(written) + (captured.out + captured.err).encode()
    assert b"127.0.0.1" in everything
    assert b"pass-word-1" not in everything


@pytest.mark.parametrize("vendor", MODELS)
@pytest.mark.parametrize("status", [400, 413, 429, 500, 529])
def test_what_a_server_says_of_a_text_is_not_kept_without_texts(  # noqa: PLR0917 - fixtures
    wire: WireServer,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    vendor: str,
    status: int,
) -> None:
    data = tmp_path / "data.jsonl"
    data.write_text(json.dumps(ROW) + "\n", "utf-8")
    kind = {429: "rate", 500: "server", 529: "overloaded"}.get(status, "request")
    said = Failure(status, kind, "Odd: 'please do not cancel my card'", retry_after="80000")
    monkeypatch.setitem(SCENARIOS, "quotes", Scenario("quotes", [said]))
    base_url = wire.base_url(vendor, "quotes", wire.new_run())
    out = tmp_path / "out"
    out.mkdir()
    command([
        *("score", str(data), "-m", "wer", "-m", "semantic-wer", "--no-text", "--json"),
        *("--model", MODELS[vendor], "--base-url", base_url, "--cache", str(out)),
        *("--record", str(out / "answers"), "--save", str(out / "run.json")),
    ])  # fmt: skip
    captured = capfd.readouterr()
    written = b"".join(path.read_bytes() for path in out.rglob("*") if path.is_file())
    everything = written + (captured.out + captured.err).encode()
    assert b"cancel" not in everything
    assert b": the rest is not kept, since it may quote a text" in written


@pytest.mark.parametrize("vendor", MODELS)
def test_a_key_in_place_of_the_name_of_a_model_is_not_printed(
    wire: WireServer, keys: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], vendor: str
) -> None:
    data = tmp_path / "pairs.jsonl"
    data.write_text(json.dumps(ROW) + "\n", "utf-8")
    name = f"{MODELS[vendor].partition(':')[0]}:{keys}"
    run = wire.new_run()
    base_url = wire.base_url(vendor, "no-model", run)
    command(["score", str(data), "-m", "facts", "--model", name, "--base-url", base_url])
    shown = capsys.readouterr()
    assert "_API_KEY in it, and a name is shown and stored" in shown.err
    assert keys not in shown.out + shown.err
    assert wire.sent[run] == []
