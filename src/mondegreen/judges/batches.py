"""Requests that are made at about the same time, sent through a vendor's batch interface as one."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

__all__ = ["Batches"]

_GATHER = 0.25  # seconds without a new request after which a batch is sent

_OF_ONE = frozenset({"timeout", "request_timeout", "max_retries"})  # a batch has none of these


class Batches:
    """Gathers requests, sends them as one batch, and gives each its response.

    Args:
        model: pydantic-ai's.
        poll: seconds between two looks at a batch that is under way.
        again: how often a request that failed in passing is put into another batch.
    """

    def __init__(self, model: Any, poll: float, again: int) -> None:
        self._model, self._poll, self._again = model, poll, again
        self._waiting: list[tuple[Any, asyncio.Future[Any]]] = []
        self._sending: set[asyncio.Task[None]] = set()
        self._count = 0

    async def request(self, messages: Any, settings: Any, asked: Any) -> Any:
        """Return the response to one request; raise what became of it instead."""
        from pydantic_ai.models.batch import BatchRequest  # loaded with the model

        self._count += 1
        chosen: Any = {name: value for name, value in settings.items() if name not in _OF_ONE}
        request = BatchRequest(
            custom_id=f"question-{self._count}",
            messages=self._model.prepare_messages(list(messages)),
            model_settings=chosen,
            model_request_parameters=asked,
        )
        response: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((request, response))
        if len(self._waiting) == 1:
            task = asyncio.ensure_future(self._send_soon())
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)
        return await response

    async def close(self) -> None:
        """Stop waiting; batches that are under way are cancelled."""
        for task in self._sending:
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)

    async def _send_soon(self) -> None:
        from pydantic_ai.direct import model_request_batch  # loaded with the model

        before = 0
        while before < len(self._waiting):  # until nobody joins any more
            before = len(self._waiting)
            await asyncio.sleep(_GATHER)
        waiting, self._waiting = self._waiting, []
        try:
            found = await model_request_batch(
                self._model,
                [request for request, _ in waiting],
                max_resubmissions=self._again,
                poll_interval=timedelta(seconds=self._poll),
            )
        except Exception as error:  # noqa: BLE001 - raised again where each is waited for
            found = [error] * len(waiting)  # type: ignore[list-item]
        for (_, response), result in zip(waiting, found, strict=True):
            if response.done():
                continue
            if isinstance(result, Exception):
                response.set_exception(result)
            else:
                response.set_result(result)
