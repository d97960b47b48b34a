"""The connections to a model's host: they go nowhere else, and what comes back has an end."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

import httpx2  # takes long to load: this module is imported where a model is asked
from pydantic_ai.models import create_async_httpx2_client

from mondegreen.judges.status import Unanswered
from mondegreen.services.addresses import host_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

__all__ = ["Connections", "connect"]

_MB: Final = 2**20
LONGEST: Final = 8 * _MB
"""Bytes of the longest reply that is read; the longest answer that is asked for has less than one."""
_LONGEST_FILE: Final = 1024 * _MB  # what is fetched holds all results of a batch
_DEEPEST: Final = 100
"""Brackets around brackets: vendors have ten or so, and a reader of JSON gives up at a thousand."""
_BRACKETS: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|[][{}]', re.DOTALL)
_CODINGS: Final = ("content-encoding", "content-length", "transfer-encoding")
_ENDS_OF_LINES: Final = [
    (char.encode(), f"\\u{ord(char):04x}".encode()) for char in "\x85\u2028\u2029"
]
"""What some clients take for the end of a line of JSON; it can only be in its strings."""
_UPLOAD: Final = "x-goog-upload-command"  # with every part of a file, and with its announcement
_MARK: Final = b"\xef\xbb\xbf"  # a byte-order mark, which not every client's JSON reader takes


class Connections(httpx2.AsyncClient):
    """An HTTP client that follows no redirect and reads no reply that is too long.

    A redirect would take the key to another host: clients strip one header on the way, and
    vendors have others.
    """

    _takes_files = b""

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """Send a request and return the whole response, unpacked.

        Raises:
            Unanswered: it is a redirect, too long, too deep for a reader of JSON, or reports an error
                with a status of success; or a file would go to another host.
        """
        self._refuse_other_host(request)
        options |= {"stream": True, "follow_redirects": False}
        response = await super().send(request, **options)
        try:
            if 300 <= response.status_code < 400:  # noqa: PLR2004 - the redirects
                raise _elsewhere(response)
            body = await _read(response, _LONGEST_FILE if request.method == "GET" else LONGEST)
            if request.method == "GET":
                for char, escaped in _ENDS_OF_LINES:
                    body = body.replace(char, escaped)
            elif _is_deep(body):
                raise _unreadable("its brackets are nested too deep")
            elif response.status_code < 300 and (said := _error_in(body)):  # noqa: PLR2004
                raise _failed(said)
        finally:
            await response.aclose()
        kept = [(n, v) for n, v in response.headers.multi_items() if n not in _CODINGS]
        whole = httpx2.Response(
            response.status_code,
            headers=kept,
            content=body.removeprefix(_MARK),
            request=request,
            extensions=response.extensions,
        )
        whole.elapsed = response.elapsed
        return whole

    def _refuse_other_host(self, request: httpx2.Request) -> None:
        """Let a file go nowhere but to the host that was asked to take it; its reply may name any."""
        step = request.headers.get(_UPLOAD)
        if step == "start":
            self._takes_files = request.url.netloc
        elif step is not None and request.url.netloc != self._takes_files:
            there = host_of(str(request.url))
            raise _not_there(f"the server wants its file at {there}")


def connect(see: Callable[[httpx2.Request], Awaitable[None]]) -> Connections:
    """Return connections with pydantic-ai's timeouts and limits.

    Args:
        see: gets every request as it leaves.
    """
    usual = create_async_httpx2_client()
    hooks = usual.event_hooks
    return Connections(
        timeout=usual.timeout,
        headers=usual.headers,
        limits=httpx2.Limits(max_connections=1000, max_keepalive_connections=100),
        event_hooks={**hooks, "request": [*hooks.get("request", []), see]},
    )


async def _read(response: httpx2.Response, most: int) -> bytes:
    if "," in response.headers.get("content-encoding", ""):
        raise _unreadable("it is packed more than once")  # a few bytes may become any number
    parts, size = [], 0
    try:
        async for part in response.aiter_bytes(64 * 1024):
            size += len(part)
            if size > most:
                raise _unreadable(f"it is longer than {most // _MB:,} MiB")
            parts.append(part)
    except httpx2.DecodingError as error:
        raise _unreadable(f"it cannot be unpacked: {error}") from error
    return b"".join(parts)


def _error_in(body: bytes) -> str:
    """Return what a reply of success says of an error; empty where it reports none.

    Servers that are before a model do so, and may send an answer with it; no client looks.
    """
    if b'"error"' not in body:
        return ""
    try:
        found = json.loads(body, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return ""  # who reads the reply says what is wrong with it
    error = found.get("error") if isinstance(found, dict) else None
    if not error:
        return ""
    said = error.get("message") if isinstance(error, dict) else error
    return str(said or error)


def _failed(said: str) -> Unanswered:
    reason = f"the server failed: it reports an error with its reply: {said}"
    return Unanswered("unavailable", reason, again=True, perhaps_paid=True)


def _is_deep(body: bytes) -> bool:
    """Whether brackets are in more brackets than any reply has, except for those within strings."""
    if body.count(b"[") + body.count(b"{") <= _DEEPEST:
        return False
    depth = 0
    for found in _BRACKETS.finditer(body):
        bracket = found[0]
        if bracket in b"[{":
            depth += 1
            if depth > _DEEPEST:
                return True
        elif bracket in b"]}":
            depth -= 1
    return False


def _unreadable(why: str) -> Unanswered:
    reason = f"the reply cannot be read: {why}"
    return Unanswered("unavailable", reason, again=True, perhaps_paid=True)


def _elsewhere(response: httpx2.Response) -> Unanswered:
    there = host_of(response.headers.get("location"))
    where = f"to {there}" if there else "elsewhere"
    return _not_there(f"the server sends {where} ({response.status_code})")


def _not_there(what: str) -> Unanswered:
    reason = (
        f"{what}, where nothing is sent unasked; if that is right, give its address as the base URL "
        "(--base-url)"
    )
    return Unanswered("configuration", reason, rejected=True)
