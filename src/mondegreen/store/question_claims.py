"""Which questions are being asked at this moment, so that two processes do not pay for the same one.

A process claims a question before it asks, and its answer ends the claim. Others wait for the answer.
A claim whose process has ended is nobody's, and so is one that was not heard of while somebody waited
two minutes for it. The one who waits counts these, so a clock that jumps changes nothing.
"""

from __future__ import annotations

import time
from itertools import count
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, delete, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from mondegreen.errors import UsageError
from mondegreen.store.owners import has_ended, this_process
from mondegreen.store.tables import judge_claims
from mondegreen.store.write_lock import said

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection, Engine

__all__ = ["SILENT", "QuestionClaims", "end_claim"]

SILENT = 120.0
"""Seconds of waiting without a sign of life after which a claim is nobody's."""

_AT_ONCE = 500
_each = count()


class QuestionClaims:
    """The claims of one run.

    Args:
        engine: of an open store.
        where: the file or the address, for messages.
        clock: seconds that only ever grow.
    """

    def __init__(
        self, engine: Engine, where: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._engine, self.where, self._clock = engine, where, clock
        self._writing = engine.execution_options(sqlite_begin="IMMEDIATE")
        self._owner = this_process(f"{next(_each):x}")
        self._seen: dict[str, tuple[str, int, float]] = {}
        self._mine: set[str] = set()

    def take(self, key: str) -> bool:
        """Claim a question; return whether it is the caller's to ask, and not another's.

        Raises:
            UsageError: the database does not take it.
        """
        row = {"key": key, "owner": self._owner, "beat": 0}
        try:
            with self._writing.begin() as connection:
                held = connection.execute(_of(key)).first()
                if held is None:
                    connection.execute(insert(judge_claims), row)
                elif held.owner != self._owner:
                    if not self._is_over(key, held.owner, held.beat):
                        return False
                    same = and_(judge_claims.c.key == key, judge_claims.c.owner == held.owner)
                    if not connection.execute(
                        update(judge_claims).where(same).values(row)
                    ).rowcount:
                        return False
        except IntegrityError:  # another process was faster
            return False
        except DBAPIError as error:
            raise self._refused(error) from error
        self._mine.add(key)
        return True

    def free(self, keys: Sequence[str]) -> list[str]:
        """Return those questions that nobody claims now: they are answered, or may be claimed.

        Raises:
            UsageError: the database cannot be read.
        """
        held: set[str] = set()
        try:
            with self._engine.connect() as connection:
                for start in range(0, len(keys), _AT_ONCE):
                    some = judge_claims.c.key.in_(keys[start : start + _AT_ONCE])
                    for row in connection.execute(select(judge_claims).where(some)):
                        if not self._is_over(row.key, row.owner, row.beat):
                            held.add(row.key)
        except DBAPIError as error:
            raise self._refused(error) from error
        return [key for key in keys if key not in held]

    def ended(self, key: str) -> None:
        """Note that the claim has ended with its answer."""
        self._mine.discard(key)

    def drop(self, key: str) -> None:
        """End a claim without an answer; nothing happens if it has ended."""
        if key not in self._mine:
            return
        self._mine.discard(key)
        self._write(lambda connection: end_claim(connection, key, self._owner))

    def beat(self) -> None:
        """Say that all is still under way; every half a minute will do."""
        if self._mine:
            mine = update(judge_claims).where(judge_claims.c.owner == self._owner)
            self._write(
                lambda connection: connection.execute(mine.values(beat=judge_claims.c.beat + 1))
            )

    def release(self) -> None:
        """End all claims that have no answer."""
        if self._mine:
            self._mine.clear()
            mine = delete(judge_claims).where(judge_claims.c.owner == self._owner)
            self._write(lambda connection: connection.execute(mine))

    def _is_over(self, key: str, owner: str, beat: int) -> bool:
        if has_ended(owner):
            return True
        now = self._clock()
        before = self._seen.get(key)
        if before is None or before[:2] != (owner, beat):
            self._seen[key] = (owner, beat, now)
            return False
        return now - before[2] > SILENT

    def _write(self, work: Callable[[Connection], Any]) -> None:
        try:
            with self._writing.begin() as connection:
                work(connection)
        except DBAPIError as error:
            raise self._refused(error) from error

    def _refused(self, error: DBAPIError) -> UsageError:
        return UsageError(f"{self.where}: a question cannot be claimed: {said(error)}")


def end_claim(connection: Connection, key: str, owner: str | None = None) -> None:
    """End the claim of a question, in the transaction that keeps its answer; whosever it is by default."""
    mine = judge_claims.c.key == key
    connection.execute(
        delete(judge_claims).where(
            mine if owner is None else and_(mine, judge_claims.c.owner == owner)
        )
    )


def _of(key: str) -> Any:
    return select(judge_claims).where(judge_claims.c.key == key)
