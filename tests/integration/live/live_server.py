"""A WebSocket server on this machine that speaks as a vendor does, by a script and a clock of ours."""

from __future__ import annotations

import asyncio
import functools
import json
import re
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from virtual_clock import VirtualClock
    from websockets.asyncio.server import ServerConnection
    from websockets.http11 import Request, Response


@dataclass(frozen=True)
class Step:
    """What the server does at a second: after the first audio, the finalize, or the close.

    Attributes:
        at: the second.
        what: ``partial``, ``final``, ``again`` (the same final text again, as the vendor does that),
            ``error``, ``cut``, ``nonsense``, ``end``.
        text: of the segment.
        segment: from 0.
        after: ``audio``, ``finalize`` or ``close``.
    """

    at: float
    what: str
    text: str = ""
    segment: int = 0
    after: str = "audio"


class Vendor:
    """How a vendor speaks; of each message that the client sends, what it is.

    Attributes:
        system: as `make` takes it.
        variable: with the key.
        key: the header with the key, and what it holds.
        path: of the address.
        forced: whether it can be asked for final text.
        timed: whether final words have times.
        ordered: whether texts of segments can come in another order than they were spoken.
        commits: whether what asks for final text also closes.
        posts: whether a request over HTTP returns the address.
        rewrites: whether a partial text may change words that were shown before.
        confirms: whether a message tells that it has said all; else its last final text does.
        turns: whether it makes text final before the stream is closed.
        refusals: statuses of HTTP, or what means the same, with which it can refuse.
        options: of the provider.
    """

    system = ""
    variable = ""
    key = ("authorization", "{key}")
    path = ""
    forced = True
    timed = True
    ordered = False
    commits = False
    rewrites = True
    confirms = True
    turns = True
    posts = False
    refusals: tuple[int, ...] = (401, 402, 429, 503)
    options: dict[str, Any] = {}  # noqa: RUF012

    def serving(self, *about: Any, **more: Any) -> LiveServer:
        """Return a server that speaks so, by a clock and a script."""
        return LiveServer(self, *about, **more)

    def begin(self) -> None:
        """Forget the stream before."""

    async def greet(self, there: ServerConnection) -> None:
        """Do what comes before audio."""

    def key_of(self, server: LiveServer) -> str:
        """Return the key that came."""
        header, holds = self.key
        assert server.request is not None
        return server.request.headers[header].removeprefix(holds.removesuffix("{key}"))

    def audio(self, message: str | bytes) -> bytes | None:
        return message if isinstance(message, bytes) else None

    def is_finalize(self, message: Any) -> bool:
        raise NotImplementedError

    def is_close(self, message: Any) -> bool:
        raise NotImplementedError

    def partial(self, text: str, segment: int) -> list[Any]:
        raise NotImplementedError

    def final(self, text: str, segment: int) -> list[Any]:
        raise NotImplementedError

    def again(self, text: str, segment: int) -> list[Any]:
        return self.final(text, segment)

    def error(self) -> list[Any]:
        raise NotImplementedError

    def end(self) -> list[Any]:
        return []


def words(text: str, segment: int) -> list[tuple[str, float, float]]:
    """Return each word of a segment with its times: 0.3 s each, a segment per second."""
    return [
        (word, round(segment + 0.3 * at, 3), round(segment + 0.3 * at + 0.25, 3))
        for at, word in enumerate(text.split())
    ]


@dataclass
class LiveServer:
    """One stream.

    Attributes:
        heard: all audio that arrived.
        moments: when the first audio, the finalize and the close arrived.
        request: of the upgrade.
    """

    vendor: Vendor
    clock: VirtualClock
    script: list[Step]
    refuses: int = 0
    set_up: float = 0.0
    heard: bytearray = field(default_factory=bytearray)
    moments: dict[str, float] = field(default_factory=dict)
    request: Request | None = None
    connections: int = 0
    posted: tuple[str, Any] | None = None
    _there: ServerConnection | None = None
    _frames: int = 0
    _seen: int = -1
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def watch(self, provider: Any) -> None:
        """See what a client does, where that is needed."""

    async def handle(self, there: ServerConnection) -> None:
        self._there, self.request = there, there.request
        self.connections += 1
        self.vendor.begin()
        await self.vendor.greet(there)
        with suppress(ConnectionClosed):
            async for message in there:
                self._frames += 1
                pcm = self.vendor.audio(message)
                if pcm is not None:
                    self.heard += pcm
                    self._begin("audio")
                elif self.vendor.is_finalize(message):
                    asked = any(step.after == "finalize" for step in self.script)
                    self._begin("close" if self.vendor.commits and not asked else "finalize")
                elif self.vendor.is_close(message):
                    self._begin("close")
        for task in self._tasks:
            task.cancel()

    def _begin(self, what: str) -> None:
        if what not in self.moments:
            self.moments[what] = self.clock.now()
            self._tasks.append(asyncio.create_task(self._follow(what, self.clock.now())))

    async def _follow(self, what: str, since: float) -> None:
        assert self._there is not None
        for step in self.script:
            if step.after == what:
                await self.clock.sleep_until(since + step.at)
                await self._do(step, self._there)

    async def _do(self, step: Step, there: ServerConnection) -> None:
        self._frames += 1
        match step.what:
            case "partial" | "final" | "again":
                messages = getattr(self.vendor, step.what)(step.text, step.segment)
            case "error":
                messages = self.vendor.error()
            case "nonsense":
                messages = ['{"type": ']
            case "cut":
                there.transport.abort()
                return
            case _:
                messages = self.vendor.end()
        for message in messages:
            await there.send(message)
        if step.what == "end":
            await there.close()

    async def settle(self) -> bool:
        """Wait until all that was sent has arrived, on both sides."""
        if self._there is not None:
            with suppress(ConnectionClosed, TimeoutError):
                async with asyncio.timeout(1):
                    await (await self._there.ping())
        seen, self._seen = self._seen, self._frames
        return seen != self._frames

    async def refuse(self, there: ServerConnection, request: Request) -> Response | None:
        await self.clock.sleep_until(self.clock.now() + self.set_up)
        if not self.refuses:
            return None
        said = f'{{"err_msg": "no: {request.headers.get("authorization", "")}"}}'
        return there.respond(HTTPStatus(self.refuses), said)

    async def during(self, work: Callable[[str], Awaitable[Any]]) -> Any:
        """Serve while something is done with the address."""
        self.clock.settle.append(self.settle)
        async with serve(
            self.handle, "127.0.0.1", 0, process_request=self.refuse, ping_interval=None, compression=None,
        ) as server:  # fmt: skip
            address = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            front = None
            if self.vendor.posts:
                answer = functools.partial(self.answer, f"{address}{self.vendor.path}?token=t")
                front = await asyncio.start_server(answer, "127.0.0.1", 0)
                address = f"ws://127.0.0.1:{front.sockets[0].getsockname()[1]}"
            try:
                return await work(address)
            finally:
                for task in self._tasks:
                    task.cancel()
                if front is not None:
                    front.close()

    async def answer(
        self, address: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Take one request over HTTP, and return the address of the stream."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = int(re.search(r"content-length: (\d+)", head, re.IGNORECASE)[1])  # type: ignore[index]
        self.posted = head, json.loads(await reader.readexactly(length))
        said = {"id": "s", "url": address}
        if self.refuses:
            said = {"message": f"no: {head}"}
        body = json.dumps(said).encode()
        status = self.refuses or 201
        writer.write(
            f"HTTP/1.1 {status} x\r\nconnection: close\r\ncontent-length: {len(body)}\r\n\r\n".encode()
            + body
        )
        await writer.drain()
        writer.close()
