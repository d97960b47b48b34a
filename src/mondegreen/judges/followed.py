"""A batch at a vendor, looked at until it has ended."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from mondegreen.judges.result_files import with_several_results
from mondegreen.judges.status import explain

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["DIFFER", "FAILED", "Followed"]

DIFFER = "differ"
"""The status of a request that has several results, which do not say the same."""
FAILED = "failed"
"""The status of every request of a batch that the vendor could not run."""

_JOB_ERROR = "BatchJobError"  # pydantic-ai's, in no public module: the whole batch came to nothing
_CANCELED, _EXPIRED = 499, 504  # as its status says why
_LONGEST_POLL = 600.0
_GROWTH = 1.5  # of the time between two looks
_MISSED = 3  # looks in a row that may fail in passing


@dataclass
class Followed:
    """A batch at the vendor.

    Attributes:
        name: as the vendor calls it.
        group: what pydantic-ai knows its place by; it may hold a digest of the key, and is not kept.
        count: how many requests it was sent with.
        row: its row in the store, if there is a store.
        earlier: whether an earlier run, or another process, has sent it.
        ended: whether there is nothing more to wait for.
        keys: of its requests, those that are waited for.
    """

    name: str
    group: str
    count: int
    row: int | None = None
    earlier: bool = False
    ended: bool = False
    keys: set[str] = field(default_factory=set)

    def handle(self, model: Any) -> Any:
        """Return it as pydantic-ai's model knows it."""
        from pydantic_ai.models.batch import Batch  # loaded with the model

        return Batch(
            id=self.name,
            model_name=model.model_name,
            provider_name=model.system,
            group=self.group,
            status="in_progress",
            created_at=datetime.now(UTC),
            request_count=self.count,
        )

    async def results(self, model: Any, poll: float) -> dict[str, Any]:
        """Look at it until it has ended, and return its results by the keys of its requests.

        Args:
            model: pydantic-ai's.
            poll: seconds between the first two looks; later ones are rarer.
        """
        handle, pause, missed = self.handle(model), poll, 0
        first = self.earlier
        while True:
            if not first:
                await asyncio.sleep(pause)
                pause = min(pause * _GROWTH, max(_LONGEST_POLL, poll))
            first = False
            try:
                handle = await model.batch_status(handle)
                if handle.status != "ended":
                    missed = 0
                    continue
                found = _by_key(await model.batch_results(handle))
                for key in await with_several_results(model, handle) & found.keys():
                    found[key] = replace(found[key], status=DIFFER)
            except Exception as error:
                if type(error).__name__ == _JOB_ERROR:
                    code = int(getattr(error, "status_code", 0))
                    why = {_CANCELED: "canceled", _EXPIRED: "expired"}.get(code, FAILED)
                    return {key: _nothing(key, why) for key in self.keys}
                missed += 1
                if missed > _MISSED or not explain(error).again:
                    raise
                continue
            unlisted = model._batch_unlisted_status(handle)
            if unlisted is not None:
                for key in self.keys - found.keys():
                    found[key] = _nothing(key, unlisted)
            return found


def _nothing(key: str, why: Any) -> Any:
    from pydantic_ai.models.batch import BatchResult  # loaded with the model

    return BatchResult(custom_id=key, status=why)


def _by_key(results: Iterable[Any]) -> dict[str, Any]:
    """Return results by their keys; nobody can tell which of two that differ is meant."""
    found: dict[str, Any] = {}
    for each in results:
        known = found.setdefault(each.custom_id, each)
        if known != each:
            found[each.custom_id] = replace(known, status=DIFFER)
    return found
