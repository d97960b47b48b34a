"""Runs a command in a process of its own that has its modules already, with whatever is wrong there.

A server of forks loads the program once. So a run of a command takes a part of a second, and a limit, a
user or a clock is that of one run alone.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import resource
import signal
import sys
import time
from dataclasses import dataclass, field
from multiprocessing.forkserver import ensure_running
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mondegreen.options.judging import Judging

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["Place", "begun", "finished", "printed"]

FORKS: Final = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["loaded"])
ENDS_SOON: Final = 60.0
_VERSION: Final = 0x20080522  # of the interface of capabilities


@dataclass(frozen=True)
class Place:
    """Where and how a command runs.

    Attributes:
        folder: where.
        limits: of the process, by their numbers; one of memory counts from what it has.
        plain_user: whether the rights of root over files of others, and its own, are given up.
        out: the file for standard output.
        environment: more variables.
        jumps: seconds by which the clock on the wall jumps, again and again.
        patches: attributes of modules, as ``module.name``, with their values.
        judging: settings of judges that have no option, with other defaults.
    """

    folder: Path
    limits: Mapping[int, int] = field(default_factory=dict)
    plain_user: bool = False
    out: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)
    jumps: float = 0.0
    patches: Mapping[str, Any] = field(default_factory=dict)
    judging: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Done:
    """How a command ended: its exit status as a shell has it, and what it wrote."""

    status: int
    out: str
    err: str


def begun(place: Place, words: Sequence[str], name: str = "run") -> Any:
    """Start a command."""
    _serve()
    if not place.out:
        printed(place, name).unlink(missing_ok=True)
    process = FORKS.Process(target=_work, args=(place, [*words], str(_said(place, name))))
    process.start()
    return process


def finished(process: Any, place: Place, name: str = "run") -> Done:
    """Wait for a command; one that takes longer than a minute hangs."""
    process.join(ENDS_SOON)
    if process.is_alive():
        process.kill()
        process.join()
        raise AssertionError(f"hangs: {_said(place, name).read_text('utf-8')}")
    code = process.exitcode
    out = printed(place, name)
    shown = out.read_text("utf-8") if out.is_file() else ""
    status = code if code >= 0 else 128 - code
    return Done(status, shown, _said(place, name).read_text("utf-8"))


def printed(place: Place, name: str = "run") -> Path:
    """Return the file for standard output."""
    return Path(place.out) if place.out else _said(place, name).with_suffix(".out")


def _serve() -> None:
    """Start the server of forks, if it is not there; it finds modules where this process does."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(
        [str(Path(__file__).parent), *filter(None, sys.path)]
    )
    try:
        ensure_running()
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


def _said(place: Place, name: str) -> Path:
    """Return the file for standard error, which a folder that cannot be written to cannot hold."""
    return place.folder.with_name(f"{place.folder.name}.{name}.err")


def _work(place: Place, words: list[str], err: str) -> None:
    os.setsid()
    os.chdir(place.folder)
    os.environ.update(place.environment)
    for number, path in ((2, err), (1, place.out or str(Path(err).with_suffix(".out")))):
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
        os.dup2(opened, number)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - for the process
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False, buffering=1)  # noqa: SIM115 - as above
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(
            number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
        )
    for name, value in place.patches.items():
        module, _, attribute = name.rpartition(".")
        setattr(sys.modules[module], attribute, value)
    Judging._defaults.update(place.judging)
    if place.jumps:
        time.time = _jumping(time.time, place.jumps)
    for limit, most in place.limits.items():
        own = _address_space() if limit == resource.RLIMIT_AS else 0
        resource.setrlimit(limit, (own + most, own + most))
    if place.plain_user:
        _give_up_rights()
    from mondegreen.cli import main

    sys.argv = ["mondegreen", *words]
    try:
        main(words)
    except SystemExit as done:
        sys.stdout.flush()
        os._exit(done.code if isinstance(done.code, int) else 0)


def _give_up_rights() -> None:
    """Let modes of files hold for root too, as they do for any other user: capset(2) with none."""
    header, nothing = (ctypes.c_uint32 * 2)(_VERSION, 0), (ctypes.c_uint32 * 6)()
    assert ctypes.CDLL(None, use_errno=True).capset(header, nothing) == 0


def _address_space() -> int:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _jumping(clock: Callable[[], float], by: float) -> Callable[[], float]:
    """Return a clock on the wall that somebody sets, forwards and back, with each look."""
    looks = [0]

    def now() -> float:
        looks[0] += 1
        return clock() + by * (looks[0] % 3 - 1)

    return now
