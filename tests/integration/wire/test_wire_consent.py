"""Nothing leaves the machine unasked, no key is written, and a run that cannot work stops at once."""

from __future__ import annotations

import asyncio
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING, Any

import pytest
from wire_questions import TOOL, Counts, question
from wire_vendors import VENDORS

from mondegreen.errors import MissingDependencyError, MondegreenError, UsageError
from mondegreen.judges import Answer, LanguageModel, Replay, Settings, ask_all, client, run
from mondegreen.store import open_store

if TYPE_CHECKING:
    from pathlib import Path

    from wire_server import WireServer

MODELS = {
    "anthropic": "anthropic:claude-sonnet-5-5",
    "openai-chat": "openai-chat:gpt-5.2",
    "openai": "openai:gpt-5.2",
    "google": "google:gemini-3-pro-preview",
}
SCENARIOS = ("success", "wrong-key", "rejected", "refusal", "html", "disagree-always")


def model(
    wire: WireServer, vendor: str, scenario: str, **settings: Any
) -> tuple[LanguageModel, str]:
    name = wire.new_run()
    chosen = Settings(**{"retries": 0, **settings})
    return LanguageModel(
        MODELS[vendor], chosen, base_url=wire.base_url(vendor, scenario, name)
    ), name


def questions(count: int) -> list[Any]:
    return [question(f"pair {number}", TOOL) for number in range(count)]


def test_the_key_is_in_nothing_that_a_run_writes(
    wire: WireServer, keys: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    printed = StringIO()
    reasons = []
    with redirect_stdout(printed), redirect_stderr(printed), open_store(tmp_path / "a.db") as store:
        for vendor in VENDORS:
            for scenario in SCENARIOS:
                asked, name = model(wire, vendor, scenario)
                file = tmp_path / f"{vendor}-{scenario}.jsonl"
                try:
                    work = ask_all(questions(2), asked, store=store.judgements, record=file)
                    reasons += [answer.reason for answer in run(work)]
                except UsageError as error:
                    reasons.append(str(error))
                headers = wire.sent[name][0].headers
                assert any(keys in value for value in headers.values())  # it was really used
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) > len(VENDORS) * len(SCENARIOS)
    everything = (
        b"".join(written) + "".join([printed.getvalue(), caplog.text, *map(str, reasons)]).encode()
    )
    assert b"pair 1" in everything
    assert everything.count(b"_API_KEY]") == len(VENDORS)  # where the server had echoed it
    assert keys.encode() not in everything


def test_offline_forbids_every_call(
    wire: WireServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with open_store(tmp_path / "a.db") as store:
        asked, name = model(wire, "anthropic", "success")
        run(
            ask_all(
                questions(2), asked, store=store.judgements, tell=str, record=tmp_path / "r.jsonl"
            )
        )
        monkeypatch.setenv("MONDEGREEN_OFFLINE", "1")
        told: list[str] = []
        # What is stored or recorded needs no connection.
        stored = run(ask_all(questions(2), asked, store=store.judgements, tell=told.append))
        replayed = run(ask_all(questions(2), Replay(tmp_path / "r.jsonl"), tell=told.append))
        assert {answer.status for answer in [*stored, *replayed]} == {"ok"}
        with pytest.raises(
            UsageError,
            match=r"^asking anthropic:claude-sonnet-5-5 needs a connection, and MONDEGREEN_OFFLINE forbids",
        ):
            run(ask_all(questions(3), asked, store=store.judgements, tell=told.append))
        with pytest.raises(UsageError, match="MONDEGREEN_OFFLINE"):
            run(asked.ask(questions(1)[0]))
    assert told == []
    assert len(wire.sent[name]) == 2


@pytest.mark.parametrize("vendor", MODELS)
@pytest.mark.parametrize("scenario", ["wrong-key", "no-model"])
def test_a_wrong_key_or_model_stops_the_run_at_once(
    wire: WireServer, vendor: str, scenario: str, tmp_path: Path
) -> None:
    asked, name = model(wire, vendor, scenario, concurrency=4)
    with open_store(tmp_path / "a.db") as store:
        with pytest.raises(UsageError) as caught:
            run(ask_all(questions(100), asked, store=store.judgements, tell=str))
        assert len(store.judgements) == 0
    assert len(wire.sent[name]) <= 4
    assert str(caught.value).startswith(f"{MODELS[vendor]}: ")
    assert "\n" not in str(caught.value)


def test_a_server_that_rejects_everything_is_not_asked_for_ever(wire: WireServer) -> None:
    asked, name = model(wire, "openai", "rejected", concurrency=1)
    with pytest.raises(
        UsageError, match=r"400 Unsupported parameter\. \(so the first 5 questions\)"
    ):
        run(ask_all(questions(100), asked, tell=str))
    assert len(wire.sent[name]) == 5


def test_a_rejected_question_is_one_row(wire: WireServer) -> None:
    asked, _name = model(wire, "openai", "rejected-once", concurrency=1)
    answers = run(ask_all(questions(20), asked, tell=str))
    assert [answer.status for answer in answers] == ["configuration"] + ["ok"] * 19


def test_any_other_failure_is_rows_and_the_run_goes_on(wire: WireServer) -> None:
    for scenario, status in (
        ("refusal", "refused"),
        ("failing", "unavailable"),
        ("cut-text", "truncated"),
    ):
        asked, name = model(wire, "google", scenario)
        answers = run(ask_all(questions(12), asked, tell=str))
        assert {answer.status for answer in answers} == {status}
        assert len(wire.sent[name]) == 12


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("anthropc:claude-sonnet-5-5", "no provider is named"),
        ("nonsense:x", "no provider is named"),
        ("anthropic:claude-sonnet-5-5", "ANTHROPIC_API_KEY"),
        ("openai:gpt-5.2", "OPENAI_API_KEY"),
        ("google:gemini-3-pro", "GOOGLE_API_KEY"),
    ],
)
def test_an_unknown_provider_or_no_key(
    spec: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ANTHROPIC", "OPENAI", "GOOGLE"):
        monkeypatch.delenv(f"{name}_API_KEY")
    told: list[str] = []
    with pytest.raises(MondegreenError, match=message) as caught:
        run(ask_all(questions(1), LanguageModel(spec), tell=told.append))
    assert told == []
    assert str(caught.value).startswith(spec)
    assert "\n" not in str(caught.value)


def test_a_server_of_ones_own_needs_no_key(
    wire: WireServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    asked, name = model(wire, "openai-chat", "success")
    (answer,) = run(ask_all(questions(1), asked, tell=str))
    assert answer.status == "ok"
    assert wire.sent[name][0].headers["authorization"] == "Bearer none"


def test_a_provider_that_takes_no_other_address() -> None:
    asked = LanguageModel("bedrock:x", base_url="http://localhost:1")
    with pytest.raises(MondegreenError):
        asked.host()


def test_the_line_names_the_host_and_how_many_texts(wire: WireServer) -> None:
    asked, _ = model(wire, "anthropic", "success")
    told: list[str] = []
    run(ask_all(questions(3), asked, tell=told.append))
    host = wire.address.removeprefix("http://")
    assert told == [
        (
            f"mondegreen: sending 6 texts in 3 questions to {host} (anthropic:claude-sonnet-5-5); "
            "answers are kept in memory alone"
        )
    ]


@pytest.mark.parametrize(
    ("vendor", "host"),
    [
        ("anthropic", "api.anthropic.com"),
        ("openai", "api.openai.com"),
        ("google", "generativelanguage.googleapis.com"),
    ],
)
def test_the_vendors_own_hosts(vendor: str, host: str) -> None:
    assert LanguageModel(MODELS[vendor]).host() == host


def test_an_address_in_the_environment_is_used_and_named(
    wire: WireServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(
        "ANTHROPIC_BASE_URL", wire.base_url("anthropic", "success", "by-environment")
    )
    told: list[str] = []
    run(ask_all(questions(1), LanguageModel(MODELS["anthropic"]), tell=told.append))
    assert wire.address.removeprefix("http://") in told[0]
    assert len(wire.sent["by-environment"]) == 1


def test_in_a_notebook(wire: WireServer) -> None:
    asked, _ = model(wire, "openai", "success", concurrency=1)

    async def cell() -> list[Answer[Counts]]:
        return run(ask_all(questions(3), asked, tell=str))

    for _ in range(2):  # cells are run again
        assert [answer.status for answer in asyncio.run(cell())] == ["ok"] * 3


def test_no_more_are_under_way_than_was_said(
    wire: WireServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "delay", 0.02)
    monkeypatch.setattr(wire, "most_underway", 0)
    asked, name = model(wire, "openai-chat", "success", concurrency=3)
    run(ask_all(questions(20), asked, tell=str))
    assert len(wire.sent[name]) == 20
    assert 1 < wire.most_underway <= 3


def test_traces_keep_everything_but_the_instructions(wire: WireServer) -> None:
    from pydantic_ai.messages import ModelMessagesTypeAdapter

    asked, _ = model(wire, "anthropic", "disagree-once")
    (answer,) = run(ask_all(questions(1), asked, tell=str))
    assert answer.trace is not None
    messages = ModelMessagesTypeAdapter.validate_json(answer.trace)
    assert [message.kind for message in messages] == ["request", "response"] * 2
    assert f"sha256:{questions(1)[0].prompt_hash}" in answer.trace
    assert "errors lists 1" in answer.trace
    assert question().instructions not in answer.trace


def test_traces_without_texts(wire: WireServer, tmp_path: Path) -> None:
    name = wire.new_run()
    address = wire.base_url("anthropic", "disagree-once", name)
    asked = LanguageModel(MODELS["anthropic"], base_url=address, keep_texts=False)
    (answer,) = run(ask_all([question("my pin is 1234", TOOL)], asked, tell=str))
    assert answer.status == "ok"
    assert answer.trace is not None
    assert "1234" not in answer.trace
    assert "card" not in answer.trace
    assert "report_counts" in answer.trace
    assert "1234" in str(wire.sent[name][0].body)


def test_without_pydantic_ai_the_message_has_the_pip_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pydantic_ai.models", None)
    with pytest.raises(MissingDependencyError, match=r"pip install '.\[llm\]'"):
        LanguageModel("openai:gpt-5.2").host()


def test_the_pause_doubles(wire: WireServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_FIRST_WAIT", 0.01)
    asked, name = model(wire, "openai", "failing", retries=4)
    begun = time.monotonic()
    run(ask_all(questions(1), asked, tell=str))
    assert time.monotonic() - begun >= 0.15
    assert len(wire.sent[name]) == 5


def test_where_waiting_or_retrying_does_not_help(wire: WireServer) -> None:
    for scenario, status in (("limited-long", "rate-limited"), ("refusal", "refused")):
        asked, name = model(wire, "openai-chat", scenario, retries=5)
        (answer,) = run(ask_all(questions(1), asked, tell=str))
        assert answer.status == status
        assert len(wire.sent[name]) == 1


@pytest.mark.parametrize("vendor", MODELS)
def test_half_a_character_is_one_row_and_is_not_sent(
    wire: WireServer, vendor: str, tmp_path: Path
) -> None:
    asked, name = model(wire, vendor, "success")
    odd = [question("half \ud800 a character", TOOL), question("a\0b", TOOL)]
    with open_store(tmp_path / "a.db") as store:
        for _ in range(2):
            file = tmp_path / "r.jsonl"
            answers = run(ask_all(odd, asked, store=store.judgements, tell=str, record=file))
            assert [answer.status for answer in answers] == ["invalid", "ok"]
    assert len(wire.sent[name]) == 1


def test_openai_is_asked_to_keep_nothing_and_other_servers_are_not_asked() -> None:
    for spec, address, kept in (
        ("openai:gpt-5.2", None, False),
        ("openai-chat:gpt-5.2", None, False),
        ("openai-chat:mine", "http://localhost:1/v1", None),
        ("anthropic:claude-sonnet-5-5", None, None),
    ):
        settings = LanguageModel(spec, base_url=address)._model_settings(question())
        assert settings.get("openai_store") is kept
