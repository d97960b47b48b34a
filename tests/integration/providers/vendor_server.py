"""A server on this machine that speaks as vendors do: ``/RUN`` and the vendor's own path."""

from __future__ import annotations

import asyncio
import email
import itertools
import json
import socket
import threading
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from vendor_scenarios import Cut, Fault, Hang, Raw, Scenario, Status
from vendor_wire import Got, Said, Step, Wire

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from starlette.requests import Request

__all__ = ["Run", "VendorServer", "serving"]


@dataclass
class Run:
    """The requests of one test, and how they are answered.

    Attributes:
        wire: the vendor.
        said: what is in every recording.
        scenario: what goes wrong in the step ``where``.
        instead: a document in the place of the one of the step ``where``.
        got: what came in.
        there: how many things are at the vendor's now.
    """

    wire: Wire
    said: Said
    where: str = ""
    scenario: Scenario | None = None
    instead: Any = None
    address: str = ""
    got: list[Got] = field(default_factory=list)
    there: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    delay: float = 0.0
    underway: int = 0
    most_underway: int = 0

    def fault(self, step: Step, number: int) -> Fault | None:
        if self.scenario is None or step.name != self.where:
            return None
        faults = self.scenario.faults
        if number < len(faults):
            return faults[number]
        return faults[-1] if self.scenario.for_ever else None


class VendorServer:
    """The server, and its runs by name."""

    def __init__(self) -> None:
        self.address = ""
        self._runs: dict[str, Run] = {}
        self._names = itertools.count()

    def begin(self, wire: Wire, said: Said, **more: Any) -> Run:
        """Return a new run; its ``address`` is what the client takes as base_url."""
        name = f"run{next(self._names)}"
        self._runs[name] = run = Run(wire, said, address=f"{self.address}/{name}", **more)
        return run

    async def handle(self, request: Request) -> Response:
        run = self._runs[request.path_params["run"]]
        path = "/" + request.path_params["rest"]
        target = request.headers.get("x-amz-target", "")
        step = next((s for s in run.wire.steps if s.fits(request.method, path, target)), None)
        if step is None:
            return Response(f"no such path: {request.method} {path}", 418)
        run.underway += 1
        run.most_underway = max(run.most_underway, run.underway)
        try:
            return await self._answer(run, step, path, request)
        finally:
            run.underway -= 1

    async def _answer(self, run: Run, step: Step, path: str, request: Request) -> Response:
        got = await _got(step.name, path, request)
        run.got.append(got)
        number = run.counts[step.name]
        run.counts[step.name] += 1
        await asyncio.sleep(run.delay)
        header, holds = run.wire.key
        key = got.headers.get(header, "")
        if not key or not key.startswith(holds.partition("{")[0]):
            return _json(run.wire.error(401, f"no key in {header}"), 401)
        fault = run.fault(step, number)
        right = run.wire.reply(got, run.said, number, run.address)
        if run.instead is not None and step.name == run.where:
            right = run.instead
        match fault:
            case Status(code, headers, message):
                said = message.replace("{key}", key.removeprefix(holds.partition("{")[0]))
                return _json(run.wire.error(code, said), code, headers)
            case Hang(seconds):
                run.there += step.adds - step.removes
                await asyncio.sleep(seconds)
                return _json(right)
            case Raw(body, media_type):
                run.there += step.adds - step.removes
                half = _bytes(right)[: len(_bytes(right)) // 2]
                return Response(half if body is None else body, media_type=media_type)
            case Cut():
                run.there += step.adds - step.removes
                whole = _bytes(right)
                length = {"content-length": str(len(whole) + 10)}
                return StreamingResponse(_broken(whole[: len(whole) // 2]), headers=length)
        run.there += step.adds - step.removes
        return right if isinstance(right, Response) else _json(right)

    def app(self) -> Starlette:
        methods = ["GET", "POST", "PUT", "DELETE"]
        return Starlette(routes=[Route("/{run}/{rest:path}", self.handle, methods=methods)])


async def _got(step: str, path: str, request: Request) -> Got:
    kind = request.headers.get("content-type", "")
    query = {name: request.query_params.getlist(name) for name in request.query_params}
    got = Got(step, path, query, dict(request.headers), await request.body())
    if kind.startswith("multipart/form-data"):
        got.form, got.files = _parts(got.body, kind.partition("boundary=")[2].strip('"').encode())
    elif kind.startswith("application/json"):
        got.json = json.loads(got.body)
    return got


def _parts(body: bytes, boundary: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields and the files of a form."""
    form: dict[str, Any] = {}
    files: dict[str, Any] = {}
    for part in body.split(b"--" + boundary)[1:-1]:
        head, _, data = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        about = email.message_from_bytes(head)
        name = about.get_param("name", header="content-disposition")
        file_name = about.get_filename()
        data = data.removesuffix(b"\r\n")
        if file_name is None:
            form.setdefault(str(name), []).append(data.decode())
        else:
            files[str(name)] = (file_name, about.get_content_type(), data)
    return form, files


def _bytes(document: Any) -> bytes:
    if isinstance(document, Response):
        return bytes(document.body)
    return json.dumps(document, ensure_ascii=False).encode()


def _json(document: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(_bytes(document), status, headers, media_type="application/json")


async def _broken(part: bytes) -> AsyncIterator[bytes]:
    yield part
    raise ConnectionResetError  # uvicorn then closes the connection


@contextmanager
def serving() -> Iterator[VendorServer]:
    """Serve in a thread on a free port of this machine."""
    there = VendorServer()
    listening = socket.create_server(("127.0.0.1", 0))
    there.address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    config = uvicorn.Config(there.app(), log_level="critical", access_log=False, lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield there
    finally:
        server.should_exit = server.force_exit = True
        thread.join(10)
        listening.close()
