"""What a server may answer, in no vendor's words yet, and the scenarios made of it."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


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


@dataclass(frozen=True)
class Calls:
    """Several calls of tools in one reply; a name that is ``None`` is that of the tool asked for."""

    calls: tuple[tuple[str | None, dict[str, Any]], ...]


@dataclass(frozen=True)
class Bent:
    """A good answer whose bytes, or whose headers, are not what they should be."""

    bend: Callable[[bytes], bytes]
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Redirect:
    """The answer is to be had elsewhere: at the same server by another name."""

    status: int = 307


@dataclass(frozen=True)
class Endless:
    """A body in chunks, a byte every now and then, that never ends."""


Reply = (
    Answer | Words | CutCall | Refusal | Failure | Raw | Slow | CutConnection | CutBody
    | Calls | Bent | Redirect | Endless
)  # fmt: skip
MB = 1_000_000
CUT_JSON = '{"substitutions": 1, "deletions": 0, "inser'


def counts(substitutions: int = 1, errors: list[tuple[str, str]] | None = None) -> Answer:
    """Return an answer of the form that the tests ask for."""
    named = [("substitution", "card")] if errors is None else errors
    listed = [{"type": kind, "word": word} for kind, word in named]
    rest = {"deletions": 0, "insertions": 0, "errors": listed}
    return Answer({"substitutions": substitutions, **rest})


GOOD = counts()
TWICE = '{"substitutions": 0, ' + json.dumps(GOOD.data)[1:]
CONTROL = json.dumps(GOOD.data).replace("card", "ca\x01rd")
NOT_A_NUMBER = json.dumps(GOOD.data).replace('ons": 1', 'ons": NaN')
INFINITE = json.dumps(GOOD.data).replace('ons": 1', 'ons": Infinity')


def limited(wait: str) -> Failure:
    return Failure(429, "rate", "Too many requests, slow down.", retry_after=wait)


def padded(body: bytes) -> bytes:
    """Return the same JSON with 50 MB of white space in it."""
    return body[:-1] + b" " * 50 * MB + b"}"


LIMITED = Failure(429, "rate", "Too many requests, slow down.", retry_after="1")


@dataclass(frozen=True)
class Scenario:
    """What a server answers to the requests of one run; the last reply continues for ever."""

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
        Scenario("code-block", [Words('```json\n{"substitutions":0,"deletions":0,"insertions":0,"errors":[]}\n```')]),
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
        Scenario("same-call-twice", [Calls(((None, GOOD.data),) * 2)]),
        Scenario("calls-differ", [Calls(((None, GOOD.data), (None, counts(0, []).data)))]),
        Scenario("unknown-tool", [Calls((("delete_everything", GOOD.data),))]),
        Scenario("key-twice", [Words(TWICE)]),
        Scenario("not-a-number", [Words(NOT_A_NUMBER)]),
        Scenario("infinite", [Words(INFINITE)]),
        Scenario("control-character", [Words(CONTROL)]),
        Scenario("deep", [Words("[" * 500)]),
        Scenario("deep-body", [Raw(b"[" * 200_000, "application/json")]),
        Scenario("byte-order-mark", [Words("\ufeff" + json.dumps(GOOD.data))]),
        Scenario("byte-order-mark-body", [Bent(b"\xef\xbb\xbf".__add__)]),
        Scenario("huge", [Bent(padded)]),
        Scenario("huge-zipped", [Bent(lambda body: gzip.compress(padded(body)), {"content-encoding": "gzip"})]),
        Scenario("zipped", [Bent(gzip.compress, {"content-encoding": "gzip"})]),
        Scenario("zipped-unsaid", [Bent(gzip.compress)]),
        Scenario("zipped-untrue", [Bent(bytes, {"content-encoding": "gzip"})]),
        Scenario("zipped-twice", [Bent(lambda body: gzip.compress(gzip.compress(body)), {"content-encoding": "gzip, gzip"})]),
        Scenario("endless", [Endless()]),
        Scenario("error-and-answer", [Bent(lambda body: b'{"error": {"message": "upstream", "code": 502}, ' + body[1:].replace(b'"error": null, ', b""))]),
        Scenario("elsewhere", [Redirect()]),
        Scenario("limited-year", [limited("31536000")]),
        Scenario("limited-negative", [limited("-3600")]),
        Scenario("limited-nan", [limited("nan")]),
        Scenario("limited-past", [limited("Wed, 21 Oct 2015 07:28:00 GMT")]),
        Scenario("limited-date", [limited("Wed, 21 Oct 2099 07:28:00 GMT")]),
        Scenario("key-in-error", [Failure(500, "server", "Internal error with {key}.")]),
    )
}  # fmt: skip
