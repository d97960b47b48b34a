"""Every kind of failure of a wire, in every protocol, on every vendor's interface, with the real clients.

What must hold of each run: a figure of which every utterance was judged is the right one; nothing hangs;
no key is in anything that is written; and where an utterance has no judgement, a gate is red.
"""

from __future__ import annotations

import io
import json
import sys
import time
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from wire_good import PAIRS
from wire_kinds import BY_NAME, GOOD, HELD, KINDS, STOPS
from wire_raw import RawServer, http, serving_raw

from mondegreen.cli import main
from mondegreen.judges import LanguageModel, Question, ask_all, client
from mondegreen.judges.custom import JUDGES, CustomMetricResult
from mondegreen.judges.quoting import same_text
from mondegreen.metrics import METRICS
from mondegreen.options.judging import Judging, Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MODELS = {
    "anthropic": "anthropic:claude-sonnet-5-5",
    "openai-chat": "openai-chat:gpt-5.2",
    "openai": "openai:gpt-5.2",
    "google": "google:gemini-3-pro-preview",
}
PROTOCOLS = {
    "differences": ("semantic-wer", "differences"),
    "single-pass": ("semantic-wer", "single-pass"),
    "facts": ("facts", "two-step"),
    "facts single-call": ("facts", "single-call"),
    "canonical": ("canonical-wer", None),
    "conversational": ("conversational-wer", None),
    "custom": ("own-judge", None),
    "calls canonical": ("canonical", None),
    "calls conversational": ("conversational", None),
}
LONGEST = 60.0
"""Seconds that a run of at most ten questions may take; the timeout is one, and a request is sent twice."""


@dataclass
class Same:
    """What the judge of one's own asks for: a ruling, and words that show what it is about."""

    same: bool
    quotation: str


class Run(NamedTuple):
    """What came of a run.

    Attributes:
        figure: the rate, where every utterance was judged.
        status: of the process.
        seconds: it took.
        written: all that it wrote.
    """

    figure: float | None
    status: int
    seconds: float
    written: str


class Wire:
    """Runs the command line against the server."""

    def __init__(self, server: RawServer, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.server, self.folder, self.runs = server, folder, 0
        self.right: dict[str, float | None] = {}
        self.data = folder / "pairs.jsonl"
        rows = ({"id": str(n), "reference": a, "hypothesis": b} for n, (a, b) in enumerate(PAIRS))
        self.data.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        for number, pair in enumerate(PAIRS):
            call = folder / "calls" / f"call-{number}"
            call.mkdir(parents=True)
            sides = (("gt", "Agent"), ("ref", "assistant"))
            for text, (name, speaker) in zip(pair, sides, strict=True):
                turn = [{"speaker": speaker, "content": text}]
                (call / f"{name}_transcript.json").write_text(json.dumps(turn), "utf-8")
        patch.setattr(client, "_FIRST_WAIT", 0.01)
        patch.setattr(Judging, "settings", property(quick))

    def play(self, kind: str, protocol: str, vendor: str) -> Run:
        """Score with a server that fails in one way."""
        self.runs += 1
        is_good = kind == "good" or BY_NAME[kind].becomes == GOOD
        # On a busy machine answers come late, which is not a failure.
        Own.timeout = LONGEST if is_good else 1.0
        base_url = self.server.base_url(vendor, kind, f"r{self.runs}")
        metric, named = PROTOCOLS[protocol]
        options = ["--model", MODELS[vendor], "--base-url", base_url, "--cache", "none", "--json"]
        if protocol.startswith("calls"):
            arguments = ["calls", str(self.folder / "calls"), "--method", metric, *options]
            arguments += ["--fail-above", f"{metric}=100%"]
        else:
            arguments = ["score", str(self.data), "-m", metric, *options]
            arguments += ["--protocol", named] if named else []
            arguments += ["--fail-above", f"{metric}=100%"]
        Own.model = MODELS[vendor], base_url
        begun = time.monotonic()
        status, out, err = command(arguments)
        seconds = time.monotonic() - begun
        figure = figure_of(out, protocol) if status in {0, 1} else None
        return Run(figure, status, seconds, out + err)


class Own:
    """A judge of one's own that asks a model."""

    model = ("", "")
    timeout = 1.0

    @staticmethod
    async def judge(expected: str, got: str) -> CustomMetricResult:
        """Whether two texts say the same."""
        spec, base_url = Own.model
        asked: Question[Same] = Question(
            "own", "same@1", "Do they say the same?",
            f"<said>\n{expected}\n</said>\n<heard>\n{got}\n</heard>", Same,
            check=lambda found: [] if same_text(found.quotation, got) else ["quote <heard>"],
        )  # fmt: skip
        model = LanguageModel(spec, Settings(timeout=Own.timeout, retries=1), base_url=base_url)
        (answer,) = await ask_all([asked], model, tell=str)
        if answer.value is None:
            raise RuntimeError(answer.reason)
        score = 0.0 if answer.value.same else 100.0
        return CustomMetricResult(score, "as it says", quotations=(answer.value.quotation,))


def quick(_judging: Judging) -> Settings:
    """Return settings with which what hangs does not take long."""
    return Settings(timeout=Own.timeout, retries=1, concurrency=1)


def command(arguments: list[str]) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = 0
    with redirect_stdout(out), redirect_stderr(err):
        try:
            main(arguments)
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else int(bool(ended.code))
    return status, out.getvalue(), err.getvalue()


def figure_of(out: str, protocol: str) -> float | None:
    """Return the rate, or ``None`` where an utterance has none."""
    data = json.loads(out)
    if protocol.startswith("calls"):
        method = data["sides"][0]["methods"][-1]
        whole = all(call.get("status", "ok") == "ok" for call in method.get("calls", []))
        return method["rate"] if whole else None
    (metric,) = data["metrics"]
    return None if metric.get("unjudged") else metric["value"]


@pytest.fixture(scope="module")
def server() -> Iterator[RawServer]:
    good: dict[str, Any] = {"good": lambda asked: [http(asked.whole())]}
    with serving_raw(good | {name: kind.serve for name, kind in BY_NAME.items()}) as found:
        yield found


@pytest.fixture
def wire(server: RawServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Wire:
    monkeypatch.setattr(METRICS, "_table", dict(METRICS._table))
    monkeypatch.setattr(JUDGES, "_table", dict(JUDGES._table))
    JUDGES.register("own-judge", Own.judge)
    return Wire(server, tmp_path, monkeypatch)


RIGHT: dict[str, float | None] = {}


def right(wire: Wire, protocol: str) -> float | None:
    """Return the figure of a good server."""
    if protocol not in RIGHT:
        run = wire.play("good", protocol, "openai-chat")
        assert (run.status, run.figure is None) == (0, False), run.written
        RIGHT[protocol] = run.figure
    return RIGHT[protocol]


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("vendor", MODELS)
def test_a_good_server_gives_the_same_figure_by_every_vendor(
    wire: Wire, protocol: str, vendor: str
) -> None:
    assert wire.play("good", protocol, vendor).figure == right(wire, protocol)


def checked(wire: Wire, number: str, protocol: str, vendor: str, key: str) -> str:
    """Play a kind, hold it against what must be, and return what it became."""
    kind = BY_NAME[number]
    expected = right(wire, protocol)
    run = wire.play(number, protocol, vendor)
    what = f"{kind.name}, {protocol}, {vendor}: {run}"
    assert run.seconds < LONGEST, what
    assert key not in run.written, what
    assert "Traceback" not in run.written, what
    if run.figure is not None:
        assert run.figure == expected, what
        assert run.status == 0, what
        assert kind.becomes not in {HELD, STOPS}, what
        return "right"
    assert run.status in {1, 2}, what
    assert kind.becomes != GOOD or protocol == "custom", what  # whose requests overlap
    return "stops" if run.status == 2 else "unjudged, gate red"


@pytest.mark.parametrize("number", [pytest.param(n, id=BY_NAME[n].name, marks=[pytest.mark.slow] if BY_NAME[n].slow else []) for n in BY_NAME])  # fmt: skip
def test_each_kind_once(wire: Wire, keys: str, number: str) -> None:
    """By a protocol and a vendor, others for each kind; all of them are in the slow test."""
    protocols, vendors = list(PROTOCOLS), list(MODELS)
    protocol = protocols[int(number) * 2 % len(protocols)]
    checked(wire, number, protocol, vendors[int(number) % len(vendors)], keys)


@pytest.mark.slow
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_kind_in_every_protocol(wire: Wire, keys: str, protocol: str) -> None:
    """By a vendor, another for each kind, so that every two of kind, protocol and vendor meet.

    A client turns the reply of a vendor into an answer before a protocol sees it, and knows no
    protocol. So what fails needs at most two of the three.
    """
    found: Counter[str] = Counter()
    wrong = []
    for number in BY_NAME:
        try:
            found[checked(wire, number, protocol, vendor_of(number, protocol), keys)] += 1
        except AssertionError as error:
            wrong.append(str(error)[:600])
    sys.stdout.write(f"{protocol}: {len(BY_NAME)} runs, {dict(found)}\n")
    assert not wrong, "\n".join(wrong)
    assert sum(found.values()) == len(KINDS)


def vendor_of(number: str, protocol: str) -> str:
    """Return the vendor that a kind is played by in a protocol."""
    return list(MODELS)[(int(number) + list(PROTOCOLS).index(protocol)) % len(MODELS)]


def test_every_two_of_kind_protocol_and_vendor_meet() -> None:
    played = [(n, each, vendor_of(n, each)) for n in BY_NAME for each in PROTOCOLS]
    assert {(n, vendor) for n, _, vendor in played} == set(product(BY_NAME, MODELS))
    assert {(each, vendor) for _, each, vendor in played} == set(product(PROTOCOLS, MODELS))
