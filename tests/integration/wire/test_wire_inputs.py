"""Judged scores of inputs that can be read once, next to code that is itself asynchronous."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from wire_replies import SCENARIOS, Scenario
from wire_replies import Answer as Reply

import mondegreen as mg
from mondegreen.errors import UsageError
from mondegreen.forgive import Reason
from mondegreen.judges import LanguageModel, Question, ask_all

if TYPE_CHECKING:
    from wire_server import WireServer

MODEL = "anthropic:claude-sonnet-5-5"
SAID = [f"take box {number} to the car" for number in range(6)]
HEARD = [text.replace("car", "cart") for text in SAID]


@dataclass
class Same:
    """What the forgiver below asks for."""

    same: bool


class Later:
    """A forgiver that asks a model."""

    name, version = "model", "1"

    def __init__(self, model: LanguageModel) -> None:
        self.model = model

    async def forgives(self, difference: Any) -> Reason | None:
        question = Question("demo", "same@1", "The same?", str(difference.reference), Same)
        (answer,) = await ask_all([question], self.model, tell=lambda _line: None)
        assert answer.status == "ok", answer.reason
        same = Reason(forgiver="model", version="1", why="the model says so")
        return same if answer.value is not None and answer.value.same else None


def judging(wire: WireServer, scenario: str) -> mg.Judging:
    base_url = wire.base_url("anthropic", scenario, wire.new_run())
    return mg.Judging(MODEL, base_url=base_url, cache=False, tell=lambda _line: None)


def in_a_loop(score: Any) -> Any:
    async def cell() -> Any:
        return score()

    return asyncio.run(cell())


@pytest.mark.parametrize("call", [lambda score: score(), in_a_loop], ids=["script", "notebook"])
def test_generators(wire: WireServer, call: Any) -> None:
    found = [
        call(
            lambda kind=kind: mg.score(
                *(kind(SAID), kind(HEARD)),
                metrics=["wer", "semantic-wer"],
                judge=judging(wire, "judge-strict"),
            )
        )
        for kind in (list, iter, lambda texts: (text for text in texts))
    ]
    assert {result["semantic-wer"].errors for result in found} == {6}
    assert len({result.render("json") for result in found}) == 1


@pytest.mark.parametrize("call", [lambda score: score(), in_a_loop], ids=["script", "notebook"])
def test_a_forgiver_that_asks_a_model(
    wire: WireServer, call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SCENARIOS, "same", Scenario("same", [Reply({"same": True})]))
    run = wire.new_run()
    model = LanguageModel(MODEL, base_url=wire.base_url("anthropic", "same", run))
    result = call(
        lambda: mg.score(iter(SAID), iter(HEARD), metrics=["wer"], forgive=[Later(model)])
    )
    assert result["wer"].errors == 0
    assert len(wire.sent[run]) == 1  # one kind of difference


def test_a_judge_takes_no_forgivers(wire: WireServer) -> None:
    """It says itself what is forgiven; nobody is asked before that is said."""
    with pytest.raises(UsageError, match="semantic-wer does not go with forgive="):
        mg.score(
            *(iter(SAID), iter(HEARD)),
            metrics=["wer", "semantic-wer"],
            judge=judging(wire, "judge-strict"),
            forgive=["spacing"],
        )
