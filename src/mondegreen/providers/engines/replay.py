"""Observations that a bench has stored already."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from mondegreen.errors import MissingDependencyError, UsageError, did_you_mean
from mondegreen.providers.capabilities import Capabilities, capabilities_of
from mondegreen.providers.failure import STATUSES, ProviderError
from mondegreen.providers.local import Local
from mondegreen.providers.transcript import Call, Transcript
from mondegreen.providers.word import Word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mondegreen.providers.audio import Audio
    from mondegreen.providers.failure import Status
    from mondegreen.store import Store

__all__ = ["Replay"]

_PASSWORD: Final = re.compile(r"://[^/@]*:[^/@]+@|[?&](?:ssl)?password=")


class Replay(Local):
    """``replay:DATABASE#SYSTEM``: what a system made of the same recording before, failures included.

    Recordings are found by their sha256, whatever their names and datasets are now. Of several
    observations of a recording the newest attempt of the first repeat is taken. One that was never
    transcribed is a failure of status ``missing``. ``#SYSTEM`` may be left out where the database has one
    system. Nobody is asked, so nothing is timed and nothing costs anything.
    """

    name = "replay"
    about = "observations that a bench has stored: nobody is asked again"
    package = "sqlalchemy"
    takes_model = "DATABASE#SYSTEM"
    proven = True
    timed = False
    needs = "the database"

    @property
    def capabilities(self) -> Capabilities:
        """What the system can do whose observations these are; a replay costs nothing."""
        try:
            with self._store() as store:
                source = self._source(store)
        except (UsageError, MissingDependencyError):
            return Capabilities()  # `check` says what is wrong
        can = capabilities_of(source["provider"], source["model_name"])
        return replace(can, billing=None, longest=None, largest=None, rates=())

    def conditions(self) -> Mapping[str, Any]:
        """Return none: nothing is timed."""
        return {}

    @property
    def _named(self) -> tuple[str, str]:
        """The database and the system, as they are given; the system may be empty."""
        where, _, system = self.model.partition("#")
        return (self.model, "") if not system or Path(self.model).exists() else (where, system)

    def _store(self) -> Store:
        from mondegreen.store.database import open_store, with_driver  # loads SQLAlchemy

        where = self._named[0]
        if _PASSWORD.search(where):
            raise UsageError(
                "replay: the address has a password, which would be stored with the name of the system; "
                "leave it out, and put it into PGPASSWORD or the file of passwords"
            )
        if "://" not in where and not Path(where).is_file():
            raise UsageError(
                f"{self.system}: {where}: no such file, expected a database of mondegreen bench, such as "
                "replay:mondegreen_data/results.db#deepgram:nova-3"
            )
        return open_store(with_driver(where))

    def _source(self, store: Store) -> Mapping[str, Any]:
        """Return the row of the system whose observations these are.

        Raises:
            UsageError: the database has no such system, or several and none is named.
        """
        where, named = self._named
        systems = {row["system"]: row for row in store.observations.systems()}
        if not named and len(systems) == 1:
            named = next(iter(systems))
        if named in systems:
            return systems[named]
        which = f"has no system {named!r}" if named else "has several systems, and none is named"
        there = f"{which}; there are {', '.join(systems)}" if systems else "has no systems"
        raise UsageError(
            f"{self.system}: {there}; expected replay:{where}#SYSTEM.{did_you_mean(named, systems)}"
        )

    def _find_model(self) -> None:
        with self._store() as store:
            self._source(store)

    def _load(self) -> Any:
        with self._store() as store:
            found = store.observations.recordings_of(self._source(store)["system"])
        if not found:
            raise UsageError(
                f"{self.system}: its recordings have no sha256, so none can be found again"
            )
        return found

    def _run(self, engine: Any, audio: Audio) -> Transcript:
        number = engine.get(audio.sha256)
        if number is None:
            reason = f"{self._named[0]} has nothing of a recording with the sha256 of {audio.name}"
            raise ProviderError("missing", reason)
        with self._store() as store:
            row = store.observations.observation(number)
        if row["status"] != "ok":
            status = row["status"] if row["status"] in STATUSES else "rejected-job"
            raise ProviderError(cast("Status", status), row["error"] or row["status"])
        words = tuple(Word(**each) for each in json.loads(row["words"] or "[]"))
        raw = None if row["raw"] is None else json.loads(row["raw"])
        return Transcript(row["transcription"] or "", words, row["language"], raw)

    def _model_bytes(self) -> None:
        return None

    def _call(self, asked: float, begun: float, cpu: float) -> Call:
        """Return no times: how fast a database is read says nothing of whoever was asked."""
        del asked, begun, cpu
        return Call(0.0)
