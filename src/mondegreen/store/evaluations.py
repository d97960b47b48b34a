"""Evaluations of observations, many at a time, and what is there of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, func, insert, select
from sqlalchemy.exc import DBAPIError

from mondegreen.errors import UsageError
from mondegreen.store.tables import evaluations
from mondegreen.store.text_type import row_of
from mondegreen.store.write_lock import said

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Engine, Row

__all__ = ["Evaluations"]

_AT_ONCE = 5000


class Evaluations:
    """The table of evaluations, as far as they are of observations; none takes another's place.

    Args:
        engine: of an open store.
        where: the file or the address, for messages.
    """

    def __init__(self, engine: Engine, where: str) -> None:
        self._engine, self.where = engine, where
        self._writing = engine.execution_options(sqlite_begin="IMMEDIATE")

    def put(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Keep rows, a few thousand per transaction; what was kept before an error stays.

        Raises:
            UsageError: the database does not take them.
        """
        for start in range(0, len(rows), _AT_ONCE):
            some = [row_of(evaluations, row) for row in rows[start : start + _AT_ONCE]]
            names = {name for row in some for name in row}  # those of the first would hold for all
            if any(len(row) < len(names) for row in some):
                some = [{name: row.get(name) for name in names} for row in some]
            try:
                with self._writing.begin() as connection:
                    connection.execute(insert(evaluations), some)
            except DBAPIError as error:
                raise UsageError(
                    f"{self.where}: evaluations cannot be stored: {said(error)}"
                ) from error

    def done(
        self, dataset: str, metric: str, signature_hash: str, times: int = 1
    ) -> set[tuple[int, int]]:
        """Return what is evaluated so already: ids of observations with the version of the reference.

        With ``times`` only what is evaluated so often.

        What could not be judged is not among them: it is worth asking again.
        """
        key = (evaluations.c.result_id, evaluations.c.ground_truth_version)
        wanted = select(*key).where(
            evaluations.c.dataset == dataset,
            evaluations.c.metric == metric,
            evaluations.c.kind == "rate",
            evaluations.c.signature_hash == signature_hash,
            evaluations.c.status.in_(("ok", "empty", "missing", "failed")),
        )
        if times > 1:
            wanted = wanted.group_by(*key).having(func.count() >= times)
        with self._engine.connect() as connection:
            return {(row[0], row[1]) for row in connection.execute(wanted)}

    def newest(self, dataset: str, metric: str, columns: Sequence[str]) -> list[Row[Any]]:
        """Return columns of the newest evaluations of each observation by a metric, the oldest first.

        There is one per signature and version of the reference.
        """
        mine = and_(
            evaluations.c.dataset == dataset,
            evaluations.c.metric == metric,
            evaluations.c.kind == "rate",
            evaluations.c.result_id.is_not(None),
        )
        keys = (
            evaluations.c[name] for name in ("result_id", "signature_hash", "ground_truth_version")
        )
        ids = select(func.max(evaluations.c.id)).where(mine).group_by(*keys)
        wanted = select(*(evaluations.c[name] for name in columns)).where(evaluations.c.id.in_(ids))
        wanted = wanted.order_by(evaluations.c.id)
        with self._engine.connect() as connection:
            return [*connection.execute(wanted)]

    def every(
        self, dataset: str, metric: str, signature: str, columns: Sequence[str]
    ) -> list[tuple[Any, ...]]:
        """Return columns of all evaluations by a metric in one way, the oldest first."""
        wanted = select(*(evaluations.c[name] for name in columns)).where(
            evaluations.c.dataset == dataset,
            evaluations.c.metric == metric,
            evaluations.c.kind == "rate",
            evaluations.c.signature == signature,
            evaluations.c.result_id.is_not(None),
        )
        with self._engine.connect() as connection:
            return [tuple(row) for row in connection.execute(wanted.order_by(evaluations.c.id))]

    def are_repeated(self, dataset: str, metric: str, signature: str) -> bool:
        """Return whether an observation is evaluated more than once in one way, by one reference."""
        rows = evaluations.c
        wanted = select(rows.result_id).where(
            rows.dataset == dataset,
            rows.metric == metric,
            rows.kind == "rate",
            rows.signature == signature,
            rows.result_id.is_not(None),
        )
        wanted = wanted.group_by(rows.result_id, rows.ground_truth_version)
        with self._engine.connect() as connection:
            found = connection.execute(wanted.having(func.count() > 1).limit(1))
            return found.first() is not None

    def metrics(self, dataset: str) -> list[str]:
        """Return the metrics by which something of a dataset is evaluated."""
        wanted = select(evaluations.c.metric).where(
            evaluations.c.dataset == dataset, evaluations.c.result_id.is_not(None)
        )
        with self._engine.connect() as connection:
            return sorted({row[0] for row in connection.execute(wanted.distinct())})
