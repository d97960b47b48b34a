"""A store that has some of the answers, where the model may not be asked or has no key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg
from mondegreen.options.judging import NoModelError

if TYPE_CHECKING:
    from pathlib import Path

    from wire_server import WireServer

SAID = ["take it to the car", "no more", "call my mother", "it is late", "same"]
HEARD = ["take it to the cart", "no moor", "call my brother", "it is lath", "same"]


@pytest.fixture(params=["offline", "no key"])
def judged(
    request: pytest.FixtureRequest,
    wire: WireServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Any:
    """Score a part with a model, and return what scores without one."""
    run, told = wire.new_run(), []
    options = {
        "model": "anthropic:claude-sonnet-5-5",
        "base_url": wire.base_url("anthropic", "judge-strict", run),
        "protocol": "single-pass",
        "cache": tmp_path / "a.db",
    }

    def score(count: int, metrics: list[str], **more: Any) -> mg.Result:
        judging = mg.Judging(**options, **more, tell=told.append)
        return mg.score(SAID[:count], HEARD[:count], metrics=metrics, judge=judging)

    score(2, ["semantic-wer"])
    told.clear()
    if request.param == "offline":
        monkeypatch.setenv("MONDEGREEN_OFFLINE", "1")
    else:
        monkeypatch.delenv("ANTHROPIC_API_KEY")
    sent = len(wire.sent[run])
    yield score, told
    assert len(wire.sent[run]) == sent


def test_with_another_metric_what_is_kept_counts(judged: Any) -> None:
    score, told = judged
    result = score(5, ["wer", "semantic-wer"])
    assert result["wer"].errors == 4
    assert (result["semantic-wer"].errors, result["semantic-wer"].utterances) == (2, 3)
    assert result.coverage.unjudged["semantic-wer"] == {"no-model": 2}
    reason = result["semantic-wer"].reason  # equal texts need no model
    assert reason == (
        "2 of 4 judged; no bounds: the model writes the texts whose words are counted"
    )
    reasons = {why.reason for why in result.unjudged("semantic-wer").values()}
    assert len(reasons) == 1
    assert "MONDEGREEN_OFFLINE" in (reason := reasons.pop()) or "there is no key" in reason
    assert "semantic-wer: 2 of 4 answers are kept, and the others are not asked for" in told[0]
    assert len([line for line in told if "warning" in line]) == 1
    assert told[1:] == ["mondegreen: semantic-wer: 2 from the store, 2 not asked"]


def test_alone_it_is_an_error(judged: Any) -> None:
    score, told = judged
    with pytest.raises(
        NoModelError, match="2 of 4 answers are kept, and count together with another"
    ):
        score(5, ["semantic-wer"])
    assert told == []
    assert score(2, ["semantic-wer"])["semantic-wer"].errors == 2


def test_where_nothing_is_kept_the_metric_is_left_out(judged: Any, tmp_path: Path) -> None:
    score, told = judged
    for file in tmp_path.glob("a.db*"):
        file.unlink()
    result = score(5, ["wer", "semantic-wer"])
    assert result["semantic-wer"].value is None
    assert result.coverage.unjudged["semantic-wer"] == {"no-model": 4}
    assert len([line for line in told if "semantic-wer is not scored" in line]) == 1


def test_canaries_that_are_not_kept_lose_no_number(judged: Any) -> None:
    score, told = judged
    result = score(2, ["semantic-wer"], canaries=True)
    assert result["semantic-wer"].errors == 2
    assert [line for line in told if "canaries are not asked about" in line]
