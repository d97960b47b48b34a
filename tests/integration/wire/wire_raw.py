"""A server that writes bytes, and so can do what no HTTP server would: ``/k/KIND/RUN`` and the vendor's path.

Every reply ends its connection. A kind of failure gets what was asked and returns the parts of its
reply: bytes, pauses in seconds, or what becomes of the connection.
"""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import threading
from collections import defaultdict
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wire_good import good
from wire_vendors import VENDORS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from wire_replies import Reply

    Part = bytes | float | str
    Serve = Callable[["Asked"], Iterable[Part]]

ENDS = {
    "/v1/messages": "anthropic",
    "/chat/completions": "openai-chat",
    "/responses": "openai",
    ":generateContent": "google",
}
RESET = "reset"


@dataclass
class Asked:
    """One request.

    Attributes:
        vendor: of whose interface it is.
        body: of the request.
        key: that it came with.
        number: how many of the run came before it.
        good: the right answer.
    """

    vendor: Any
    body: dict[str, Any]
    key: str
    number: int
    good: Reply

    def whole(self, reply: Reply | None = None) -> bytes:
        """Return the body of a reply, in the words of the vendor."""
        return json.dumps(self.vendor.reply(reply or self.good, self.body)).encode()


def http(body: bytes, status: str = "200 OK", **headers: str) -> bytes:
    """Return a whole response; headers are named with low lines for hyphens."""
    sent = {"content_type": "application/json", "content_length": str(len(body)), **headers}
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in sent.items())
    return f"HTTP/1.1 {status}\r\n{head}connection: close\r\n\r\n".encode("latin-1") + body


@dataclass
class RawServer:
    """The server, and how many requests each run has sent."""

    kinds: dict[str, Serve]
    right: Callable[[Any], Reply] = good
    address: str = ""
    counted: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    other: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))

    def base_url(self, vendor: str, kind: str, run: str) -> str:
        version = "/v1" if vendor.startswith("openai") else ""
        return f"{self.address}/k/{kind}/{run}{version}"

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            await self._serve(reader, writer)
        with suppress(ConnectionError):
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *rest = head.split("\r\n")
        path = first.split(" ")[1].partition("?")[0]
        headers = {n.lower(): v.strip() for n, _, v in (line.partition(":") for line in rest) if n}
        body = json.loads(await reader.readexactly(int(headers.get("content-length", 0))) or b"{}")
        _, _, kind, run, *_ = path.split("/")
        vendor = VENDORS[next(name for end, name in ENDS.items() if path.endswith(end))]
        body.setdefault("model", path.rpartition("/")[2].partition(":")[0])
        key = next(
            (headers[n] for n in ("x-api-key", "x-goog-api-key", "authorization") if n in headers),
            "",
        )
        number = self.counted[run]
        self.counted[run] += 1
        asked = Asked(vendor, body, key.removeprefix("Bearer "), number, self.right(body))
        for part in self.kinds[kind](asked):
            if isinstance(part, bytes):
                writer.write(part)
                await writer.drain()
            elif isinstance(part, str):
                linger = struct.pack("ii", 1, 0)  # what makes a close a reset
                writer.get_extra_info("socket").setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, linger
                )
            else:
                await asyncio.sleep(part)


@contextmanager
def serving_raw(
    kinds: dict[str, Serve], right: Callable[[Any], Reply] = good
) -> Iterator[RawServer]:
    """Serve in a thread on a free port of this machine."""
    server, started, ends = RawServer(kinds, right), threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()

    async def work() -> None:
        listening = await asyncio.start_server(server.handle, "127.0.0.1", 0, limit=2**24)
        server.address = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        started.set()
        await ends.wait()
        listening.close()

    def run() -> None:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(work())
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    started.wait(10)
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(ends.set)
        thread.join(10)
