"""The command line: data on stdout, words on stderr, and the exit statuses of docs/cli.md."""

from __future__ import annotations

import atexit
import gc
import os
import sys

_VERSION = ["--version"]
_INTERRUPTED = 130  # 128 and SIGINT
_OBJECTS = 50_000


def main(arguments: list[str] | None = None) -> None:
    """Run the command that the arguments name, and exit with its status."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        from mondegreen.cli.interrupts import between_imports  # here, where Ctrl-C is caught

        with between_imports():
            status = _run(given)
    except KeyboardInterrupt:  # before the command itself began
        status = _INTERRUPTED
    if status == _INTERRUPTED:
        status = _said_signal()
    if status or given != _VERSION:
        sys.exit(status)


def _said_signal() -> int:
    """Say which signal ended the command, unless it was Ctrl-C; return its status."""
    from mondegreen.cli.interrupts import ended_by  # loaded where Ctrl-C is caught
    from mondegreen.cli.streams import say  # only where there is something to say

    number = ended_by()
    if number is None:
        return _INTERRUPTED
    say(f"ended by {number.name}")
    return 128 + number


def _run(given: list[str]) -> int:
    from mondegreen.cli import streams  # here, where Ctrl-C is looked after

    if sys.stderr is None:  # closed; a file opened later must not get its number
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - stays open
    if sys.stdout is None:
        return streams.fail("standard output is closed; send it to a file, or to /dev/null")
    if given == _VERSION:  # before anything heavy is imported
        return _version()
    if asked := os.environ.get("_MONDEGREEN_COMPLETE"):  # by the tab key of a shell
        from mondegreen.cli.completion import answer

        return answer(asked)
    from mondegreen.errors import MondegreenError  # not for --version

    # A command makes many objects when it starts and keeps nearly all, so cycles are looked for less often.
    gc.set_threshold(_OBJECTS, 20, 20)
    atexit.register(gc.freeze)  # to look for them once more at the end takes a tenth of a short run
    # pyarrow's own allocator keeps a quarter more memory.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")

    try:
        from mondegreen.cli.app import run  # typer and rich, for commands alone
    except MondegreenError as error:  # a kernel that is not there
        return streams.fail(error)
    return run(given)


def _version() -> int:
    from mondegreen import __version__  # the name of the package alone is there so far
    from mondegreen.cli import streams  # as above

    try:
        streams.show(f"mondegreen {__version__}")
        sys.stdout.flush()
    except OSError as error:
        return streams.ended(error)
    return 0
