"""What a server may answer, in no vendor's words yet, and the scenarios made of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Answer:
    """An answer as it was asked for: a call of the tool, or JSON as the whole reply."""

    data: dict[str, Any]


@dataclass(frozen=True)
class Words:
    """A reply in words; `cut` at the limit of tokens."""

    text: str
    cut: bool = False


@dataclass(frozen=True)
class CutCall:
    """A call of the tool that the limit of tokens cut."""


@dataclass(frozen=True)
class Refusal:
    """The model does not want to, or the vendor's filter does not."""

    text: str = "I cannot help with that."


@dataclass(frozen=True)
class Failure:
    """An error of the vendor; `kind` is one of the keys that each vendor spells in its own way."""

    status: int
    kind: str
    message: str
    retry_after: str | None = None


@dataclass(frozen=True)
class Raw:
    """Any bytes with status 200."""

    body: bytes
    kind: str = "text/html"


@dataclass(frozen=True)
class Slow:
    """An answer that takes its time."""

    seconds: float
    then: Answer


@dataclass(frozen=True)
class CutConnection:
    """The connection ends in the middle of the body."""


@dataclass(frozen=True)
class CutBody:
    """A whole response whose JSON ends in the middle."""


Reply = Answer | Words | CutCall | Refusal | Failure | Raw | Slow | CutConnection | CutBody
CUT_JSON = '{"substitutions": 1, "deletions": 0, "inser'


def counts(substitutions: int = 1, errors: list[tuple[str, str]] | None = None) -> Answer:
    """Return an answer of the form that the tests ask for."""
    named = [("substitution", "card")] if errors is None else errors
    listed = [{"type": kind, "word": word} for kind, word in named]
    rest = {"deletions": 0, "insertions": 0, "errors": listed}
    return Answer({"substitutions": substitutions, **rest})


GOOD = counts()
LIMITED = Failure(429, "rate", "Too many requests, slow down.", retry_after="1")


@dataclass(frozen=True)
class Scenario:
    """What a server answers to the requests of one run; the last reply goes on for ever."""

    name: str
    replies: list[Reply] = field(default_factory=list)

    def reply(self, number: int) -> Reply:
        return self.replies[min(number, len(self.replies) - 1)]


SCENARIOS = {
    scenario.name: scenario
    for scenario in (
        Scenario("success", [GOOD]),
        Scenario("two-turns", [GOOD, Words("One substitution, so the rate is 25 %.")]),
        Scenario("disagree-once", [counts(3), GOOD]),
        Scenario("disagree-always", [counts(3)]),
        Scenario("no-tool", [Words("The word error rate is 25 %.")]),
        Scenario("cut-text", [Words("Let me look at the first", cut=True)]),
        Scenario("cut-call", [CutCall()]),
        Scenario("cut-json", [Words(CUT_JSON)]),
        Scenario("cut-json-at-limit", [Words(CUT_JSON, cut=True)]),
        Scenario("fenced", [Words('```json\n{"substitutions":0,"deletions":0,"insertions":0,"errors":[]}\n```')]),
        Scenario("empty", [Words("")]),
        Scenario("html", [Raw(b"<!DOCTYPE html><html><title>Sign in</title></html>")]),
        Scenario("html-once", [Raw(b"<html>Bad gateway</html>"), GOOD]),
        Scenario("cut-body", [CutBody()]),
        Scenario("refusal", [Refusal()]),
        Scenario("wrong-key", [Failure(401, "key", "Incorrect API key provided: {key}")]),
        Scenario("no-model", [Failure(404, "model", "The model does not exist.")]),
        Scenario("rejected", [Failure(400, "request", "Unsupported parameter.")]),
        Scenario("rejected-once", [Failure(400, "request", "Unsupported text."), GOOD]),
        Scenario("limited-once", [LIMITED, GOOD]),
        Scenario("limited-always", [LIMITED]),
        Scenario("limited-long", [Failure(429, "rate", "Come back tomorrow.", retry_after="80000")]),
        Scenario("failing", [Failure(500, "server", "Internal error.")]),
        Scenario("failing-once", [Failure(500, "server", "Internal error."), GOOD]),
        Scenario("overloaded", [Failure(529, "overloaded", "Overloaded.")]),
        Scenario("slow", [Slow(3, GOOD)]),
        Scenario("cut-connection", [CutConnection()]),
        Scenario("wrong-enum", [counts(errors=[("replacement", "card")])]),
        Scenario("invented-number", [counts(99, [("substitution", "card")] * 99)]),
        Scenario("empty-list", [counts(errors=[])]),
    )
}  # fmt: skip
