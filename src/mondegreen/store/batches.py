"""Batches that were sent to a vendor and whose answers are not all there yet.

A row is written before a batch is sent, gets the vendor's name for it as soon as there is one, and
goes when every answer that it was sent for is kept. So whoever is stopped in between fetches.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from platform import node
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, delete, insert, select, update
from sqlalchemy.exc import DBAPIError

from mondegreen.errors import UsageError
from mondegreen.store.owners import has_ended
from mondegreen.store.tables import batch_requests, batches, judgements
from mondegreen.store.text_type import row_of
from mondegreen.store.write_lock import one_writer, said

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sqlalchemy import Connection, Engine

__all__ = ["ANSWERS", "SentBatch", "SentBatches", "forget_answered"]

ANSWERS = ("ok", "refused", "truncated", "invalid")  # the model had its say; others are asked again

_AT_ONCE = 500
_SENDING = 600  # seconds after which a batch that is still being sent by somebody else is given up

_here: set[tuple[str, int]] = set()  # what is being sent by this process


@dataclass(frozen=True)
class SentBatch:
    """A batch that was sent, or is being sent.

    Attributes:
        id: of the row.
        batch: as the vendor names it; ``None`` where it was not known yet.
        vendor, host, model: who was asked, where, and for what.
        owner: the process that sends it, as ``machine:process``.
        requests: how many it was sent with.
        timestamp: when.
    """

    id: int
    batch: str | None
    vendor: str
    host: str
    model: str
    owner: str
    requests: int
    timestamp: str

    @property
    def begun(self) -> datetime:
        """When it was sent."""
        return datetime.fromisoformat(self.timestamp)

    @property
    def when(self) -> str:
        """When it was sent, for the reader."""
        return f"{self.begun:%Y-%m-%d %H:%M} UTC"


class SentBatches:
    """The tables of batches.

    Attributes:
        read_only: whether none can be noted or forgotten.

    Args:
        engine: of an open store.
        where: the file or the address, for messages.
        read_only: as the attribute.
    """

    def __init__(self, engine: Engine, where: str, *, read_only: bool = False) -> None:
        self._engine, self.where, self.read_only = engine, where, read_only
        self._writing = engine.execution_options(sqlite_begin="IMMEDIATE")

    def is_being_sent(self, batch: SentBatch) -> bool:
        """Return whether somebody may be sending it at this moment."""
        if batch.batch is not None:
            return False
        machine, _, process = batch.owner.rpartition(":")
        if machine == node() and int(process) == os.getpid():
            return (self.where, batch.id) in _here
        age = abs((datetime.now(UTC) - batch.begun).total_seconds())  # clocks are set back, too
        return age < _SENDING and not has_ended(batch.owner)

    def all(self) -> list[SentBatch]:
        """Return all of them, the oldest first."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(batches).order_by(batches.c.id)).mappings()
            return [SentBatch(**row) for row in rows]

    def get(self, row: int) -> SentBatch | None:
        """Return one of them, or ``None``."""
        with self._engine.connect() as connection:
            found = connection.execute(select(batches).where(batches.c.id == row)).mappings()
            first = found.first()
            return SentBatch(**first) if first is not None else None

    def of(self, requests: Sequence[str]) -> dict[str, SentBatch]:
        """Return the batch of each request that is in one."""
        with self._engine.connect() as connection:
            return _of(connection, batch_requests.c.request, requests)

    def waiting(self, answers: Sequence[str]) -> dict[str, SentBatch]:
        """Return the batch of each answer for which a request is in one."""
        with self._engine.connect() as connection:
            return _of(connection, batch_requests.c.answer, answers)

    def claim(
        self, requests: Mapping[str, str], place: tuple[str, str, str], *, since: str = ""
    ) -> tuple[SentBatch | None, dict[str, SentBatch], set[str]]:
        """Note that a batch is about to be sent, before it is.

        Args:
            requests: the digest of each request, and the key of the answer that it is sent for.
            place: vendor, host and model.
            since: answers that were kept later need no request; a time as the tables have it.

        Returns:
            The batch that the caller sends, with those requests that nobody else has; ``None``
            where there are none. The batches that the others are in. And the keys of the answers
            that others have kept meanwhile.

        Raises:
            UsageError: the database does not take it.
        """
        try:
            with self._writing.begin() as connection:
                one_writer(connection, batches)
                taken = _of(connection, batch_requests.c.request, list(requests))
                rest = {key: answer for key, answer in requests.items() if key not in taken}
                answered = _answered(connection, set(rest.values()), since) if since else set()
                own = [request for request, answer in rest.items() if answer not in answered]
                if not own:
                    return None, taken, answered
                vendor, host, model = place
                values: dict[str, Any] = {
                    "batch": None,
                    "vendor": vendor,
                    "host": host,
                    "model": model,
                    "owner": f"{node()}:{os.getpid()}",
                    "requests": len(own),
                    "timestamp": datetime.now(UTC).isoformat(timespec="seconds"),
                }
                values = row_of(batches, values)
                made = connection.execute(insert(batches), values).inserted_primary_key
                row = int(made[0]) if made is not None else 0
                each = [
                    {"request": request, "batch_id": row, "answer": requests[request]}
                    for request in own
                ]
                connection.execute(insert(batch_requests), each)
            _here.add((self.where, row))
            return SentBatch(id=row, **values), taken, answered
        except DBAPIError as error:
            raise self._refused(error) from error

    def sent(self, row: int, batch: str) -> None:
        """Note what the vendor calls a batch.

        Raises:
            UsageError: the database does not take it.
        """
        _here.discard((self.where, row))
        self._write(update(batches).where(batches.c.id == row).values(batch=batch[:255]))

    def drop(self, row: int) -> None:
        """Forget a batch and its requests.

        Raises:
            UsageError: the database does not let it.
        """
        _here.discard((self.where, row))
        self._write(
            delete(batch_requests).where(batch_requests.c.batch_id == row),
            delete(batches).where(batches.c.id == row),
        )

    def forget(self, requests: Iterable[str]) -> None:
        """Forget requests that came to nothing, and batches of which nothing is left.

        Raises:
            UsageError: the database does not let it.
        """
        gone = list(requests)
        for start in range(0, len(gone), _AT_ONCE):
            some = batch_requests.c.request.in_(gone[start : start + _AT_ONCE])
            self._write(delete(batch_requests).where(some), _empty())

    def answered(self, answer: str) -> None:
        """Forget the requests of an answer that is there and may not be kept.

        Raises:
            UsageError: the database does not let it.
        """
        self._write(delete(batch_requests).where(batch_requests.c.answer == answer), _empty())

    def _write(self, *statements: Any) -> None:
        try:
            with self._writing.begin() as connection:
                one_writer(connection, batches)
                for statement in statements:
                    connection.execute(statement)
        except DBAPIError as error:
            raise self._refused(error) from error

    def _refused(self, error: DBAPIError) -> UsageError:
        return UsageError(f"{self.where}: a batch cannot be noted: {said(error)}")


def _answered(connection: Connection, answers: set[str], since: str) -> set[str]:
    """Return those answers that were kept since then."""
    found: set[str] = set()
    keys = sorted(answers)
    later = and_(judgements.c.timestamp >= since, judgements.c.status.in_(ANSWERS))
    for start in range(0, len(keys), _AT_ONCE):
        some = judgements.c.key.in_(keys[start : start + _AT_ONCE])
        found |= set(connection.execute(select(judgements.c.key).where(later, some)).scalars())
    return found


def forget_answered(connection: Connection, answer: str) -> None:
    """Forget the requests of an answer that is kept from now on."""
    gone = connection.execute(delete(batch_requests).where(batch_requests.c.answer == answer))
    if gone.rowcount:
        connection.execute(_empty())


def _empty() -> Any:
    left = select(batch_requests.c.batch_id).where(batch_requests.c.batch_id == batches.c.id)
    return delete(batches).where(~left.exists())


def _of(connection: Connection, column: Any, keys: Sequence[str]) -> dict[str, SentBatch]:
    found: dict[str, SentBatch] = {}
    known: dict[int, SentBatch] = {}
    joined = select(column, batches).join(batches, batches.c.id == batch_requests.c.batch_id)
    for start in range(0, len(keys), _AT_ONCE):
        some = column.in_(keys[start : start + _AT_ONCE])
        for row in connection.execute(joined.where(some).order_by(batches.c.id)):
            one = known.setdefault(row[1], SentBatch(*row[1:]))
            found[row[0]] = one
    return found
