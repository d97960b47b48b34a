"""One WebSocket as a line: its messages are read by a wire, and its end is said in words."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
from websockets.frames import CloseCode

from mondegreen.providers.exchange import usual
from mondegreen.providers.failure import ProviderError
from mondegreen.providers.listening import Heard
from mondegreen.providers.reading import said_in
from mondegreen.services.addresses import host_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator

    from websockets.asyncio.client import ClientConnection

    from mondegreen.options.listening import Dialling
    from mondegreen.providers.clock import Clock
    from mondegreen.providers.wire import Message, Said, Wire

__all__ = ["SocketLine", "connected", "without_a_response"]

_LONGEST: Final = 16 * 2**20
_FARTHEST: Final = 2**31 - 1  # place of a segment, which databases take
_GOODBYE: Final = 2  # seconds for closing a connection
_REFUSED: Final = (
    1008,
    4000,
    4001,
    4003,
)  # codes with which a server says that it does not want us
_FAREWELLS: Final = (1000, 1001, 1005)  # codes of a connection that is closed in order
_REDIRECTS: Final = range(300, 400)


class _Connect(connect):
    """Follows no redirect: that would take the key to another host."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        """Return the error that a redirect is."""
        return exc


@asynccontextmanager
async def connected(
    url: str, headers: dict[str, str], chosen: Dialling
) -> AsyncIterator[ClientConnection]:
    """Connect, and close the connection in the end.

    Raises:
        ProviderError: the server cannot be reached, or does not accept the upgrade.
    """
    dialling = _Connect(
        url,
        additional_headers=headers,
        compression=None,
        open_timeout=chosen.setup,
        close_timeout=_GOODBYE,
        max_size=_LONGEST,
    )
    with without_a_response(host_of(url), chosen.setup):
        there = await dialling.__aenter__()
    try:
        yield there
    finally:
        with suppress(ConnectionClosed, OSError):
            await there.close()


@contextmanager
def without_a_response(who: str, seconds: float) -> Iterator[None]:
    """Say in words why a connection was not made."""
    try:
        yield
    except InvalidStatus as error:
        raise _refusal(error) from None
    except TimeoutError:
        reason = f"{who} was not set up within {seconds:g} s"
        raise ProviderError("timeout", reason, again=True) from None
    except (InvalidHandshake, InvalidURI, OSError, EOFError) as error:
        reason = f"the connection to {who} failed: {str(error) or type(error).__name__}"
        raise ProviderError("connection", reason, again=True) from None


def _refusal(error: InvalidStatus) -> ProviderError:
    response = error.response
    text = (response.body or b"").decode("utf-8", "replace")
    try:
        said = said_in(json.loads(text))
    except (ValueError, RecursionError):
        said = text[:200]
    said = said or response.headers.get("dg-error", "") or response.reason_phrase
    if response.status_code in _REDIRECTS:
        there = host_of(response.headers.get("location"))
        said = f"it sends to {there or 'elsewhere'}, where nothing is sent unasked"
    failure = usual(response.status_code, said)
    failure.http_status = response.status_code
    failure.perhaps_paid = False
    return failure


class SocketLine:
    """A connected WebSocket on which a wire is spoken."""

    def __init__(self, there: ClientConnection, wire: Wire, clock: Clock, system: str) -> None:
        self._there, self._wire, self._clock, self._system = there, wire, clock, system
        self._closing = False

    async def set_up(self, seconds: float) -> None:
        """Say what comes first, and wait until audio may be sent.

        Raises:
            ProviderError: it is refused.
            TimeoutError: nothing came in time.
        """
        async with asyncio.timeout(seconds):
            await self._say(self._wire.opening())
            while self._wire.waits:
                try:
                    said = await self._there.recv()
                except ConnectionClosed as error:
                    raise self._ended(error) from None
                document = self._parsed(said)
                for _ in self._read(document):  # an error is raised
                    pass
                await self._say(self._wire.answer(document))
                if self._wire.is_ready(document):
                    return

    async def send(self, pcm: bytes) -> None:
        """Send one piece of audio."""
        await self._say([self._wire.piece(pcm)])

    async def finalize(self) -> None:
        """Ask for final text."""
        await self._say(self._wire.finalize())

    async def close(self) -> None:
        """Say that no more audio comes."""
        self._closing = True
        await self._say(self._wire.close())
        if self._wire.has_all():
            await self._there.close()

    async def receive(self) -> AsyncIterator[Heard]:
        """Yield what is said, with the moment at which it arrived.

        Raises:
            ProviderError: the connection ends before it should, or an error is said.
        """
        while True:
            try:
                said = await self._there.recv()
            except ConnectionClosed as error:
                if self._closing and (self._wire.has_all() or _is_farewell(error)):
                    return
                raise self._ended(error) from None
            at = self._clock.now()
            document = self._parsed(said)
            for each in self._read(document):
                yield Heard(at, *each)
            if self._wire.is_end(document) or (self._closing and self._wire.has_all()):
                return

    async def _say(self, messages: Iterable[Message]) -> None:
        with suppress(ConnectionClosed):  # whoever receives says so
            for each in messages:
                await self._there.send(each)

    def _parsed(self, said: Any) -> dict[str, Any]:
        try:
            document = json.loads(said)
        except (ValueError, RecursionError) as error:
            raise self._malformed(said) from error
        if not isinstance(document, dict):
            raise self._malformed(said)
        return document

    def _read(self, document: dict[str, Any]) -> Iterator[Any]:
        try:
            for each in self._wire.read(document):
                yield _fitting(each)
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
            raise self._malformed(json.dumps(document)) from error

    def _malformed(self, said: Any) -> ProviderError:
        reason = f"{self._system} sent what cannot be read: {str(said)[:120]!r}"
        return ProviderError("malformed", reason, perhaps_paid=True)

    def _ended(self, error: ConnectionClosed) -> ProviderError:
        closed = error.rcvd
        if error.sent is not None and error.sent.code == CloseCode.MESSAGE_TOO_BIG:
            reason = f"{self._system} sent a message of more than {_LONGEST // 2**20} MiB"
            return ProviderError("malformed", reason, perhaps_paid=True)
        if closed is None:
            reason = f"the connection to {self._system} broke off"
            return ProviderError("connection", reason, perhaps_paid=True)
        said = f"{closed.code} {closed.reason}".strip()
        when = "with an error" if self._closing else "before its audio was heard"
        reason = f"{self._system} ended the stream {when}: {said}"
        refused = closed.code in _REFUSED
        return ProviderError("refused" if refused else "connection", reason, perhaps_paid=True)


def _is_farewell(error: ConnectionClosed) -> bool:
    """Return whether the server closed the connection as one does that has said all."""
    return error.rcvd is not None and error.rcvd.code in _FAREWELLS


def _fitting(said: Said) -> Said:
    """Return what was said, if its text is one and its place is one that a database takes.

    Raises:
        TypeError: not so.
    """
    if not isinstance(said.text, str) or abs(said.segment or 0) > _FARTHEST:
        raise TypeError(said)
    return said
