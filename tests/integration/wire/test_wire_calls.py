"""Calls by ``canonical`` and ``conversational`` through the vendors' clients over real HTTP.

Whatever goes wrong is a named failure or is repaired, and never a rate of 0.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from wire_replies import (
    SCENARIOS,
    Answer,
    CutBody,
    CutCall,
    Failure,
    Refusal,
    Reply,
    Scenario,
    Words,
)

from mondegreen.calls.artifacts import artifacts
from mondegreen.calls.call import Call, Turn
from mondegreen.calls.scoring_calls import SideResult, score_calls
from mondegreen.judges import LanguageModel, Settings, client
from mondegreen.options.judging import Judging
from mondegreen.report.calls import content, render

if TYPE_CHECKING:
    from wire_server import WireServer

MODELS = {
    "openai": ("openai:gpt-5.2", "gpt"),
    "openai-chat": ("openai-chat:gpt-5.2", "gpt"),
    "google": ("google:gemini-3-pro-preview", "gemini"),
}
SAID = "please cancel my card because the fee of 20 dollars is too high"
HEARD = "please cancel my car because the fee of 50 dollars is too high"
CALLS = [Call("one", (Turn("Agent", SAID),), (Turn("assistant", HEARD),))]


def canonical(text: str) -> dict[str, Any]:
    entity = {"value": text.split()[8], "type": "money"}
    return {"canonical_transcript": text, "entities": [entity]}


CONVERSATIONAL = {
    "normalized_reference": SAID,
    "normalized_hypothesis": HEARD,
    "substitution_pairs": [
        {"reference": "card", "hypothesis": "car"},
        {"reference": "20", "hypothesis": "50"},
    ],
    "deletion_words": [],
    "insertion_words": [],
    "substitutions": 2,
    "deletions": 0,
    "insertions": 0,
    "explanation": "other thing, other amount",
}
GOOD = {
    "canonical": [Answer(canonical(SAID)), Answer(canonical(HEARD))],
    "conversational": [Answer(CONVERSATIONAL)],
}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_FIRST_WAIT", 0.01)


class Play:
    """Replies in the order of the requests, the last one for ever."""

    def __init__(self, wire: WireServer, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wire, self.patch = wire, monkeypatch

    def score(
        self, vendor: str, method: str, *replies: Reply, calls: list[Call] = CALLS
    ) -> SideResult:
        run = self.wire.new_run()
        name = f"calls-{run}"
        self.patch.setitem(SCENARIOS, name, Scenario(name, list(replies)))
        base_url = self.wire.base_url(vendor, name, run)
        settings = Settings(retries=1, concurrency=1)
        model = LanguageModel(MODELS[vendor][0], settings, base_url=base_url)
        judging = Judging(model, cache=False, concurrency=1, tell=lambda _: None)
        (side,) = score_calls(calls, methods=("library", method), judging=judging)
        return side


@pytest.fixture
def play(wire: WireServer, monkeypatch: pytest.MonkeyPatch) -> Play:
    return Play(wire, monkeypatch)


@pytest.mark.parametrize("vendor", MODELS)
@pytest.mark.parametrize("method", GOOD)
def test_success(play: Play, vendor: str, method: str) -> None:
    side = play.score(vendor, method, *GOOD[method])
    library, asked = side.methods
    assert library.counts == asked.counts == (11, 2, 0, 0)
    assert asked.model == MODELS[vendor][0]
    names = {name for _, name in artifacts(side, asked)}
    provider = MODELS[vendor][1]
    if method == "canonical":
        assert f"wer+eer_{provider}_lib.json" in names
        assert side.entities["canonical"]["one"]["money"].forgiving == 0
    else:
        assert names == {f"global_wer_{provider}_llm.json", f"output_{provider}_llm.txt"}


def truncated(good: dict[str, Any]) -> Words:
    return Words(json.dumps(good)[:70])


def broken(method: str) -> dict[str, Reply]:
    good: dict[str, Any] = canonical(SAID) if method == "canonical" else CONVERSATIONAL
    found: dict[str, Reply] = {
        "truncated JSON": truncated(good),
        "cut at the limit": Words(json.dumps(good)[:70], cut=True),
        "cut tool call": CutCall(),
        "extra data": Words(json.dumps(good) + json.dumps(good)),
        "words alone": Words("The word error rate is 0 %."),
        "no words": Words(""),
        "refusal": Refusal(),
        "cut body": CutBody(),
        "server fails": Failure(500, "server", "Internal error."),
    }
    if method == "canonical":
        found["empty transcript"] = Answer({"canonical_transcript": "", "entities": []})
        found["a third of it"] = Answer({"canonical_transcript": "please cancel", "entities": []})
    else:
        found["empty side"] = Answer({**good, "normalized_hypothesis": ""})
        found["wrong counts"] = Answer({**good, "substitutions": 0})
        found["no list"] = Answer({**good, "substitution_pairs": []})
        found["words of nowhere"] = Answer({**good, "deletion_words": ["zebra"], "deletions": 1})
    return found


CASES = [(method, name) for method in GOOD for name in broken(method)]


@pytest.mark.parametrize("vendor", ["openai", "google"])
@pytest.mark.parametrize(("method", "name"), CASES)
def test_what_goes_wrong_is_a_named_failure(
    play: Play, vendor: str, method: str, name: str
) -> None:
    side = play.score(vendor, method, broken(method)[name])
    asked = side.methods[1]
    (outcome,) = asked.outcomes
    assert outcome.counts is None
    assert outcome.status not in {"ok", ""}
    assert outcome.reason
    assert (asked.rate, asked.average, side.common) == (None, None, [])
    assert f"not scored: one by {method}: {outcome.status}" in render([side], {})
    (plain,) = content([side], {})["sides"]
    assert plain["methods"][1]["rate"] is None
    for (_, file), text in artifacts(side, asked).items():
        if file.endswith(".json"):
            assert '"status": "' in text
            assert outcome.status in text


ONCE = [(m, n) for m, n in CASES if n not in {"refusal", "cut at the limit", "cut tool call"}]


@pytest.mark.parametrize("vendor", ["openai", "google"])
@pytest.mark.parametrize(("method", "name"), ONCE)
def test_what_goes_wrong_once_is_repaired(play: Play, vendor: str, method: str, name: str) -> None:
    side = play.score(vendor, method, broken(method)[name], *GOOD[method])
    assert side.methods[1].counts == (11, 2, 0, 0)


@pytest.mark.parametrize("vendor", ["openai", "google"])
def test_words_claimed_are_not_words_counted(play: Play, vendor: str) -> None:
    words = [f"word{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}" for n in range(862)]
    text, other = " ".join(words), " ".join([*words[:-1], "else"])
    answer = {
        **CONVERSATIONAL, "normalized_reference": text, "normalized_hypothesis": other,
        "substitution_pairs": [{"reference": words[-1], "hypothesis": "else"}], "substitutions": 1,
        "total_reference_words": 368, "conversational_wer": 0.0,
    }  # fmt: skip
    calls = [Call("long", (Turn("Agent", text),), (Turn("assistant", other),))]
    side = play.score(vendor, "conversational", Answer(answer), calls=calls)
    assert side.methods[1].counts == (861, 1, 0, 0)
    report = json.loads(
        next(t for (_, n), t in artifacts(side, side.methods[1]).items() if n.endswith(".json"))
    )
    assert report["per_call_results"]["long"]["wer_metrics"]["total_reference_words"] == 862
    assert report["global_metrics"]["global_conversational_wer_aggregate"] == 1 / 862
