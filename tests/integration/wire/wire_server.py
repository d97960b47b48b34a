"""A server on this machine that speaks as three vendors do, over real HTTP.

An address is ``/s/SCENARIO/RUN`` and what the vendor's client appends. The requests of a run are
counted, so that a scenario can answer the second one in another way, and kept, so that a test can
look at what was really sent. ``python wire_server.py PORT`` serves in a process of its own.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import socket
import sys
import threading
import time
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from wire_batches import Desk, OpenAIDesk, desks, openai_desks
from wire_gemini_batches import GeminiDesk, gemini_desks
from wire_judges import JUDGES
from wire_replies import (
    GOOD,
    SCENARIOS,
    Bent,
    CutBody,
    CutConnection,
    Endless,
    Failure,
    Raw,
    Redirect,
    Slow,
)
from wire_vendors import VENDORS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from starlette.requests import Request

ENDS = {
    "/v1/messages": "anthropic",
    "/chat/completions": "openai-chat",
    "/responses": "openai",
    ":generateContent": "google",
}
HEADERS = ("authorization", "x-api-key", "x-goog-api-key")


@dataclass
class Sent:
    """One request as it came in."""

    vendor: str
    body: dict[str, Any]
    headers: dict[str, str]


@dataclass
class WireServer:
    """The server, and what it has been sent.

    Attributes:
        address: without a slash at the end.
        sent: the requests of each run, in the order they came.
        delay: seconds before every reply.
    """

    address: str = ""
    sent: dict[str, list[Sent]] = field(default_factory=lambda: defaultdict(list))
    desks: dict[str, Desk] = field(default_factory=desks)
    openai_desks: dict[str, OpenAIDesk] = field(default_factory=openai_desks)
    gemini_desks: dict[str, GeminiDesk] = field(default_factory=gemini_desks)
    keep: bool = True
    delay: float = 0.0
    underway: int = 0
    most_underway: int = 0
    _runs: Iterator[int] = field(default_factory=itertools.count)
    _counted: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def base_url(self, vendor: str, scenario: str, run: str) -> str:
        """Return what the vendor's client takes as its base URL."""
        version = "/v1" if vendor.startswith("openai") else ""
        return f"{self.address}/s/{scenario}/{run}{version}"

    def desk(self, vendor: str, run: str) -> Desk:
        """Return the desk at which a vendor takes the batches of a run."""
        return {
            "anthropic": self.desks, "openai": self.openai_desks, "google": self.gemini_desks,
        }[vendor][run]  # fmt: skip

    def new_run(self) -> str:
        return f"run{next(self._runs)}"

    async def handle(self, request: Request) -> Response:
        """Answer one request as its scenario says."""
        self.underway += 1
        self.most_underway = max(self.most_underway, self.underway)
        try:
            return await self._reply(request)
        finally:
            self.underway -= 1

    async def _reply(self, request: Request) -> Response:  # noqa: PLR0911 - a table
        run = request.path_params["run"]
        vendor = VENDORS[next(v for end, v in ENDS.items() if request.url.path.endswith(end))]
        body = json.loads(await request.body() or b"{}")
        body.setdefault("model", request.url.path.rpartition("/")[2].partition(":")[0])
        if self.keep:
            self.sent[run].append(Sent(vendor.name, body, dict(request.headers)))
        number = self._counted[run]
        self._counted[run] += 1
        await asyncio.sleep(self.delay)
        scenario = request.path_params["scenario"]
        judge = JUDGES.get(scenario)
        reply = SCENARIOS[scenario].reply(number) if judge is None else judge(body)
        if isinstance(reply, Slow):
            await asyncio.sleep(reply.seconds)
            reply = reply.then
        match reply:
            case Failure():
                key = next((request.headers[h] for h in HEADERS if h in request.headers), "")
                status, error = vendor.failure(reply, key.removeprefix("Bearer "))
                wait = {"retry-after": reply.retry_after} if reply.retry_after else None
                return JSONResponse(error, status, headers=wait)
            case Raw(raw, kind):
                return Response(raw, media_type=kind)
            case Bent(bend, headers):
                whole = json.dumps(vendor.reply(GOOD, body)).encode()
                return Response(bend(whole), media_type="application/json", headers={**headers})
            case Redirect(status):
                here = str(request.url).replace("127.0.0.1", "localhost")
                there = here.replace(f"/{scenario}/{run}/", f"/success/{run}-elsewhere/")
                return Response(status_code=status, headers={"location": there})
            case Endless():
                return StreamingResponse(_dripping(), media_type="application/json")
            case CutBody():
                whole = json.dumps(vendor.reply(GOOD, body)).encode()
                return Response(whole[: len(whole) // 2], media_type="application/json")
            case CutConnection():
                whole = json.dumps(vendor.reply(GOOD, body)).encode()
                length = {"content-length": str(len(whole))}
                return StreamingResponse(
                    _broken(whole[: len(whole) // 2]), headers=length, media_type="application/json"
                )
        return JSONResponse(vendor.reply(reply, body))

    async def batch(self, request: Request) -> Response:
        """Answer what is asked of Anthropic's batches."""
        run, rest = request.path_params["run"], request.path_params["rest"]
        if request.method == "POST" and not rest:
            body = json.loads(await request.body())
            self.sent[run].append(Sent("anthropic-batch", body, dict(request.headers)))
        return await self.desks[run].handle(request, rest)

    async def openai_batch(self, request: Request) -> Response:
        """Answer what is asked of OpenAI's batches and files."""
        place = request.path_params["kind"] + request.path_params["rest"]
        return await self.openai_desks[request.path_params["run"]].handle(request, place)

    async def gemini_batch(self, request: Request) -> Response:
        """Answer what is asked of Gemini's batches and files."""
        place = request.path_params["kind"] + request.path_params["rest"]
        return await self.gemini_desks[request.path_params["run"]].handle(request, place)

    async def count(self, request: Request) -> Response:
        """Say how many requests of a run came in, for a test in another process."""
        return JSONResponse(self._counted[request.path_params["run"]])

    def app(self) -> Starlette:
        """Return the application."""
        return Starlette(
            routes=[
                Route("/count/{run}", self.count),
                Route(
                    "/s/{scenario}/{run}/v1/messages/batches{rest:path}",
                    self.batch,
                    methods=["GET", "POST"],
                ),
                *(
                    Route(
                        "/s/{scenario}/{run}/v1/" + f"{kind}{{rest:path}}",
                        _of_kind(self.openai_batch, kind),
                        methods=["GET", "POST", "DELETE"],
                    )
                    for kind in ("batches", "files")
                ),
                *(
                    Route(
                        "/s/{scenario}/{run}/" + f"{place}{{rest:path}}",
                        _of_kind(self.gemini_batch, place.rpartition("/")[2]),
                        methods=["GET", "POST", "DELETE"],
                    )
                    for place in ("v1beta/batches", "v1beta/files", "upload")
                ),
                Route(
                    "/s/{scenario}/{run}/v1beta/models{rest:path}:batchGenerateContent",
                    _of_kind(self.gemini_batch, "models"),
                    methods=["POST"],
                ),
                Route("/s/{scenario}/{run}/{rest:path}", self.handle, methods=["GET", "POST"]),
            ]
        )


def _of_kind(handle: Any, kind: str) -> Any:
    async def handled(request: Request) -> Response:
        request.path_params["kind"] = kind
        return await handle(request)

    return handled


async def _dripping() -> AsyncIterator[bytes]:
    while True:
        yield b" "
        await asyncio.sleep(0.05)


async def _broken(part: bytes) -> AsyncIterator[bytes]:
    yield part
    raise ConnectionResetError  # uvicorn then closes the connection


def _configured(app: Starlette) -> uvicorn.Server:
    config = uvicorn.Config(app, log_level="critical", access_log=False, lifespan="off")
    return uvicorn.Server(config)


@contextmanager
def serving() -> Iterator[WireServer]:
    """Serve in a thread on a free port of this machine."""
    wire = WireServer()
    listening = socket.create_server(("127.0.0.1", 0))
    wire.address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    server = _configured(wire.app())
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield wire
    finally:
        server.should_exit = True
        server.force_exit = True
        thread.join(10)
        listening.close()


if __name__ == "__main__":
    wire = WireServer(keep=False, delay=float(sys.argv[2]))
    listening = socket.create_server(("127.0.0.1", int(sys.argv[1])), backlog=1024)
    wire.address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    sys.stdout.write(f"{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    _configured(wire.app()).run(sockets=[listening])
