"""The faults: what each needs of a command, and how it is made."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sqlite3
import tempfile
import time
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from commands import COMMANDS, Command, answer
from forked import Done, Place, begun, finished, printed
from speech import LIVE, Vendor, left_open, page_of, stop
from wire_judges import JUDGES
from wire_replies import CutConnection, Reply, Slow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wire_server import WireServer

__all__ = ["FAULTS", "Case", "cells"]

_SMALL_DISK: Final = 40_000  # more than the file in which SQLite has its locks
_PATIENCE: Final = {"retries": 0, "timeout": 1.0}
_QUICK: Final = {"mondegreen.judges.client._FIRST_WAIT": 0.01, "mondegreen.store.database._BUSY": 1}


class Case:
    """One command in a folder of its own, with a model on this machine."""

    def __init__(self, name: str, folder: Path, wire: WireServer, live: Vendor) -> None:
        self.command, self.folder, self._wire = COMMANDS[name], folder, wire
        self.command.make(folder)
        (folder / "asked").touch()
        live.odd = self._heard
        if self.command.listens:
            toml = folder / "bench.toml"
            toml.write_text(toml.read_text().replace("{live}", live.address))
        self.run = wire.new_run()
        self.odd: Callable[[int, Any], Reply | None] = lambda _number, _body: None
        JUDGES[f"faults-{self.run}"] = self._reply
        url = wire.base_url("anthropic", f"faults-{self.run}", self.run)
        self.words = [url if word == "{url}" else word for word in self.command.words]
        self.place = Place(
            folder,
            environment={
                "ANTHROPIC_API_KEY": "sk-none",
                LIVE.variable: "a-key-of-nobody",
                "MONDEGREEN_CACHE": str(folder / "cache"),
            },
            patches={**_QUICK, **(self.command.patches or {})},
            judging=_PATIENCE,
        )

    def _heard(self) -> str:
        self._count()
        odd = self.odd(self.asked, None)
        return "" if odd is None else "cut" if isinstance(odd, CutConnection) else "silent"

    def _count(self) -> None:
        with (self.folder / "asked").open("a") as file:
            file.write("x")

    def _reply(self, body: Any) -> Reply:
        self._count()
        odd = self.odd(self.asked, body)
        return answer(body) if odd is None else odd

    @property
    def asked(self) -> int:
        """How many requests came."""
        return len((self.folder / "asked").read_text())

    def do(self, name: str = "run", **changes: Any) -> Done:
        """Run the command to its end."""
        place = replace(self.place, **changes)
        return self.finished(self.begun(name, place), name, place)

    def begun(self, name: str, place: Place | None = None) -> Any:
        """Start the command."""
        return begun(place or self.place, self.words, name)

    def finished(self, process: Any, name: str, place: Place | None = None) -> Done:
        """Wait for its end; what is served is looked at, and stopped."""
        place = place or self.place
        if self.command.serves:
            if page := page_of(printed(place, name), process):
                self._save(page)
            stop(process)
        return finished(process, place, name)

    def _save(self, page: tuple[str, bytes]) -> None:
        (self.folder / "page.html").write_bytes(page[1])

    @contextmanager
    def under_way(self) -> Iterator[Any]:
        """Run the command, and yield its process once it has begun its work."""
        if self.command.serves:
            process = self.begun("run")
            page = page_of(printed(self.place, "run"), process)
            assert page
            with left_open(page[0]):
                yield process
            return
        sign = self.command.under_way
        waits = self.folder / str(sign)
        if isinstance(sign, str):
            waits.rename(self.folder / "kept")
            os.mkfifo(waits)
        process = begun(self.place, self.words)
        until = time.monotonic() + 60
        try:
            while not self._has_begun() and process.is_alive():
                assert time.monotonic() < until
                time.sleep(0.005)
            yield process
        finally:
            if (self.folder / "kept").exists():
                waits.unlink()
                (self.folder / "kept").rename(waits)

    def _has_begun(self) -> bool:
        sign = self.command.under_way
        if not isinstance(sign, str):
            return sign(self.folder)
        try:  # whoever opens it to write finds out that somebody reads
            os.close(os.open(self.folder / sign, os.O_WRONLY | os.O_NONBLOCK))
        except OSError:
            return False
        return True


@dataclass(frozen=True)
class Fault:
    """A fault.

    Attributes:
        about: what is wrong, for readers.
        can_meet: whether a command can meet it.
        done: makes it, and returns how the command ended.
    """

    about: str
    can_meet: Callable[[Command], bool]
    done: Callable[[Case], Done]


def _no_room(case: Case) -> Done:
    return case.do(limits={resource.RLIMIT_FSIZE: _SMALL_DISK})


def _read_only(case: Case) -> Done:
    """Run with the rights of a user who may read the folder and not write into it."""
    changed = [case.folder, *case.folder.rglob("*")]
    before = [path.stat().st_mode for path in changed]
    for path, mode in zip(changed, before, strict=True):
        path.chmod(mode & ~0o222)
    try:
        return case.do(plain_user=True)
    finally:
        for path, mode in zip(changed, before, strict=True):
            path.chmod(mode)


def _locked(case: Case) -> Done:
    with closing(sqlite3.connect(case.folder / case.command.store)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        return case.do()


def _lost(case: Case) -> Done:
    store = case.folder / case.command.store
    with case.under_way() as process:
        for path in (store, Path(f"{store}-wal"), Path(f"{store}-shm")):
            path.unlink(missing_ok=True)
        return finished(process, case.place)


def _damaged(case: Case) -> Done:
    store = case.folder / case.command.store
    kept = store.read_bytes()
    store.write_bytes(kept[:100] + b"\xa5" * (len(kept) - 100))
    try:
        return case.do()
    finally:
        for path in (store, Path(f"{store}-wal"), Path(f"{store}-shm")):
            path.unlink(missing_ok=True)
        store.write_bytes(kept)


def _from_third(reply: Reply) -> Callable[[Case], Done]:
    def done(case: Case) -> Done:
        case.odd = lambda number, _body: reply if number > 2 else None
        found = case.do()
        case.odd = lambda _number, _body: None
        return found

    return done


def _signals(*numbers: int) -> Callable[[Case], Done]:
    def done(case: Case) -> Done:
        with case.under_way() as process:
            for number in numbers:
                if process.is_alive():
                    os.kill(process.pid, number)
                time.sleep(0.05)
            return finished(process, case.place)

    return done


def _no_memory(case: Case) -> Done:
    return case.do(limits={resource.RLIMIT_AS: 8 * 2**20})


def _two(case: Case) -> Done:
    processes = [(case.begun(name), name) for name in ("run", "other")]
    one, other = [case.finished(process, name) for process, name in processes]
    assert one.status == other.status, (one, other)
    assert one.out == other.out or case.command.measures
    return one


def _keeps(command: Command) -> bool:
    """Return whether it writes: the page is saved by who looks at it."""
    return bool(command.store or command.writes) and not command.serves


FAULTS: Final[dict[str, Fault]] = {
    "output full": Fault("standard output is full", lambda c: c.prints, lambda case: case.do(out="/dev/full")),
    "disk full": Fault("no more room on the disk", _keeps, _no_room),
    "read-only": Fault("the folder may only be read", _keeps, _read_only),
    "store locked": Fault("another program holds the database", lambda c: bool(c.store), _locked),
    "store lost": Fault("the database is deleted meanwhile", lambda c: bool(c.store and c.under_way), _lost),
    "store damaged": Fault("pages of the database are garbage", lambda c: bool(c.store), _damaged),
    "connection cut": Fault("replies end half-way", lambda c: c.asks, _from_third(CutConnection())),
    "no reply": Fault("the service hangs", lambda c: c.asks, _from_third(Slow(30, CutConnection()))),
    "clock jumps": Fault("the clock jumps by a day and back", lambda _c: True, lambda case: case.do(jumps=86_400.0)),
    "SIGTERM": Fault("the system ends it", lambda c: bool(c.under_way or c.serves), _signals(signal.SIGTERM)),
    "Ctrl-C twice": Fault("Ctrl-C, and again", lambda c: bool(c.under_way or c.serves), _signals(signal.SIGINT, signal.SIGINT)),
    "no memory": Fault("8 MiB are left", lambda _c: True, _no_memory),
    "two at once": Fault("another process does the same", lambda _c: True, _two),
}  # fmt: skip


def cells() -> list[tuple[str, str]]:
    """Return every command with every fault that it can meet."""
    return [
        (command, fault)
        for command, about in COMMANDS.items()
        for fault, made in FAULTS.items()
        if made.can_meet(about)
    ]


@contextmanager
def folder() -> Iterator[Path]:
    """Make a folder that other users can reach."""
    outer = Path(tempfile.mkdtemp(prefix="faults-"))
    try:
        inner = outer / "here"
        inner.mkdir()
        yield inner
    finally:
        shutil.rmtree(outer)
