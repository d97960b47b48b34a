"""Each row of failures.tsv, on each vendor, over real HTTP."""

from __future__ import annotations

import asyncio
import time
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from wire_questions import TOOL, TOOL_WITH_RESULT, Counts, Error, question
from wire_replies import SCENARIOS
from wire_vendors import CACHED, INPUT, OUTPUT

from mondegreen.errors import UsageError
from mondegreen.judges import Answer, LanguageModel, Question, Settings, client
from mondegreen.judges.status import STATUSES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wire_server import WireServer

MODELS = {
    "anthropic": "anthropic:claude-sonnet-5-5",
    "openai-chat": "openai-chat:gpt-5.2",
    "openai": "openai:gpt-5.2",
    "google": "google:gemini-3-pro-preview",
}


class Row(NamedTuple):
    """One row of the table: what the server does, and what becomes of the question."""

    scenario: str
    what: str
    form: str
    becomes: str
    requests: str
    reason: str


PAGE = Path(__file__).parents[3] / "docs" / "judges" / "failures.md"
ROWS = [
    Row(*line.split("\t"))
    for line in Path(__file__).with_name("failures.tsv").read_text("utf-8").splitlines()[1:]
]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_FIRST_WAIT", 0.01)


def ask(
    wire: WireServer, vendor: str, scenario: str, asked: Question[Counts], **settings: float
) -> tuple[Answer[Counts], str]:
    run = wire.new_run()
    model = LanguageModel(
        MODELS[vendor],
        Settings(**{"retries": 1, "timeout": 30, **settings}),  # type: ignore[arg-type]
        base_url=wire.base_url(vendor, scenario, run),
    )

    async def work() -> Answer[Counts]:
        async with model:
            return await model.ask(asked)

    try:
        return asyncio.run(work()), run
    except UsageError as error:
        return Answer("configuration", f"stops: {error}"), run


BOTH_AT_ONCE = {"success", "disagree-once", "wrong-enum", "refusal", "cut-text", "html"}


def cases() -> Iterator[Any]:
    """Yield rows and forms; where the form hardly matters, the second one is slow."""
    for row in ROWS:
        for form in ["tool", "json"] if row.form == "either" else [row.form]:
            second = row.form == "either" and form == "json" and row.scenario not in BOTH_AT_ONCE
            marks = [pytest.mark.slow] if second else []
            yield pytest.param(row, form, id=f"{row.scenario}-{form}", marks=marks)


def test_the_table_has_every_scenario_and_the_page_every_status() -> None:
    assert {row.scenario for row in ROWS} == set(SCENARIOS) - {"rejected-once"}
    text = PAGE.read_text("utf-8")
    assert [status for status in STATUSES if f"\n| `{status}` |" not in text] == []


@pytest.mark.parametrize("vendor", MODELS)
@pytest.mark.parametrize(("row", "form"), list(cases()))
def test_what_each_failure_becomes(wire: WireServer, vendor: str, row: Row, form: str) -> None:
    tool = {"json": None, "tool": TOOL_WITH_RESULT if row.scenario == "two-turns" else TOOL}[form]
    timeout = 0.5 if row.scenario in {"slow", "endless"} else 30
    answer, run = ask(wire, vendor, row.scenario, question(tool=tool), timeout=timeout)
    assert len(wire.sent[run]) == int(row.requests)
    if row.becomes == "stops":
        assert answer.reason is not None
        assert answer.reason.startswith(f"stops: {MODELS[vendor]}: {row.reason}")
        assert "\n" not in answer.reason
        return
    assert answer.status == row.becomes
    assert (answer.reason or "").startswith(row.reason)
    assert answer.usage.requests == int(row.requests)
    if answer.status == "ok":
        assert answer.value is not None
        if row.scenario != "code-block":
            assert answer.value == Counts(1, 0, 0, [Error("substitution", "card")])
        assert answer.reason is None
    else:
        assert answer.value is None
        assert answer.reason


@pytest.mark.parametrize("vendor", MODELS)
def test_usage_money_and_what_was_sent(wire: WireServer, vendor: str) -> None:
    answer, run = ask(wire, vendor, "disagree-once", question(tool=TOOL), temperature=0, seed=7)
    assert answer.usage.requests == 2
    assert answer.usage.unmeasured == 0
    assert answer.usage.input_tokens == 2 * INPUT
    assert answer.usage.cache_read_tokens == 2 * CACHED
    assert answer.usage.output_tokens == 2 * OUTPUT
    assert isinstance(answer.money, Decimal)
    assert answer.money > 0
    assert answer.model == MODELS[vendor].partition(":")[2]
    body = wire.sent[run][0].body
    sent = {**body, **body.get("generationConfig", {})}
    assert answer.sent
    assert all(sent[name] == value for name, value in answer.sent.items())
    limits = ("max_tokens", "max_completion_tokens", "max_output_tokens", "maxOutputTokens")
    assert [answer.sent[name] for name in limits if name in answer.sent] == [512]
    assert ("temperature" in answer.sent) == (vendor != "anthropic")  # this model takes none
    assert not answer.sent.get("stream")


@pytest.mark.parametrize("vendor", MODELS)
def test_complaints_reach_the_model(wire: WireServer, vendor: str) -> None:
    for tool in (TOOL, None):
        _, run = ask(wire, vendor, "disagree-once", question(tool=tool))
        first, second = (str(sent.body) for sent in wire.sent[run])
        assert "errors lists 1" in second
        assert "errors lists 1" not in first


def test_instructions_are_marked_for_the_vendors_cache(wire: WireServer) -> None:
    _, run = ask(wire, "anthropic", "success", question())
    body = wire.sent[run][0].body
    assert "cache_control" in str(body["system"])
    assert "cache_control" not in str(body["messages"])


def test_an_unknown_price_is_unknown(wire: WireServer) -> None:
    run = wire.new_run()
    base_url = wire.base_url("openai-chat", "success", run)

    async def work() -> Answer[Counts]:
        async with LanguageModel("openai-chat:my-own", base_url=base_url) as model:
            return await model.ask(question())

    answer = asyncio.run(work())
    assert answer.status == "ok"
    assert answer.money is None
    assert answer.usage.input_tokens == INPUT


@pytest.mark.parametrize("scenario", ["slow", "html", "cut-connection", "limited-long", "rejected"])
def test_what_nothing_came_of_has_no_price(wire: WireServer, scenario: str) -> None:
    answer, _ = ask(wire, "anthropic", scenario, question(), timeout=0.5, retries=0)
    assert answer.money is None


def test_what_was_lost_on_the_way_makes_the_price_unknown(wire: WireServer) -> None:
    lost, _ = ask(wire, "openai-chat", "html-once", question())
    assert (lost.status, lost.money, lost.usage.unmeasured) == ("ok", None, 1)
    failed, _ = ask(wire, "openai-chat", "failing-once", question())
    assert (failed.status, failed.usage.unmeasured) == ("ok", 0)
    assert failed.money  # an error of the server is not charged


def test_a_server_that_asks_to_wait_is_waited_for(wire: WireServer) -> None:
    begun = time.monotonic()
    answer, _ = ask(wire, "google", "limited-once", question())
    assert answer.status == "ok"
    assert time.monotonic() - begun >= 1


def test_a_port_where_nobody_listens() -> None:
    async def work() -> Answer[Counts]:
        settings = Settings(retries=0)
        address = "http://127.0.0.1:9/v1"
        async with LanguageModel("openai-chat:x", settings, base_url=address) as model:
            return await model.ask(question())

    answer = asyncio.run(work())
    assert answer.status == "unavailable"
    assert answer.usage.unmeasured == 0  # it was never sent
