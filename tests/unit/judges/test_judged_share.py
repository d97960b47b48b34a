"""What is said next to a judged rate: how many were judged, votes, canaries, and gates."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Self

import pytest

import mondegreen as mg
from mondegreen.cli.gates import failures
from mondegreen.errors import UsageError
from mondegreen.judges.answer import Answer
from mondegreen.judges.single_pass import Report, ReportedError
from mondegreen.metrics import METRICS
from mondegreen.options.judging import Judging, Settings
from mondegreen.scoring.renderers import RENDERERS

if TYPE_CHECKING:
    from pathlib import Path


class Refusing:
    """Refuses everything, and keeps what it was asked."""

    spec, remote, address = "test:model", False, None
    settings = Settings()

    def __init__(self) -> None:
        self.asked: list[Any] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        pass

    def host(self) -> str:
        return "nowhere"

    async def ask(self, question: Any) -> Answer[Any]:
        self.asked.append(question)
        return Answer("refused", "the model refused")


def scored(said: list[str], heard: list[str]) -> mg.Result:
    return mg.score(said, heard, metrics=["semantic-wer"], judge=Judging(Refusing()))


@pytest.mark.parametrize("protocol", ["differences", "single-pass"])
def test_canaries_are_counted_apart_in_the_estimate(protocol: str) -> None:
    told: list[str] = []
    model = Refusing()
    model.remote = True
    judge = Judging(model, protocol=protocol, canaries=True, tell=told.append, cache=False)
    mg.score(["a card"], ["a cart"], metrics=["semantic-wer"], judge=judge)
    own, known = [line for line in told if "estimate" in line and "asked again" not in line]
    assert own.endswith("two calls per sample: 2 calls")
    assert known.endswith("two calls per sample: 12 calls, for canaries")
    again = Refusing()
    judge = Judging(again, protocol=protocol)
    mg.score(["a card"], ["a cart"], metrics=["semantic-wer"], judge=judge)
    assert again.asked[0].digest == model.asked[0].digest  # the same question as with canaries


@pytest.mark.parametrize(
    "metric", [name for name in METRICS.names() if getattr(METRICS.get(name), "judged", False)]
)
def test_votes_are_real_or_refused(metric: str) -> None:
    """Each judged metric that there is: three votes are three questions, or an error."""
    kind: Any = METRICS.get(metric)
    for protocol, file in kind.protocols.items():
        judge: dict[str, Any] = {"model": Refusing(), "protocol": protocol, "votes": 3}
        if kind.takes_votes and file:
            assert "votes:3" in kind.pin(Judging(**judge))
            asked = Refusing()
            options = {**judge, "model": asked, "cache": False, "tell": str}
            mg.score(["a card"], ["a cart"], metrics=[metric], judge=options)
            assert sorted(question.sample for question in asked.asked) == [0, 1, 2]
            continue
        with pytest.raises(UsageError, match=r"^votes=3 \(--votes\): "):
            mg.score(["a card"], ["a cart"], metrics=[metric], judge=judge)


def test_a_rate_says_of_how_many_utterances_it_is() -> None:
    said, heard = ["a card"] * 4, ["a card", *["a cart"] * 3]
    result = scored(said, heard)
    shown = "0.00 to 37.50 % (0 of 3 judged)"
    assert result["semantic-wer"].judged_share == "0 of 3 judged"
    assert json.loads(RENDERERS.get("json")(result))["metrics"][0]["unjudged"] == 3
    for to in ("table", "html"):
        assert shown in RENDERERS.get(to)(result), to
    assert shown.replace("(", "\\(").replace(")", "\\)") in RENDERERS.get("markdown")(result)
    assert "0 of 3 judged" in RENDERERS.get("latex")(result)
    scorer = mg.Scorer(metrics=["semantic-wer"], judge=Judging(Refusing()))
    scorer.update(said, heard, metadata={"k": ["x", "x", "y", "x"]})
    assert "0.00 to 33.33 % (0 of 2 judged)" in str(scorer.compute(by=["k"]))
    whole = scored(["a card"], ["a card"])
    assert "judged)" not in str(whole)
    assert "unjudged" not in whole["semantic-wer"].to_dict()


class Reporting(Refusing):
    """Hands in every word of both texts as an error, in the protocol single-pass."""

    async def ask(self, question: Any) -> Answer[Any]:
        texts = json.loads(question.prompt)
        said, heard = texts["reference"].split(), texts["hypothesis"].split()
        wrong = [ReportedError("insertion", None, word) for word in heard[len(said) :]]
        wrong += [ReportedError("substitution", *pair) for pair in zip(said, heard, strict=False)]
        counts = min(len(said), len(heard)), 0, max(0, len(heard) - len(said)), len(said)
        report = Report(*counts, *texts.values(), wrong)
        assert not question.check(report)
        return Answer("ok", value=report)


def test_the_capped_rate_is_a_column_of_its_own(tmp_path: Path) -> None:
    judge = Judging(Reporting(), protocol="single-pass")
    texts = ["alpha"], ["beta omega sigma"]
    result = mg.score(*texts, metrics=["wer", "semantic-wer"], judge=judge)
    found = result["semantic-wer"]
    assert (found.value, found.capped, result["wer"].capped) == (3.0, 1.0, None)
    for to in ("table", "html", "markdown", "latex", "tsv", "csv"):
        assert "capped" in RENDERERS.get(to)(result).replace("capped_errors", ""), to
    alone = mg.score(*texts, metrics="semantic-wer", judge=judge)
    alone.to_html(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text("utf-8")
    assert '<dt>capped</dt><dd class="value">100.00 %</dd>' in page
    rates = [each.get("capped") for each in json.loads(RENDERERS.get("json")(result))["metrics"]]
    assert rates == [None, 1.0]
    assert "capped" not in str(scored(["a card"], ["a card"]))


class Half(Reporting):
    """Reports on pairs with a *card* alone."""

    async def ask(self, question: Any) -> Answer[Any]:
        return await (Reporting if "card" in question.prompt else Refusing).ask(self, question)


def test_the_share_is_of_what_needed_the_judge() -> None:
    """Ten equal pairs are in no share: of two that need the judge it judges one."""
    said, heard = ["same"] * 10 + ["card", "fee"], ["same"] * 10 + ["cart", "bee"]
    judge = Judging(Half(), protocol="single-pass")
    result = mg.score(said, heard, metrics=["wer", "semantic-wer"], judge=judge)
    assert result["semantic-wer"].judged_share == "1 of 2 judged"
    assert result.coverage.judged("semantic-wer") == 0.5
    for least, unmet in ((0.5, 0), (0.51, 1), (1.0, 1), (None, 0)):
        assert len(failures(result, {}, None, least)) == unmet
        assert failures(result, {"wer": 0.9}, None, None) == []
    (why,) = failures(result, {"semantic-wer": 2.0}, None, None)
    assert why.startswith("semantic-wer is ")
    assert "50.00 % of what needed the judge, so it cannot be said to be below 200.00 %" in why
    (why,) = failures(result, {"semantic-wer": 2.0}, None, 0.5)
    assert "is known of 1 of 2 judged, and nothing bounds the others (the model writes" in why
    (why,) = failures(result, {}, 0.9, None)
    assert "50.00 % of what needed the judge; --min-judged says how many are enough" in why
