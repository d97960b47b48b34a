"""The requests for one recording: paced, repeated where that helps, timed, and bounded."""

from __future__ import annotations

import asyncio
import json
import math
import re
import time
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, TypeVar

import httpx

from mondegreen.providers.failure import ProviderError
from mondegreen.providers.reading import said_in
from mondegreen.providers.transcript import Call
from mondegreen.services.addresses import host_of
from mondegreen.services.secrets import without_secrets

if TYPE_CHECKING:
    import ssl
    from collections.abc import Awaitable, Callable, Collection, Mapping

    from mondegreen.options.transcribing import Calling
    from mondegreen.services.pace import Pace

__all__ = ["Exchange", "Reply", "connect", "usual"]

T = TypeVar("T")

_MB: Final = 2**20
_LONGEST: Final = 256 * _MB
"""Bytes of the longest response that is read: one with all tokens of many hours has less."""
_OK: Final = 300
_REDIRECTS: Final = 400
_SERVER: Final = 500
_TIDYING: Final = 60.0  # seconds for deletions, when the time for the recording is over
_KEPT_OPEN: Final = 60.0  # seconds that a connection waits for the next request
_NO_DATE: Final = -1.0
_NAME: Final = re.compile(r"[A-Za-z0-9_.:-]*[A-Za-z0-9_:-]")


@dataclass(frozen=True)
class Reply:
    """One response of success."""

    text: str
    where: str
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def json(self) -> Any:
        """The document.

        Raises:
            ProviderError: it is none.
        """
        try:
            return json.loads(self.text)
        except (ValueError, RecursionError) as error:
            reason = f"the response of {self.where} is no JSON: {error}"
            raise ProviderError("malformed", reason, perhaps_paid=True) from error

    def at(self, *way: str | int) -> Any:
        """Return what is found on the way through the document.

        Raises:
            ProviderError: there is no such thing.
        """
        found = self.json
        for part in way:
            try:
                found = found[part]
            except (KeyError, IndexError, TypeError) as error:
                path = ".".join(map(str, way))
                reason = f"the response of {self.where} has no {path}: {self.text[:120]}"
                raise ProviderError("malformed", reason, perhaps_paid=True) from error
        return found

    def text_at(self, *way: str | int) -> str:
        """Return a text that is found on the way.

        Raises:
            ProviderError: there is none.
        """
        found = self.at(*way)
        if not isinstance(found, str) or not found:
            path = ".".join(map(str, way))
            reason = f"the response of {self.where} has no text at {path}: {self.text[:120]}"
            raise ProviderError("malformed", reason, perhaps_paid=True)
        return found

    def name_at(self, *way: str | int) -> str:
        """Return a name that may become part of an address.

        Raises:
            ProviderError: there is none, or it leads elsewhere.
        """
        found = self.text_at(*way)
        if not _NAME.fullmatch(found):
            reason = f"the response of {self.where} has an odd name: {found[:120]!r}"
            raise ProviderError("malformed", reason, perhaps_paid=True)
        return found

    def maybe(self, key: str) -> str | None:
        """Return a text of the document, or ``None`` if there is none."""
        document = self.json
        found = document.get(key) if isinstance(document, dict) else None
        return found if isinstance(found, str) and found else None


class Exchange:
    """All requests for one recording; it is made new for each.

    Args:
        client: an ``httpx.AsyncClient``.
        options: timeouts, retries and waits.
        pace: of all requests of the system.
        headers: of every request, the key among them.
        explain: tells what a vendor's error means, or ``None`` for what its status usually means.
        where: the system, for messages.
        asked: when the recording began to wait.
        sign: signs a request as it leaves, for vendors that want that.
    """

    def __init__(
        self,
        client: httpx.AsyncClient,
        *,
        options: Calling,
        pace: Pace,
        headers: Mapping[str, str],
        explain: Callable[[int, Any], ProviderError | None],
        where: str,
        asked: float,
        sign: Callable[[httpx.Request], None] | None = None,
    ) -> None:
        self._sign = sign
        self._client, self._options, self._pace = client, options, pace
        self._headers, self._explain, self._where = headers, explain, where
        self._begun = time.perf_counter()
        self._until = self._begun + options.deadline
        self._waited = self._begun - asked
        self._lost = 0.0
        self._ended: float | None = None
        self._repeated = 0
        self._requests = 0
        self._version: str | None = None
        self._host: str | None = None
        self._reused: bool | None = None
        self._polled = False
        self.paid_failures = 0
        self.sent: str | None = None
        self.request_id: str | None = None
        self._remote: list[tuple[str, str, dict[str, Any]]] = []
        self._unnamed = 0  # made at the vendor's, perhaps, and not known by a name

    async def send(self, method: str, url: str, *, makes: bool = False, **parts: Any) -> Reply:
        """Send a request, again where that may help, and return its response.

        Args:
            method: of HTTP.
            url: the whole address.
            makes: whether it leaves something at the vendor's, which `delete_later` then takes away.
            parts: as ``httpx`` takes them: ``params``, ``json``, ``content``, ``data``, ``files``,
                ``headers``.

        Raises:
            ProviderError: there is no response of success.
        """
        return await self.repeated(
            lambda: self._once(method, url, parts), makes=makes, paid=method == "POST"
        )

    async def repeated(
        self, once: Callable[[], Awaitable[T]], *, makes: bool = False, paid: bool = True
    ) -> T:
        """Make a call at the pace of the system, again where that may help, and return what it gives.

        Args:
            once: makes it, and raises a `ProviderError` if it fails.
            makes: as `send`.
            paid: whether the vendor may charge for a call that failed.

        Raises:
            ProviderError: it failed, and cannot or may not be made again.
        """
        for attempt in range(self._options.retries + 1):
            begun = time.perf_counter()
            try:
                async with self._pace.turn():
                    self._lost += time.perf_counter() - begun
                    begun = time.perf_counter()
                    self._unnamed += makes
                    return await once()
            except ProviderError as error:
                failure = error
                self._unnamed -= makes and failure.nothing_made
                self.paid_failures += failure.perhaps_paid and paid
                wait = failure.retry_after
                wait = self._options.first_wait * 2**attempt if wait is None else wait
                last = attempt == self._options.retries or wait > self._options.longest_wait
                if last or not failure.again or self._left() <= wait:
                    raise
            self._repeated += 1
            if failure.status == "rate-limited":
                self._pace.hold(wait)
            else:
                await asyncio.sleep(wait)
            self._lost += time.perf_counter() - begun
        raise AssertionError  # the loop ends by return or raise

    async def wait_for(
        self,
        url: str,
        *,
        done: str,
        waiting: Collection[str],
        state: Callable[[Any], Any] = itemgetter("status"),
        method: str = "GET",
        **parts: Any,
    ) -> Reply:
        """Look at a job until it is done, and return the last response.

        Args:
            url: of the job.
            done: the state in which its transcript is there.
            waiting: the states in which it is not there yet; any other is a failure.
            state: takes the state out of the document.
            method: of the requests.
            parts: as `send`.

        Raises:
            ProviderError: the job failed, or is not done by the deadline.
        """
        self._polled = True
        while True:
            reply = await self.send(method, url, **parts)
            try:
                found = state(reply.json)
            except (KeyError, IndexError, TypeError, AttributeError):
                found = None
            if found == done:
                return reply
            if not isinstance(found, str):
                reason = f"the response of {self._where} has no state of a job: {reply.text[:120]}"
                raise ProviderError("malformed", reason, perhaps_paid=True)
            if found not in waiting:
                reason = f"the job is {found!r}: {said_in(reply.json) or 'no reason is given'}"
                raise ProviderError("rejected-job", reason, perhaps_paid=True)
            if self._left() <= self._options.poll:
                reason = f"the job was not done in {self._options.deadline:g} s"
                raise ProviderError("timeout", reason, perhaps_paid=True)
            await asyncio.sleep(self._options.poll)

    def delete_later(
        self, url: str, method: str = "DELETE", *, known: bool = False, **parts: Any
    ) -> None:
        """Note what is to be deleted at the vendor's when all is over.

        Args:
            url: of what is deleted.
            method: of the request.
            known: the name is ours, so that it is noted before the thing is made.
            parts: as `send`.
        """
        self._remote.append((method, url, parts))
        self._unnamed -= not known

    async def tidy(self) -> list[str]:
        """Delete what was noted, the last first; return what could not be, with reasons."""
        self._until = time.perf_counter() + _TIDYING
        noted, self._remote, reasons = self._remote, [], list[str]()
        for method, url, parts in reversed(noted):
            try:
                await self.send(method, url, **parts)
            except ProviderError as failure:
                if failure.http_status != 404:  # noqa: PLR2004 - it is gone already
                    self._remote.append((method, url, parts))
                    reasons.append(f"{url.rpartition('/')[2]}: {failure.reason}")
        if self._unnamed:
            reasons.append("what it may have made when its response was lost")
        return reasons

    @property
    def leaves(self) -> bool:
        """Whether something may be at the vendor's now."""
        return bool(self._remote or self._unnamed)

    def ended(self) -> None:
        """Note that the text is there; what follows is not timed."""
        self._ended = time.perf_counter()

    def call(self, charged: int = 1) -> Call:
        """Return what it took, and how many times the vendor may charge for it."""
        ended = self._ended or time.perf_counter()
        return Call(
            seconds=max(ended - self._begun - self._lost, 0.0),
            waited=self._waited + self._lost,
            attempts=1 + self._repeated,
            requests=self._requests,
            charged=charged,
            poll=self._options.poll if self._polled else None,
            sent=self.sent,
            host=self._host,
            http_version=self._version,
            reused=self._reused,
            request_id=self.request_id,
            kept_remote=self.leaves,
        )

    def _left(self) -> float:
        return self._until - time.perf_counter()

    async def _once(self, method: str, url: str, parts: dict[str, Any]) -> Reply:
        options = {**parts, "headers": {**self._headers, **parts.get("headers", {})}}
        request = self._client.build_request(method, url, **options)
        first, self._host = self._requests == 0, host_of(url)
        opened: list[str] = []

        async def see(event: str, _info: Any) -> None:
            if event == "connection.connect_tcp.started":
                opened.append(event)

        request.extensions["trace"] = see
        if self._sign is not None:
            self._sign(request)
        self._requests += 1
        try:
            async with asyncio.timeout(min(self._options.timeout, max(self._left(), 0.001))):
                response = await self._client.send(request, stream=True)
                try:
                    body = await _read(response)
                finally:
                    await response.aclose()
        except (TimeoutError, httpx.TimeoutException) as error:
            reason = f"no response in {self._options.timeout:g} s"
            raise ProviderError("timeout", reason, again=True, perhaps_paid=True) from error
        except httpx.ConnectError as error:
            reason = f"no connection to {self._host}: {error}"
            raise ProviderError("connection", reason, again=True) from error
        except httpx.DecodingError as error:
            reason = f"the response cannot be unpacked: {error}"
            raise ProviderError("malformed", reason, again=True, perhaps_paid=True) from error
        except (httpx.TransportError, OSError) as error:
            reason = f"the connection to {self._host} failed: {str(error) or type(error).__name__}"
            raise ProviderError("connection", reason, again=True, perhaps_paid=True) from error
        finally:
            if first:
                self._reused = not opened
        self._version = response.http_version
        text = _cleaned(body.decode("utf-8-sig", "replace"))
        if response.status_code < _OK:
            return Reply(text, self._where, response.headers)
        raise self._failure(response, text)

    def _failure(self, response: httpx.Response, text: str) -> ProviderError:
        """Return what a response other than one of success means."""
        status = response.status_code
        try:
            document = json.loads(text)
        except (ValueError, RecursionError):
            document = None
        failure = self._explain(status, document) or usual(status, said_in(document) or text[:200])
        failure.http_status = status
        if failure.again:
            failure.retry_after = _asked_to_wait(response.headers)
        if status < _REDIRECTS:
            failure.stops = True
            there = host_of(response.headers.get("location"))
            failure.reason = (
                f"the server sends to {there or 'elsewhere'} ({status}), where nothing is sent "
                "unasked; if that is right, give its address as base_url"
            )
        return failure


def _cleaned(text: str) -> str:
    """Return a response without keys; in JSON they may be written as escapes."""
    text = without_secrets(text)
    if "\\u" not in text:
        return text
    try:
        plain = json.dumps(json.loads(text), ensure_ascii=False)
    except (ValueError, RecursionError):
        return text
    clean = without_secrets(plain)
    return text if clean == plain else clean


def usual(status: int, said: str) -> ProviderError:  # noqa: PLR0911 - a table
    """Return what a status of HTTP usually means.

    >>> usual(429, "slow down").again, usual(401, "who?").stops, usual(400, "odd").again
    (True, True, False)
    """
    shown = f"{status} {said}".strip()
    match status:
        case 401 | 403:
            return ProviderError("unauthorized", f"the key is not accepted: {shown}", stops=True)
        case 402:
            return ProviderError("payment", f"the account is used up: {shown}", stops=True)
        case 404 | 405:
            return ProviderError("refused", f"no such model or address: {shown}", stops=True)
        case 408 | 425:
            return ProviderError("timeout", f"the server gave up: {shown}", again=True)
        case 429:
            return ProviderError("rate-limited", f"too many requests: {shown}", again=True)
        case 451:
            return ProviderError("refused", f"not from this region: {shown}", stops=True)
        case _ if status >= _SERVER:
            reason = f"the server failed: {shown}"
            return ProviderError("server", reason, again=True, perhaps_paid=True)
    return ProviderError("refused", f"the request is not accepted: {shown}")


def _asked_to_wait(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that a server asked for; ``None`` if it asked for none."""
    for name, scale in (("retry-after-ms", 1000), ("retry-after", 1)):
        given = headers.get(name, "")
        try:
            seconds = float(given) / scale
        except ValueError:
            seconds = _until(given)
        if math.isfinite(seconds) and seconds >= 0:
            return seconds
    return None


def _until(date: str) -> float:
    """Return the seconds until a date of HTTP, at least 0; less than that if it is no date."""
    try:
        return max(parsedate_to_datetime(date).timestamp() - time.time(), 0.0)
    except (ValueError, TypeError):
        return _NO_DATE


async def _read(response: httpx.Response) -> bytes:
    parts, size = [], 0
    async for part in response.aiter_bytes(64 * 1024):
        size += len(part)
        if size > _LONGEST:
            reason = f"the response is longer than {_LONGEST // _MB:,} MiB"
            raise ProviderError("malformed", reason, perhaps_paid=True)
        parts.append(part)
    return b"".join(parts)


@cache
def _trusted() -> ssl.SSLContext:
    """Return the certificates that are trusted; they take long to load."""
    return httpx.create_ssl_context()


def connect(options: Calling) -> httpx.AsyncClient:
    """Return a client that follows no redirect: that would take the key to another host."""
    return httpx.AsyncClient(
        verify=_trusted(),
        timeout=httpx.Timeout(options.timeout),
        follow_redirects=False,
        limits=httpx.Limits(
            max_connections=options.concurrency * 2,
            max_keepalive_connections=options.concurrency,
            keepalive_expiry=_KEPT_OPEN,
        ),
    )
