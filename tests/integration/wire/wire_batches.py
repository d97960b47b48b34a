"""The batch interface of Anthropic, as the loopback server speaks it."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response
from wire_judges import JUDGES
from wire_vendors import VENDORS

if TYPE_CHECKING:
    from starlette.requests import Request

ERROR = {"type": "error", "error": {"type": "api_error", "message": "Internal error"}}
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
        endings: how those of some batches end, by name.
        share: how many of the requests end so, the others succeed.
        garbles: whether a batch is taken, and the reply cannot be read.
        fails: how many looks fail with an error of the server first.
    """

    batches: list[Batch] = field(default_factory=list)
    hold: bool = False
    stop: str = ""
    at: int = 1
    ending: str = "succeeded"
    endings: dict[str, str] = field(default_factory=dict)
    share: float = 1.0
    fails: int = 0
    garbles: bool = False
    reached: list[str] = field(default_factory=list)

    @property
    def paid(self) -> int:
        """How many requests were taken in all."""
        return sum(len(batch.requests) for batch in self.batches)

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
            return JSONResponse(ERROR, 500)
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
            await self._reach("status")
            return JSONResponse(self._state(batch, address))
        await self._reach("results")
        return Response(self._results(batch, request), media_type="application/x-jsonl")

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
                usual = "succeeded" if self.endings else self.ending
                result["type"] = self.endings.get(batch.name, usual)
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


def desks() -> defaultdict[str, Desk]:
    """Return a desk for each run."""
    return defaultdict(Desk)
