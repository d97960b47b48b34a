"""Versions of references, and the runs in which they were drafted and reviewed.

A run is kept as the records of its two files, line by line: what was drafted, and the notes of the
review. Nothing is overwritten; of the versions of a reference the newest is current.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, func, insert, select, update
from sqlalchemy.exc import DBAPIError

from mondegreen.errors import UsageError
from mondegreen.store.tables import ground_truth, ground_truth_records
from mondegreen.store.text_type import row_of, storable
from mondegreen.store.write_lock import one_writer, said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sqlalchemy import Connection, Engine

__all__ = ["GroundTruth"]

_FEW = 500  # names in one statement
_DRAW = "draw"

Record = dict[str, Any]
"""A line of a file, as JSON has it."""


class GroundTruth:
    """The tables of references and of the records of their runs.

    Args:
        engine: of an open store.
        where: the file or the address, for messages.
    """

    def __init__(self, engine: Engine, where: str) -> None:
        self._engine, self.where = engine, where
        self._writing = engine.execution_options(sqlite_begin="IMMEDIATE")

    # -- runs --------------------------------------------------------------------------------------

    def runs(self, dataset: str | None = None) -> list[tuple[str, str]]:
        """Return dataset and id of each run, the oldest first."""
        records = ground_truth_records.c
        wanted = select(records.dataset, records.run_id)
        wanted = wanted.where(records.type != _DRAW)
        if dataset is not None:
            wanted = wanted.where(records.dataset == storable(dataset))
        wanted = wanted.group_by(records.dataset, records.run_id).order_by(func.min(records.id))
        with self._engine.connect() as connection:
            return [(row[0], row[1]) for row in connection.execute(wanted)]

    def records(self, dataset: str, run: str) -> tuple[list[Record], list[Record]]:
        """Return the records of a run, and those of its notes, in their order."""
        with self._engine.connect() as connection:
            rows = _lines(connection, dataset, run)
        files: tuple[list[Record], list[Record]] = ([], [])
        for notes, line in rows:
            files[notes].append(json.loads(line))
        return files

    def headers(self, dataset: str) -> dict[str, Record]:
        """Return the header of each run of a dataset that has one."""
        records = ground_truth_records.c
        wanted = select(records.run_id, records.record).where(
            records.dataset == storable(dataset), records.notes == 0, records.type == "header"
        )
        with self._engine.connect() as connection:
            return {row[0]: json.loads(row[1]) for row in connection.execute(wanted)}

    def note_draw(self, dataset: str, record: Mapping[str, Any]) -> None:
        """Keep a draw of samples, unless the newest is the same; it is no run of references.

        Raises:
            UsageError: the database does not take it.
        """
        there = self.draws(dataset)
        ready = {"type": _DRAW, **record}
        if there[-1:] != [ready]:
            self.append(dataset, f"{_DRAW} {len(there) + 1}", [ready])

    def draws(self, dataset: str) -> list[Record]:
        """Return the draws of samples of a dataset, the oldest first."""
        records = ground_truth_records.c
        wanted = select(records.record).where(
            records.dataset == storable(dataset), records.type == _DRAW
        )
        with self._engine.connect() as connection:
            return [json.loads(row[0]) for row in connection.execute(wanted.order_by(records.id))]

    def append(
        self, dataset: str, run: str, records: Iterable[Record], *, notes: bool = False
    ) -> int:
        """Add records to a run, without those that it has already; return how many are new.

        Args:
            dataset: its id.
            run: the id of the run; it is begun if there is none.
            records: ready for JSON.
            notes: whether they are of the review and not of the drafts.

        Raises:
            UsageError: the database does not take them.
        """
        given = [*records]

        def add(connection: Connection) -> int:
            there = Counter(
                line for kind, line in _lines(connection, dataset, run) if kind == notes
            )
            new = []
            for record in given:
                line = json.dumps(record)
                if there[line]:
                    there[line] -= 1
                    continue
                row = {
                    "dataset": dataset,
                    "run_id": run,
                    "notes": int(notes),
                    "type": str(record.get("type") or "sample"),
                    "sample_id": record.get("sample_id"),
                }
                new.append({**row_of(ground_truth_records, row), "record": line})
            if new:
                connection.execute(insert(ground_truth_records), new)
            return len(new)

        return self._write("records of a run", add)

    # -- versions ----------------------------------------------------------------------------------

    def versions(self, dataset: str, sample: str | None = None) -> list[Record]:
        """Return all versions of the references of a dataset, or of one sample, the oldest first."""
        wanted = select(ground_truth).where(ground_truth.c.dataset == storable(dataset))
        if sample is not None:
            wanted = wanted.where(ground_truth.c.sample_id == storable(sample))
        wanted = wanted.order_by(ground_truth.c.sample_id, ground_truth.c.version)
        with self._engine.connect() as connection:
            return [dict(row) for row in connection.execute(wanted).mappings()]

    def newest(self, dataset: str) -> dict[str, Record]:
        """Return the newest version of each reference, by sample."""
        return {row["sample_id"]: row for row in self.versions(dataset)}

    def add(self, dataset: str, rows: Sequence[Mapping[str, Any]]) -> int:
        """Keep references that a run or a person made; return how many are new versions.

        A text that is the newest already is no new version; if it is verified now for the first
        time, or outside of a queue for the first time, that is noted of the version that is there.

        Args:
            dataset: its id.
            rows: by the names of the columns; those with ``verified_by`` are verified.

        Raises:
            UsageError: the database does not take them.
        """

        def add(connection: Connection) -> int:
            wanted = select(ground_truth).where(ground_truth.c.dataset == storable(dataset))
            if len(rows) <= _FEW:
                wanted = wanted.where(
                    ground_truth.c.sample_id.in_(storable(row["sample_id"]) for row in rows)
                )
            found = connection.execute(wanted.order_by(ground_truth.c.version)).mappings()
            newest = {row["sample_id"]: dict(row) for row in found}
            new = 0
            for row in rows:
                ready = row_of(ground_truth, {**row, "dataset": dataset})
                there = newest.get(ready["sample_id"])
                if there is not None and there["text"] == ready["text"]:
                    _verify(connection, there, ready)
                    continue
                ready["version"] = 1 if there is None else there["version"] + 1
                connection.execute(insert(ground_truth), ready)
                newest[ready["sample_id"]] = {"verified_by": None, "queue": None, **ready}
                new += 1
            return new

        return self._write("references", add)

    def _write(self, what: str, work: Callable[[Connection], int]) -> int:
        try:
            with self._writing.begin() as connection:
                one_writer(connection, ground_truth_records)
                return work(connection)
        except DBAPIError as error:
            raise UsageError(f"{self.where}: {what} cannot be stored: {said(error)}") from error


def _lines(connection: Connection, dataset: str, run: str) -> list[tuple[int, str]]:
    records = ground_truth_records.c
    wanted = select(records.notes, records.record).where(
        records.dataset == storable(dataset), records.run_id == storable(run)
    )
    return [(row[0], row[1]) for row in connection.execute(wanted.order_by(records.id))]


def _verify(connection: Connection, there: Record, row: Mapping[str, Any]) -> None:
    """Note of the version that is there that somebody verified it; from a queue counts less."""
    seen = {name: row.get(name) for name in ("verified_by", "verified_at", "queue")}
    if seen["verified_by"] is None:
        return
    if there["verified_by"] is not None and (there["queue"] is None or seen["queue"] is not None):
        return
    key = ("dataset", "sample_id", "version")
    mine = and_(*(ground_truth.c[name] == there[name] for name in key))
    connection.execute(update(ground_truth).where(mine).values(**seen))
    there |= seen
