"""A server that answers what no model would: nothing of it ends a run or becomes a score by itself."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from test_wire_semantic_runs import Terse
from wire_replies import SCENARIOS, Answer, Raw, Reply, Scenario, Words
from wire_vendors import VENDORS

import mondegreen as mg
from mondegreen.judges import client
from mondegreen.judges.canaries import canaries
from mondegreen.judges.difference_in_context import Place

if TYPE_CHECKING:
    from pathlib import Path

    from wire_server import WireServer

MODELS = {
    "anthropic": "anthropic:claude-sonnet-5-5",
    "openai-chat": "openai-chat:gpt-5.2",
    "openai": "openai:gpt-5.2",
    "google": "google:gemini-3-pro-preview",
}
PAIR = ["please do not cancel my card"], ["please do cancel my car"]
TOKENS = re.compile(r'((?:okens|Count)": )\d+')


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_FIRST_WAIT", 0.01)


class Ruling(Terse):
    """Rules that the lost *not* matters, and keeps its answer."""

    answer: ClassVar[dict[str, Any]] = {}

    def answers(self, question: Any) -> list[str]:
        places = [Place.of(json.loads(line)) for line in question.prompt.split("\n")]
        known = canaries()
        free = [n for n, p in enumerate(places, 1) if not known.get(p, p.said[1] == "not")]
        ruled = [
            {"number": n, "words": places[n - 1].heard[1], "because": "the same"} for n in free
        ]
        rest = [n for n in range(1, len(places) + 1) if n not in free]
        Ruling.answer = {"matter": rest, "harmless": ruled}
        return [json.dumps(Ruling.answer)]


@pytest.fixture(scope="module")
def ruled() -> Answer:
    """Return the right answer about the pair, with its canaries."""
    mg.score(*PAIR, metrics=["semantic-wer"], judge={"model": Ruling(), "tell": str})
    return Answer(Ruling.answer)


def body(vendor: str, reply: Reply) -> str:
    """Return a reply as its vendor writes it, with every character above ASCII as an escape."""
    return json.dumps(VENDORS[vendor].reply(reply, {"model": "named", "messages": [], "input": []}))


def score(
    wire: WireServer, patch: pytest.MonkeyPatch, vendor: str, text: str, cache: Path, **judge: Any
) -> Any:
    run = wire.new_run()
    name = f"hostile-{run}"
    patch.setitem(SCENARIOS, name, Scenario(name, [Raw(text.encode("utf-8"), "application/json")]))
    options = {"model": MODELS[vendor], "base_url": wire.base_url(vendor, name, run), "retries": 0}
    return mg.score(
        *judge.pop("texts", PAIR),
        metrics=["semantic-wer"],
        judge={**options, "cache": cache / "a.db", "tell": str, **judge},
    )


@pytest.mark.parametrize("vendor", MODELS)
@pytest.mark.parametrize("text", ["\ud800", '{"matter": ["\ud800"]}', "\x00\x1b[31m"])
def test_characters_that_nobody_can_store_leave_a_row_unjudged(
    wire: WireServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, vendor: str, text: str
) -> None:
    result = score(wire, monkeypatch, vendor, body(vendor, Words(text)), tmp_path)
    (unjudged,) = result.unjudged("semantic-wer").values()
    assert unjudged.status in {"invalid", "unavailable"}
    assert result["semantic-wer"].counts["unjudged"] == 1


@pytest.mark.parametrize("vendor", MODELS)
@pytest.mark.parametrize("name", ["\\ud800", "\\u0000", "\\u001b[31m"])
def test_a_name_that_nobody_can_store_costs_no_answer(  # noqa: PLR0917 - fixtures
    wire: WireServer,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    ruled: Answer,
    vendor: str,
    name: str,
) -> None:
    text = body(vendor, ruled).replace('"named"', f'"{name}"')
    assert name in text
    for _ in range(2):  # from the model, and from the store
        result = score(wire, monkeypatch, vendor, text, tmp_path)
        assert result["semantic-wer"].value == pytest.approx(1 / 6)


@pytest.mark.parametrize("vendor", MODELS)
@pytest.mark.parametrize("count", ["99999999999999999999999", "-7"])
def test_tokens_that_cannot_be_are_unknown_money(  # noqa: PLR0917 - fixtures
    wire: WireServer,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    ruled: Answer,
    vendor: str,
    count: str,
) -> None:
    lines: list[str] = []
    text = TOKENS.sub(rf"\g<1>{count}", body(vendor, ruled))
    result = score(wire, monkeypatch, vendor, text, tmp_path, tell=lines.append)
    assert result["semantic-wer"].value == pytest.approx(1 / 6)
    assert lines[-1].endswith("1 request, 0 tokens out, 0 back, money unknown")


@pytest.mark.parametrize("protocol", ["differences", "single-pass"])
def test_half_a_character_in_a_text_is_kept_as_unjudged(
    wire: WireServer,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    ruled: Answer,
    protocol: str,
) -> None:
    texts = ["cancel my \ud800 card"], ["cancel my car"]
    answer = body("anthropic", ruled)
    options = {"texts": texts, "protocol": protocol}
    result = score(wire, monkeypatch, "anthropic", answer, tmp_path, **options)
    (unjudged,) = result.unjudged("semantic-wer").values()
    assert unjudged == ("invalid", "a text holds half a character, which nobody can be sent")
    assert not wire.sent[f"run{int(wire.new_run()[3:]) - 1}"]
