"""Events of streams, in the order in which they came."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import select

from mondegreen.store.tables import events, results
from mondegreen.store.text_type import row_of, storable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Engine

__all__ = ["EVENT", "Streams", "events_of"]

EVENT: Final = ("seconds", "audio_seconds", "kind", "text", "final", "segment", "words")
"""The columns of an event."""


def events_of(result: int, heard: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the events of one observation as the table takes them; what they lack is ``None``.

    >>> events_of(7, [{"seconds": 0.4, "kind": "partial"}])[0]["result_id"]
    7
    """
    empty = dict.fromkeys(EVENT)
    return [row_of(events, {**empty, "final": 0, **each, "result_id": result}) for each in heard]


class Streams:
    """The table of events.

    Args:
        engine: of an open store.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def of(self, dataset: str, system: str) -> dict[int, list[tuple[Any, ...]]]:
        """Return the events of all observations of a system on a dataset, by the observation's id.

        Each is a tuple of `EVENT`.
        """
        wanted = (
            select(events.c.result_id, *(events.c[name] for name in EVENT))
            .join(results, results.c.id == events.c.result_id)
            .where(results.c.dataset == storable(dataset), results.c.system == storable(system))
            .order_by(events.c.result_id, events.c.id)
        )
        found: dict[int, list[tuple[Any, ...]]] = {}
        with self._engine.connect() as connection:
            for row in connection.execute(wanted):
                found.setdefault(row[0], []).append(tuple(row[1:]))
        return found
