"""Events are kept with their observation, in one step, and come back in their order."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from alembic import command

from mondegreen.errors import UsageError
from mondegreen.store import database, open_store
from mondegreen.store.stream_events import EVENT

if TYPE_CHECKING:
    from pathlib import Path

ROW = {
    "dataset": "d", "sample_id": "a", "system": "s", "repeat": 0, "service_name": "s", "status": "ok",
}  # fmt: skip
HEARD: list[dict[str, Any]] = [
    {"seconds": 0.0, "audio_seconds": 0.0, "kind": "first-audio"},
    {"seconds": 0.52, "audio_seconds": 0.54, "kind": "partial", "text": "so", "segment": 0},
    {
        "seconds": 0.5, "audio_seconds": 0.6, "kind": "final", "text": "so it",  # as it came
        "final": 1, "segment": 0, "words": '[{"text": "so", "end": 0.3}]',
    },
]  # fmt: skip


def test_events_come_back_in_their_order(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as store:
        store.observations.put(ROW, HEARD)
        store.observations.put({**ROW, "sample_id": "b"})
        store.observations.put({**ROW, "sample_id": "c"}, HEARD[:1])
        store.observations.put({**ROW, "system": "other"}, HEARD)
        ids = [row[0] for row in store.observations.current("d", ["id"], "s")]
        found = store.streams.of("d", "s")
    assert [*found] == [ids[0], ids[2]]
    plain = [tuple({"final": 0, **each}.get(name) for name in EVENT) for each in HEARD]
    assert found == {ids[0]: plain, ids[2]: plain[:1]}


def test_an_observation_is_kept_with_its_events_or_not_at_all(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as store:
        with pytest.raises(UsageError, match=r"NOT NULL constraint failed: events\.kind"):
            store.observations.put(ROW, [*HEARD, {"seconds": 0.5, "kind": None}])
        assert store.observations.current("d", ["id"]) == []
        assert store.observations.put(ROW, HEARD) == 1
        assert store.observations.put(ROW, HEARD) == 2
        assert len(store.streams.of("d", "s")) == 2


def test_events_of_an_earlier_step_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.db"
    with monkeypatch.context() as before:
        upgrade = command.upgrade
        before.setattr(command, "upgrade", lambda config, _: upgrade(config, "0004"))
        before.setattr(database, "_HEAD", "0004")
        open_store(path).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        names = ", ".join((*ROW, "attempt", "timestamp"))
        values = (*ROW.values(), 1, "then")
        connection.execute(f"INSERT INTO results ({names}) VALUES ({'?, ' * 7}?)", values)
        connection.execute("INSERT INTO events (result_id, seconds, kind) VALUES (1, 0.5, 'final')")
    with open_store(path) as store:
        assert store.streams.of("d", "s") == {1: [(0.5, None, "final", None, 0, None, None)]}
