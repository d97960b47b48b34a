"""Batches that a vendor took and whose name never came back.

No vendor lets a client name a batch. So where a run ended, or the connection broke, between the sending
and the reply, the vendor's own list is looked through for a batch of that size and time. What is found is
ours only if its results are: their names are digests of what was asked.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection

__all__ = ["find_lost"]

_PATIENCE = 20.0  # seconds
_LOOKED_AT = 100  # batches, the newest
_CLOCKS = timedelta(minutes=2)  # that clocks may differ by
_UPLOAD = timedelta(minutes=15)  # that sending may take


async def find_lost(model: Any, since: datetime, count: int, known: Collection[str]) -> str | None:
    """Return the vendor's name of a batch of so many requests; ``None`` where there is none, or no list.

    Args:
        model: pydantic-ai's.
        since: when it was sent.
        count: how many requests it has.
        known: names of other batches.
    """
    try:
        async with asyncio.timeout(_PATIENCE):
            async for name, begun, size in _listed(model):
                if begun < since - _CLOCKS:
                    return None  # the newest come first
                if size == count and name not in known and begun <= since + _UPLOAD:
                    return name
    except Exception:  # noqa: BLE001 - a list that cannot be had holds nothing
        return None
    return None


async def _listed(model: Any) -> AsyncIterator[tuple[str, datetime, int]]:
    """Yield name, time and size of a vendor's batches, the newest first."""
    client, seen = model.client, 0
    if model.system == "anthropic":
        async for batch in client.beta.messages.batches.list(limit=20):
            counts = batch.request_counts
            size = sum((
                *(counts.processing, counts.succeeded, counts.errored),
                *(counts.canceled, counts.expired),
            ))  # fmt: skip
            yield batch.id, batch.created_at, size
            seen += 1
            if seen >= _LOOKED_AT:
                return
    elif model.system == "openai":
        async for batch in client.batches.list(limit=20):
            size = batch.request_counts.total if batch.request_counts else 0
            yield batch.id, datetime.fromtimestamp(batch.created_at, UTC), size
            seen += 1
            if seen >= _LOOKED_AT:
                return
