"""The kinds of failures of a wire, as data: what is served in place of a good reply."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wire_good import of_another
from wire_raw import RESET, Asked, http
from wire_replies import Answer, Calls, CutCall, Refusal, Reply, Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wire_raw import Part

MIB = 2**20
GOOD, HELD, STOPS = "good", "held", "stops"


@dataclass(frozen=True)
class Kind:
    """A kind of failure.

    Attributes:
        name: of it.
        serve: gets a request, and returns the parts of what is sent.
        becomes: ``held`` if rows must be unjudged, ``good`` if all is as with a good server, ``stops``
            if the run ends with one line, empty where it depends on the vendor or the protocol.
        slow: whether it takes seconds.
    """

    name: str
    serve: Callable[[Asked], Iterable[Part]]
    becomes: str = ""
    slow: bool = False


def fails(
    status: str, message: str = "Something went wrong.", **headers: str
) -> Callable[[Asked], list[Part]]:
    def serve(asked: Asked) -> list[Part]:
        said = message.replace("KEY", asked.key)
        number = int(status[:3])
        error = {"message": said, "type": "error", "code": number, "status": "ERROR"}
        return [http(json.dumps({"type": "error", "error": error}).encode(), status, **headers)]

    return serve


def once(first: Callable[[Asked], Iterable[Part]]) -> Callable[[Asked], Iterable[Part]]:
    return lambda asked: first(asked) if asked.number == 0 else [http(asked.whole())]


def raw(*parts: Part) -> Callable[[Asked], list[Part]]:
    return lambda _asked: list(parts)


def body(bend: Callable[[bytes], bytes], **headers: str) -> Callable[[Asked], list[Part]]:
    return lambda asked: [http(bend(asked.whole()), **headers)]


def envelope(bend: Callable[[Any], Any]) -> Callable[[Asked], list[Part]]:
    """Return what serves a good reply with its envelope changed."""

    def serve(asked: Asked) -> list[Part]:
        return [http(json.dumps(bend(json.loads(asked.whole()))).encode())]

    return serve


def at(*names: str, value: Any) -> Callable[[Any], Any]:
    """Return what sets one of some names, wherever it is in a reply."""

    def bend(data: Any) -> Any:
        if isinstance(data, dict):
            return {k: (value if k in names else bend(v)) for k, v in data.items()}
        return [bend(each) for each in data] if isinstance(data, list) else data

    return bend


def without(*names: str) -> Callable[[Any], Any]:
    def bend(data: Any) -> Any:
        if isinstance(data, dict):
            return {k: bend(v) for k, v in data.items() if k not in names}
        return [bend(each) for each in data] if isinstance(data, list) else data

    return bend


def reply(make: Callable[[Asked], Reply]) -> Callable[[Asked], list[Part]]:
    return lambda asked: [http(asked.whole(make(asked)))]


def text(bend: Callable[[str], str]) -> Callable[[Asked], list[Part]]:
    """Return what serves the answer as words, bent; a last word stays as it is."""

    def serve(asked: Asked) -> list[Part]:
        if not isinstance(asked.good, Answer):
            return [http(asked.whole())]
        return [http(asked.whole(Words(bend(json.dumps(asked.good.data)))))]

    return serve


def value(bend: Callable[[Any], Any]) -> Callable[[Asked], list[Part]]:
    """Return what serves the answer with its values changed."""

    def serve(asked: Asked) -> list[Part]:
        if not isinstance(asked.good, Answer):
            return [http(asked.whole())]
        return [http(asked.whole(Answer(bend(asked.good.data))))]

    return serve


def each(kind: type, change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return what changes every value of a type within an answer."""

    def bend(data: Any) -> Any:
        if isinstance(data, kind) and type(data) is not bool:
            return change(data)
        if isinstance(data, dict):
            return {k: bend(v) for k, v in data.items()}
        return [bend(one) for one in data] if isinstance(data, list) else data

    return bend


CHOICES = ("choices", "content", "output", "candidates")
ENDINGS = ("finish_reason", "stop_reason", "finishReason")
USAGE = ("usage", "usageMetadata")
MODEL = ("model", "modelVersion")
ERROR = {"message": "upstream failed", "code": 502}


def named(name: Callable[[str], str]) -> Callable[[Asked], list[Part]]:
    return lambda asked: envelope(at(*MODEL, value=name(asked.key)))(asked)


def padded(size: int) -> Callable[[bytes], bytes]:
    return lambda whole: whole[:-1] + b" " * size + b"}"


def continues(count: int) -> Callable[[Asked], list[Part]]:
    return lambda asked: [b"HTTP/1.1 100 Continue\r\n\r\n" * count, http(asked.whole())]


def drips(asked: Asked) -> Iterable[Part]:
    whole = http(asked.whole())
    for at_ in range(len(whole)):
        yield whole[at_ : at_ + 1]
        yield 0.05


def empty_lists(data: Any) -> Any:
    return {k: [] if isinstance(v, list) else v for k, v in data.items()}


def quoting_one_word(asked: Asked) -> list[Part]:
    return value(at("quotation", value="the"))(asked)


def kept_by_one_word(data: Any) -> Any:
    """Return an answer that calls all facts preserved, and quotes a word that stands anywhere."""
    return at("quotation", value="the")(at("verdict", value="preserved")(data))


DEEP = "[" * 50_000 + "]" * 50_000
DIGITS = "9" * 50_000

KINDS = (
    # -- status
    Kind("400", fails("400 Bad Request"), HELD),
    Kind("401 that echoes the key", fails("401 Unauthorized", "Wrong key: KEY"), STOPS),
    Kind("403", fails("403 Forbidden"), STOPS),
    Kind("404", fails("404 Not Found"), STOPS),
    Kind("413", fails("413 Content Too Large"), HELD),
    Kind("418", fails("418 I'm a teapot"), HELD),
    Kind("429 without a header", fails("429 Too Many Requests"), HELD),
    Kind("429, wait 1", fails("429 Too Many Requests", retry_after="1"), HELD, slow=True),
    Kind("429, wait 9999", fails("429 Too Many Requests", retry_after="9999"), HELD),
    Kind("429, wait -5", fails("429 Too Many Requests", retry_after="-5"), HELD),
    Kind("429, wait soon", fails("429 Too Many Requests", retry_after="soon"), HELD),
    Kind("429, wait inf", fails("429 Too Many Requests", retry_after="inf"), HELD),
    Kind("429, wait for 2099", fails("429 Too Many Requests", retry_after="Wed, 21 Oct 2099 07:28:00 GMT"), HELD),
    Kind("429 once", once(fails("429 Too Many Requests")), GOOD),
    Kind("429, quota used up", fails("429 Too Many Requests", "You exceeded your current quota, check your plan and billing: insufficient_quota")),
    Kind("500", fails("500 Internal Server Error", "KEY failed"), HELD),
    Kind("500 once", once(fails("500 Internal Server Error")), GOOD),
    Kind("502 with HTML", raw(http(b"<html>Bad gateway</html>", "502 Bad Gateway", content_type="text/html")), HELD),
    Kind("503", fails("503 Service Unavailable"), HELD),
    Kind("529", fails("529 Overloaded"), HELD),
    Kind("302 elsewhere", raw(http(b"", "302 Found", location="http://localhost:9/x")), HELD),
    Kind("204", raw(b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n"), HELD),
    # -- connection
    Kind("hangs", raw(600.0), HELD, slow=True),
    Kind("reset", raw(RESET), HELD),
    Kind("reset once", once(raw(RESET)), GOOD),
    Kind("reset in the body", lambda asked: [http(asked.whole())[:-40], 0.05, RESET], HELD),
    Kind("closed without a word", raw(), HELD),
    Kind("closed once", once(raw()), GOOD),
    Kind("not HTTP", raw(b"SSH-2.0-OpenSSH_9.6\r\n"), HELD),
    Kind("fifty 100-Continue", continues(50)),
    Kind("bad headers", lambda asked: [b"HTTP/1.1 200 OK\r\nbad header\r\n\x00: x\r\n\r\n", asked.whole()], HELD),
    Kind("huge headers", lambda asked: [http(asked.whole(), x_long="a" * MIB)]),
    Kind("headers without end", raw(b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 200_000), HELD, slow=True),
    Kind("drips", drips, HELD, slow=True),
    # -- body
    Kind("cut", body(lambda whole: whole[: len(whole) // 2]), HELD),
    Kind("empty", raw(http(b"")), HELD),
    Kind("HTML with 200", raw(http(b"<html>Sign in</html>", content_type="text/html")), HELD),
    Kind("server-sent events", body(lambda whole: b"data: " + whole + b"\n\ndata: [DONE]\n\n", content_type="text/event-stream"), HELD),
    Kind("two documents", body(lambda whole: whole + whole), HELD),
    Kind("not UTF-8", body(lambda whole: whole.replace(b"{", b"\xff{", 1)), HELD),
    Kind("wrong content-encoding", body(bytes, content_encoding="gzip"), HELD),
    Kind("unknown content-encoding", body(bytes, content_encoding="x-none")),
    Kind("gzip bomb", body(lambda whole: gzip.compress(padded(64 * MIB)(whole)), content_encoding="gzip"), HELD, slow=True),
    Kind("6 MiB of blanks", body(padded(6 * MIB)), GOOD, slow=True),
    Kind("100 MiB", body(padded(100 * MIB)), HELD, slow=True),
    # -- envelope
    Kind("no choices", envelope(without(*CHOICES)), HELD),
    Kind("choices null", envelope(at(*CHOICES, value=None)), HELD),
    Kind("choices a string", envelope(at(*CHOICES, value="no")), HELD),
    Kind("choices empty", envelope(at(*CHOICES, value=[])), HELD),
    Kind("body a list", envelope(lambda data: [data]), HELD),
    Kind("message null", envelope(at("message", value=None))),
    Kind("content null", envelope(at("content", value=None))),
    Kind("error with 200", envelope(lambda _data: {"error": {**ERROR, "message": "KEY"}}), HELD),
    Kind("error and choices", envelope(lambda data: {**data, "error": ERROR}), HELD),
    Kind("error as text and choices", envelope(lambda data: {**data, "error": "overloaded"}), HELD),
    Kind("finish length", envelope(lambda data: at("status", value="incomplete")({**at("finish_reason", value="length")(at("stop_reason", value="max_tokens")(at("finishReason", value="MAX_TOKENS")(data))), "incomplete_details": {"reason": "max_output_tokens"}})), HELD),
    Kind("finish null", envelope(at(*ENDINGS, value=None))),
    Kind("finish unknown", envelope(at(*ENDINGS, value="tired"))),
    Kind("finish missing", envelope(without(*ENDINGS))),
    Kind("refusal", reply(lambda _asked: Refusal()), HELD),
    Kind("words of refusal", reply(lambda _asked: Words("I cannot help with that.")), HELD),
    Kind("wrong role", envelope(at("role", value="user"))),
    Kind("usage missing", envelope(without(*USAGE))),
    Kind("usage negative", envelope(each(int, lambda n: -n))),
    Kind("usage text", envelope(at(*USAGE, value="many"))),
    Kind("usage 10^30", envelope(at("input_tokens", "prompt_tokens", "promptTokenCount", value=10**30))),
    Kind("model null", envelope(at(*MODEL, value=None))),
    Kind("model with escapes", named(lambda _key: "\x1b[31mred\x07"), ""),
    Kind("model is the key", named(lambda key: key), ""),
    # -- tools
    Kind("a wrong tool", reply(lambda asked: Calls((("delete_everything", getattr(asked.good, "data", {})),))), HELD),
    Kind("two calls", reply(lambda asked: Calls((("a", {}), ("b", {"x": 1})))), HELD),
    Kind("cut call or words", reply(lambda asked: CutCall() if asked.vendor.tools(asked.body) else Words('{"a', cut=True)), HELD),
    # -- the JSON of the answer
    Kind("answer cut", text(lambda told: told[:-3]), HELD),
    Kind("answer in a code block", text(lambda told: f"```json\n{told}\n```")),
    Kind("answer with prose", text(lambda told: f"Here you are: {told} Anything else?"), HELD),
    Kind("answer twice", text(lambda told: told + told), HELD),
    Kind("names twice", text(lambda told: told[:-1] + ", " + told[1:]), HELD),
    Kind("NaN", text(lambda told: told[:-1] + ', "x": NaN}'), ""),
    Kind("byte-order mark", text("\ufeff".__add__)),
    Kind("NUL", text(lambda told: told.replace(": ", ": \x00", 1)), HELD),
    Kind("answer empty", reply(lambda _asked: Words("")), HELD),
    Kind("answer blank", reply(lambda _asked: Words("   \n ")), HELD),
    Kind("answer deep", reply(lambda _asked: Words(DEEP)), HELD),
    Kind("50,000 digits", text(lambda told: told[:-1] + f', "x": {DIGITS}}}'), ""),
    Kind("a list of 50,000 digits", text(lambda told: told.replace("[", f"[{DIGITS}, ", 1)), ""),
    # -- values
    Kind("a field missing", value(lambda data: dict(list(data.items())[1:])), HELD),
    Kind("a field more", value(lambda data: {**data, "more": 1})),
    Kind("an empty object", value(lambda _data: {}), HELD),
    Kind("a list", text(lambda told: f"[{told}]"), HELD),
    Kind("null", text(lambda _told: "null"), HELD),
    Kind("a string", text(lambda _told: '"yes"'), HELD),
    Kind("a number", text(lambda _told: "0"), HELD),
    Kind("all null", value(dict.fromkeys), HELD),
    Kind("lists empty", value(empty_lists)),
    Kind("numbers as strings", value(each(int, str))),
    Kind("numbers as floats", value(each(int, lambda n: n + 0.5))),
    Kind("numbers as booleans", value(each(int, bool))),
    Kind("numbers negative", value(each(int, lambda n: -n - 1))),
    Kind("numbers zero", value(each(int, lambda _n: 0))),
    Kind("numbers one more", value(each(int, lambda n: n + 1))),
    Kind("numbers of 10^20", value(each(int, lambda _n: 10**20))),
    Kind("items twice", value(lambda data: {k: v * 2 if isinstance(v, list) else v for k, v in data.items()})),
    Kind("items missing", value(lambda data: {k: v[:-1] if isinstance(v, list) else v for k, v in data.items()})),
    Kind("texts empty", value(each(str, lambda _text: ""))),
    Kind("the answer to another utterance", lambda asked: [http(asked.whole(of_another(asked.body)))], HELD),
    Kind("a quotation of one word", quoting_one_word),
    Kind("kept by one word", value(kept_by_one_word)),
    # -- the whole run
    Kind("down from the middle", lambda asked: [http(asked.whole())] if asked.number < 1 else fails("503 Service Unavailable")(asked)),
    Kind("every other request", lambda asked: [http(asked.whole())] if asked.number % 2 else fails("503 Service Unavailable")(asked), GOOD),
)  # fmt: skip
BY_NAME = {str(number): kind for number, kind in enumerate(KINDS)}
"""By what is in an address."""
