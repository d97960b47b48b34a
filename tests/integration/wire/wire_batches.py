"""The batch interfaces of Anthropic and OpenAI, as the loopback server speaks them."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response
from wire_judges import JUDGES
from wire_vendors import VENDORS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from starlette.requests import Request

ERROR = {"type": "error", "error": {"type": "api_error", "message": "Internal error"}}
SOON = {"retry-after-ms": "10"}
"""What the vendors' clients wait for by themselves; without it they wait for seconds."""
STOPS = ("created", "status", "results")


@dataclass
class Batch:
    """One batch as it was taken."""

    name: str
    requests: list[dict[str, Any]]
    created: str
    cancelled: bool = False


@dataclass
class Desk:
    """The batches of one run, and what the server does with them.

    Attributes:
        batches: in the order they came; each of their requests is paid for.
        hold: whether batches stay in progress.
        stop: ``created``, ``status`` or ``results``: the reply to that is never sent,
        at: once there are so many batches.
        ending: how requests end: ``succeeded``, ``expired``, ``canceled`` or ``errored``.
        reached: the steps at which a reply is held back.
        looks: how often somebody looked at a batch.
        endings: how those of some batches end, by name.
        once: whether those of the first batch alone end so.
        share: how many of the requests end so, the others succeed.
        garbles: whether a batch is taken, and the reply cannot be read.
        fails: how many looks fail with an error of the server first.
        bend: what becomes of results before they are sent.
    """

    batches: list[Batch] = field(default_factory=list)
    hold: bool = False
    stop: str = ""
    at: int = 1
    ending: str = "succeeded"
    endings: dict[str, str] = field(default_factory=dict)
    once: bool = False
    share: float = 1.0
    fails: int = 0
    garbles: bool = False
    bend: Callable[[str], str] = str
    reached: list[str] = field(default_factory=list)
    looks: int = 0

    @property
    def paid(self) -> int:
        """How many requests were taken in all."""
        return sum(len(batch.requests) for batch in self.batches)

    def ending_of(self, batch: Batch) -> str:
        """Return how requests of a batch end."""
        if batch.cancelled:
            return "canceled"
        if self.once and batch is not self.batches[0]:
            return "succeeded"
        return self.endings.get(batch.name, "succeeded" if self.endings else self.ending)

    async def handle(self, request: Request, rest: str) -> Response:  # noqa: PLR0911 - a table
        """Take a batch, list batches, look at one, cancel it, or give its results, the last first."""
        address = str(request.url).partition("/v1/messages/batches")[0] + "/v1/messages/batches"
        if request.method == "POST" and not rest:
            body = json.loads(await request.body())
            name = f"msgbatch_{id(self):x}_{len(self.batches)}"
            now = datetime.now(UTC).isoformat()
            self.batches.append(Batch(name, body["requests"], now))
            await self._reach("created")
            if self.garbles:
                return Response("<html>", media_type="text/html")
            return JSONResponse(self._state(self.batches[-1], address, ended=False))
        if self.fails:
            self.fails -= 1
            return JSONResponse(ERROR, 500, headers=SOON)
        if not rest:
            states = [self._state(each, address) for each in reversed(self.batches)]
            return JSONResponse({
                "data": states, "has_more": False, "first_id": None, "last_id": None,
            })  # fmt: skip
        name, _, action = rest.strip("/").partition("/")
        batch = next((each for each in self.batches if each.name == name), None)
        if batch is None:
            error = {"type": "not_found_error", "message": f"{name} was not found"}
            return JSONResponse({"type": "error", "error": error}, 404)
        if action == "cancel":
            batch.cancelled = True
            return JSONResponse(self._state(batch, address))
        if action != "results":
            self.looks += 1
            await self._reach("status")
            return JSONResponse(self._state(batch, address))
        await self._reach("results")
        results = self.bend(self._results(batch, request))
        return Response(results, media_type="application/x-jsonl")

    async def _reach(self, step: str) -> None:
        if self.stop == step and len(self.batches) >= self.at:
            self.reached.append(step)
            while self.stop:  # noqa: ASYNC110 - set by a test in another thread
                await asyncio.sleep(0.05)

    def _results(self, batch: Batch, request: Request) -> str:
        judge, vendor = JUDGES[request.path_params["scenario"]], VENDORS["anthropic"]
        lines = []
        for place, each in reversed(list(enumerate(batch.requests))):
            result: dict[str, Any] = {"type": "succeeded"}
            if place < self.share * len(batch.requests):
                result["type"] = self.ending_of(batch)
            if batch.cancelled:
                result["type"] = "canceled"
            if result["type"] == "succeeded":
                result["message"] = vendor.reply(judge(each["params"]), each["params"])
            if result["type"] == "errored":
                result["error"] = ERROR
            lines.append(json.dumps({"custom_id": each["custom_id"], "result": result}) + "\n")
        return "".join(lines)

    def _state(self, batch: Batch, address: str, *, ended: bool | None = None) -> dict[str, Any]:
        over = not self.hold or batch.cancelled if ended is None else ended
        count = len(batch.requests)
        counts = dict.fromkeys(("processing", "succeeded", "errored", "canceled", "expired"), 0)
        counts[self.ending if over else "processing"] = count
        return {
            "id": batch.name,
            "type": "message_batch",
            "created_at": batch.created,
            "expires_at": batch.created,
            "ended_at": batch.created if over else None,
            "archived_at": None,
            "cancel_initiated_at": None,
            "processing_status": "ended" if over else "in_progress",
            "request_counts": counts,
            "results_url": f"{address}/{batch.name}/results" if over else None,
        }


@dataclass
class OpenAIDesk(Desk):
    """The same with the words of OpenAI: requests are lines of a file, and so are results."""

    files: dict[str, str] = field(default_factory=dict)

    async def handle(self, request: Request, rest: str) -> Response:
        """Take files and batches, list them, look at one, cancel it, or give its results."""
        kind, name, action = (*rest.strip("/").split("/"), "", "")[:3]
        if self.fails and request.method == "GET":
            self.fails -= 1
            return JSONResponse({"error": {"message": "Internal error"}}, 500, headers=SOON)
        if kind == "files":
            return await self._file(request, name)
        if request.method == "POST" and not name:
            body = json.loads(await request.body())
            lines = self.files[body["input_file_id"]].splitlines()
            name = f"batch_{id(self):x}_{len(self.batches)}"
            now = str(int(time.time()))
            self.batches.append(Batch(name, [json.loads(line) for line in lines], now))
            await self._reach("created")
            return JSONResponse(self._object(self.batches[-1], request, body["input_file_id"]))
        if not name:
            found = [self._object(each, request) for each in reversed(self.batches)]
            return JSONResponse({"object": "list", "data": found, "has_more": False})
        batch = next((each for each in self.batches if each.name == name), None)
        if batch is None:
            return JSONResponse({"error": {"message": f"No batch {name}"}}, 404)
        batch.cancelled |= action == "cancel"
        self.looks += action != "cancel"
        await self._reach("status")
        return JSONResponse(self._object(batch, request))

    async def _file(self, request: Request, name: str) -> Response:
        if request.method == "POST":
            body = (await request.body()).decode()
            lines = [line for line in body.split("\n") if line.startswith('{"custom_id"')]
            name = f"file_{len(self.files)}"
            self.files[name] = "\n".join(line.rstrip("\r") for line in lines)
            return JSONResponse({
                "id": name, "object": "file", "bytes": len(body), "created_at": 0,
                "filename": "batch.jsonl", "purpose": "batch", "status": "processed",
            })  # fmt: skip
        if request.method == "DELETE":
            return JSONResponse({"id": name, "object": "file", "deleted": True})
        await self._reach("results")
        return Response(self.bend(self.files[name]), media_type="application/jsonl")

    def _object(self, batch: Batch, request: Request, input_file: str = "file_0") -> dict[str, Any]:
        over = not self.hold or batch.cancelled
        ending = self.ending_of(batch)
        status = {"succeeded": "completed", "canceled": "cancelled"}.get(ending, ending)
        if over and ending == "errored":
            status = "completed"
        left = self._left(batch, ending)
        for kind in ("out", "errors"):  # a test may have changed its mind
            self.files.pop(f"{kind}_{batch.name}", None)
        if over and len(left) < len(batch.requests):
            self.files[f"out_{batch.name}"] = self._lines(batch, request, left)
        if over and left and self.share < 1:
            self.files[f"errors_{batch.name}"] = "".join(map(self._error(ending), left))
        return {
            "id": batch.name,
            "object": "batch",
            "endpoint": "/v1/responses",
            "completion_window": "24h",
            "created_at": int(batch.created),
            "input_file_id": input_file,
            "status": ("cancelled" if batch.cancelled else status) if over else "in_progress",
            "output_file_id": self._file_there(f"out_{batch.name}"),
            "error_file_id": self._file_there(f"errors_{batch.name}"),
            "request_counts": {"total": len(batch.requests), "completed": 0, "failed": 0},
        }

    def _file_there(self, name: str) -> str | None:
        return name if name in self.files else None

    def _left(self, batch: Batch, ending: str) -> list[dict[str, Any]]:
        """Return the requests that do not succeed."""
        if ending == "succeeded":
            return []
        return batch.requests[: math.ceil(self.share * len(batch.requests))]

    @staticmethod
    def _error(ending: str) -> Callable[[dict[str, Any]], str]:
        """Return what writes the line of a request in the file of errors."""

        def line(each: dict[str, Any]) -> str:
            body = {"error": {"message": "Internal error", "type": "server_error"}}
            failed: dict[str, Any] = {"response": {"status_code": 500, "body": body}, "error": None}
            if ending != "errored":
                error = {"code": f"batch_{ending}", "message": f"The batch {ending}."}
                failed = {"response": None, "error": error}
            return json.dumps({"custom_id": each["custom_id"], **failed}) + "\n"

        return line

    def _lines(self, batch: Batch, request: Request, left: Sequence[dict[str, Any]] = ()) -> str:
        judge, vendor = JUDGES[request.path_params["scenario"]], VENDORS["openai"]
        found = [
            {
                "custom_id": each["custom_id"],
                "response": {
                    "status_code": 200,
                    "body": vendor.reply(judge(each["body"]), each["body"]),
                },
            }
            for each in reversed(batch.requests)
            if each not in left
        ]
        return "".join(json.dumps(line) + "\n" for line in found)


def desks() -> defaultdict[str, Desk]:
    """Return a desk for each run."""
    return defaultdict(Desk)


def openai_desks() -> defaultdict[str, OpenAIDesk]:
    """Return a desk of OpenAI's for each run."""
    return defaultdict(OpenAIDesk)
