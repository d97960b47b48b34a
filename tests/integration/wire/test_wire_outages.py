"""A model that is down for a part of a run, in every protocol: no figure, no open gate, no rank.

The model answers by a rule: from the start not at all, from the middle on not, not every other time, or
for pairs alone of which both texts are equal. The same pairs are scored without an outage, and what an
outage leaves to be said must hold for that.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import pytest
from wire_judges import JUDGES, Body, by, strings
from wire_replies import Answer, Failure, Reply

import mondegreen as mg
from mondegreen.calls.call import Call, Turn
from mondegreen.calls.scoring_calls import score_calls
from mondegreen.cli import main
from mondegreen.cli.gates import failures, unmet_by
from mondegreen.judges import client
from mondegreen.options.judging import Judging

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wire_server import WireServer

MODEL: Final = "anthropic:claude-sonnet-5-5"
DOWN: Final = Failure(500, "server", "Internal error.")
NOUNS: Final = [
    "card",
    "fee",
    "bill",
    "order",
    "parcel",
    "ticket",
    "letter",
    "form",
    "invoice",
    "contract",
]
SAID: Final = [f"please send the {noun} today" for noun in NOUNS]
ODD: Final = {"good": NOUNS[:1], "bad": NOUNS[:6]}
"""In which utterances each system hears another word; the bad one in more."""

PROTOCOLS: Final = {
    "semantic-wer, differences": ("semantic-wer", "differences"),
    "semantic-wer, single-pass": ("semantic-wer", "single-pass"),
    "facts, two-step": ("facts", "two-step"),
    "facts, single-call": ("facts", "single-call"),
    "canonical-wer": ("canonical-wer", None),
    "conversational-wer": ("conversational-wer", None),
}
OUTAGES: Final = ("from the start", "from the middle", "every other", "for what differs")
_TAGGED: Final = re.compile(r"<([\w-]+)>\n(.*?)\n</\1>", re.DOTALL)


def heard(system: str) -> list[str]:
    return [
        text.replace(noun, "elephant") if noun in ODD[system] else text
        for text, noun in zip(SAID, NOUNS, strict=True)
    ]


def texts_in(body: Body) -> dict[str, str]:
    return dict(_TAGGED.findall("\n".join(strings(body))))


def answer(body: Body) -> Reply:
    """Answer any question: all that differs matters, and a reference has one fact."""
    texts = texts_in(body)
    if "facts" in texts:
        kept = texts["hypothesis"] == texts["reference"]
        quotation = texts["hypothesis"] if kept else ""
        verdict = "preserved" if kept else "missing"
        fact = {"number": 1, "verdict": verdict, "quotation": quotation, "because": "so it is"}
        return Answer({"facts": [fact], "invented": []})
    if "expected" in texts:
        verdict = "both" if texts["expected"] == texts["got"] else "expected"
        return Answer({"facts": [{**fact_of(texts["expected"]), "verdict": verdict}]})
    if "transcript" in texts:
        return Answer({"canonical_transcript": texts["transcript"], "entities": []})
    if "hypothesis" in texts:
        return Answer(differences(texts["reference"], texts["hypothesis"]))
    if "reference" in texts:
        text = texts["reference"]
        return Answer({"facts": [{**fact_of(text), "quotation": text}]})
    return by(lambda _line: False)(body)


def fact_of(text: str) -> Body:
    return {"subject": "speaker", "predicate": "says", "object": text}


def differences(reference: str, hypothesis: str) -> Body:
    pairs = [
        {"reference": said, "hypothesis": other}
        for said, other in zip(reference.split(), hypothesis.split(), strict=True)
        if said != other
    ]
    return {
        "normalized_reference": reference,
        "normalized_hypothesis": hypothesis,
        "substitution_pairs": pairs,
        "deletion_words": [],
        "insertion_words": [],
        "substitutions": len(pairs),
        "deletions": 0,
        "insertions": 0,
        "explanation": "another thing",
    }


@dataclass
class Outage:
    """A judge that is down as a kind of outage says; it answers ``before`` requests first."""

    kind: str
    before: int
    asked: int = 0

    def __call__(self, body: Body) -> Reply:
        self.asked += 1
        down = {
            "": False,
            "from the start": True,
            "from the middle": self.asked > self.before,
            "every other": self.asked % 2 == 0,
            "for what differs": "elephant" in "\n".join(strings(body)),
        }
        return DOWN if down[self.kind] else answer(body)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(client, "_FIRST_WAIT", 0.01)
    monkeypatch.setenv("MONDEGREEN_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def judging(wire: WireServer, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Return what makes a `Judging` with a model that is down in some way, and its outage."""

    def made(kind: str = "", *, before: int = 0, protocol: str | None = None) -> Any:
        run = wire.new_run()
        outage = Outage(kind, before)
        monkeypatch.setitem(JUDGES, f"outage-{run}", outage)
        base_url = wire.base_url("anthropic", f"outage-{run}", run)
        options: dict[str, Any] = {"base_url": base_url, "protocol": protocol, "tell": str}
        return Judging(MODEL, retries=0, concurrency=1, cache=False, **options), outage

    return made


def scored(judging: Any, system: str, protocol: str, kind: str = "") -> mg.Result:
    """Score one system; the model is down from the middle of what it is asked without an outage."""
    metric, way = PROTOCOLS[protocol]
    before = 0
    if kind == "from the middle":
        judge, outage = judging(protocol=way)
        mg.score(SAID, heard(system), metrics=[metric], judge=judge)
        before = outage.asked // 2
    judge, _ = judging(kind, before=before, protocol=way)
    return mg.score(SAID, heard(system), metrics=["wer", metric], judge=judge)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_without_an_outage_systems_have_rates_and_ranks(judging: Any, protocol: str) -> None:
    metric, _ = PROTOCOLS[protocol]
    systems = {name: scored(judging, name, protocol) for name in ("bad", "good")}
    for result in systems.values():
        assert result[metric].value is not None
        assert result[metric].unjudged == 0
        assert failures(result, {metric: 1.0}, 1.0, 1.0) == []
    found = mg.compare(systems, metric, test="mcnemar")
    assert [each.name for each in found.scores] == ["good", "bad"]
    assert found.refused == []
    assert None not in [each.rank for each in found.scores]


@pytest.mark.parametrize("kind", OUTAGES)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_an_outage_is_no_figure_no_open_gate_and_no_rank(
    judging: Any, protocol: str, kind: str
) -> None:
    metric, _ = PROTOCOLS[protocol]
    good, bad = (scored(judging, name, protocol) for name in ("good", "bad"))
    result = scored(judging, "bad", protocol, kind)
    whole, part = bad[metric], result[metric]
    assert result["wer"] == bad["wer"]
    if (
        kind == "every other" and not part.unjudged
    ):  # one question had all, or what failed only closed
        assert part.value == whole.value
        return
    assert part.unjudged > 0, part
    assert (part.value, result.rate(metric=metric)) == (None, None)
    assert result.coverage.needed[metric] == part.needed >= part.unjudged
    if (
        protocol != "facts, two-step"
    ):  # of what is not listed nobody knows whether it is asked about
        assert part.needed == whole.needed
    assert result.coverage.unjudged[metric] == {"unavailable": part.unjudged}
    if part.value_low is not None and part.value_high is not None:
        assert part.value_low <= float(whole) <= part.value_high
    else:
        assert "no bounds" in str(part.reason)
    assert failures(result, {metric: 1.0}, None) != []
    assert failures(result, {}, 0.5) != []
    assert failures(result, {}, None, 1.0) != []
    both = {"bad": result, "good": good}
    found = mg.compare(both, metric, test="mcnemar", baseline="good", margin=1)
    if any(each.rank for each in found.scores):  # it holds whatever the judge would have said
        assert [each.name for each in found.scores] == ["good", "bad"]
    else:
        assert "unjudged" in found.refused[0]
    if kind in {"from the start", "for what differs"}:
        assert [each.rank for each in found.scores] == [None, None]
        assert found.pairs[0].p is None
    assert [each.met for each in found.verdicts] == [False]
    (wer,) = mg.compare(both, "wer", test="mcnemar").pairs
    assert wer.refused == ""


@pytest.mark.parametrize("protocol", ["semantic-wer, differences", "canonical-wer"])
def test_what_was_not_judged_is_no_other_reference(
    judging: Any, protocol: str, tmp_path: Path
) -> None:
    """A file of an older release has no digests, so lengths are compared; an open row has none."""
    metric, _ = PROTOCOLS[protocol]
    files = {}
    for name, kind in (("whole", ""), ("part", "from the middle")):
        path = tmp_path / f"{name}.json"
        scored(judging, "bad", protocol, kind).save(path, texts=False)
        content = json.loads(path.read_text("utf-8"))
        del content["columns"]["reference_digest"]
        path.write_text(json.dumps(content), "utf-8")
        files[name] = mg.load(path)
    found = mg.compare(files, metric, test="mcnemar", baseline="whole", margin=1)
    assert "unjudged" in found.refused[0]
    assert [each.met for each in found.verdicts] == [False]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_command_says_so_and_exits_with_1(
    wire: WireServer,
    monkeypatch: pytest.MonkeyPatch,
    protocol: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    metric, way = PROTOCOLS[protocol]
    run = wire.new_run()
    monkeypatch.setitem(JUDGES, f"outage-{run}", Outage("from the start", 0))
    for name, texts in (("said", SAID), ("heard", heard("bad"))):
        (tmp_path / f"{name}.txt").write_text("\n".join(texts) + "\n")
    files = [str(tmp_path / "said.txt"), str(tmp_path / "heard.txt")]
    address = ["--model", MODEL, "--base-url", wire.base_url("anthropic", f"outage-{run}", run)]
    asked = [*address, "--cache", "none", *(["--protocol", way] if way else [])]
    with pytest.raises(SystemExit) as done:
        main(["score", *files, "-m", metric, *asked, "--fail-above", f"{metric}=100%"])
    out, said = capsys.readouterr()
    assert done.value.code == 1
    assert re.search(r"(0\.00 to [\d.]+ %|not known) \(0 of \d+ judged\)", out), out
    assert f"gate not met: {metric} is " in said


@pytest.mark.parametrize("kind", OUTAGES)
def test_calls_have_no_rate_and_meet_no_gate(judging: Any, kind: str) -> None:
    texts = list(zip(SAID, heard("bad"), strict=True))
    calls = [
        Call(f"c{at}", (Turn("Agent", said),), (Turn("assistant", other),))
        for at, (said, other) in enumerate(texts)
    ]
    methods = ("library", "canonical", "conversational")
    whole, _ = judging()
    (right,) = score_calls(calls, methods=methods, judging=whole)
    assert [method.unjudged for method in right.methods] == [0, 0, 0]
    assert None not in [method.rate for method in right.methods]
    judge, _ = judging(kind, before=4)
    (side,) = score_calls(calls, methods=methods, judging=judge)
    library, *judged = side.methods
    assert library.rate == right.methods[0].rate
    assert unmet_by(library, 1.0, None) == []
    for method, full in zip(judged, right.methods[1:], strict=True):
        assert method.unjudged > 0
        assert (method.rate, method.average, method.concatenated) == (None, None, None)
        assert (method.value_low, method.value_high) == (None, None)
        assert method.needed == full.needed
        assert unmet_by(method, 1.0, None) != []
        assert unmet_by(method, 1.0, 0.01) != []
