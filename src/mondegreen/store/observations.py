"""Observations: what a system made of a sample, one row per call, and what they are of.

Nothing is overwritten. Of the attempts at a sample by a system in one repeat the newest is current;
of the versions of a reference, too.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from mondegreen.errors import UsageError
from mondegreen.store.owners import has_ended, this_process
from mondegreen.store.stream_events import events_of
from mondegreen.store.tables import (
    claims,
    datasets,
    events,
    ground_truth,
    results,
    runs,
    samples,
    systems,
)
from mondegreen.store.text_type import fitting, row_of, storable
from mondegreen.store.write_lock import said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sqlalchemy import Connection, Engine, Table

__all__ = ["Observations", "now"]

T = TypeVar("T")

Key = tuple[str, str, str, int]
"""Dataset, sample, system and repeat."""

_TRIES = 5
_RACES = 100
_OLD = 120.0  # seconds without a beat after which a claim is nobody's
_AT_ONCE = 500
_ENDS = {"speech_end_detector": ("speech_end_ms",), "turn_ends_ms": ("turn_starts_ms",)}
"""Columns of samples that may change later: one that says that there is something new, and its others."""
_LONGEST = 255
_TIMES = ("repeat", "seconds", "cpu_seconds", "audio_duration_seconds", "ttfb_seconds")
_SIGNED = "ttfb_seconds"  # counted from the end of speech it may come before it
_ENDLESS = 1e300
_each = count()


def now() -> str:
    """Return the time as the tables have it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Observations:
    """The tables of datasets, samples, references, systems, runs, results and events.

    Args:
        engine: of an open store.
        where: the file or the address, for messages.
    """

    def __init__(self, engine: Engine, where: str) -> None:
        self._engine, self.where = engine, where
        self._writing = engine.execution_options(sqlite_begin="IMMEDIATE")
        self._owner = fitting(this_process(f"{next(_each):x}"), _LONGEST)

    # -- what there is to transcribe ---------------------------------------------------------------

    def add_dataset(self, row: Mapping[str, Any], clips: Sequence[Mapping[str, Any]]) -> None:
        """Keep a dataset with its samples; what is there stays, except for the ends of speech and turns.

        Raises:
            UsageError: the database does not take it.
        """

        def add(connection: Connection) -> None:
            if not _has(connection, datasets, {"dataset": row["dataset"]}):
                connection.execute(insert(datasets), row_of(datasets, {"timestamp": now(), **row}))
            there = set(self._ids(connection, samples.c.sample_id, row["dataset"]))
            new = [row_of(samples, each) for each in clips]
            new = [each for each in new if each["sample_id"] not in there]
            if new:
                connection.execute(insert(samples), new)
            _set_ends(connection, row["dataset"], clips)

        self._shared("a dataset", add)

    def add_references(self, dataset: str, rows: Iterable[Mapping[str, Any]]) -> int:
        """Keep the references that come with a dataset; return how many are new versions.

        One whose text has changed since it last came so is a new version. A version that was made in
        between, as in a review, stays the newest as long as the dataset's own text does not change.

        Raises:
            UsageError: the database does not take them.
        """
        given = [*rows]

        def add(connection: Connection) -> int:
            own = self._newest_references(connection, dataset, ground_truth.c.run_id.is_(None))
            newest = self._newest_references(connection, dataset)
            new = []
            for row in given:
                ready = row_of(ground_truth, {**row, "dataset": dataset})
                text, version = newest.get(ready["sample_id"], (None, 0))
                before = own.get(ready["sample_id"], (None, 0))[0]
                if ready["text"] not in (text, before):
                    new.append({"generated_at": now(), **ready, "version": version + 1})
            if new:
                names = {name for row in new for name in row}
                connection.execute(
                    insert(ground_truth), [{name: row.get(name) for name in names} for row in new]
                )
            return len(new)

        return self._shared("references", add)

    def references(self, dataset: str) -> dict[str, tuple[str, int]]:
        """Return the newest text of each reference, and its version."""
        with self._engine.connect() as connection:
            return self._newest_references(connection, dataset)

    def datasets(self) -> list[dict[str, Any]]:
        """Return all datasets, the oldest first."""
        wanted = select(datasets).order_by(datasets.c.timestamp, datasets.c.dataset)
        with self._engine.connect() as connection:
            return _dicts(connection, wanted)

    def samples(self, dataset: str) -> list[dict[str, Any]]:
        """Return the samples of a dataset, in its order."""
        wanted = select(samples).where(samples.c.dataset == dataset)
        wanted = wanted.order_by(samples.c.dataset_index, samples.c.sample_id)
        with self._engine.connect() as connection:
            return _dicts(connection, wanted)

    # -- who transcribes, and when -----------------------------------------------------------------

    def add_system(self, row: Mapping[str, Any]) -> None:
        """Keep what a system is; one that has observed nothing yet may have other options.

        Raises:
            UsageError: its name stands for other options already.
        """
        ready = row_of(systems, {"timestamp": now(), **row})
        try:
            with self._transaction("a system") as connection:
                there = _first(
                    connection, select(systems).where(_same(systems, ready, ("system",)))
                )
                if there is None:
                    connection.execute(insert(systems), ready)
                    return None
                mine = _same(results, ready, ("system",))
                if _first(connection, select(results.c.id).where(mine).limit(1)) is None:
                    connection.execute(
                        update(systems).where(_same(systems, ready, ("system",))).values(**ready)
                    )
                    return None
        except IntegrityError:  # another process was faster
            return self.add_system(row)
        for name in ("provider", "model_name", "options"):
            if getattr(there, name) != ready[name]:
                raise UsageError(
                    f"{self.where}: {ready['system']!r} is there with {name} {getattr(there, name)!r}, "
                    f"given now: {ready[name]!r}; give the changed system another name"
                )
        return None

    def systems(self) -> list[dict[str, Any]]:
        """Return all systems, by name."""
        with self._engine.connect() as connection:
            wanted = select(systems).order_by(systems.c.system)
            return _dicts(connection, wanted)

    def add_run(self, row: Mapping[str, Any]) -> None:
        """Keep a run; without ``started_at`` it begins now."""
        with self._transaction("a run") as connection:
            connection.execute(insert(runs), row_of(runs, {"started_at": now(), **row}))

    def end_run(self, run: str) -> None:
        """Note that a run is over."""
        with self._transaction("a run") as connection:
            ended = update(runs).where(runs.c.run_id == run)
            connection.execute(ended.values(completed_at=now()))

    def note_reasons(self, run: str, reasons: Mapping[str, str]) -> None:
        """Note why a run sent no more to some systems, by their names."""
        with self._transaction("a run") as connection:
            here = runs.c.run_id == run
            told = connection.execute(select(runs.c.config_snapshot).where(here)).scalar()
            text = json.dumps({**_object(told), "reasons": {**reasons}})
            connection.execute(update(runs).where(here).values(config_snapshot=text))

    def reasons(self) -> dict[str, str]:
        """Return why the newest run of each system sent no more to it; without those it did not stop."""
        wanted = select(runs.c.services, runs.c.config_snapshot).order_by(runs.c.started_at)
        found: dict[str, str] = {}
        with self._engine.connect() as connection:
            for services, told in connection.execute(wanted):
                reasons = _object(told).get("reasons")
                mine = reasons if isinstance(reasons, dict) else {}
                found |= dict.fromkeys(_object(f'{{"names": {services}}}').get("names") or (), "")
                found |= {str(name): str(reason) for name, reason in mine.items()}
        return {name: reason for name, reason in found.items() if reason}

    # -- calls -------------------------------------------------------------------------------------

    def claim(self, key: Key, *, after: int, latency_pass: bool = False) -> bool:
        """Take a sample for a call, so that no other process makes the same one.

        Args:
            key: dataset, sample, system and repeat.
            after: the newest attempt that the caller knows of; 0 for none.
            latency_pass: whether that is one of a latency pass.

        Returns:
            Whether the call is the caller's to make: not if another process makes it now, or has
            made it since.
        """
        names = ("dataset", "sample_id", "system", "repeat")
        row = row_of(claims, {**dict(zip(names, key, strict=True)), "owner": self._owner})
        row["beat"] = time.time()
        same = _same(claims, row, names)
        try:
            with self._transaction("a claim") as connection:
                held = _first(connection, select(claims).where(same))
                if held is None:
                    connection.execute(insert(claims), row)
                elif held.owner != self._owner and _is_held(held):
                    return False
                else:
                    mine = and_(same, claims.c.owner == held.owner)
                    if not connection.execute(update(claims).where(mine).values(**row)).rowcount:
                        return False
                # Only now: whoever held it before has kept what came of it before letting it go.
                if _newest_attempt(connection, row, latency_pass=latency_pass) > after:
                    connection.execute(delete(claims).where(self._mine(key)))
                    return False
                return True
        except IntegrityError:  # another process was faster
            return False

    def beat(self) -> None:
        """Say that the calls under way are under way; every half a minute will do."""
        with self._transaction("a claim") as connection:
            mine = claims.c.owner == self._owner
            connection.execute(update(claims).where(mine).values(beat=time.time()))

    def release(self) -> None:
        """Give back all that was claimed and not observed."""
        with self._transaction("a claim") as connection:
            connection.execute(delete(claims).where(claims.c.owner == self._owner))

    def drop(self, key: Key) -> None:
        """Give back one sample, of which there is no observation."""
        with self._transaction("a claim") as connection:
            connection.execute(delete(claims).where(self._mine(key)))

    def put(self, row: Mapping[str, Any], heard: Sequence[Mapping[str, Any]] = ()) -> int:
        """Keep one observation as the next attempt, and return which attempt it is.

        It is committed before this returns, with its events.

        Raises:
            UsageError: the database does not take it.
        """
        ready = row_of(results, {"timestamp": now(), **row})
        key = (ready["dataset"], ready["sample_id"], ready["system"], ready["repeat"])
        for attempt in range(_RACES):
            try:
                with self._transaction("an observation") as connection:
                    ready["attempt"] = _newest_attempt(connection, ready) + 1
                    made: Any = connection.execute(insert(results), ready)
                    if heard:
                        rows = events_of(made.inserted_primary_key[0], heard)
                        connection.execute(insert(events), rows)
                    connection.execute(delete(claims).where(self._mine(key)))
                return int(ready["attempt"])
            except IntegrityError as error:  # another process kept one at the same moment
                if attempt == _RACES - 1:
                    raise UsageError(f"{self.where}: {said(error)}") from error
        raise AssertionError  # it returned, or raised

    def put_all(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Keep many first attempts, all of them or none, as an import does.

        Raises:
            UsageError: one is there already, or the database does not take them.
        """
        if not rows:
            return
        when = now()
        ready = [row_of(results, {"timestamp": when, "attempt": 1, **row}) for row in rows]
        try:
            with self._transaction("observations") as connection:
                connection.execute(insert(results), ready)
        except IntegrityError as error:
            raise UsageError(f"{self.where}: {said(error)}") from error

    def states(
        self, dataset: str, *, latency_pass: bool = False
    ) -> dict[tuple[str, str, int], tuple[int, str]]:
        """Return the newest attempt and its status, by system, sample and repeat."""
        wanted = select(
            *(results.c.system, results.c.sample_id, results.c.repeat),
            *(results.c.attempt, results.c.status),
        ).where(results.c.dataset == dataset, results.c.latency_pass == int(latency_pass))
        with self._engine.connect() as connection:
            found = connection.execute(wanted.order_by(results.c.attempt)).fetchall()
        return {(row[0], row[1], row[2]): (row[3], row[4]) for row in found}

    def current(
        self,
        dataset: str,
        columns: Sequence[str],
        system: str | None = None,
        *,
        latency_pass: bool = False,
    ) -> list[tuple[Any, ...]]:
        """Return columns of the newest attempts of a dataset, by system, repeat and sample.

        Args:
            dataset: its id.
            columns: of the table of results.
            system: its name; ``None`` for all.
            latency_pass: whether those are wanted that were made to measure speed, or the others.
        """
        key = ("system", "repeat", "sample_id")
        here = and_(
            results.c.dataset == storable(dataset), results.c.latency_pass == int(latency_pass)
        )
        if system is not None:
            here = and_(here, results.c.system == storable(system))
        wanted = [results.c[name] for name in columns]
        order = [results.c[name] for name in (*key, "attempt")]
        again = select(results.c.attempt).where(here, results.c.attempt > 1).limit(1)
        with self._engine.connect() as connection:
            self._refuse_odd(connection, here, columns)
            if _first(connection, again) is None:
                found = select(*wanted).where(here).order_by(*order)
                return [*connection.execute(found).fetchall()]
            found = select(*order, *wanted).where(here).order_by(*order)
            rows = connection.execute(found).fetchall()
        size = len(order)
        return [*{row[: size - 1]: row[size:] for row in rows}.values()]  # the last of each stays

    def conditions_of(
        self, dataset: str, system: str, *, latency_pass: bool = False
    ) -> list[str | None]:
        """Return the conditions of the last transcript of each run; within a run they stay the same."""
        of_system = self._of(dataset, system, latency_pass=latency_pass)
        last = select(func.max(results.c.id)).where(of_system, results.c.status == "ok")
        wanted = select(results.c.conditions).where(
            results.c.id.in_(last.group_by(results.c.run_id))
        )
        with self._engine.connect() as connection:
            return [*connection.execute(wanted.order_by(results.c.id)).scalars()]

    def repeated(self, dataset: str, system: str) -> list[tuple[str, str | None]]:
        """Return money and conditions of transcripts for which a request had to be repeated."""
        wanted = select(results.c.money, results.c.conditions).where(
            self._of(dataset, system),
            results.c.status == "ok",
            results.c.retries > 0,
            results.c.money.is_not(None),
        )
        with self._engine.connect() as connection:
            return [(row[0], row[1]) for row in connection.execute(wanted)]

    def superseded(self, dataset: str, system: str) -> list[str]:
        """Return the money of attempts after which there is a newer one."""
        newer = results.alias()
        names = ("dataset", "sample_id", "system", "repeat", "latency_pass")
        same = and_(*(newer.c[name] == results.c[name] for name in names))
        after = select(newer.c.id).where(same, newer.c.attempt > results.c.attempt).exists()
        wanted = select(results.c.money).where(
            self._of(dataset, system), results.c.money.is_not(None), after
        )
        with self._engine.connect() as connection:
            return [*connection.execute(wanted).scalars()]

    def systems_on(self, dataset: str) -> list[str]:
        """Return the systems that transcribed something of a dataset, by name; no latency pass counts."""
        wanted = select(results.c.system).where(
            results.c.dataset == storable(dataset), results.c.latency_pass == 0
        )
        with self._engine.connect() as connection:
            return sorted(connection.execute(wanted.distinct()).scalars())

    # -- what was observed of a recording, for who replays it -------------------------------------

    def recordings_of(self, system: str) -> dict[str, int]:
        """Return which observation of a system is of which recording, by the recording's sha256.

        Of several the newest attempt of the first repeat is taken. A recording without a digest is not
        among them.
        """
        same = and_(
            samples.c.dataset == results.c.dataset, samples.c.sample_id == results.c.sample_id
        )
        wanted = select(samples.c.sha256, results.c.id).select_from(results.join(samples, same))
        wanted = wanted.where(
            results.c.system == storable(system),
            results.c.latency_pass == 0,
            samples.c.sha256 != "",
        )
        wanted = wanted.order_by(results.c.repeat.desc(), results.c.id)
        with self._engine.connect() as connection:
            return {row[0]: row[1] for row in connection.execute(wanted)}  # the last of each stays

    def observation(self, number: int) -> dict[str, Any]:
        """Return one observation by its number in the table."""
        with self._engine.connect() as connection:
            return _dicts(connection, select(results).where(results.c.id == number))[0]

    # -- inside ------------------------------------------------------------------------------------

    def _shared(self, what: str, work: Callable[[Connection], T]) -> T:
        """Do in a transaction what other processes may do too; again where one was faster."""
        for _ in range(_TRIES):
            with suppress(IntegrityError), self._transaction(what) as connection:
                return work(connection)
        with self._transaction(what) as connection:
            return work(connection)

    def _transaction(self, what: str) -> _Transaction:
        return _Transaction(self._writing, self.where, what)

    def _refuse_odd(self, connection: Connection, here: Any, columns: Sequence[str]) -> None:
        """Refuse times and repeats that are none, as only another program writes: text, infinite or negative.

        SQLite takes a text for greater than any number.

        Raises:
            UsageError: the first of them.
        """
        for name in (each for each in columns if each in _TIMES):
            column = results.c[name]
            odd = column > _ENDLESS if name == _SIGNED else or_(column > _ENDLESS, column < 0)
            wanted = select(column, results.c.sample_id, results.c.system).where(here, odd).limit(1)
            if (row := _first(connection, wanted)) is not None:
                raise UsageError(
                    f"{self.where}: {name} in results is {row[0]!r:.40} for {row[1]!r} by {row[2]!r}, "
                    "expected a number of seconds or repeats; correct the row"
                )

    @staticmethod
    def _of(dataset: str, system: str, *, latency_pass: bool = False) -> Any:
        return and_(
            results.c.dataset == storable(dataset),
            results.c.latency_pass == int(latency_pass),
            results.c.system == storable(system),
        )

    def _mine(self, key: Key) -> Any:
        names = ("dataset", "sample_id", "system", "repeat")
        row = row_of(claims, dict(zip(names, key, strict=True)))
        return and_(_same(claims, row, names), claims.c.owner == self._owner)

    @staticmethod
    def _ids(connection: Connection, column: Any, dataset: str) -> Iterable[str]:
        return connection.execute(select(column).where(samples.c.dataset == dataset)).scalars()

    @staticmethod
    def _newest_references(
        connection: Connection, dataset: str, *where: Any
    ) -> dict[str, tuple[str, int]]:
        wanted = select(ground_truth.c.sample_id, ground_truth.c.text, ground_truth.c.version)
        here = ground_truth.c.dataset == dataset
        wanted = wanted.where(here, *where).order_by(ground_truth.c.version)
        return {row[0]: (row[1], row[2]) for row in connection.execute(wanted)}


class _Transaction:
    """A transaction that writes; what the database refuses is one clear line."""

    def __init__(self, engine: Engine, where: str, what: str) -> None:
        self._begun, self._where, self._what = engine.begin(), where, what

    def __enter__(self) -> Connection:
        try:
            return self._begun.__enter__()
        except DBAPIError as error:
            raise self._refused(error) from error

    def __exit__(self, *error: Any) -> None:  # noqa: PYI036 - handed on as they are
        try:
            self._begun.__exit__(*error)
        except IntegrityError:
            raise
        except DBAPIError as refused:
            raise self._refused(refused) from refused
        if isinstance(error[1], DBAPIError) and not isinstance(error[1], IntegrityError):
            raise self._refused(error[1]) from error[1]

    def _refused(self, error: DBAPIError) -> UsageError:
        return UsageError(f"{self._where}: {self._what} cannot be stored: {said(error)}")


def _dicts(connection: Connection, wanted: Any) -> list[dict[str, Any]]:
    found = connection.execute(wanted)
    names = [*found.keys()]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def _same(table: Table, row: Mapping[str, Any], names: Iterable[str]) -> Any:
    return and_(*(table.c[name] == row[name] for name in names))


def _first(connection: Connection, wanted: Any) -> Any:
    return connection.execute(wanted).first()


def _has(connection: Connection, table: Table, row: Mapping[str, Any]) -> bool:
    return _first(connection, select(table).where(_same(table, row, row))) is not None


def _newest_attempt(
    connection: Connection, row: Mapping[str, Any], *, latency_pass: bool | None = None
) -> int:
    """Return the newest attempt, of those in a latency pass or of the others; ``None`` for all."""
    same = _same(results, row, ("dataset", "sample_id", "system", "repeat"))
    if latency_pass is not None:
        same = and_(same, results.c.latency_pass == int(latency_pass))
    found = connection.execute(select(func.max(results.c.attempt)).where(same)).scalar()
    return int(found or 0)


def _set_ends(connection: Connection, dataset: str, clips: Sequence[Mapping[str, Any]]) -> None:
    """Note the ends of speech and of turns of samples that have other ones, or none."""
    names = [name for sign, more in _ENDS.items() for name in (sign, *more)]
    here = samples.c.dataset == storable(dataset)
    found = connection.execute(
        select(samples.c.sample_id, *(samples.c[name] for name in names)).where(here)
    )
    there = {row[0]: dict(zip(names, row[1:], strict=True)) for row in found}
    for clip in clips:
        ready = row_of(samples, clip)
        known = there.get(ready["sample_id"], {})
        given = [name for sign, more in _ENDS.items() if ready.get(sign) for name in (sign, *more)]
        new = {name: ready.get(name) for name in given if ready.get(name) != known.get(name)}
        if new:
            same = and_(here, samples.c.sample_id == ready["sample_id"])
            connection.execute(update(samples).where(same).values(**new))


def _is_held(claim: Any) -> bool:
    """Return whether the process that made a claim may still be at work."""
    over = has_ended(claim.owner)
    return abs(time.time() - claim.beat) <= _OLD if over is None else not over


def _object(text: str | None) -> dict[str, Any]:
    """Return what a column of JSON holds; nothing where another program wrote something else."""
    try:
        found = json.loads(text or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
