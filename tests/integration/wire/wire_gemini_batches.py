"""Gemini's batch mode, as the loopback server speaks it: a file goes up, a job runs, a file comes back."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response
from wire_batches import Batch, Desk
from wire_judges import JUDGES
from wire_vendors import VENDORS

if TYPE_CHECKING:
    from starlette.requests import Request

STATES = {
    "succeeded": "SUCCEEDED",
    "canceled": "CANCELLED",
    "expired": "EXPIRED",
    "failed": "FAILED",
}
INTERNAL = {"code": 13, "message": "Internal error"}


@dataclass
class GeminiDesk(Desk):
    """The same with the words of Gemini.

    Attributes:
        files: what was uploaded, and what jobs wrote, by name.
        elsewhere: whether the file is to be sent to another name of this machine.
        hosts: where parts of files were sent to.
        silent: whether a job that did not succeed writes no file, so says nothing of any request.
    """

    files: dict[str, str] = field(default_factory=dict)
    silent: bool = False
    elsewhere: bool = False
    hosts: set[str] = field(default_factory=set)

    async def handle(self, request: Request, rest: str) -> Response:  # noqa: PLR0911 - a table
        """Take a file, a job, look at one, cancel it, or give its results, the last first."""
        kind, _, name = rest.strip("/").partition("/")
        if self.fails and request.method == "GET":
            self.fails -= 1
            return JSONResponse({"error": {"code": 500, "message": "Internal error"}}, 500)
        if kind == "upload":
            return await self._upload(request)
        if kind == "files":
            return await self._file(request, name)
        if kind == "models":
            return await self._create(request, name.partition(":")[0])
        name, _, action = name.partition(":")
        found = [each for each in self.batches if each.name == f"batches/{name}"]
        if not found:
            error = {"code": 404, "message": f"No batch {name}", "status": "NOT_FOUND"}
            return JSONResponse({"error": error}, 404)
        if action == "cancel":
            found[0].cancelled = True
            return JSONResponse({})
        self.looks += 1
        await self._reach("status")
        return JSONResponse(self._operation(found[0], request))

    async def _upload(self, request: Request) -> Response:
        """Take a file in the two steps of a resumable upload."""
        self.hosts.add(request.headers["host"].partition(":")[0])
        if request.headers["x-goog-upload-command"] == "start":
            there = f"{request.url}?upload_id=1"
            if self.elsewhere:
                there = there.replace("127.0.0.1", "localhost")
            headers = {"x-goog-upload-url": there, "x-goog-upload-status": "active"}
            return JSONResponse({}, headers=headers)
        name = f"files/in{len(self.files)}"
        self.files[name] = (await request.body()).decode()
        file = {"name": name, "mimeType": "application/jsonl", "state": "ACTIVE"}
        return JSONResponse({"file": file}, headers={"x-goog-upload-status": "final"})

    async def _file(self, request: Request, name: str) -> Response:
        if request.method == "DELETE":
            self.files.pop(f"files/{name}", None)
            return JSONResponse({})
        await self._reach("results")
        return Response(self.bend(self.files[f"files/{name.removesuffix(':download')}"]))

    async def _create(self, request: Request, model: str) -> Response:
        body = json.loads(await request.body())
        lines = self.files[body["batch"]["inputConfig"]["fileName"]].split("\n")
        requests = [{**json.loads(line), "model": model} for line in lines]
        name = f"batches/{id(self):x}-{len(self.batches)}"
        self.batches.append(Batch(name, requests, datetime.now(UTC).isoformat()))
        await self._reach("created")
        if self.garbles:
            return Response("<html>", media_type="text/html")
        return JSONResponse(self._operation(self.batches[-1], request, over=False))

    def _operation(
        self, batch: Batch, request: Request, *, over: bool | None = None
    ) -> dict[str, Any]:
        if over is None:
            over = not self.hold or batch.cancelled
        ending = self.ending_of(batch)
        metadata: dict[str, Any] = {
            "@type": "type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch",
            "model": f"models/{batch.requests[0]['model']}",
            "displayName": "batch",
            "name": batch.name,
            "createTime": batch.created,
            "updateTime": batch.created,
            "batchStats": {"requestCount": str(len(batch.requests))},
            "state": f"BATCH_STATE_{STATES.get(ending, 'SUCCEEDED') if over else 'RUNNING'}",
        }
        if over and not (self.silent and ending != "succeeded"):
            name = f"files/out-{batch.name.removeprefix('batches/')}"
            self.files[name] = self._lines(batch, request, ending)
            metadata["endTime"] = batch.created
            metadata["output"] = {"responsesFile": name}
        return {"name": batch.name, "metadata": metadata, "done": over}

    def _lines(self, batch: Batch, request: Request, ending: str) -> str:
        """Return the lines of the results; of what did not run there is none."""
        judge, vendor = JUDGES[request.path_params["scenario"]], VENDORS["google"]
        found = []
        for place, each in reversed(list(enumerate(batch.requests))):
            line: dict[str, Any] = {"key": each["key"]}
            if ending == "succeeded" or place >= self.share * len(batch.requests):
                line["response"] = vendor.reply(
                    judge(each["request"]), {**each["request"], "model": each["model"]}
                )
            elif ending == "errored":
                line["error"] = INTERNAL
            else:
                continue
            found.append(json.dumps(line) + "\n")
        return "".join(found)


def gemini_desks() -> defaultdict[str, GeminiDesk]:
    """Return a desk of Gemini's for each run."""
    return defaultdict(GeminiDesk)
