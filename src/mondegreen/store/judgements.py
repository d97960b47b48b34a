"""Answers of models, kept by content: a second run asks nobody and finds the same."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from mondegreen.errors import UsageError
from mondegreen.store.batches import ANSWERS, SentBatches, forget_answered
from mondegreen.store.question_claims import QuestionClaims, end_claim
from mondegreen.store.tables import batches, judgements, prompts
from mondegreen.store.text_type import row_of
from mondegreen.store.write_lock import one_writer, said

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sqlalchemy import Connection, Engine

__all__ = ["Judgements"]

_AT_ONCE = 500
_USAGE = (
    "requests",
    "unmeasured",
    "input_tokens",
    "cache_read_tokens",
    "cache_write_tokens",
    "output_tokens",
)


class Judgements:
    """The table of judgements.

    Attributes:
        batches: what was sent to a vendor as a batch and is not answered yet.
        claims: which questions this run is asking, and no other process.
        read_only: whether nothing new can be kept.

    Args:
        engine: of an open store.
        where: the file or the address, for messages.
        read_only: as the attribute.
    """

    def __init__(self, engine: Engine, where: str, *, read_only: bool = False) -> None:
        self._engine, self.where, self.read_only = engine, where, read_only
        self.batches = SentBatches(engine, where, read_only=read_only)
        self.claims = QuestionClaims(engine, where)
        # A transaction that begins by reading could not write once another process has written.
        self._writing = engine.execution_options(sqlite_begin="IMMEDIATE")

    def __len__(self) -> int:
        with self._engine.connect() as connection:
            return int(
                connection.execute(select(func.count()).select_from(judgements)).scalar_one()
            )

    def get(self, keys: Sequence[str]) -> Iterator[tuple[str, dict[str, Any], str | None]]:
        """Yield key, answer and trace for those keys that are there, in no order.

        A row that cannot be read is none, so its question is asked again.
        """
        with self._engine.connect() as connection:
            for start in range(0, len(keys), _AT_ONCE):
                some = judgements.c.key.in_(keys[start : start + _AT_ONCE])
                for row in connection.execute(select(judgements).where(some)).mappings():
                    answer = _answer(row)
                    if answer is not None:
                        yield row["key"], answer, row["trace"]

    def beginning(self, key: str) -> list[dict[str, Any]]:
        """Return whole rows whose key begins so, at most 20, the newest first."""
        some = judgements.c.key.startswith(key, autoescape=True)
        wanted = select(judgements).where(some).order_by(judgements.c.timestamp.desc()).limit(20)
        with self._engine.connect() as connection:
            return [dict(row) for row in connection.execute(wanted).mappings()]

    def put(self, row: Mapping[str, Any]) -> None:
        """Keep one answer, in place of an earlier one; it is safe when this returns.

        Args:
            row: the columns of the table by name, and ``instructions``.

        Raises:
            UsageError: the database does not take it: the disk is full, or the file is gone or another.
        """
        instructions = row["instructions"]
        values = {name: value for name, value in row.items() if name != "instructions"}
        values["timestamp"] = datetime.now(UTC).isoformat(timespec="milliseconds")
        values = row_of(judgements, values)
        try:
            with self._writing.begin() as connection:
                one_writer(connection, judgements)
                one_writer(connection, batches)  # in this order, or two could wait for each other
                _keep_prompt(connection, values["prompt_hash"], instructions)
                connection.execute(delete(judgements).where(judgements.c.key == values["key"]))
                connection.execute(insert(judgements), values)
                if values["status"] in ANSWERS:  # for others a batch may have an answer yet
                    forget_answered(connection, values["key"])
                end_claim(connection, values["key"])
        except IntegrityError:
            pass  # another process keeps the same answer at this moment
        except DBAPIError as error:
            raise UsageError(f"{self.where}: an answer cannot be stored: {said(error)}") from error


def _keep_prompt(connection: Connection, prompt_hash: str, instructions: str) -> None:
    """Keep what a prompt says, each time: another process may have purged it a moment ago."""
    wanted = select(prompts.c.prompt_hash).where(prompts.c.prompt_hash == prompt_hash)
    if connection.execute(wanted).first() is None:
        new = {"prompt_hash": prompt_hash, "instructions": instructions}
        connection.execute(insert(prompts), new)


def _answer(row: Any) -> dict[str, Any] | None:
    try:
        value, sent = (
            None if row[name] is None else json.loads(row[name]) for name in ("value", "sent")
        )
    except (ValueError, TypeError, RecursionError):
        return None  # somebody else wrote here
    return {
        "status": row["status"],
        "reason": row["reason"],
        "value": value,
        "usage": {name: row[name] for name in _USAGE},
        "money": row["money"],
        "model": row["model_returned"],
        "sent": sent,
        "seconds": row["seconds"],
        "timestamp": row["timestamp"],
    }
