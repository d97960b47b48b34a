"""Scored samples: the views ``wer_metrics`` and ``semantic_wer_traces`` of all evaluations."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, insert, select
from sqlalchemy.exc import DBAPIError

from mondegreen.errors import UsageError
from mondegreen.store.tables import evaluations, semantic_wer_traces, wer_metrics
from mondegreen.store.text_type import row_of
from mondegreen.store.write_lock import one_writer, said

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import Connection, Engine, Table

__all__ = ["Samples"]

_KEY = (
    *("dataset", "sample_id", "service_name", "model_name", "signature_hash"),
    *("system", "repeat"),
)
_KINDS = {"wer_metrics": "rate", "semantic_wer_traces": "trace"}


class Samples:
    """The two views of scored samples, which show the newest row of each key.

    The key is ``dataset``, ``sample_id``, ``service_name``, ``model_name``, ``signature_hash``,
    ``system`` and ``repeat``: the same sample scored in another way is another row. A
    later row with the same key supersedes the earlier one, and both stay in ``evaluations``; one that
    says the same is not kept again.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writing = engine.execution_options(sqlite_begin="IMMEDIATE")

    def put_wer(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Keep rows of ``wer_metrics``, all of them or none.

        Raises:
            UsageError: a column is unknown, a name is missing, an unjudged row has a rate, or the
                database does not take the rows.
        """
        self._put(wer_metrics, rows)

    def put_traces(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Keep rows of ``semantic_wer_traces``, all of them or none.

        Raises:
            UsageError: as `put_wer`.
        """
        self._put(semantic_wer_traces, rows)

    def wer(self) -> list[dict[str, Any]]:
        """Return all rows of ``wer_metrics``, in the order they were kept."""
        return self._all(wer_metrics)

    def traces(self) -> list[dict[str, Any]]:
        """Return all rows of ``semantic_wer_traces``, in the order they were kept."""
        return self._all(semantic_wer_traces)

    def _all(self, table: Table) -> list[dict[str, Any]]:
        with self._engine.connect() as connection:
            rows = connection.execute(select(table).order_by(table.c.id)).mappings()
            return [dict(row) for row in rows]

    def _put(self, table: Table, rows: Iterable[Mapping[str, Any]]) -> None:
        ready = [_ready(table, row) for row in rows]
        try:
            with self._writing.begin() as connection:
                one_writer(connection, evaluations)
                for row in ready:
                    if not _is_there(connection, row):
                        connection.execute(insert(evaluations), row)
        except DBAPIError as error:
            raise UsageError(f"rows of {table.name} cannot be stored: {said(error)}") from error


def _is_there(connection: Connection, row: Mapping[str, Any]) -> bool:
    """Return whether the newest row with the same key says the same, except for the time."""
    same = and_(*(evaluations.c[name] == row[name] for name in ("kind", *_KEY)))
    newest = select(evaluations).where(same).order_by(evaluations.c.id.desc()).limit(1)
    found = connection.execute(newest).mappings().first()
    if found is None:
        return False
    passing = {"id", "timestamp"}
    return all(found[name] == row.get(name) for name in found if name not in passing)


def _ready(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    known = {column.name for column in table.columns} - {"id"}
    unknown = sorted(set(row) - known)
    if unknown:
        raise UsageError(f"{table.name} has no column {unknown[0]!r}; it has {sorted(known)}")
    ready = {"status": "ok", **row, "kind": _KINDS[table.name]}
    ready["repeat"] = ready.get("repeat") or 0
    ready["ground_truth_version"] = ready.get("ground_truth_version") or 0
    if "num_turns" in known:
        ready.setdefault("num_turns", 1)
    for name in ("dataset", "model_name", "signature_hash", "system", "metric"):
        ready[name] = ready.get(name) or ""  # NULLs would not be one and the same
    ready.setdefault("timestamp", datetime.now(UTC).isoformat(timespec="milliseconds"))
    for name in ("sample_id", "service_name"):
        if not ready.get(name):
            raise UsageError(f"a row for {table.name} has no {name}")
    rate = ready.get("wer")
    if rate is not None and ready["status"] != "ok":
        raise UsageError(
            f"sample {ready['sample_id']!r} is {ready['status']} and has a rate of {rate}; "
            "what could not be judged has none"
        )
    if rate is not None and not math.isfinite(rate):
        ready["wer"] = None  # errors over no words; the counts say how many
    return row_of(evaluations, ready)
