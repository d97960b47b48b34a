"""``--batch``: all questions in one batch of the vendor's, and complaints in the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg
from mondegreen.errors import UsageError
from mondegreen.judges import LanguageModel, Settings

if TYPE_CHECKING:
    from pathlib import Path

    from wire_server import WireServer

MODEL = "anthropic:claude-sonnet-5-5"


def judged(wire: WireServer, scenario: str, run: str, cache: Path, **options: Any) -> mg.Result:
    base_url = wire.base_url("anthropic", scenario, run)
    model = LanguageModel(MODEL, Settings(batch=True, poll=0.05), base_url=base_url)
    said = [f"please take box {n} to the car" for n in range(30)]
    heard = [text.replace("car", "cart") for text in said]
    judging = mg.Judging(model, cache=cache / "x.db", tell=lambda _line: None, **options)
    return mg.score(said, heard, metrics=["semantic-wer"], judge=judging)


@pytest.mark.parametrize(
    ("scenario", "protocol", "batches"),
    [
        ("judge-strict", "differences", 1),
        ("judge-leaves-out-once", "differences", 2),
        ("judge-strict", "single-pass", 2),
    ],
)
def test_a_batch(
    wire: WireServer, scenario: str, protocol: str, batches: int, tmp_path: Path
) -> None:
    run = wire.new_run()
    result = judged(wire, scenario, run, tmp_path, protocol=protocol)
    assert result["semantic-wer"].errors == 30
    assert result["semantic-wer"].utterances == 30
    assert [each.vendor for each in wire.sent[run]] == ["anthropic-batch"] * batches
    if protocol == "single-pass":
        assert len(wire.sent[run][0].body["requests"]) == 30
    again = judged(wire, scenario, run, tmp_path, protocol=protocol)
    assert again.to_dict() == result.to_dict()
    assert len(wire.sent[run]) == batches


def test_a_batch_and_a_budget_do_not_go_together() -> None:
    with pytest.raises(UsageError, match="batch"):
        mg.Judging(MODEL, batch=True, budget=1)


def test_a_batch_has_the_price_of_batches(wire: WireServer, tmp_path: Path) -> None:
    lines: list[str] = []
    run = wire.new_run()
    base_url = wire.base_url("anthropic", "judge-strict", run)
    spent = []
    for batch in (False, True):
        model = LanguageModel(MODEL, Settings(batch=batch, poll=0.05), base_url=base_url)
        judging = mg.Judging(model, cache=False, tell=lines.append)
        mg.score(
            ["take it to the car"], ["take it to the cart"], metrics=["semantic-wer"], judge=judging
        )
        spent.append(float(lines[-1].rpartition("back, ")[2].removesuffix(" USD")))
    assert 0 < spent[1] == pytest.approx(spent[0] / 2)


def test_models_without_a_batch_interface(wire: WireServer, tmp_path: Path) -> None:
    run = wire.new_run()
    for name, base_url in (
        ("openai-chat:my-model", wire.base_url("openai-chat", "judge-strict", run)),
        (MODEL, f"{wire.address}/nothing"),
    ):
        model = LanguageModel(name, Settings(batch=True), base_url=base_url)
        judging = mg.Judging(model, cache=tmp_path / "x.db", tell=lambda _line: None)
        with pytest.raises(UsageError, match="no batch interface"):
            mg.score(["a car"], ["a cart"], metrics=["semantic-wer"], judge=judging)
    assert wire.sent[run] == []
